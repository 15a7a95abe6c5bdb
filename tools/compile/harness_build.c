/* Builds harnesses; see harness_build.h. */
#include "tools/compile/harness_build.h"

#include <string.h>

#include <glib/gstdio.h>

#include "annot/launch/command.h"
#include "annot/launch/target.h"
#include "annot/strong/change.h"
#include "generate/harness.h"

/* Files in the work directory. */
#define HARNESS "harness.c"
#define HARNESS_OBJECT "harness.o"
#define INSIDE "inside.c"
#define INSIDE_OBJECT "inside.o"
#define PROGRAM "harness"

/* The same with sanitizers. */
#define CHECKED_OBJECT "checked.o"
#define CHECKED_PROGRAM "checked"

/* The same with mutants, whose tables are kept in a directory of their own. */
#define STRONG_OBJECT "strong.o"
#define STRONG_PROGRAM "strong"
#define STRONG_DATA "mutants.data"

/* Tests of the unit. */
#define TRIAL "trial.c"
#define TRIAL_OBJECT "trial.o"
#define TRIAL_PROGRAM "trial"

/* Tests with mutants. */
#define MUTANTS "mutants.c"
#define MUTANTS_OBJECT "mutants.o"
#define MUTANTS_PROGRAM "mutants"

/* Files of a program, and what else its compiler is told. */
typedef struct {
    const char *harness, *program;
    const char *const *options;
} Variant;

static const char *const no_options[] = {NULL};
static const char *const sanitizers[] = {"-fsanitize=address,undefined", "-fno-sanitize-recover=all",
                                         "-fsanitize-undefined-trap-on-error", NULL};
static const Variant measured = {HARNESS_OBJECT, PROGRAM, no_options};
static const Variant checked = {CHECKED_OBJECT, CHECKED_PROGRAM, sanitizers};
static const Variant strong = {STRONG_OBJECT, STRONG_PROGRAM, no_options};

static char *file_of(const HarnessBuild *build, const char *name)
{
    return g_build_filename(build->work, name, NULL);
}

gboolean harness_is(const char *source)
{
    g_autofree char *name = g_path_get_basename(source), *work = g_path_get_dirname(source);
    g_autofree char *parent = g_path_get_dirname(work), *all = g_path_get_basename(parent);
    return strcmp(name, HARNESS) == 0 && strcmp(all, "generate") == 0;
}

/* The first lines of what a compiler says: enough to see what is wrong. */
static void fail(GError **error, const char *what, const char *messages)
{
    enum { MOST_LINES = 12 };
    const char *end = messages;
    for (guint i = 0; i < MOST_LINES && *end; i++)
        end = strchr(end, '\n') ? strchr(end, '\n') + 1 : end + strlen(end);
    g_set_error(error, GENERATE_ERROR, 0, "%s:\n%.*s", what, (int)(end - messages), messages);
}

/* ---- compiling ---- */

/* Includes of the unit are looked for where it lies. */
static char **with_directory(const HarnessBuild *build, char **words)
{
    g_autoptr(GStrvBuilder) all = g_strv_builder_new();
    g_autofree char *directory = g_path_get_dirname(build->source);
    g_strv_builder_addv(all, (const char **)words);
    g_strv_builder_add_many(all, "-iquote", directory, NULL);
    return g_strv_builder_end(all);
}

static gboolean run(char **words, char **messages, GError **error)
{
    int status;
    g_auto(GStrv) environment = g_environ_setenv(g_get_environ(), "LC_ALL", "C", TRUE);
    return g_spawn_sync(NULL, words, environment, G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL,
                        messages, &status, error) &&
           g_spawn_check_wait_status(status, error);
}

/* Says what the compiler does, which is not handed on if all goes wrong. */
static void fail_harness(char **words, GError **error)
{
    g_autofree char *messages = NULL;
    gboolean good = run(words, &messages, NULL);
    fail(error, "the harness cannot be compiled", good ? "nothing of it can be measured" : messages ? messages : "");
}

