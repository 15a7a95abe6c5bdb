/* hlcov config: prints what holds and where it comes from. The file is read by config.h. */
#include <stdio.h>

#include "htol/base/plain.h"
#include "htol/files/data.h"
#include "tools/shared/config.h"

static const char details[] =
    "The configuration file is " CONFIG_FILE ", in the root of the checkout. What the command line says wins over the\n"
    "environment, and that over the file. With COMMAND, print the options that the file adds to that command.\n"
    "\n"
    "Exit status: 0 done; 1 wrong usage, or the file is wrong.";

static void print_template(void)
{
    puts("# Options of hlcov for this project: see man hlcov-config. Values of a list stand between commas.\n\n"
         "[" CONFIG_SHARED "]");
    for (guint i = 0; i < n_config_keys; i++)
        if (*config_keys[i].shared)
            printf("# %s\n#%s =\n", config_keys[i].doc, config_keys[i].name);
}

static void print_places(const char *path, const Config *config)
{
    const char *wish = g_getenv("HLCOV_DIR"), *options = g_getenv("HLCOV_CC_OPTIONS");
    g_autofree char *cwd = g_get_current_dir(), *data = htol_data_dir(wish, cwd), *checkout = htol_checkout_dir(cwd);
    g_autofree char *file = htol_plain(path), *directory = htol_plain(data);
    printf("file  %s%s\n", file, config ? "" : " (it is not there)");
    printf("data  %s (from %s)\n", directory,
           wish && *wish ? "HLCOV_DIR"
           : checkout    ? "the checkout"
                         : "the working directory");
    if (!options || !*options)
        return;
    g_autofree char *plain = htol_plain(options);
    printf("cc    %s (from HLCOV_CC_OPTIONS, wins over the file)\n", plain);
}

/* The commands, of those that a row lists, that take the key from the group. To be freed. */
static char *takers_of(const Config *config, const ConfigKey *key, const char *group)
{
    g_autofree char *all = g_strjoin(" ", key->shared, key->own, NULL);
    g_auto(GStrv) commands = g_strsplit(g_strstrip(all), " ", -1);
    g_autoptr(GString) takers = g_string_new(NULL);
    for (char **command = commands; *command; command++)
        if (g_strcmp0(config_group(config, key, *command), group) == 0)
            g_string_append_printf(takers, "%s%s", takers->len > 0 ? ", " : "", *command);
    return g_string_free(g_steal_pointer(&takers), FALSE);
}

static void print_key(const Config *config, const char *group, const char *name)
{
    g_autofree char *value = g_key_file_get_value(config->file, group, name, NULL), *plain = htol_plain(value);
    for (guint i = 0; i < n_config_keys; i++) {
        if (!g_str_equal(config_keys[i].name, name))
            continue;
        g_autofree char *takers = takers_of(config, &config_keys[i], group);
        printf("  %s = %s\n    for %s\n", name, plain,
               *takers ? takers : "no command: groups of their own say otherwise");
    }
}

static void print_groups(const Config *config)
{
    g_auto(GStrv) groups = g_key_file_get_groups(config->file, NULL);
    for (char **group = groups; *group; group++) {
        g_auto(GStrv) keys = g_key_file_get_keys(config->file, *group, NULL, NULL);
        printf("\n[%s]\n", *group);
        for (char **key = keys; *key; key++)
            print_key(config, *group, *key);
    }
}

static CommandStatus print_added(const char *path, const char *command)
{
    char *none[] = {NULL};
    g_auto(GStrv) added = config_added(path, command, none);
    if (!command_is_known(command))
        command_error("there is no command '%s'; see 'hlcov --help'", command);
    for (char **word = added; word && *word && command_is_known(command); word++) {
        g_autofree char *plain = htol_plain(*word);
        puts(plain);
    }
    return added && command_is_known(command) ? COMMAND_DONE : COMMAND_FAILED;
}

static CommandStatus print_all(const char *path)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Config) config = config_read(path, &error);
    if (error) {
        command_error("%s", error->message);
        return COMMAND_FAILED;
    }
    print_places(path, config);
    if (config)
        print_groups(config);
    return COMMAND_DONE;
}

int cmd_config(int argc, char **argv)
{
    gboolean as_template = FALSE;
    const GOptionEntry entries[] = {
        {"template", 0, 0, G_OPTION_ARG_NONE, &as_template, "Print a file with all keys, to be edited", NULL},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    CommandStatus status = command_parse(command_options("config", entries, details), &argc, &argv);
    if (status != COMMAND_GO_ON)
        return status;
    g_autofree char *path = config_path(g_getenv("HLCOV_DIR"));
    if (argc > 2) {
        command_error("name one command at most; see 'hlcov config --help'");
        return COMMAND_FAILED;
    }
    if (as_template) {
        print_template();
        return COMMAND_DONE;
    }
    return argc == 2 ? print_added(path, argv[1]) : print_all(path);
}
