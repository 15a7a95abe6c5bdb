/* The program hlcov-more: the subcommands that hlcov does not have itself, because their libraries take time to load.
 * Users call hlcov, which becomes this one, with the same words; it has no list of commands and no version. */
#include <locale.h>
#include <string.h>

#include "report/elf/unwind.h"
#include "report/inputs/files.h"
#include "report/out/renderers.h"
#include "tools/compile/cc.h"
#include "tools/shared/commands.h"
#include "tools/shared/config.h"
#include "tools/shared/ending.h"
#include "tools/shared/more.h"
#include "tools/versions.h"

#define IN_HLCOV(name, function)
#define IN_MORE(name, function) {name, function},
static const CommandRow rows[] = {
#define COMMAND(place, name, function, synopsis, doc) place(name, function)
#include "tools/shared/commands.def"
#undef COMMAND
};

/* Somebody else has called it, or a hlcov of another version. */
static int refuse_command(int argc, char **argv)
{
    (void)argc;
    g_set_prgname("hlcov-more");
    command_error("there is no command '%s' here: call hlcov, of the same version", argv[0]);
    return COMMAND_FAILED;
}

/* Completes the notes of crashes in a data file, for hlcov run. */
static int complete_notes(const char *path)
{
    g_autofree char *bytes = NULL;
    gsize size;
    g_autoptr(GError) error = NULL;
    const char *obstacle = NULL;
    if (report_file_read(path, &bytes, &size, &error))
        obstacle = report_unwind(path, (guint8 *)bytes, size);
    if (obstacle)
        command_error("warning: who called what crashed is not known: %s", obstacle);
    return COMMAND_DONE;
}

/* Help is to be had whatever the configuration file says. */
static gboolean asks_for_help(char **words)
{
    for (; *words && strcmp(*words, "--") != 0; words++)
        if (strcmp(*words, "--help") == 0 || strcmp(*words, "-h") == 0)
            return TRUE;
    return FALSE;
}

/* Runs a command with the options that the configuration file adds. */
static int run_configured(int argc, char **argv)
{
    g_auto(GStrv) added = NULL;
    g_autofree char *path = config_path(g_getenv("HLCOV_DIR"));
    g_set_prgname("hlcov");
    if (!asks_for_help(argv) && !config_take(path, &argc, &argv, &added))
        return COMMAND_FAILED;
    int status = command_run(rows, G_N_ELEMENTS(rows), refuse_command, argc, argv);
    if (status == COMMAND_FAILED && added)
        config_blame(path, added);
    return status;
}

/* hlcov cc becomes this where it relies on proofs, which it cannot read. It takes the configuration itself. */
static int relying_cc(int argc, char **argv)
{
    g_set_prgname("hlcov");
    return cc_run(argc, argv, &(CcProofs){annot_proved_read, NULL});
}

int main(int argc, char **argv)
{
    char *none[] = {(char *)"", NULL};
    command_ending_begin();
    report_json_begin();
    setlocale(LC_CTYPE, "");
    if (argc == 3 && strcmp(argv[1], MORE_COMPLETE) == 0)
        return complete_notes(argv[2]);
    if (argc == 2 && strcmp(argv[1], MORE_VERSIONS) == 0)
        return versions_print();
    if (argc > 1 && strcmp(argv[1], "cc") == 0)
        return relying_cc(argc - 1, argv + 1);
    return argc < 2 ? refuse_command(1, none) : run_configured(argc - 1, argv + 1);
}