/* Compiles a source as hlcov cc does. Returns the compiler's words, to be freed; sets *status to how it ended. */
static char **compile_launched(const HarnessBuild *build, const AnnotCommand *command, const AnnotLaunch *launch,
                               const char *source, const char *object, GString *messages, int *status)
{
    g_autofree char *from = file_of(build, source), *to = file_of(build, object);
    g_auto(GStrv) plain = annot_command_object(command, from, to);
    char **words = with_directory(build, plain);
    *status = annot_launch(launch, words, messages);
    return words;
}

static gboolean compile_harness(const HarnessBuild *build, const AnnotCommand *command, GError **error)
{
    int status;
    g_autoptr(GString) messages = g_string_new(NULL);
    g_auto(GStrv) words = compile_launched(build, command, build->launch, HARNESS, HARNESS_OBJECT, messages, &status);
    if (status != 0)
        fail_harness(words, error);
    return status == 0;
}

/* Without probes. Sets *messages to what the compiler says, to be freed. */
static gboolean compile_plain(const HarnessBuild *build, const AnnotCommand *command, const char *source,
                              const Variant *variant, char **messages)
{
    g_autofree char *file = file_of(build, source), *object = file_of(build, variant->harness);
    g_autoptr(GStrvBuilder) all = g_strv_builder_new();
    g_auto(GStrv) plain = annot_command_object(command, file, object), own = with_directory(build, plain);
    g_strv_builder_addv(all, (const char **)own);
    g_strv_builder_addv(all, (const char **)variant->options);
    g_auto(GStrv) words = g_strv_builder_end(all);
    return run(words, messages, NULL);
}

/* What runs beside the harness is the same for all units: it is compiled once for each compiler, and kept. Returns the
 * object's path, to be freed. */
static char *inside_path(const HarnessBuild *build, const AnnotCommand *command, const Variant *variant)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    g_autofree char *key = annot_target_key(command), *options = g_strjoinv(" ", (char **)variant->options);
    g_checksum_update(sum, (const guchar *)key, -1);
    g_checksum_update(sum, (const guchar *)options, -1);
    g_checksum_update(sum, (const guchar *)generate_inside_c, -1);
    g_autofree char *name = g_strdup_printf("%.32s.inside.o", g_checksum_get_string(sum));
    return g_build_filename(build->launch->data_dir, "targets", name, NULL);
}

static gboolean write_text(const HarnessBuild *build, const char *name, const char *text, GError **error)
{
    g_autofree char *path = file_of(build, name);
    return g_file_set_contents(path, text, -1, error);
}

/* Others may compile it at the same time: it comes to its place as a whole. */
static gboolean compile_inside(const HarnessBuild *build, const AnnotCommand *command, const Variant *variant,
                               GError **error)
{
    g_autofree char *file = file_of(build, INSIDE), *object = file_of(build, INSIDE_OBJECT), *messages = NULL;
    g_autofree char *kept = inside_path(build, command, variant), *directory = g_path_get_dirname(kept);
    g_autoptr(GStrvBuilder) all = g_strv_builder_new();
    if (g_file_test(kept, G_FILE_TEST_EXISTS))
        return TRUE;
    g_auto(GStrv) machine = annot_command_machine(command);
    g_strv_builder_addv(all, (const char **)machine);
    g_strv_builder_addv(all, (const char **)variant->options);
    g_strv_builder_add_many(all, "-O1", "-w", "-c", file, "-o", object, NULL);
    g_auto(GStrv) words = g_strv_builder_end(all);
    if (!write_text(build, INSIDE, generate_inside_c, error))
        return FALSE;
    if (run(words, &messages, NULL) && g_mkdir_with_parents(directory, 0777) == 0 && g_rename(object, kept) == 0)
        return TRUE;
    fail(error, "the harness cannot be compiled", messages ? messages : "the compiler cannot be run");
    return FALSE;
}

/* ---- linking ---- */

