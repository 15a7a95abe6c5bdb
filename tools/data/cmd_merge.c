/* hlcov merge: makes one shard of many inputs. How they are read and united is decided in report/. */
#include <stdio.h>
#include <string.h>

#include "htol/base/layout.h"
#include "report/inputs/files.h"
#include "report/inputs/inputs.h"
#include "report/store/fold.h"
#include "tools/shared/commands.h"
#include "tools/shared/output.h"
#include "tools/shared/progress.h"

static const char details[] =
    "INPUT is a data directory, a data file (.hlb), a shard (.hls), a table (.hlt), '@FILE' for a file that\n"
    "lists inputs, one per line, a pipe by which a shard comes, or '-' for standard input: shards, one behind\n"
    "the other, or a list of inputs, each name ended by a zero byte. If OUT is '-', the shard is written to\n"
    "standard output. The same inputs give the same bytes, in any order and however often they are named.\n"
    "\n"
    "Exit status: 0 done; 1 wrong usage, no input, or OUT cannot be written; 3 done, but damaged or missing\n"
    "input was left out.";

typedef struct {
    char *out, **maps, **inputs;
    gboolean quiet;
} Options;

/* What is named on the command line, and in lists. */
typedef struct {
    GPtrArray *names; /* char *, ended by NULL */
    GPtrArray *notes; /* char *: what is left out */
    FILE *stream;     /* standard input, if shards come by it */
} Named;

/* ---- inputs ---- */

static void add_name(GPtrArray *names, GString *name)
{
    if (name->len > 0)
        g_ptr_array_add(names, g_strdup(name->str));
    g_string_truncate(name, 0);
}

/* FALSE if not all could be read. */
static gboolean read_names(FILE *file, int end, GPtrArray *names)
{
    g_autoptr(GString) name = g_string_new(NULL);
    for (int c = getc(file); c != EOF; c = getc(file)) {
        if (c == end)
            add_name(names, name);
        else
            g_string_append_c(name, (char)c);
    }
    add_name(names, name);
    return !ferror(file);
}

static gboolean read_list(const char *path, GPtrArray *names)
{
    FILE *file = fopen(path, "re");
    if (!file)
        return FALSE;
    gboolean good = read_names(file, '\n', names);
    fclose(file);
    return good;
}

static void note_list(const Named *named, const char *name)
{
    g_ptr_array_add(named->notes, g_strdup_printf("%s: the list cannot be read", name));
}

/* No name begins as a shard does. */
static void add_stdin(Named *named)
{
    int first = getc(stdin);
    ungetc(first, stdin);
    if (first == (guint8)HTOL_SHARD_MAGIC_BYTES[0])
        named->stream = stdin;
    else if (first == EOF && !ferror(stdin))
        g_ptr_array_add(named->notes, g_strdup("standard input: it is empty: neither a shard nor a list came"));
    else if (!read_names(stdin, '\0', named->names))
        note_list(named, "standard input");
}

static Named named_of(char **inputs)
{
    Named named = {g_ptr_array_new_with_free_func(g_free), g_ptr_array_new_with_free_func(g_free), NULL};
    gboolean has_stdin = FALSE;
    for (; *inputs; inputs++) {
        gboolean is_stdin = strcmp(*inputs, "-") == 0, is_list = **inputs == '@';
        if (is_stdin && !has_stdin)
            add_stdin(&named);
        if (is_list && !read_list(*inputs + 1, named.names))
            note_list(&named, *inputs + 1);
        if (!is_stdin && !is_list)
            g_ptr_array_add(named.names, g_strdup(*inputs));
        has_stdin |= is_stdin;
    }
    g_ptr_array_add(named.names, NULL);
    return named;
}

static void clear_named(Named *named)
{
    g_ptr_array_unref(named->names);
    g_ptr_array_unref(named->notes);
}

