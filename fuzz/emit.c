/* Regression tests out of a corpus; see emit.h. */
#include "fuzz/emit.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "fuzz/corpus.h"

/* Where things are written. */
typedef struct {
    const FuzzTrials *trials;
    const char *scratch, *directory;
    char *inputs, *expected;
    FuzzEmitted *emitted;
} Emission;

/* ---- the script ---- */

char *fuzz_relative(const char *path, const char *directory)
{
    g_autofree char *to = g_canonicalize_filename(path, "/"), *from = g_canonicalize_filename(directory, "/");
    g_auto(GStrv) ends = g_strsplit(to + 1, "/", -1), begins = g_strsplit(from + 1, "/", -1);
    g_autoptr(GString) way = g_string_new(NULL);
    guint same = 0;
    while (ends[same] && begins[same] && strcmp(ends[same], begins[same]) == 0)
        same++;
    for (guint i = same; begins[i] && *begins[i]; i++)
        g_string_append(way, "../");
    g_autofree char *rest = g_strjoinv("/", ends + same);
    g_string_append(way, *rest ? rest : ".");
    return g_string_free(g_steal_pointer(&way), FALSE);
}

/* A word of the command as the script writes it: files are found from where the script lies. */
static char *script_word(const char *word, const char *directory)
{
    g_autofree char *cwd = g_get_current_dir(), *path = g_canonicalize_filename(word, cwd);
    g_autofree char *way = g_file_test(path, G_FILE_TEST_EXISTS) ? fuzz_relative(path, directory) : g_strdup(word);
    g_autofree char *quoted = g_shell_quote(way);
    g_autoptr(GString) made = g_string_new(quoted);
    g_string_replace(made, FUZZ_PLACE, "'\"$1\"'", 0);
    return g_string_free(g_steal_pointer(&made), FALSE);
}

static char *script_arguments(const FuzzTarget *target, const char *directory)
{
    g_autoptr(GString) made = g_string_new(NULL);
    for (char **word = target->words + 1; *word; word++) {
        g_autofree char *quoted = script_word(*word, directory);
        g_string_append_printf(made, " %s", quoted);
    }
    if (target->has_entry && !target->by_path)
        g_string_append(made, " \"$1\"");
    return g_string_free(g_steal_pointer(&made), FALSE);
}

static const char script[] =
    "#!/bin/sh\n"
    "# Runs %1$s on inputs that were found by fuzzing. Its output and exit status must be those that were observed "
    "when\n"
    "# the inputs were found: look at them once, then a change of behaviour is noticed. Prints TAP.\n"
    "#\n"
    "# usage: run.sh [PROGRAM]\n"
    "cd \"$(dirname \"$0\")\" || exit 1\n"
    "program=${1:-%2$s}\n"
    "work=$(mktemp -d) || exit 1\n"
    "trap 'rm -rf \"$work\"' EXIT\n"
    "\n"
    "# run INPUT: runs the program on it; by hlcov run, if that is installed, as a test of its own.\n"
    "run()\n"
    "{\n"
    "    if command -v hlcov >/dev/null 2>&1; then\n"
    "        hlcov run --test=\"fuzz %1$s ${1##*/}\" -- \"$program\"%3$s <\"$1\"\n"
    "    else\n"
    "        \"$program\"%3$s <\"$1\"\n"
    "    fi\n"
    "}\n"
    "\n"
    "# agrees NAME: whether the input of that name does what was observed.\n"
    "agrees()\n"
    "{\n"
    "    run \"inputs/$1\" >\"$work/output\" 2>/dev/null\n"
    "    status=$?\n"
    "    [ \"$status\" = \"$(cat \"expected/$1.status\")\" ] || return 1\n"
    "    [ ! -e \"expected/$1.out\" ] || cmp -s \"$work/output\" \"expected/$1.out\"\n"
    "}\n"
    "\n"
    "set -- inputs/*\n"
    "echo \"1..$#\"\n"
    "number=0\n"
    "failed=0\n"
    "for input; do\n"
    "    number=$((number + 1))\n"
    "    if agrees \"${input##*/}\"; then\n"
    "        echo \"ok $number - ${input##*/}\"\n"
    "    else\n"
    "        echo \"not ok $number - ${input##*/}\"\n"
    "        failed=1\n"
    "    fi\n"
    "done\n"
    "exit $failed\n";