/* The options of the command without what it compiles: its last words are -w -c FILE -o OBJECT. */
static void add_options(GStrvBuilder *all, const AnnotCommand *command)
{
    enum { TAIL = 5 };
    g_auto(GStrv) words = annot_command_object(command, "", "");
    guint n = g_strv_length(words);
    for (guint i = 0; i + TAIL < n; i++)
        g_strv_builder_add(all, words[i]);
}

static char **link_words(const HarnessBuild *build, const AnnotCommand *command, const Variant *variant,
                         const GPtrArray *spares)
{
    g_autofree char *harness = file_of(build, variant->harness), *inside = inside_path(build, command, variant);
    g_autofree char *program = file_of(build, variant->program);
    g_autoptr(GStrvBuilder) all = g_strv_builder_new();
    add_options(all, command);
    g_strv_builder_addv(all, (const char **)variant->options);
    g_strv_builder_add_many(all, harness, inside, NULL);
    if (build->linked)
        g_strv_builder_addv(all, (const char **)build->linked);
    for (guint i = 0; i < spares->len; i++)
        g_strv_builder_add(all, spares->pdata[i]);
    g_strv_builder_add_many(all, "-lm", "-o", program, NULL);
    return g_strv_builder_end(all);
}

/* Whether the linker said that nothing defines the name. */
static gboolean is_missing(const char *messages, const char *name)
{
    g_autofree char *one = g_strdup_printf("`%s'", name), *other = g_strdup_printf("symbol: %s\n", name);
    return strstr(messages, one) || strstr(messages, other);
}

/* Words that let spare variables of the harness stand for those that are missing. */
static void add_spares(const GenerateUnit *unit, const char *messages, GPtrArray *spares)
{
    for (guint i = 0; i < unit->contracts->outer->len; i++) {
        const AnnotDecl *variable = unit->contracts->outer->pdata[i];
        if (is_missing(messages, variable->name))
            g_ptr_array_add(spares, g_strdup_printf("-Wl,--defsym=%s=%s", variable->name,
                                                    generate_spare(unit->contracts, variable)));
    }
}

static gboolean link_program(const HarnessBuild *build, const AnnotCommand *command, const GenerateUnit *unit,
                             const Variant *variant, GError **error)
{
    g_autoptr(GPtrArray) spares = g_ptr_array_new_with_free_func(g_free);
    for (guint tries = 0; tries < 2; tries++) {
        g_autofree char *messages = NULL;
        g_auto(GStrv) words = link_words(build, command, variant, spares);
        if (run(words, &messages, NULL))
            return TRUE;
        guint before = spares->len;
        add_spares(unit, messages ? messages : "", spares);
        if (spares->len == before) {
            fail(error, "the harness cannot be linked", messages ? messages : "the linker cannot be run");
            return FALSE;
        }
    }
    fail(error, "the harness cannot be linked", "variables stay undefined");
    return FALSE;
}

/* ---- all ---- */

char *harness_build(const HarnessBuild *build, const GenerateUnit *unit, const char *harness, GError **error)
{
    g_autofree char *directory = g_get_current_dir(), *program = file_of(build, PROGRAM);
    g_autoptr(AnnotCommand) command = annot_command_parse(build->words, directory);
    if (write_text(build, HARNESS, harness, error) && compile_harness(build, command, error) &&
        compile_inside(build, command, &measured, error) && link_program(build, command, unit, &measured, error))
        return g_steal_pointer(&program);
    return NULL;
}

char *harness_build_checked(const HarnessBuild *build, const GenerateUnit *unit)
{
    g_autofree char *directory = g_get_current_dir(), *program = file_of(build, CHECKED_PROGRAM), *messages = NULL;
    g_autoptr(AnnotCommand) command = annot_command_parse(build->words, directory);
    if (compile_plain(build, command, HARNESS, &checked, &messages) && compile_inside(build, command, &checked, NULL) &&
        link_program(build, command, unit, &checked, NULL))
        return g_steal_pointer(&program);
    return NULL;
}

/* ---- trials ---- */

