/* hlcov annotate: prints what is recorded of a C source and asked of it, as a script. It compiles nothing:
 * the work is in annot/launch.h and htol/listing.h. */
#include <stdio.h>
#include <string.h>

#include "htol/listing.h"
#include "tools/annotation.h"

static const char details[] =
    "FLAGS are those that the file is compiled with: -I, -D, -std and so on. The compiler is $CC, or cc.\n"
    "The script that is printed can be changed, and asked for like any other.";

typedef struct {
    AnnotationOptions annotation;
    char *criteria;
} Options;

/* In a build CC may be the launcher itself: its words and its options are left out. */
static char **without_launcher(char **words)
{
    g_autofree char *name = words[0] ? g_path_get_basename(words[0]) : NULL;
    if (g_strcmp0(name, "hlcov") != 0 || g_strcmp0(words[1], "cc") != 0)
        return words;
    for (words += 2; *words && **words == '-'; words++)
        ;
    return words;
}

/* The words of CC: at least one; to be freed. NULL, and a message, if they are none. */
static char **compiler_words(void)
{
    const char *value = g_getenv("CC");
    g_auto(GStrv) words = NULL;
    g_autoptr(GError) error = NULL;
    if (!g_shell_parse_argv(value && *value ? value : "cc", NULL, &words, &error)) {
        command_error("CC: %s", error->message);
        return NULL;
    }
    char **compiler = without_launcher(words);
    return g_strdupv(*compiler ? compiler : (char *[]){(char *)"cc", NULL});
}

/* The compiler's command for the file, to be freed. NULL after a message. */
static char **command_line(const char *path, char **flags)
{
    g_auto(GStrv) compiler = compiler_words();
    g_autoptr(GStrvBuilder) words = g_strv_builder_new();
    if (!compiler)
        return NULL;
    g_strv_builder_addv(words, (const char **)compiler);
    g_strv_builder_addv(words, (const char **)flags);
    g_strv_builder_add_many(words, "-c", path, NULL);
    return g_strv_builder_end(words);
}

static CommandStatus print_listing(const char *path, GBytes *bytes, const HtolSelection *selection)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GError) error = NULL;
    g_autoptr(GString) out = g_string_new(NULL);
    gsize size;
    const guint8 *table_bytes = g_bytes_get_data(bytes, &size);
    if (size == 0)
        return COMMAND_DONE;
    const HtolTable *table = htol_table_read(arena, table_bytes, size, NULL, &error);
    if (!table) {
        command_error("%s: %s", path, error->message);
        return COMMAND_FAILED;
    }
    htol_listing_print(&table, 1, selection, out);
    fputs(out->str, stdout);
    return COMMAND_DONE;
}

/* With faults in objectives nothing is printed but these. */
static CommandStatus annotate(const char *path, char **argv, const AnnotLaunch *launch,
                              const HtolSelection *selection)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GString) faults = g_string_new(NULL);
    g_autoptr(GBytes) table = annot_launch_table(launch, argv, faults, &error);
    fputs(faults->str, stderr);
    if (!table)
        command_error("%s: %s", path, error->message);
    return table && faults->len == 0 ? print_listing(path, table, selection) : COMMAND_FAILED;
}

static CommandStatus run(const Options *options, const char *path, char **flags)
{
    HtolSelection selection;
    AnnotLaunch launch = {.data_dir = g_getenv("HLCOV_DIR")};
    g_autoptr(GError) error = NULL;
    if (!htol_selection_parse(options->criteria ? options->criteria : "all", &selection, &error)) {
        command_error("%s", error->message);
        return COMMAND_FAILED;
    }
    if (!annotation_fill(&options->annotation, &launch))
        return COMMAND_FAILED;
    launch.records = htol_selection_records(&selection);
    g_auto(GStrv) argv = command_line(path, flags);
    return argv ? annotate(path, argv, &launch, &selection) : COMMAND_FAILED;
}

static CommandStatus parse_and_run(Options *options, int argc, char **argv, char **flags)
{
    GOptionEntry entries[ANNOTATION_ENTRIES + 2] = {
        {"criteria", 0, 0, G_OPTION_ARG_STRING, &options->criteria,
         "Criteria whose objectives are printed (default: all)", "LIST"},
    };
    annotation_entries(&options->annotation, entries + 1);
    CommandStatus status = command_parse(command_options("annotate", entries, details), &argc, &argv);
    if (status == COMMAND_GO_ON)
        status = annotation_read(&options->annotation);
    if (status != COMMAND_GO_ON)
        return status;
    if (argc == 2)
        return run(options, argv[1], flags);
    command_error("name one C file; see 'hlcov annotate --help'");
    return COMMAND_FAILED;
}

/* Cuts the arguments at `--`; returns what stands behind it. */
static char **cut_flags(int *argc, char **argv)
{
    for (int i = 1; i < *argc; i++) {
        if (strcmp(argv[i], "--") != 0)
            continue;
        *argc = i;
        argv[i] = NULL;
        return argv + i + 1;
    }
    return argv + *argc;
}

int cmd_annotate(int argc, char **argv)
{
    Options options = {.annotation = annotation_options()};
    char **flags = cut_flags(&argc, argv);
    CommandStatus status = parse_and_run(&options, argc, argv, flags);
    annotation_options_clear(&options.annotation);
    g_free(options.criteria);
    return status;
}