static gboolean write_script(const Emission *emission, GError **error)
{
    const FuzzTarget *target = emission->trials->target;
    g_autofree char *path = g_build_filename(emission->directory, "run.sh", NULL);
    g_autofree char *program = script_word(target->words[0], emission->directory);
    g_autofree char *arguments = script_arguments(target, emission->directory);
    g_autofree char *text = g_strdup_printf(script, target->name, program, arguments);
    if (g_file_test(path, G_FILE_TEST_EXISTS))
        return TRUE;
    emission->emitted->has_script = TRUE;
    return g_file_set_contents(path, text, -1, error) && g_chmod(path, 0755) == 0;
}

/* ---- inputs ---- */

/* As a shell has it. */
static int shell_status(const FuzzOutcome *outcome)
{
    return outcome->status + (outcome->end == FUZZ_CRASHED ? 128 : 0);
}

static gboolean write_expected(const Emission *emission, const char *name, const FuzzOutcome *outcome,
                               gboolean has_output, GError **error)
{
    g_autofree char *status = g_strdup_printf("%d\n", shell_status(outcome));
    g_autofree char *status_path = g_strdup_printf("%s/%s.status", emission->expected, name);
    g_autofree char *output_path = g_strdup_printf("%s/%s.out", emission->expected, name);
    g_unlink(output_path);
    if (has_output &&
        !g_file_set_contents(output_path, (const char *)outcome->output->data, (gssize)outcome->output->len, error))
        return FALSE;
    return g_file_set_contents(status_path, status, -1, error);
}

static gboolean same_output(const FuzzOutcome *one, const FuzzOutcome *other)
{
    return one->output->len == other->output->len &&
           memcmp(one->output->data, other->output->data, one->output->len) == 0;
}

/* Writes what two runs of an input agree on. */
static gboolean write_input(const Emission *emission, const char *path, const FuzzOutcome *one,
                            const FuzzOutcome *other, GError **error)
{
    g_autofree char *name = NULL, *input = NULL;
    gboolean same = same_output(one, other);
    if (one->end == FUZZ_LOOPED || shell_status(one) != shell_status(other))
        return TRUE;
    name = fuzz_corpus_copy(emission->inputs, path, error);
    if (!name || !write_expected(emission, name, one, same, error))
        return FALSE;
    emission->emitted->inputs++;
    emission->emitted->varying += !same;
    return TRUE;
}

static gboolean emit_input(const Emission *emission, const char *path, GError **error)
{
    FuzzOutcome one = {0}, other = {0};
    g_autofree char *test = g_path_get_basename(path);
    gboolean good = fuzz_try(emission->trials, path, emission->scratch, test, FUZZ_KEEP_OUTPUT, &one, error) &&
                    fuzz_try(emission->trials, path, emission->scratch, test, FUZZ_KEEP_OUTPUT, &other, error) &&
                    write_input(emission, path, &one, &other, error);
    g_clear_pointer(&one.output, g_byte_array_unref);
    g_clear_pointer(&other.output, g_byte_array_unref);
    return good;
}

/* What was written before of an input that is not among these any more. */
static void drop_old(const Emission *emission)
{
    g_autoptr(GPtrArray) files = fuzz_corpus_files(emission->inputs);
    for (guint i = 0; i < files->len; i++) {
        g_autofree char *name = g_path_get_basename(files->pdata[i]);
        g_autofree char *status = g_strdup_printf("%s/%s.status", emission->expected, name);
        g_autofree char *output = g_strdup_printf("%s/%s.out", emission->expected, name);
        if (!fuzz_corpus_is_ours(files->pdata[i]))
            continue;
        g_unlink(files->pdata[i]);
        g_unlink(status);
        g_unlink(output);
    }
}

static gboolean emit_all(const Emission *emission, const GPtrArray *inputs, GError **error)
{
    if (g_mkdir_with_parents(emission->expected, 0777) != 0) {
        g_set_error(error, FUZZ_ERROR, 0, "%s: cannot be made", emission->expected);
        return FALSE;
    }
    drop_old(emission);
    for (guint i = 0; i < inputs->len; i++)
        if (!emit_input(emission, inputs->pdata[i], error))
            return FALSE;
    return write_script(emission, error);
}

gboolean fuzz_emit(const FuzzTrials *trials, const GPtrArray *inputs, const char *scratch, const char *directory,
                   FuzzEmitted *emitted, GError **error)
{
    *emitted = (FuzzEmitted){0, 0, FALSE};
    const Emission emission = {.trials = trials,
                               .scratch = scratch,
                               .directory = directory,
                               .inputs = g_build_filename(directory, "inputs", NULL),
                               .expected = g_build_filename(directory, "expected", NULL),
                               .emitted = emitted};
    gboolean good = emit_all(&emission, inputs, error);
    g_free(emission.inputs);
    g_free(emission.expected);
    return good;
}