/* What worker.c asks of a harness is not there, and not used without its words on the command line. */
static GPtrArray *trial_spares(void)
{
    static const char *const names[] = {"hlcov_shapes",       "hlcov_functions", "hlcov_globals",
                                        "hlcov_global_count", "hlcov_outside",   "hlcov_outside_count"};
    GPtrArray *spares = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < G_N_ELEMENTS(names); i++)
        g_ptr_array_add(spares, g_strdup_printf("-Wl,--defsym=%s=0", names[i]));
    return spares;
}

static gboolean link_trial(const HarnessBuild *build, const AnnotCommand *command, const Variant *variant,
                           GError **error)
{
    g_autoptr(GPtrArray) spares = trial_spares();
    g_autofree char *messages = NULL;
    g_auto(GStrv) words = link_words(build, command, variant, spares);
    if (run(words, &messages, NULL))
        return TRUE;
    fail(error, "the tests cannot be linked", messages ? messages : "the linker cannot be run");
    return FALSE;
}

char *harness_build_trial(const HarnessBuild *build, const GenerateUnit *unit, const char *text, GError **error)
{
    g_autofree char *directory = g_get_current_dir(), *program = file_of(build, TRIAL_PROGRAM), *messages = NULL;
    g_autoptr(AnnotCommand) command = annot_command_parse(build->words, directory);
    const Variant plain = {TRIAL_OBJECT, TRIAL_PROGRAM, no_options};
    const Variant careful = {TRIAL_OBJECT, TRIAL_PROGRAM, sanitizers};
    const Variant *variant = unit->search->checks ? &careful : &plain;
    if (!write_text(build, TRIAL, text, error))
        return NULL;
    if (!compile_plain(build, command, TRIAL, variant, &messages)) {
        fail(error, "the tests cannot be compiled", messages ? messages : "the compiler cannot be run");
        return NULL;
    }
    return link_trial(build, command, variant, error) ? g_steal_pointer(&program) : NULL;
}

/* ---- mutants ---- */

/* Compiles a source with its mutants. Appends what goes wrong to `messages`. */
static gboolean compile_strong(const HarnessBuild *build, const AnnotCommand *command, const char *source,
                               const char *object, GString *messages)
{
    g_autofree char *data = file_of(build, STRONG_DATA);
    AnnotLaunch launch = *build->launch;
    int status;
    launch.options.strong = ANNOT_STRONG_ALL;
    launch.data_dir = data;
    launch.survey = NULL;
    g_auto(GStrv) words = compile_launched(build, command, &launch, source, object, messages, &status);
    return status == 0;
}

char *harness_build_strong(const HarnessBuild *build, const GenerateUnit *unit)
{
    g_autofree char *directory = g_get_current_dir(), *program = file_of(build, STRONG_PROGRAM);
    g_autoptr(AnnotCommand) command = annot_command_parse(build->words, directory);
    g_autoptr(GString) messages = g_string_new(NULL);
    return compile_strong(build, command, HARNESS, STRONG_OBJECT, messages) &&
                   compile_inside(build, command, &strong, NULL) && link_program(build, command, unit, &strong, NULL)
               ? g_steal_pointer(&program)
               : NULL;
}

char *harness_build_mutants(const HarnessBuild *build, const char *text, GError **error)
{
    g_autofree char *directory = g_get_current_dir(), *program = file_of(build, MUTANTS_PROGRAM);
    g_autoptr(AnnotCommand) command = annot_command_parse(build->words, directory);
    g_autoptr(GString) messages = g_string_new(NULL);
    const Variant variant = {MUTANTS_OBJECT, MUTANTS_PROGRAM, no_options};
    if (!write_text(build, MUTANTS, text, error))
        return NULL;
    if (!compile_strong(build, command, MUTANTS, MUTANTS_OBJECT, messages)) {
        fail(error, "the tests cannot be compiled with mutants", messages->str);
        return NULL;
    }
    return link_trial(build, command, &variant, error) ? g_steal_pointer(&program) : NULL;
}
