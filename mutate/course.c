/* Runs tests with mutants; see course.h. */
#include "mutate/course.h"

#include <string.h>

#include "mutate/baseline.h"
#include "mutate/known.h"

/* Mutants that do the same, of which the first one runs: their tests that have not run yet. */
typedef struct {
    GPtrArray *mutants; /* MutateMutant */
    GArray *tests;      /* guint, indices in the suite */
    guint test;         /* that runs now */
    gboolean passed;    /* some test did, with the mutant */
    guint began, ended; /* by Running.clock: when `test` began, and when it noticed the mutant */
    gboolean disturbed; /* a run beside `test` took too much */
} Job;

typedef struct {
    MutateCourse *course;
    MutatePool *pool;
    GPtrArray *jobs;  /* Job */
    GPtrArray *late;  /* Job: a test took too long, or was disturbed, and must run again alone */
    GPtrArray *busy;  /* Job: a test runs */
    GPtrArray *ended; /* Job: a test noticed the mutant */
    guint clock;      /* counts what begins and ends */
    GHashTable *hits; /* hash of a function: guint[], how often each test noticed a mutant of it */
    MutateProgress progress;
    gint64 began;
    gboolean is_alone;
    GError *error;
} Running;

static MutateTest *test_at(const MutateCourse *course, guint index)
{
    return &g_array_index(course->suite->tests, MutateTest, index);
}

/* ---- what is known ---- */

/* Returns the mutant of the job that runs, whose fate is that of all. */
static MutateMutant *first_of(const Job *job)
{
    return job->mutants->pdata[0];
}

static void set_fate(const Job *job, MutateFate fate)
{
    for (guint i = 0; i < job->mutants->len; i++)
        ((MutateMutant *)job->mutants->pdata[i])->fate = fate;
}

static void settle(const Job *job, HtolTrialEnd end, const char *test)
{
    set_fate(job, MUTATE_NOTICED);
    for (guint i = 0; i < job->mutants->len; i++) {
        MutateMutant *mutant = job->mutants->pdata[i];
        mutant->end = end;
        mutant->test = test;
    }
}

static gboolean is_open(const Job *job)
{
    return first_of(job)->fate == MUTATE_OPEN;
}

static void free_job(gpointer data)
{
    Job *job = data;
    g_ptr_array_unref(job->mutants);
    g_array_unref(job->tests);
    g_free(job);
}

/* Appends a trial for each mutant of the job of which `known`, which may be NULL, has none: what happened with one of
 * them happens with all. */
static gboolean append_trials(const MutateCourse *course, const MutateKnown *known, const Job *job,
                              const MutateTest *test, HtolTrial trial, GError **error)
{
    trial.stamp = test->stamp;
    trial.test = test->test->name;
    for (guint i = 0; i < job->mutants->len; i++) {
        const MutateMutant *mutant = job->mutants->pdata[i];
        trial.function = mutant->function->row.hash;
        trial.number = mutant->change->number;
        trial.digest = mutant->digest;
        if (!(known && mutate_known_find(known, mutant, test)) && !htol_trials_append(course->trials, &trial, error))
            return FALSE;
    }
    return TRUE;
}

static const HtolTrial *find_known(const MutateKnown *known, const Job *job, const MutateTest *test)
{
    const HtolTrial *trial = NULL;
    for (guint i = 0; i < job->mutants->len && !trial; i++)
        trial = mutate_known_find(known, job->mutants->pdata[i], test);
    return trial;
}

/* Takes the tests whose trials are known off the job's; settles it if one of them noticed it. */
static void use_known(MutateCourse *course, const MutateKnown *known, Job *job)
{
    guint kept = 0;
    for (guint i = 0; i < job->tests->len; i++) {
        guint index = g_array_index(job->tests, guint, i);
        const MutateTest *test = test_at(course, index);
        const HtolTrial *trial = find_known(known, job, test);
        course->known += trial != NULL;
        if (trial && htol_trial_is_noticed(trial))
            settle(job, trial->end, test->test->name);
        job->passed |= trial != NULL;
        if (!trial)
            g_array_index(job->tests, guint, kept++) = index;
    }
    g_array_set_size(job->tests, kept);
}

/* Keeps for each mutant of the job what is known of another one. */
static gboolean complete_trials(const MutateCourse *course, const MutateKnown *known, const Job *job, GError **error)
{
    for (guint i = 0; i < job->tests->len && job->mutants->len > 1; i++) {
        const MutateTest *test = test_at(course, g_array_index(job->tests, guint, i));
        const HtolTrial *trial = find_known(known, job, test);
        if (trial && !append_trials(course, known, job, test, *trial, error))
            return FALSE;
    }
    return TRUE;
}

