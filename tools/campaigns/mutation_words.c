/* Words of hlcov mutate; see mutation_words.h. */
#include "tools/campaigns/mutation_words.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "htol/base/digits.h"
#include "htol/base/plain.h"
#include "mutate/choice.h"
#include "tools/shared/commands.h"
#include "tools/shared/progress.h"

enum { SOME = 5, SELDOM = 30 }; /* names; seconds between two lines where there is no terminal */

static const char *const fates[MUTATE_FATES] = {
    [MUTATE_OPEN] = "not known",        [MUTATE_NOTICED] = "noticed",
    [MUTATE_UNNOTICED] = "unnoticed",   [MUTATE_NOT_INFECTED] = "not infected",
    [MUTATE_EQUIVALENT] = "equivalent",
};

/* ---- lists ---- */

static char *change_words(const HtolRowChange *change)
{
    g_autofree char *before = htol_plain(change->before), *after = htol_plain(change->after);
    return *after ? g_strdup_printf("%s -> %s", before, after) : g_strdup_printf("%s deleted", before);
}

static char *fate_words(const MutateMutant *mutant)
{
    if (mutant->fate != MUTATE_NOTICED)
        return g_strdup(fates[mutant->fate]);
    g_autofree char *test = htol_plain(mutant->test);
    return g_strdup_printf("noticed (%s%s%s)", htol_trial_ends[mutant->end], *test ? ": " : "", test);
}

static void print_mutant(const MutateCourse *course, const MutateMutant *mutant)
{
    g_autoptr(GArray) tests = mutate_suite_infected(course->suite, course->model, mutant);
    const HtolRowChange *change = mutant->change;
    g_autofree char *what = change_words(change), *fate = fate_words(mutant), *path = htol_plain(mutant->path);
    printf("%s:%u:%u: %s.%u %s: %s [%u test%s] %s\n", path, change->line, change->column, mutant->function->row.hash,
           change->number, change->criterion, what, tests->len, tests->len == 1 ? "" : "s", fate);
}

void mutation_print_list(const MutateCourse *course)
{
    for (guint i = 0; i < course->mutants->len; i++)
        print_mutant(course, course->mutants->pdata[i]);
}

/* ---- the table ---- */

double mutation_score(const MutateTally *tally)
{
    guint wanted = mutate_tally_wanted(tally);
    return wanted > 0 ? 100.0 * tally->fates[MUTATE_NOTICED] / wanted : -1;
}

/* Rounded down, as all scores. To be freed. */
static char *score_text(const MutateTally *tally)
{
    guint wanted = mutate_tally_wanted(tally), tenths = 0;
    if (wanted == 0)
        return g_strdup("n/a");
    tenths = (guint)((guint64)tally->fates[MUTATE_NOTICED] * 1000 / wanted);
    return g_strdup_printf("%u.%u%%", tenths / 10, tenths % 10);
}

static void print_row(const MutateTally *tally)
{
    g_autofree char *score = score_text(tally);
    printf("%-8s %8u %8u %10u %13u %11u %10u %7s\n", tally->name, tally->mutants, tally->fates[MUTATE_NOTICED],
           tally->fates[MUTATE_UNNOTICED], tally->fates[MUTATE_NOT_INFECTED], tally->fates[MUTATE_EQUIVALENT],
           tally->fates[MUTATE_OPEN], score);
}

static void print_ends(const MutateTally *all)
{
    static const struct {
        HtolTrialEnd end;
        const char *words;
    } ends[] = {{HTOL_TRIAL_FAILED, "a test failed"},
                {HTOL_TRIAL_KILLED, "a signal ended it"},
                {HTOL_TRIAL_LATE, "it took too long"},
                {HTOL_TRIAL_LIMITED, "it took too much"}};
    const char *between = "\nnoticed because ";
    for (guint i = 0; i < G_N_ELEMENTS(ends); i++)
        if (all->ends[ends[i].end] > 0) {
            printf("%s%s: %u", between, ends[i].words, all->ends[ends[i].end]);
            between = ", ";
        }
    printf("\n");
}

static void print_interval(const MutateTally *all, guint of)
{
    double least, most;
    const MutateSeen seen = {mutate_tally_wanted(all), of, all->fates[MUTATE_NOTICED], all->fates[MUTATE_OPEN]};
    mutate_interval(&seen, &least, &most);
    printf("score of all mutants, with a confidence of 95%%: %.1f%% to %.1f%%\n", 100 * least, 100 * most);
}

