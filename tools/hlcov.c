/* The command hlcov: help, and the subcommands that must start fast. The others are of hlcov-more, which it becomes. */
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "tools/shared/commands.h"
#include "tools/shared/ending.h"
#include "tools/shared/more.h"
#include "tools/topics.h"

#define IN_HLCOV(name, function) {name, function},
#define IN_MORE(name, function)
static const CommandRow rows[] = {
#define COMMAND(place, name, function, synopsis, doc) place(name, function)
#include "tools/shared/commands.def"
#undef COMMAND
};

static int print_commands(void)
{
    puts("Usage: hlcov COMMAND [ARGUMENTS...]\n\n"
         "Measures how well a test suite covers a C program.\n\nCommands:");
    command_list();
    puts("\nTopics:");
    topic_list();
    puts("\nhlcov COMMAND --help describes a command; so does its man page, hlcov-COMMAND(1).\n"
         "hlcov help TOPIC shows the page of a topic, hlcov-TOPIC(7).\n"
         "hlcov --version prints the version; with --verbose also libraries, limits and formats.");
    return COMMAND_DONE;
}

static int unknown_command(const char *name)
{
    const char *nearest = command_nearest(name);
    if (nearest)
        command_error("there is no command '%s'; did you mean '%s'? See 'hlcov --help'", name, nearest);
    else
        command_error("there is no command '%s'; see 'hlcov --help'", name);
    return COMMAND_FAILED;
}

static int run_command(int argc, char **argv)
{
    if (!command_is_known(argv[0]))
        return unknown_command(argv[0]);
    return command_run(rows, G_N_ELEMENTS(rows), more_become, argc, argv);
}

static int unknown_topic(const char *name)
{
    const char *command = command_nearest(name), *nearest = command ? command : topic_nearest(name);
    if (nearest)
        command_error("there is no command or topic '%s'; did you mean '%s'? See 'hlcov help'", name, nearest);
    else
        command_error("there is no command or topic '%s'; see 'hlcov help'", name);
    return COMMAND_FAILED;
}

/* `hlcov help COMMAND` is `hlcov COMMAND --help`. */
static int help(const char *name)
{
    char *arguments[] = {(char *)name, (char *)"--help", NULL};
    if (!name)
        return print_commands();
    if (topic_is_known(name))
        return topic_show(name);
    return command_is_known(name) ? run_command(2, arguments) : unknown_topic(name);
}

static int print_version(gboolean verbose)
{
    char *arguments[] = {(char *)MORE_VERSIONS, NULL};
    puts("hlcov " PACKAGE_VERSION);
    fflush(stdout);
    return verbose ? more_become(1, arguments) : COMMAND_DONE;
}

static gboolean is_help(const char *word)
{
    return strcmp(word, "help") == 0 || strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

int main(int argc, char **argv)
{
    command_ending_begin();
    setlocale(LC_CTYPE, "");
    g_set_prgname("hlcov");
    if (argc < 2) {
        command_error("name a command; see 'hlcov --help'");
        return COMMAND_FAILED;
    }
    if (strcmp(argv[1], "--version") == 0)
        return print_version(argc > 2 && strcmp(argv[2], "--verbose") == 0);
    if (is_help(argv[1]))
        return help(argc > 2 ? argv[2] : NULL);
    return run_command(argc - 1, argv + 1);
}
