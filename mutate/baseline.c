/* Runs tests without a mutant; see baseline.h. */
#include "mutate/baseline.h"

#include <string.h>

enum { ROUNDS = 2 };

typedef struct {
    const MutateBaseline *baseline;
    MutatePool *pool;
    MutateOutcome *first; /* of each test */
    guint *ran;           /* how often each ran */
    MutateProgress progress;
    gint64 began;
} Course;

/* ---- what runs say ---- */

static const char *why_left_out(const MutateOutcome *outcome)
{
    if (outcome->cause != 0)
        return "it cannot be started";
    switch (outcome->end) {
    case HTOL_TRIAL_FAILED: return "it fails without a mutant";
    case HTOL_TRIAL_KILLED: return "a signal ends it without a mutant";
    case HTOL_TRIAL_LATE: return "it takes longer than it may (--time) without a mutant";
    case HTOL_TRIAL_LIMITED: return "it takes more than it may (--memory, --written, --processes) without a mutant";
    default: return NULL;
    }
}

static gboolean is_same_end(const MutateOutcome *one, const MutateOutcome *other)
{
    return one->end == other->end && one->status == other->status;
}

static void note_run(Course *course, guint index, const MutateOutcome *outcome)
{
    MutateTest *test = &g_array_index(course->baseline->suite->tests, MutateTest, index);
    test->time = MAX(test->time, MAX(outcome->time, 1));
    if (course->ran[index]++ == 0) {
        course->first[index] = *outcome;
        test->left_out = why_left_out(outcome);
    } else if (!is_same_end(&course->first[index], outcome))
        test->left_out = "it ended in one way, and when it ran again in another, without a mutant";
    course->progress.done++;
}

/* ---- running ---- */

/* Waits for a run; FALSE if none is left, or somebody wants the end. */
static gboolean finish_one(Course *course)
{
    MutateFinished finished;
    const MutateTell *tell = course->baseline->tell;
    if (!mutate_pool_wait(course->pool, &finished))
        return FALSE;
    note_run(course, GPOINTER_TO_UINT(finished.job), &finished.outcome);
    course->progress.time = g_get_monotonic_time() - course->began;
    tell->tell(&course->progress, tell->data);
    return TRUE;
}

static gboolean start_one(Course *course, guint index, GError **error)
{
    const MutateBaseline *baseline = course->baseline;
    const MutateTest *test = &g_array_index(baseline->suite->tests, MutateTest, index);
    return mutate_pool_start(course->pool, test->test, NULL, &baseline->limits, GUINT_TO_POINTER(index), error);
}

/* Runs each test once: a test never runs beside itself. */
static gboolean run_round(Course *course, GError **error)
{
    const MutateBaseline *baseline = course->baseline;
    for (guint i = 0; i < baseline->suite->tests->len; i++) {
        if (!baseline->is_needed[i])
            continue;
        if (mutate_pool_busy(course->pool) == baseline->jobs && !finish_one(course))
            return TRUE;
        if (!start_one(course, i, error))
            return FALSE;
    }
    while (finish_one(course))
        continue;
    return TRUE;
}

static guint count_needed(const MutateBaseline *baseline)
{
    guint count = 0;
    for (guint i = 0; i < baseline->suite->tests->len; i++)
        count += baseline->is_needed[i];
    return count;
}

gboolean mutate_baseline(const MutateBaseline *baseline, MutatePool *pool, GError **error)
{
    guint n = baseline->suite->tests->len;
    g_autofree MutateOutcome *first = g_new0(MutateOutcome, n);
    g_autofree guint *ran = g_new0(guint, n);
    Course course = {baseline,
                     pool,
                     first,
                     ran,
                     {"without a mutant", 0, ROUNDS * count_needed(baseline), 0, 0},
                     g_get_monotonic_time()};
    gboolean good = TRUE;
    for (guint round = 0; round < ROUNDS && good; round++)
        good = run_round(&course, error);
    return good;
}
