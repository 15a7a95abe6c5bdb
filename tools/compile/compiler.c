/* Puts command lines of compilers together; see compiler.h. */
#include "tools/compile/compiler.h"

#include <string.h>

#include "tools/shared/commands.h"

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

/* The words of CC, else that one: at least one; to be freed. NULL, and a message, if they are none. */
static char **compiler_words(const char *otherwise)
{
    const char *value = g_getenv("CC");
    g_auto(GStrv) words = NULL;
    g_autoptr(GError) error = NULL;
    if (!g_shell_parse_argv(value && *value ? value : otherwise, NULL, &words, &error)) {
        command_error("CC: %s", error->message);
        return NULL;
    }
    char **compiler = without_launcher(words);
    return g_strdupv(*compiler ? compiler : (char *[]){(char *)otherwise, NULL});
}

char **compiler_command(const char *path, char **flags, const char *otherwise)
{
    g_auto(GStrv) compiler = compiler_words(otherwise);
    g_autoptr(GStrvBuilder) words = g_strv_builder_new();
    if (!compiler)
        return NULL;
    g_strv_builder_addv(words, (const char **)compiler);
    g_strv_builder_addv(words, (const char **)flags);
    g_strv_builder_add_many(words, "-c", path, NULL);
    return g_strv_builder_end(words);
}

char **compiler_cut_flags(int *argc, char **argv)
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