/* Adds the mutant to the job of those that do the same, which is made if there is none. */
static void add_mutant(const MutateCourse *course, GHashTable *by_first, GPtrArray *jobs, MutateMutant *mutant)
{
    Job *job = g_hash_table_lookup(by_first, mutant->first);
    mutant->fate = MUTATE_OPEN;
    if (!job) {
        job = g_new0(Job, 1);
        job->mutants = g_ptr_array_new();
        job->tests = mutate_suite_infected(course->suite, course->model, mutant);
        g_hash_table_insert(by_first, (gpointer)mutant->first, job);
        g_ptr_array_add(jobs, job);
    }
    g_ptr_array_add(job->mutants, mutant);
}

/* Returns the jobs (Job) of all mutants that may need one. */
static GPtrArray *group_mutants(const MutateCourse *course)
{
    GPtrArray *jobs = g_ptr_array_new();
    g_autoptr(GHashTable) by_first = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < course->mutants->len; i++) {
        MutateMutant *mutant = course->mutants->pdata[i];
        if (mutant->fate != MUTATE_NOT_INFECTED && mutant->fate != MUTATE_EQUIVALENT)
            add_mutant(course, by_first, jobs, mutant);
    }
    return jobs;
}

/* Returns what is to be tried (Job); mutants of which everything is known get their fates. */
static GPtrArray *find_jobs(MutateCourse *course, const MutateKnown *known)
{
    g_autoptr(GPtrArray) all = group_mutants(course);
    GPtrArray *jobs = g_ptr_array_new_with_free_func(free_job);
    course->known = 0;
    for (guint i = 0; i < all->len; i++) {
        Job *job = all->pdata[i];
        if (!course->is_again)
            use_known(course, known, job);
        if (is_open(job) && job->tests->len == 0 && job->passed)
            set_fate(job, MUTATE_UNNOTICED);
        if (is_open(job) && job->tests->len > 0)
            g_ptr_array_add(jobs, job);
        else
            free_job(job);
    }
    return jobs;
}

/* Keeps all that is known of mutants that do the same. */
static gboolean complete_all(const MutateCourse *course, const MutateKnown *known, GError **error)
{
    g_autoptr(GPtrArray) all = group_mutants(course);
    g_ptr_array_set_free_func(all, free_job);
    for (guint i = 0; i < all->len; i++)
        if (!complete_trials(course, known, all->pdata[i], error))
            return FALSE;
    return TRUE;
}

void mutate_course_look(MutateCourse *course)
{
    MutateKnown *known = mutate_known_read(course->trials, &course->damaged);
    g_ptr_array_unref(find_jobs(course, known));
    mutate_known_free(known);
}

/* ---- which test is next ---- */

static guint *hits_of(Running *running, const Job *job)
{
    const char *hash = first_of(job)->function->row.hash;
    guint *hits = g_hash_table_lookup(running->hits, hash);
    if (!hits) {
        hits = g_new0(guint, running->course->suite->tests->len);
        g_hash_table_insert(running->hits, (gpointer)hash, hits);
    }
    return hits;
}

/* Whether a test should run before another one: it noticed more mutants of the function, or else it is shorter. */
static gboolean is_before(const Running *running, const guint *hits, guint one, guint other)
{
    if (hits[one] != hits[other])
        return hits[one] > hits[other];
    return test_at(running->course, one)->time < test_at(running->course, other)->time;
}

/* Takes the job's next test off it; FALSE if there is none. */
static gboolean take_test(Running *running, Job *job)
{
    const guint *hits = hits_of(running, job);
    guint best = 0;
    if (job->tests->len == 0)
        return FALSE;
    for (guint i = 1; i < job->tests->len; i++)
        if (is_before(running, hits, g_array_index(job->tests, guint, i), g_array_index(job->tests, guint, best)))
            best = i;
    job->test = g_array_index(job->tests, guint, best);
    g_array_remove_index_fast(job->tests, best);
    return TRUE;
}

/* ---- running ---- */

static MutateLimits limits_of(const MutateCourse *course, const MutateTest *test)
{
    MutateLimits limits = course->limits;
    if (course->is_fixed)
        return limits;
    limits.time = 5 * test->time + G_USEC_PER_SEC;
    limits.computed = 5 * test->time + G_USEC_PER_SEC / 5;
    return limits;
}

static gboolean start_test(Running *running, Job *job)
{
    const MutateTest *test = test_at(running->course, job->test);
    const MutateLimits limits = limits_of(running->course, test);
    job->began = running->clock++;
    job->disturbed = FALSE;
    g_ptr_array_add(running->busy, job);
    return mutate_pool_start(running->pool, test->test, first_of(job), &limits, job, &running->error);
}

