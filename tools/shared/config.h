/* The configuration file of a project, `.hlcov`: options that its users would give each time. It is a key file of GLib;
 * what its keys are is in config.def. It knows no option's meaning: values become words of the command line. */
#ifndef TOOLS_CONFIG_H
#define TOOLS_CONFIG_H

#include "tools/shared/commands.h"

/* The name of the file, and of the group that all commands read. */
#define CONFIG_FILE ".hlcov"
#define CONFIG_SHARED "hlcov"

/* A row of config.def. */
typedef struct {
    const char *name;
    enum { CONFIG_TEXT, CONFIG_WORDS, CONFIG_LIST, CONFIG_FILES, CONFIG_SWITCH } kind;
    const char *shared, *own, *doc;
} ConfigKey;
extern const ConfigKey config_keys[];
extern const guint n_config_keys;

/* A file that was read. To be freed with config_free. */
typedef struct {
    char *path;
    GKeyFile *file;
} Config;

/* Where the file lies: in the root of the checkout that holds the working directory, else beside the data directory,
 * as paths in reports do (htol_root_dir). `data_dir` is that of HLCOV_DIR, or NULL. To be freed. */
char *config_path(const char *data_dir);

/* Reads the file at `path` and checks groups, keys and switches. Returns NULL if there is none, and also, with *error,
 * if it cannot be read, or has a group or a key that is not known, or a key twice. */
Config *config_read(const char *path, GError **error);
void config_free(Config *config);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Config, config_free)

/* Whether the list of commands, one of a row's, has the command. */
gboolean config_lists(const char *commands, const char *command);

/* The group that `command` takes the key from, of those that have it; NULL: from none. */
const char *config_group(const Config *config, const ConfigKey *key, const char *command);

/* Appends to `words` what the file says of the key to the command: "--exclude=GLOB", in memory that is to be freed. */
void config_words(const Config *config, const ConfigKey *key, const char *command, GPtrArray *words);

/* What the file at `path` says of options of `command`, but for those that `words` give themselves before "--". NULL,
 * after a message, if the file is wrong. To be freed with g_strfreev. */
char **config_added(const char *path, const char *command, char **words);

/* Puts what the file says behind the command's name, argv[0]; *added, to be freed with g_strfreev when the command has
 * ended, has what was put there. FALSE, after a message, if the file is wrong. */
gboolean config_take(const char *path, int *argc, char ***argv, char ***added);

/* Says on standard error which words the file added, if any: the message before may be about one of them. */
void config_blame(const char *path, char **words);

#endif
