/* hlcov merge: makes one shard of many inputs. How they are read and united is decided in report/. */
#include <stdio.h>
#include <string.h>

#include "report/read/files.h"
#include "report/read/inputs.h"
#include "report/store/fold.h"
#include "tools/commands.h"
#include "tools/progress.h"

static const char details[] =
    "INPUT is a data directory, a data file (.hlb), a shard (.hls), a table (.hlt), '@FILE' for a file that\n"
    "lists inputs, one per line, or '-' for a list on standard input, each name ended by a zero byte. If OUT\n"
    "is '-', the shard is written to standard output. The same inputs give the same bytes, in any order and\n"
    "however often they are named.\n"
    "\n"
    "Exit status: 0 done; 1 wrong usage, no input, or OUT cannot be written; 3 done, but damaged or missing\n"
    "input was left out.";

typedef struct {
    char *out, **maps, **inputs;
    gboolean quiet;
} Options;

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

static gboolean add_names(const char *input, GPtrArray *names)
{
    if (strcmp(input, "-") == 0)
        return read_names(stdin, '\0', names);
    if (*input == '@')
        return read_list(input + 1, names);
    g_ptr_array_add(names, g_strdup(input));
    return TRUE;
}

/* Ends with NULL. */
static GPtrArray *names_of(char **inputs, GPtrArray *notes)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    for (; *inputs; inputs++)
        if (!add_names(*inputs, names))
            g_ptr_array_add(notes, g_strdup_printf("%s: the list cannot be read",
                                                   **inputs == '@' ? *inputs + 1 : "standard input"));
    g_ptr_array_add(names, NULL);
    return names;
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
    if (!report_gather_write(gather, stdout, error))
        return FALSE;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return TRUE;
    g_set_error(error, REPORT_ERROR, 0, "standard output cannot be written");
    return FALSE;
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

static CommandStatus merge(const Options *options)
{
    g_autoptr(GArray) maps = maps_of(options->maps);
    if (!options->out)
        return fail_usage("name the output by -o OUT");
    if (!options->inputs)
        return fail_usage("name an input");
    if (!maps)
        return fail_usage("--map takes FROM=TO");
    CommandProgress progress;
    command_progress_begin(&progress, command_progress_stream(options->quiet), g_get_monotonic_time);
    g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) names = names_of(options->inputs, notes);
    g_autoptr(ReportGather) gather = report_gather_new(REPORT_GATHER_MEMORY);
    const ReportFold fold = {(const char *const *)names->pdata, maps->len, (const ReportMap *)(void *)maps->data,
                             &progress.report};
    guint there = report_fold(&fold, gather, notes);
    command_progress_clear();
    for (guint i = 0; i < notes->len; i++)
        command_error("%s", (const char *)notes->pdata[i]);
    if (there > 0)
        return write_all(gather, options->out, notes->len);
    command_error("there is no input");
    return COMMAND_FAILED;
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