static void end_job(Running *running, Job *job)
{
    if (is_open(job) && job->passed)
        set_fate(job, MUTATE_UNNOTICED);
    running->progress.done += job->mutants->len;
}

/* Starts the job's next test. FALSE if it has none, or it cannot be started. */
static gboolean go_on(Running *running, Job *job)
{
    if (is_open(job) && take_test(running, job))
        return start_test(running, job);
    end_job(running, job);
    return FALSE;
}

/* Keeps the verdict, and notes what it says. */
static void note_trial(Running *running, Job *job, const MutateOutcome *outcome)
{
    MutateTest *test = test_at(running->course, job->test);
    const HtolTrial trial = {.end = outcome->end, .status = outcome->status};
    if (!append_trials(running->course, NULL, job, test, trial, running->error ? NULL : &running->error))
        return;
    test->ran++;
    test->absent += outcome->end == HTOL_TRIAL_ABSENT;
    job->passed |= outcome->end == HTOL_TRIAL_PASSED;
    if (!htol_trial_is_noticed(&trial))
        return;
    settle(job, outcome->end, test->test->name);
    job->ended = running->clock++;
    g_ptr_array_add(running->ended, job);
    hits_of(running, job)[job->test]++;
}

static void note_failure(Running *running, const Job *job, int cause)
{
    if (!running->error)
        g_set_error(&running->error, MUTATE_ERROR, 0, "%s: cannot be started: %s",
                    test_at(running->course, job->test)->test->words[0], g_strerror(cause));
}

static void tell(Running *running)
{
    running->progress.runs = running->course->runs;
    running->progress.time = g_get_monotonic_time() - running->began;
    running->course->tell.tell(&running->progress, running->course->tell.data);
}

/* ---- what disturbs others ---- */

/* Has the job's test run again alone, though it noticed the mutant: a trial that tells nothing follows that one. */
static void retract(Running *running, Job *job)
{
    const HtolTrial nothing = {.end = HTOL_TRIAL_ABSENT};
    const MutateTest *test = test_at(running->course, job->test);
    append_trials(running->course, NULL, job, test, nothing, running->error ? NULL : &running->error);
    set_fate(job, MUTATE_OPEN);
    running->progress.done -= job->mutants->len;
    g_ptr_array_add(running->late, job);
}

/* Without namespaces a run that takes too many processes, or too much memory, may make those beside it fail: they do
 * not count if they did. */
static void suspect_others(Running *running, const Job *job)
{
    for (guint i = 0; i < running->busy->len; i++)
        ((Job *)running->busy->pdata[i])->disturbed = TRUE;
    for (guint i = running->ended->len; i-- > 0;) {
        Job *other = running->ended->pdata[i];
        if (other->ended < job->began)
            continue;
        g_ptr_array_remove_index_fast(running->ended, i);
        retract(running, other);
    }
}

/* Whether the run counts only if it ends so alone, too. */
static gboolean is_doubtful(const Running *running, const Job *job, const MutateOutcome *outcome)
{
    const HtolTrial trial = {.end = outcome->end};
    if (running->is_alone)
        return FALSE;
    if (outcome->end == HTOL_TRIAL_LATE && !outcome->was_busy)
        return TRUE;
    gboolean takes_much = outcome->end == HTOL_TRIAL_LIMITED && !running->course->pool.is_apart;
    return takes_much || (job->disturbed && htol_trial_is_noticed(&trial));
}

/* Waits for a run to end, and goes on with its job. FALSE if none runs, or somebody wants the end. */
static gboolean finish_one(Running *running)
{
    MutateFinished finished;
    if (!mutate_pool_wait(running->pool, &finished))
        return FALSE;
    Job *job = finished.job;
    running->course->runs++;
    g_ptr_array_remove_fast(running->busy, job);
    if (finished.outcome.cause != 0)
        note_failure(running, job, finished.outcome.cause);
    else if (is_doubtful(running, job, &finished.outcome)) {
        g_ptr_array_add(running->late, job);
        if (finished.outcome.end == HTOL_TRIAL_LIMITED)
            suspect_others(running, job);
    } else {
        note_trial(running, job, &finished.outcome);
        if (!running->error)
            go_on(running, job);
    }
    tell(running);
    return !running->error;
}

static void run_jobs(Running *running)
{
    guint most = running->course->pool.jobs;
    running->is_alone = most == 1;
    for (guint i = 0; i < running->jobs->len && !running->error; i++) {
        while (mutate_pool_busy(running->pool) == most)
            if (!finish_one(running))
                return;
        go_on(running, running->jobs->pdata[i]);
    }
    while (!running->error && finish_one(running))
        continue;
}

