/* Runs hlcov cc; see cc.h. Only the environment is read here, the options in cc_options.h; the work is in
 * annot/launch/launch.h. */
#include "tools/compile/cc.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "htol/files/data.h"
#include "tools/compile/cc_options.h"
#include "tools/shared/config.h"
#include "tools/shared/make_dir.h"

enum { NOT_FOUND = 127, NOT_EXECUTABLE = 126 };

static CommandStatus parse_environment(AnnotationOptions *options, const char *name)
{
    const char *value = g_getenv(name);
    g_auto(GStrv) words = NULL;
    g_autoptr(GError) error = NULL;
    if (!value || !*value)
        return COMMAND_GO_ON;
    if (g_shell_parse_argv(value, NULL, &words, &error))
        return cc_options_read(options, name, (const char *const *)words);
    if (g_error_matches(error, G_SHELL_ERROR, G_SHELL_ERROR_EMPTY_STRING))
        return COMMAND_GO_ON;
    command_error("%s: %s", name, error->message);
    return COMMAND_FAILED;
}

static int become_compiler(char **argv)
{
    execvp(argv[0], argv);
    command_error("%s: %s", argv[0], g_strerror(errno));
    return errno == ENOENT ? NOT_FOUND : NOT_EXECUTABLE;
}

static gboolean messages_are_coloured(void)
{
    const char *terminal = g_getenv("TERM");
    return isatty(STDERR_FILENO) && terminal && !g_str_equal(terminal, "dumb");
}

/* Outside of a checkout every directory of a recursive make would have data of its own: all are kept where the topmost
 * make works. NULL: where the library says. To be freed. */
static char *data_dir_of_make(const char *wish)
{
    if ((wish && *wish) || !g_getenv("MAKELEVEL"))
        return NULL;
    g_autofree char *cwd = g_get_current_dir(), *checkout = htol_checkout_dir(cwd);
    g_autofree char *top = checkout ? NULL : command_make_dir(cwd);
    return top ? g_build_filename(top, "hlcov-data", NULL) : NULL;
}

/* Returns what the compiler's messages depend on in the environment, to be freed; NULL: gcc is to write files of
 * dependencies as well. */
static char *tongue_of(char **environment)
{
    static const char *const names[] = {"LANGUAGE", "LC_ALL",     "LC_CTYPE", "LC_MESSAGES",
                                        "LANG",     "GCC_COLORS", "GCC_URLS", "GCC_EXTRA_DIAGNOSTIC_OUTPUT"};
    GString *tongue = g_string_new(NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        const char *value = g_environ_getenv(environment, names[i]);
        g_string_append_printf(tongue, "%s%s\n", value ? "=" : "", value ? value : "");
    }
    gboolean more =
        g_environ_getenv(environment, "DEPENDENCIES_OUTPUT") || g_environ_getenv(environment, "SUNPRO_DEPENDENCIES");
    return g_string_free(tongue, more);
}

static int launch(const AnnotationOptions *options, AnnotReadProved *read_proved, char **argv)
{
    const char *wish = g_getenv("HLCOV_DIR");
    g_autofree char *made = data_dir_of_make(wish), *tongue = tongue_of(environ);
    AnnotLaunch launch = {.data_dir = made ? made : wish,
                          .colour = messages_are_coloured(),
                          .read_proved = read_proved,
                          .tongue = tongue};
    if (!annotation_fill(options, &launch))
        return COMMAND_FAILED;
    g_autoptr(GString) messages = g_string_new(NULL);
    int status = annot_launch(&launch, argv, messages);
    fwrite(messages->str, 1, messages->len, stderr);
    return status == ANNOT_LAUNCH_EXEC ? become_compiler(argv) : status;
}

/* What users write who think of another order of words; NULL: a compiler and its arguments, as far as one can see. */
static const char *wrong_order(int argc, char **argv)
{
    if (argc == 2 && strstr(argv[1], "++"))
        return "compiles C++, which is left untouched: hlcov measures C";
    if (g_str_has_suffix(argv[1], ".c"))
        return "is a source, not a compiler: write hlcov cc gcc FILE.c ...";
    for (int i = 2; i < argc; i++)
        if (g_str_has_prefix(argv[i], "--criteria=") || g_str_has_prefix(argv[i], "--semantics=") ||
            g_str_has_prefix(argv[i], "--decisions="))
            return "has no such option: those of hlcov stand before the compiler (hlcov cc --criteria=all gcc ...)";
    return NULL;
}

static gboolean is_option_of_compilers(const char *word)
{
    return *word == '-' && word[1] != '\0' && word[1] != '-' && !g_str_equal(word, "-h");
}

static gboolean has_right_order(int argc, char **argv)
{
    const char *wrong = argc > 1 ? wrong_order(argc, argv) : NULL;
    if (wrong)
        command_error("%s %s", argv[1], wrong);
    return wrong == NULL;
}

/* The file of the project comes first, so that the environment and the command line win. */
static CommandStatus parse_file(AnnotationOptions *options)
{
    char *none[] = {NULL};
    const char *wish = g_getenv("HLCOV_DIR");
    g_autofree char *made = data_dir_of_make(wish), *path = config_path(made ? made : wish);
    g_auto(GStrv) words = config_added(path, "cc", none);
    CommandStatus status = words ? cc_options_read(options, path, (const char *const *)words) : COMMAND_FAILED;
    if (status == COMMAND_FAILED && words)
        config_blame(path, words);
    return status;
}

static CommandStatus parse_given(AnnotationOptions *options)
{
    CommandStatus status = parse_file(options);
    return status == COMMAND_GO_ON ? parse_environment(options, "HLCOV_CC_OPTIONS") : status;
}

static int run(AnnotationOptions *options, const CcProofs *proofs, int argc, char **argv)
{
    g_autofree char **given = g_memdup2(argv, (argc + 1) * sizeof *argv);
    int n_given = argc;
    CommandStatus status = parse_given(options);
    if (status == COMMAND_GO_ON && argc > 1 && is_option_of_compilers(argv[1])) {
        command_error("%s is an option of compilers: name the compiler first, as in hlcov cc gcc %s ...", argv[1],
                      argv[1]);
        return COMMAND_FAILED;
    }
    if (status == COMMAND_GO_ON)
        status = cc_options_parse(options, &argc, &argv);
    if (status != COMMAND_GO_ON)
        return status;
    if (argc < 2) {
        command_error("name a compiler; see 'hlcov cc --help'");
        return COMMAND_FAILED;
    }
    if (!has_right_order(argc, argv))
        return COMMAND_FAILED;
    return options->proofs && !proofs->read ? proofs->otherwise(n_given, given)
                                            : launch(options, proofs->read, argv + 1);
}

int cc_run(int argc, char **argv, const CcProofs *proofs)
{
    AnnotationOptions options = annotation_options();
    int status = run(&options, proofs, argc, argv);
    annotation_options_clear(&options);
    return status;
}