/* FROM=TO, an array that ends with the last; NULL if one has no equals sign. Slashes at the ends say nothing. */
static GArray *maps_of(char **texts)
{
    GArray *maps = g_array_new(FALSE, FALSE, sizeof(ReportMap));
    for (; texts && *texts; texts++) {
        char *to = strchr(*texts, '=');
        if (!to || to == *texts) {
            g_array_unref(maps);
            return NULL;
        }
        *to++ = '\0';
        for (gsize n = strlen(*texts); n > 1 && (*texts)[n - 1] == '/'; n--)
            (*texts)[n - 1] = '\0';
        for (gsize n = strlen(to); n > 1 && to[n - 1] == '/'; n--)
            to[n - 1] = '\0';
        ReportMap map = {*texts, to};
        g_array_append_val(maps, map);
    }
    return maps;
}

/* ---- the whole ---- */

static gboolean write_file(ReportGather *gather, const char *path, GError **error)
{
    ReportOutput output;
    if (!report_output_open(&output, path, error))
        return FALSE;
    g_autoptr(GError) wrong = NULL;
    if (report_gather_write(gather, output.stream, &wrong))
        return report_output_close(&output, error);
    report_output_drop(&output);
    g_propagate_prefixed_error(error, g_steal_pointer(&wrong), "%s: ", path);
    return FALSE;
}

static gboolean write_stdout(ReportGather *gather, GError **error)
{
    return report_gather_write(gather, stdout, error) && command_flush(error);
}

static CommandStatus fail_usage(const char *message)
{
    command_error("%s; see 'hlcov merge --help'", message);
    return COMMAND_FAILED;
}

static CommandStatus write_all(ReportGather *gather, const char *out, guint n_notes)
{
    g_autoptr(GError) error = NULL;
    if (strcmp(out, "-") == 0 ? write_stdout(gather, &error) : write_file(gather, out, &error))
        return n_notes > 0 ? COMMAND_DAMAGED : COMMAND_DONE;
    command_error("%s", error->message);
    return COMMAND_FAILED;
}

/* Reads, lists first, and prints what is left out: *n_left. Returns whether there is any input. */
static gboolean fold(const Options *options, const GArray *maps, ReportGather *gather, guint *n_left)
{
    CommandProgress progress;
    command_progress_begin(&progress, command_progress_stream(options->quiet), g_get_monotonic_time);
    Named named = named_of(options->inputs);
    const ReportFold inputs = {(const char *const *)named.names->pdata, named.stream, maps->len,
                               (const ReportMap *)(void *)maps->data, &progress.report};
    guint there = report_fold(&inputs, gather, named.notes);
    command_progress_clear();
    *n_left = named.notes->len;
    for (guint i = 0; i < named.notes->len; i++)
        command_error("%s", (const char *)named.notes->pdata[i]);
    clear_named(&named);
    if (there == 0)
        command_error("there is no input");
    return there > 0;
}

static CommandStatus merge(const Options *options)
{
    g_autoptr(GArray) maps = maps_of(options->maps);
    guint n_left;
    if (!options->out)
        return fail_usage("name the output by -o OUT");
    if (!options->inputs)
        return fail_usage("name an input");
    if (!maps)
        return fail_usage("--map takes FROM=TO");
    g_autoptr(ReportGather) gather = report_gather_new(REPORT_GATHER_MEMORY);
    return fold(options, maps, gather, &n_left) ? write_all(gather, options->out, n_left) : COMMAND_FAILED;
}

int cmd_merge(int argc, char **argv)
{
    Options options = {0};
    const GOptionEntry entries[] = {
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &options.out, "Write the shard to OUT (.hls)", "OUT"},
        {"map", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.maps,
         "Move source paths at or below FROM to TO; may be repeated", "FROM=TO"},
        {"quiet", 'q', 0, G_OPTION_ARG_NONE, &options.quiet, "Print no progress", NULL},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.inputs, "", NULL},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    CommandStatus status = command_parse(command_options("merge", entries, details), &argc, &argv);
    if (status == COMMAND_GO_ON)
        status = merge(&options);
    g_free(options.out);
    g_strfreev(options.maps);
    g_strfreev(options.inputs);
    return status;
}
