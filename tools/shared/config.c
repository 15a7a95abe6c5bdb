/* Reads the configuration file; see config.h. */
#include "tools/shared/config.h"

#include <string.h>

#include "htol/base/nearest.h"
#include "htol/files/data.h"

G_DEFINE_QUARK(config - error, config_error)

const ConfigKey config_keys[] = {
#define KEY(name, kind, shared, own, doc) {name, CONFIG_##kind, shared, own, doc},
#include "tools/shared/config.def"
#undef KEY
};
const guint n_config_keys = G_N_ELEMENTS(config_keys);

gboolean config_lists(const char *commands, const char *command)
{
    g_auto(GStrv) names = g_strsplit(commands, " ", -1);
    return g_strv_contains((const char *const *)names, command);
}

/* ---- reading ---- */

char *config_path(const char *data_dir)
{
    g_autofree char *cwd = g_get_current_dir(), *root = htol_root_dir(data_dir, cwd);
    return g_build_filename(root, CONFIG_FILE, NULL);
}

static gboolean fail(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);
static gboolean fail(GError **error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_set_error_literal(error, config_error_quark(), 0, message);
    return FALSE;
}

static gboolean is_of(const ConfigKey *key, const char *group)
{
    if (strcmp(group, CONFIG_SHARED) == 0)
        return *key->shared != '\0';
    return config_lists(key->shared, group) || config_lists(key->own, group);
}

/* The names of keys that the group may have; of a group that may not be: none. To be unreferenced. */
static GPtrArray *keys_of(const char *group)
{
    GPtrArray *names = g_ptr_array_new();
    for (guint i = 0; i < n_config_keys; i++)
        if (is_of(&config_keys[i], group))
            g_ptr_array_add(names, (char *)config_keys[i].name);
    return names;
}

static const char *nearest_of(const char *word, const GPtrArray *known)
{
    return htol_nearest(word, (const char *const *)known->pdata, known->len);
}

static gboolean has_name(const GPtrArray *names, const char *name)
{
    return g_ptr_array_find_with_equal_func((GPtrArray *)names, name, g_str_equal, NULL);
}

static const ConfigKey *find_key(const char *name)
{
    for (guint i = 0; i < n_config_keys; i++)
        if (strcmp(config_keys[i].name, name) == 0)
            return &config_keys[i];
    return NULL;
}

/* What to write instead of a key that the group may not have: one that it may have, or the key in another group. To be
 * freed. */
static char *advice_for_key(const char *name, const GPtrArray *known)
{
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    for (guint i = 0; i < n_config_keys; i++)
        g_ptr_array_add(all, (char *)config_keys[i].name);
    const char *near = nearest_of(name, known), *elsewhere = nearest_of(name, all);
    if (near)
        return g_strdup_printf("did you mean '%s'?", near);
    if (!elsewhere)
        return g_strdup("see 'man hlcov-config'");
    const ConfigKey *key = find_key(elsewhere);
    return g_strdup_printf("'%s' is a key of [%s]", elsewhere, *key->shared ? CONFIG_SHARED : key->own);
}

static gboolean check_value(const Config *config, const char *group, const ConfigKey *key, GError **error)
{
    g_autofree char *value = g_key_file_get_string(config->file, group, key->name, NULL);
    gboolean is_switch = g_strcmp0(value, "true") == 0 || g_strcmp0(value, "false") == 0;
    if (key->kind == CONFIG_SWITCH && !is_switch)
        return fail(error, "%s: '%s' in group [%s] should be true or false, not '%s'", config->path, key->name, group,
                    value);
    return TRUE;
}

static gboolean check_keys(const Config *config, const char *group, GError **error)
{
    g_autoptr(GPtrArray) known = keys_of(group);
    g_auto(GStrv) keys = g_key_file_get_keys(config->file, group, NULL, NULL);
    for (char **key = keys; *key; key++) {
        g_autofree char *advice = advice_for_key(*key, known);
        if (!has_name(known, *key))
            return fail(error, "%s: group [%s] has no key '%s'; %s", config->path, group, *key, advice);
        if (!check_value(config, group, find_key(*key), error))
            return FALSE;
    }
    return TRUE;
}

