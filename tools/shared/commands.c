/* Knows the subcommands and parses their options; see commands.h. What subcommands do is in cmd_*.c. */
#include "tools/shared/commands.h"

#include <stdio.h>
#include <string.h>

#include "htol/base/nearest.h"
#include "htol/base/plain.h"
#include "tools/shared/progress.h"

typedef struct {
    const char *name, *synopsis, *doc;
} Command;

static const Command commands[] = {
#define COMMAND(place, name, function, synopsis, doc) {name, synopsis, doc},
#include "tools/shared/commands.def"
#undef COMMAND
};

static const Command *find_command(const char *name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(commands); i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

gboolean command_is_known(const char *name)
{
    return find_command(name) != NULL;
}

const char *command_nearest(const char *name)
{
    const char *names[G_N_ELEMENTS(commands)];
    for (gsize i = 0; i < G_N_ELEMENTS(commands); i++)
        names[i] = commands[i].name;
    return htol_nearest(name, names, G_N_ELEMENTS(names));
}

void command_list(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(commands); i++)
        printf("  %-10s %s\n", commands[i].name, commands[i].doc);
}

int command_run(const CommandRow *rows, gsize n, CommandFunction *otherwise, int argc, char **argv)
{
    g_autofree char *full_name = g_strdup_printf("hlcov %s", argv[0]);
    g_set_prgname(full_name);
    for (gsize i = 0; i < n; i++)
        if (strcmp(rows[i].name, argv[0]) == 0)
            return rows[i].function(argc, argv);
    return otherwise(argc, argv);
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

/* Number of words among which options are: those before "--", or before the first that is none. */
static int count_optional(GOptionContext *context, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--") == 0)
            return i;
    for (int i = 1; g_option_context_get_strict_posix(context) && i < argc; i++)
        if (argv[i][0] != '-')
            return i;
    return argc;
}

static gboolean has_option(GOptionContext *context, const char *name)
{
    g_auto(GStrv) known = known_options(context);
    return g_strv_contains((const char *const *)known, name);
}

/* GOption takes -j 4 and no -j4. */
static void spell_out_jobs(GOptionContext *context, int argc, char **argv)
{
    int end = count_optional(context, argc, argv);
    for (int i = 1; i < end; i++) {
        if (strncmp(argv[i], "-j", 2) != 0 || !g_ascii_isdigit(argv[i][2]) || !has_option(context, "jobs"))
            continue;
        g_autofree char *word = g_strconcat("--jobs=", argv[i] + 2, NULL);
        argv[i] = (char *)g_intern_string(word);
    }
}

CommandStatus command_parse(GOptionContext *context, int *argc, char ***argv)
{
    g_autoptr(GOptionContext) owned = context;
    if (wants_help(owned, *argc, *argv)) {
        print_help(owned);
        return COMMAND_DONE;
    }
    spell_out_jobs(owned, *argc, *argv);
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