static void print_runs(const MutateCourse *course)
{
    g_autofree char *runs = htol_grouped(course->runs), *known = htol_grouped(course->known);
    printf("%s runs of tests with mutants; %s verdicts were known\n", runs, known);
}

void mutation_print_table(const MutateCourse *course, guint of)
{
    g_autoptr(GArray) rows = mutate_tally(course->mutants);
    const MutateTally *all = &g_array_index(rows, MutateTally, rows->len - 1);
    printf("%-8s %8s %8s %10s %13s %11s %10s %7s\n", "operator", "mutants", "noticed", "unnoticed", "not infected",
           "equivalent", "not known", "score");
    for (guint i = 0; i < rows->len; i++)
        print_row(&g_array_index(rows, MutateTally, i));
    print_ends(all);
    if (of > 0)
        print_interval(all, of);
    print_runs(course);
}

/* ---- warnings ---- */

/* The first names: "a, b and 3 more"; to be freed. */
static char *some_names(const GPtrArray *names)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < MIN(names->len, SOME); i++) {
        g_autofree char *name = htol_plain(names->pdata[i]);
        g_string_append_printf(text, "%s%s", i > 0 ? ", " : "", name);
    }
    if (names->len > SOME)
        g_string_append_printf(text, " and %u more", names->len - SOME);
    return g_string_free(text, FALSE);
}

static void warn_of_names(const GPtrArray *names, const char *what)
{
    g_autofree char *some = some_names(names);
    if (names->len > 0)
        command_error("warning: %s: %s", what, some);
}

void mutation_warn_of_mutants(const MutateMutants *mutants, const MutateSuite *suite)
{
    warn_of_names(mutants->unmeasured,
                  "no mutants of these functions are tried, as they were not measured, or their text was another one");
    warn_of_names(suite->unremembered, "tests that are not remembered cannot run, so what they recorded counts for all "
                                       "that are; run them by 'hlcov run --remember'");
    if (mutants->n_without > 0)
        command_error("warning: %u of the functions that were measured are not in the strong build",
                      mutants->n_without);
    if (mutants->n_unwritten > 0)
        command_error("note: %u mutant%s could not be written", mutants->n_unwritten,
                      mutants->n_unwritten == 1 ? "" : "s");
    if (mutants->n_excluded > 0)
        command_error("note: %u mutant%s left out, as comments exclude the code", mutants->n_excluded,
                      mutants->n_excluded == 1 ? " is" : "s are");
    if (suite->n_damaged > 0)
        command_error("warning: %u line%s of the file of remembered tests %s damaged", suite->n_damaged,
                      suite->n_damaged == 1 ? "" : "s", suite->n_damaged == 1 ? "is" : "are");
}

static void warn_of_test(const MutateTest *test)
{
    g_autofree char *name = htol_plain(*test->test->name ? test->test->name : test->test->words[0]);
    if (test->left_out)
        command_error("warning: test '%s' is left out: %s", name, test->left_out);
    else if (test->ran > 0 && test->absent == test->ran)
        command_error("warning: test '%s' ran no program with the mutants: is the strong build where the test runs it?",
                      name);
}

void mutation_warn_of_tests(const MutateSuite *suite)
{
    for (guint i = 0; i < suite->tests->len; i++)
        warn_of_test(&g_array_index(suite->tests, MutateTest, i));
}

/* ---- progress ---- */

static char *time_words(gint64 microseconds)
{
    int seconds = (int)(microseconds / G_USEC_PER_SEC);
    return seconds < 3600 ? g_strdup_printf("%d:%02d", seconds / 60, seconds % 60)
                          : g_strdup_printf("%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

static void put_progress(const MutateProgress *progress, gboolean is_terminal)
{
    gint64 left = progress->done > 0 ? progress->time / progress->done * (gint64)(progress->of - progress->done) : 0;
    g_autofree char *time = progress->done > 0 ? time_words(left) : g_strdup("an unknown time");
    fprintf(stderr, "%s%s: %u of %u, %u runs; about %s left%s",
            is_terminal ? "\r\033[K" : "hlcov mutate: ", progress->doing, progress->done, progress->of, progress->runs,
            time, is_terminal ? "" : "\n");
}

void mutation_tell(const MutateProgress *progress, gpointer data)
{
    static gint64 next;
    gboolean is_terminal = isatty(STDERR_FILENO);
    gint64 now = g_get_monotonic_time();
    (void)data;
    if (now < next)
        return;
    if (next > 0 || is_terminal)
        put_progress(progress, is_terminal);
    next = now + (is_terminal ? COMMAND_PROGRESS_AGAIN : SELDOM * G_USEC_PER_SEC);
}
