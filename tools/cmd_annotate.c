/* hlcov annotate: prints what is recorded of a C source and asked of it, as a script. It compiles nothing:
 * the work is in annot/launch.h and htol/listing.h. */
#include <stdio.h>
#include <string.h>

#include "annot/launch.h"
#include "htol/listing.h"
#include "tools/commands.h"

static const char details[] =
    "FLAGS are those that the file is compiled with: -I, -D, -std and so on. The compiler is $CC, or cc.\n"
    "The script that is printed can be changed, and asked for like any other.";

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

static CommandStatus annotate(const char *path, char **flags, const HtolSelection *selection)
{
    g_auto(GStrv) argv = command_line(path, flags);
    AnnotLaunch options = {.data_dir = g_getenv("HLCOV_DIR")};
    g_autoptr(GError) error = NULL;
    if (!argv)
        return COMMAND_FAILED;
    g_autoptr(GBytes) table = annot_launch_table(&options, argv, &error);
    if (table)
        return print_listing(path, table, selection);
    command_error("%s: %s", path, error->message);
    return COMMAND_FAILED;
}

static CommandStatus check_and_annotate(int argc, char **argv, char **flags, const char *criteria)
{
    HtolSelection selection;
    g_autoptr(GError) error = NULL;
    if (argc != 2) {
        command_error("name one C file; see 'hlcov annotate --help'");
        return COMMAND_FAILED;
    }
    if (!htol_selection_parse(criteria ? criteria : "all", &selection, &error)) {
        command_error("%s", error->message);
        return COMMAND_FAILED;
    }
    return annotate(argv[1], flags, &selection);
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
    g_autofree char *criteria = NULL;
    const GOptionEntry entries[] = {
        {"criteria", 0, 0, G_OPTION_ARG_STRING, &criteria,
         "Criteria whose objectives are printed (default: all)", "LIST"},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    char **flags = cut_flags(&argc, argv);
    CommandStatus status = command_parse(command_options("annotate", entries, details), &argc, &argv);
    return status == COMMAND_GO_ON ? check_and_annotate(argc, argv, flags, criteria) : status;
}
