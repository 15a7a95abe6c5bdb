/* Rehearses tests; see rehearsal.h. */
#include "tools/generate/rehearsal.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include "generate/write/write.h"

/* Seconds that all tests may take, and bytes of a file that they write. */
enum { MOST_SECONDS = 20, MOST_BYTES = 1 << 20 };

/* So many words are those that start a harness. */
enum { RESERVED = 3 };

/* Options of sanitizers: what they report ends the test. */
#define CHECKS "symbolize=0:halt_on_error=1:allocator_may_return_null=1"

/* A timer of processor time goes on in the program that is run. */
static void limit(gpointer milliseconds)
{
    const struct rlimit bytes = {MOST_BYTES, MOST_BYTES}, none = {0, 0};
    const struct itimerval time = {{0, 0}, {0, *(const guint *)milliseconds * 1000}};
    setrlimit(RLIMIT_FSIZE, &bytes);
    setrlimit(RLIMIT_CORE, &none);
    setitimer(ITIMER_PROF, &time, NULL);
    alarm(MOST_SECONDS);
}

char *rehearsal_run(char **words, char **environment, guint milliseconds)
{
    char *output = NULL;
    g_spawn_sync(NULL, words, environment, G_SPAWN_STDERR_TO_DEV_NULL, limit, &milliseconds, &output, NULL, NULL, NULL);
    return output ? output : g_strdup("");
}

/* What the program prints when it is run with numbers, which begin with 1. To be freed. */
static char *run_numbers(const char *program, const GArray *numbers)
{
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    g_auto(GStrv) environment = g_get_environ();
    g_ptr_array_add(words, g_strdup(program));
    for (guint i = 0; i < numbers->len; i++)
        g_ptr_array_add(words, g_strdup_printf("%u", g_array_index(numbers, guint, i)));
    if (numbers->len == RESERVED)
        g_ptr_array_add(words, g_strdup("0"));
    g_ptr_array_add(words, NULL);
    environment = g_environ_setenv(environment, "UBSAN_OPTIONS", CHECKS, TRUE);
    return rehearsal_run((char **)words->pdata, environment, 0);
}

/* Number of points of the TAP that passed before the first that did not. */
static guint count_passed(const char *output)
{
    guint passed = 0;
    for (const char *line = output; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (g_str_has_prefix(line, "not ok "))
            break;
        passed += g_str_has_prefix(line, "ok ");
    }
    return passed;
}

/* Each run shows the first case that fails; the next one is without it. */
static guint mark_failed(const char *program, const GPtrArray *cases)
{
    g_autoptr(GArray) numbers = g_array_new(FALSE, FALSE, sizeof(guint));
    guint failed = 0;
    for (guint i = 1; i <= cases->len; i++)
        g_array_append_val(numbers, i);
    while (numbers->len > 0) {
        g_autofree char *output = run_numbers(program, numbers);
        guint passed = count_passed(output);
        if (passed >= numbers->len)
            break;
        ((GenerateFound *)cases->pdata[g_array_index(numbers, guint, passed) - 1])->needed = FALSE;
        g_array_remove_index(numbers, passed);
        failed++;
    }
    return failed;
}

char *rehearse(const HarnessBuild *build, const GenerateUnit *unit, guint *failed)
{
    g_autofree char *text = generate_trial(unit, build->work, build->source), *program = NULL;
    g_autoptr(GPtrArray) cases = generate_trial_cases(unit);
    g_autoptr(GError) error = NULL;
    *failed = 0;
    if (cases->len == 0)
        return NULL;
    program = harness_build_trial(build, unit, text, &error);
    if (!program)
        return g_strdup(error->message);
    *failed = mark_failed(program, cases);
    return NULL;
}