/* What took too long, or failed, beside other runs may not do so alone. */
static void run_late(Running *running)
{
    running->is_alone = TRUE;
    for (guint i = 0; i < running->late->len && !running->error && !*running->course->pool.stopped; i++) {
        if (!start_test(running, running->late->pdata[i]))
            return;
        while (finish_one(running))
            continue;
    }
}

/* ---- the whole ---- */

static gboolean run_baseline(MutateCourse *course, MutatePool *pool, const GPtrArray *jobs, GError **error)
{
    g_autofree gboolean *is_needed = g_new0(gboolean, course->suite->tests->len);
    for (guint i = 0; i < jobs->len; i++) {
        const Job *job = jobs->pdata[i];
        for (guint k = 0; k < job->tests->len; k++)
            is_needed[g_array_index(job->tests, guint, k)] = TRUE;
    }
    const MutateBaseline baseline = {course->suite, is_needed, course->limits, course->pool.jobs, &course->tell};
    return mutate_baseline(&baseline, pool, error);
}

static void leave_out_tests(const MutateCourse *course, const GPtrArray *jobs)
{
    for (guint i = 0; i < jobs->len; i++) {
        Job *job = jobs->pdata[i];
        for (guint k = job->tests->len; k-- > 0;)
            if (test_at(course, g_array_index(job->tests, guint, k))->left_out)
                g_array_remove_index(job->tests, k);
    }
}

static guint count_mutants(const GPtrArray *jobs)
{
    guint n = 0;
    for (guint i = 0; i < jobs->len; i++)
        n += ((const Job *)jobs->pdata[i])->mutants->len;
    return n;
}

static gboolean run_all(MutateCourse *course, MutatePool *pool, GPtrArray *jobs, GError **error)
{
    if (!run_baseline(course, pool, jobs, error))
        return FALSE;
    leave_out_tests(course, jobs);
    g_autoptr(GPtrArray) late = g_ptr_array_new(), busy = g_ptr_array_new(), ended = g_ptr_array_new();
    g_autoptr(GHashTable) hits = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
    Running running = {.course = course,
                       .pool = pool,
                       .jobs = jobs,
                       .late = late,
                       .busy = busy,
                       .ended = ended,
                       .hits = hits,
                       .progress = {.doing = "mutants", .of = count_mutants(jobs)},
                       .began = g_get_monotonic_time()};
    if (!*course->pool.stopped)
        run_jobs(&running);
    run_late(&running);
    if (running.error)
        g_propagate_error(error, running.error);
    return !running.error;
}

/* ---- what was chosen ---- */

/* Returns what says that the mutant was chosen, in a trial: of a part of all mutants, itself, if it needs no run; of
 * all, its function. */
static gboolean find_choice(const MutateCourse *course, const MutateMutant *mutant, HtolTrial *choice)
{
    *choice = (HtolTrial){.function = mutant->function->row.hash, .end = HTOL_TRIAL_SPARED, .test = ""};
    if (!course->is_part)
        return TRUE;
    choice->number = mutant->change->number;
    choice->digest = mutant->digest;
    return mutant->fate == MUTATE_NOT_INFECTED || mutant->fate == MUTATE_EQUIVALENT;
}

/* Keeps which mutants were chosen, as far as their trials will not tell: else the score of a sample would count all
 * that need no run. */
static gboolean note_choice(const MutateCourse *course, const MutateKnown *known, GError **error)
{
    gboolean good = TRUE;
    const char *last = "";
    for (guint i = 0; i < course->mutants->len && good; i++) {
        HtolTrial choice;
        if (!find_choice(course, course->mutants->pdata[i], &choice) || mutate_known_is_spared(known, &choice) ||
            (!course->is_part && strcmp(last, choice.function) == 0))
            continue;
        last = choice.function;
        good = htol_trials_append(course->trials, &choice, error);
    }
    return good;
}

/* Returns what is to be tried, and keeps what needs no run; NULL, and *error, if that cannot be kept. */
static GPtrArray *prepare(MutateCourse *course, GError **error)
{
    MutateKnown *known = mutate_known_read(course->trials, &course->damaged);
    gboolean good = (course->is_again || complete_all(course, known, error)) && note_choice(course, known, error);
    GPtrArray *jobs = good ? find_jobs(course, known) : NULL;
    mutate_known_free(known);
    return jobs;
}

gboolean mutate_course_run(MutateCourse *course, GError **error)
{
    g_autoptr(GPtrArray) jobs = prepare(course, error);
    course->runs = 0;
    if (!jobs || jobs->len == 0)
        return jobs != NULL;
    MutatePool *pool = mutate_pool_new(&course->pool, error);
    if (!pool)
        return FALSE;
    gboolean good = run_all(course, pool, jobs, error);
    mutate_pool_free(pool);
    return good;
}
