/* hlcov annotate: prints what is recorded of a C source and asked of it, as a script. It compiles nothing:
 * the work is in annot/launch/launch.h and htol/words/listing.h. */
#include <stdio.h>

#include "htol/words/listing.h"
#include "tools/compile/annotation.h"
#include "tools/compile/compiler.h"

static const char details[] =
    "FLAGS are the options that the file is compiled with: -I, -D, -std and so on. The compiler is $CC, or\n"
    "cc.\n"
    "The script can be edited, and judged by 'hlcov report --objectives'.";

typedef struct {
    AnnotationOptions annotation;
    char *criteria;
} Options;

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
static CommandStatus annotate(const char *path, char **argv, const AnnotLaunch *launch, const HtolSelection *selection)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GString) faults = g_string_new(NULL);
    g_autoptr(GBytes) table = annot_launch_table(launch, argv, NULL, faults, &error);
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
    launch.options.records = htol_selection_records(&selection);
    g_auto(GStrv) argv = compiler_command(path, flags, "cc");
    return argv ? annotate(path, argv, &launch, &selection) : COMMAND_FAILED;
}

static CommandStatus parse_and_run(Options *options, int argc, char **argv, char **flags)
{
    GOptionEntry entries[ANNOTATION_ENTRIES + 2] = {
        {"criteria", 0, 0, G_OPTION_ARG_STRING, &options->criteria,
         "Print the objectives of these criteria (default: all)", "LIST"},
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

int cmd_annotate(int argc, char **argv)
{
    Options options = {.annotation = annotation_options()};
    char **flags = compiler_cut_flags(&argc, argv);
    CommandStatus status = parse_and_run(&options, argc, argv, flags);
    annotation_options_clear(&options.annotation);
    g_free(options.criteria);
    return status;
}