/* The groups that a file may have. To be unreferenced. */
static GPtrArray *known_groups(void)
{
    GPtrArray *names = g_ptr_array_new();
    g_ptr_array_add(names, (char *)CONFIG_SHARED);
#define COMMAND(place, name, function, synopsis, doc) g_ptr_array_add(names, (char *)(name));
#include "tools/shared/commands.def"
#undef COMMAND
    for (guint i = names->len; i-- > 0;) {
        g_autoptr(GPtrArray) keys = keys_of(names->pdata[i]);
        if (keys->len == 0)
            g_ptr_array_remove_index(names, i);
    }
    return names;
}

static gboolean check_groups(const Config *config, GError **error)
{
    g_autoptr(GPtrArray) known = known_groups();
    g_auto(GStrv) groups = g_key_file_get_groups(config->file, NULL);
    for (char **group = groups; *group; group++) {
        const char *nearest = nearest_of(*group, known);
        if (!has_name(known, *group))
            return fail(error, "%s: there is no group [%s]; did you mean [%s]?", config->path, *group,
                        nearest ? nearest : CONFIG_SHARED);
        if (!check_keys(config, *group, error))
            return FALSE;
    }
    return TRUE;
}

/* GLib takes the last of two lines with one key, and says nothing: who wrote both means both. */
static gboolean check_twice(const char *path, const char *text, GError **error)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autofree char *group = g_strdup("");
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; lines[i]; i++) {
        const char *line = g_strstrip(lines[i]), *equals = strchr(line, '=');
        if (*line == '[') {
            g_free(group);
            group = g_strdup(line);
        }
        if (*line == '[' || *line == '#' || !equals)
            continue;
        g_autofree char *key = g_strndup(line, (gsize)(equals - line));
        if (!g_hash_table_add(seen, g_strconcat(group, g_strchomp(key), NULL)))
            return fail(error, "%s: line %u: '%s' stands twice in %s: write one line, with commas between values", path,
                        i + 1, key, group);
    }
    return TRUE;
}

static gboolean parse(Config *config, const char *text, gsize size, GError **error)
{
    GError *fault = NULL;
    if (!g_utf8_validate(text, (gssize)size, NULL))
        return fail(error, "%s: it is not in UTF-8", config->path);
    g_key_file_set_list_separator(config->file, ',');
    if (!g_key_file_load_from_data(config->file, text, size, G_KEY_FILE_NONE, &fault)) {
        g_propagate_prefixed_error(error, fault, "%s: ", config->path);
        return FALSE;
    }
    return check_groups(config, error) && check_twice(config->path, text, error);
}

Config *config_read(const char *path, GError **error)
{
    g_autofree char *text = NULL;
    gsize size;
    GError *fault = NULL;
    if (!g_file_get_contents(path, &text, &size, &fault)) {
        if (g_error_matches(fault, G_FILE_ERROR, G_FILE_ERROR_NOENT) || g_file_test(path, G_FILE_TEST_IS_DIR))
            g_clear_error(&fault);
        else
            g_propagate_error(error, fault);
        return NULL;
    }
    g_autoptr(Config) config = g_new0(Config, 1);
    config->path = g_strdup(path);
    config->file = g_key_file_new();
    return parse(config, text, size, error) ? g_steal_pointer(&config) : NULL;
}

void config_free(Config *config)
{
    g_free(config->path);
    g_key_file_unref(config->file);
    g_free(config);
}

/* ---- words ---- */

static gboolean has_key(const Config *config, const char *group, const ConfigKey *key)
{
    return g_key_file_has_key(config->file, group, key->name, NULL);
}

