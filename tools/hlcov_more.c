/* The program hlcov-more: the subcommands that hlcov does not have itself, because their libraries take time to load.
 * Users call hlcov, which becomes this one, with the same words; it has no list of commands and no version. */
#include <locale.h>

#include "report/renderers.h"
#include "tools/commands.h"
#include "tools/ending.h"

#define IN_HLCOV(name, function)
#define IN_MORE(name, function) {name, function},
static const CommandRow rows[] = {
#define COMMAND(place, name, function, synopsis, doc) place(name, function)
#include "tools/commands.def"
#undef COMMAND
};

/* Somebody else has called it, or a hlcov of another version. */
static int refuse(int argc, char **argv)
{
    (void)argc;
    g_set_prgname("hlcov-more");
    command_error("there is no command '%s' here: call hlcov, of the same version", argv[0]);
    return COMMAND_FAILED;
}

int main(int argc, char **argv)
{
    char *none[] = {(char *)"", NULL};
    command_ending_begin();
    report_json_begin();
    setlocale(LC_CTYPE, "");
    return argc < 2 ? refuse(1, none) : command_run(rows, G_N_ELEMENTS(rows), refuse, argc - 1, argv + 1);
}
