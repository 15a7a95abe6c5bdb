/* The command hlcov: finds the subcommand in the table and calls it. What subcommands do is in cmd_*.c. */
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "htol/nearest.h"
#include "htol/plain.h"
#include "tools/commands.h"
#include "tools/ending.h"
#include "tools/progress.h"

typedef struct {
    const char *name;
    int (*function)(int argc, char **argv);
    const char *synopsis, *doc;
} Command;

static const Command commands[] = {
#define COMMAND(name, function, synopsis, doc) {name, function, synopsis, doc},
#include "tools/commands.def"
#undef COMMAND
};

static const Command *find_command(const char *name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(commands); i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

GOptionContext *command_options(const char *name, const GOptionEntry *entries, const char *details)
{
    const Command *command = find_command(name);
    g_assert(command);
    GOptionContext *context = g_option_context_new(NULL);
    g_option_context_add_main_entries(context, entries, NULL);
    g_option_context_set_description(context, details);
    g_option_context_set_help_enabled(context, FALSE);
    g_option_context_set_summary(context, command->name);
    return context;
}

/* GLib's own usage line does not know the synopsis: it is replaced, up to the options behind the summary. */
static void print_help(GOptionContext *context)
{
    const Command *command = find_command(g_option_context_get_summary(context));
    g_autofree char *help = g_option_context_get_help(context, TRUE, NULL);
    g_autofree char *summary = g_strdup_printf("\n\n%s\n\n", command->name);
    const char *options = strstr(help, summary);
    g_assert(options);
    printf("Usage: hlcov %s\n\n%c%s.\n\n", command->synopsis, g_ascii_toupper(command->doc[0]), command->doc + 1);
    fputs(options + strlen(summary), stdout);
}

static gboolean is_help(const char *argument)
{
    return strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0;
}

/* `hlcov cc gcc --help` is the compiler's. */
static gboolean wants_help(GOptionContext *context, int argc, char **argv)
{
    gboolean options_first = g_option_context_get_strict_posix(context);
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (is_help(argv[i]))
            return TRUE;
        if (options_first && argv[i][0] != '-')
            return FALSE;
    }
    return FALSE;
}

/* The options that the help names, without dashes. */
static char **known_options(GOptionContext *context)
{
    g_autofree char *help = g_option_context_get_help(context, TRUE, NULL);
    g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
    for (const char *at = strstr(help, "--"); at; at = strstr(at, "--")) {
        at += strspn(at, "-");
        g_autofree char *name = g_strndup(at, strspn(at, G_CSET_a_2_z "-"));
        if (*name)
            g_strv_builder_add(builder, name);
    }
    return g_strv_builder_end(builder);
}

/* GLib says "Unknown option --critera": which one may be meant. NULL: none, or it is another error. To be freed. */
static char *nearest_option(GOptionContext *context, const GError *error)
{
    const char *dashes = strstr(error->message, "--");
    if (!g_error_matches(error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION) || !dashes)
        return NULL;
    g_autofree char *word = g_strndup(dashes + strlen("--"), strcspn(dashes + strlen("--"), "="));
    g_auto(GStrv) known = known_options(context);
    return g_strdup(htol_nearest(word, (const char *const *)known, g_strv_length(known)));
}

CommandStatus command_parse(GOptionContext *context, int *argc, char ***argv)
{
    g_autoptr(GOptionContext) owned = context;
    if (wants_help(owned, *argc, *argv)) {
        print_help(owned);
        return COMMAND_DONE;
    }
    g_autoptr(GError) error = NULL;
    if (g_option_context_parse(owned, argc, argv, &error))
        return COMMAND_GO_ON;
    g_autofree char *nearest = nearest_option(owned, error);
    if (nearest)
        command_error("%s; did you mean --%s? See '%s --help'", error->message, nearest, g_get_prgname());
    else
        command_error("%s; see '%s --help'", error->message, g_get_prgname());
    return COMMAND_FAILED;
}

void command_error(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    command_progress_clear();
    g_autofree char *plain = htol_plain_lines(message);
    fprintf(stderr, "%s: %s\n", g_get_prgname(), plain);
}

static int print_commands(void)
{
    puts("Usage: hlcov COMMAND [ARGUMENTS...]\n\n"
         "Measures how well a test suite covers a C program.\n\nCommands:");
    for (gsize i = 0; i < G_N_ELEMENTS(commands); i++)
        printf("  %-10s %s\n", commands[i].name, commands[i].doc);
    puts("\nhlcov COMMAND --help describes a command; so does its man page, hlcov-COMMAND(1).\n"
         "hlcov --version prints the version.");
    return COMMAND_DONE;
}

static const char *nearest_command(const char *name)
{
    const char *names[G_N_ELEMENTS(commands)];
    for (gsize i = 0; i < G_N_ELEMENTS(commands); i++)
        names[i] = commands[i].name;
    return htol_nearest(name, names, G_N_ELEMENTS(names));
}

static int unknown_command(const char *name)
{
    const char *nearest = nearest_command(name);
    if (nearest)
        command_error("there is no command '%s'; did you mean '%s'? See 'hlcov --help'", name, nearest);
    else
        command_error("there is no command '%s'; see 'hlcov --help'", name);
    return COMMAND_FAILED;
}

static int run_command(const char *name, int argc, char **argv)
{
    const Command *command = find_command(name);
    if (!command)
        return unknown_command(name);
    g_autofree char *full_name = g_strdup_printf("hlcov %s", name);
    g_set_prgname(full_name);
    return command->function(argc, argv);
}

/* `hlcov help COMMAND` is `hlcov COMMAND --help`. */
static int help(const char *name)
{
    char *arguments[] = {(char *)name, (char *)"--help", NULL};
    return name ? run_command(name, 2, arguments) : print_commands();
}

int main(int argc, char **argv)
{
    command_ending_begin();
    setlocale(LC_CTYPE, "");
    g_set_prgname("hlcov");
    if (argc < 2) {
        command_error("which command? See 'hlcov --help'");
        return COMMAND_FAILED;
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("hlcov " PACKAGE_VERSION);
        return COMMAND_DONE;
    }
    if (strcmp(argv[1], "help") == 0 || is_help(argv[1]))
        return help(argc > 2 ? argv[2] : NULL);
    return run_command(argv[1], argc - 1, argv + 1);
}