const char *config_group(const Config *config, const ConfigKey *key, const char *command)
{
    if (is_of(key, command) && has_key(config, command, key))
        return command;
    if (config_lists(key->shared, command) && has_key(config, CONFIG_SHARED, key))
        return CONFIG_SHARED;
    return NULL;
}

static void add_word(GPtrArray *words, const ConfigKey *key, const char *value)
{
    g_ptr_array_add(words, g_strdup_printf("--%s=%s", key->name, value));
}

/* Adds an option for each value; paths begin where the file lies. */
static void add_values(const Config *config, const ConfigKey *key, char **values, GPtrArray *words)
{
    g_autofree char *folder = g_path_get_dirname(config->path);
    for (; *values; values++) {
        if (!**values)
            continue;
        g_autofree char *path = key->kind == CONFIG_FILES ? g_canonicalize_filename(*values, folder) : NULL;
        add_word(words, key, path ? path : *values);
    }
}

static void add_list(const Config *config, const ConfigKey *key, char **values, GPtrArray *words)
{
    for (char **value = values; *value; value++)
        g_strstrip(*value);
    if (key->kind != CONFIG_WORDS) {
        add_values(config, key, values, words);
        return;
    }
    g_autofree char *all = g_strjoinv(",", values);
    add_word(words, key, all);
}

void config_words(const Config *config, const ConfigKey *key, const char *command, GPtrArray *words)
{
    const char *group = config_group(config, key, command);
    if (!group)
        return;
    g_autofree char *text = g_key_file_get_string(config->file, group, key->name, NULL);
    g_auto(GStrv) values = g_key_file_get_string_list(config->file, group, key->name, NULL, NULL);
    if (key->kind == CONFIG_SWITCH && strcmp(text, "true") == 0)
        g_ptr_array_add(words, g_strdup_printf("--%s", key->name));
    else if (key->kind == CONFIG_TEXT)
        add_word(words, key, text);
    else if (key->kind != CONFIG_SWITCH)
        add_list(config, key, values, words);
}

/* ---- the command line ---- */

static gboolean is_given(const ConfigKey *key, char **words)
{
    gsize length = strlen(key->name);
    for (; *words && strcmp(*words, "--") != 0; words++)
        if (g_str_has_prefix(*words, "--") && strncmp(*words + 2, key->name, length) == 0 &&
            ((*words)[2 + length] == '\0' || (*words)[2 + length] == '='))
            return TRUE;
    return FALSE;
}

char **config_added(const char *path, const char *command, char **words)
{
    g_autoptr(GPtrArray) added = g_ptr_array_new();
    g_autoptr(GPtrArray) keys = keys_of(command);
    g_autoptr(GError) error = NULL;
    g_autoptr(Config) config = keys->len > 0 ? config_read(path, &error) : NULL;
    for (guint i = 0; config && i < n_config_keys; i++)
        if (!is_given(&config_keys[i], words))
            config_words(config, &config_keys[i], command, added);
    g_ptr_array_add(added, NULL);
    if (error)
        command_error("%s", error->message);
    return error ? NULL : (char **)g_ptr_array_steal(added, NULL);
}

gboolean config_take(const char *path, int *argc, char ***argv, char ***added)
{
    g_autoptr(GPtrArray) words = g_ptr_array_new();
    *added = config_added(path, (*argv)[0], *argv + 1);
    g_ptr_array_add(words, (*argv)[0]);
    for (char **word = *added; word && *word; word++)
        g_ptr_array_add(words, *word);
    for (char **word = *argv + 1; *word; word++)
        g_ptr_array_add(words, *word);
    *argc = (int)words->len;
    g_ptr_array_add(words, NULL);
    *argv = (char **)g_ptr_array_steal(words, NULL);
    return *added != NULL;
}

void config_blame(const char *path, char **words)
{
    g_autofree char *all = g_strjoinv(" ", words);
    if (*all)
        command_error("%s gave these options: %s", path, all);
}
