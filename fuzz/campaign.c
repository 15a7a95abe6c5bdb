/* The course of a campaign; see campaign.h. */
#include "fuzz/campaign.h"

#include <glib/gstdio.h>
#include <string.h>

#include "fuzz/corpus.h"
#include "fuzz/goals.h"
#include "fuzz/literals.h"
#include "fuzz/review.h"

/* Milliseconds between two looks at the engine; microseconds between two reviews at least, and how many times longer
 * than a review the engine works between two. Microseconds of replaying before a review: the rest waits. */
enum { LOOK = 200, REVIEW = 3000000, REVIEW_SHARE = 5, REPLAYING = 2000000 };

/* Where things lie in the work directory. */
typedef struct {
    char *seeds, *inputs, *crashes, *engine, *scratch, *crash_scratch, *goals, *dictionary;
} Places;

/* A campaign under way. */
typedef struct {
    const FuzzCampaign *campaign;
    Places places;
    GHashTable *seen;  /* paths of the engine's inputs that were looked at */
    GHashTable *tried; /* names of inputs that were replayed */
    GHashTable *ended; /* of these, those on which the target ended by itself: they can be judged */
    FuzzProgress progress;
    FuzzResult *result;
} Course;

/* ---- places ---- */

static Places places_in(const char *work)
{
    return (Places){
        .seeds = g_build_filename(work, "seeds", NULL),
        .inputs = g_build_filename(work, "inputs", NULL),
        .crashes = g_build_filename(work, "crashes", NULL),
        .engine = g_build_filename(work, "engine", NULL),
        .scratch = g_build_filename(work, "data", NULL),
        .crash_scratch = g_build_filename(work, "crash-data", NULL),
        .goals = g_build_filename(work, "goals", NULL),
        .dictionary = g_build_filename(work, "dictionary", NULL),
    };
}

static void clear_places(Places *places)
{
    g_free(places->seeds);
    g_free(places->inputs);
    g_free(places->crashes);
    g_free(places->engine);
    g_free(places->scratch);
    g_free(places->crash_scratch);
    g_free(places->goals);
    g_free(places->dictionary);
}

/* What an earlier campaign has left is removed, but for its crashes. */
static gboolean make_places(const Course *course, GError **error)
{
    const FuzzCampaign *campaign = course->campaign;
    const char *const fresh[] = {course->places.seeds, course->places.inputs, course->places.engine};
    for (gsize i = 0; i < G_N_ELEMENTS(fresh); i++) {
        fuzz_remove(fresh[i]);
        if (g_mkdir_with_parents(fresh[i], 0777) != 0) {
            g_set_error(error, FUZZ_ERROR, 0, "%s: cannot be made", fresh[i]);
            return FALSE;
        }
    }
    return fuzz_scratch_make(campaign->target, campaign->data, course->places.scratch, error) &&
           fuzz_scratch_make(campaign->target, campaign->data, course->places.crash_scratch, error);
}

/* ---- seeds ---- */

/* What the trials of seeds have shown. */
typedef struct {
    guint ended;
    gboolean has_read;
    FuzzOutcome last; /* of one on which the target did not end by itself */
} Seeds;

static void note_outcome(Course *course, const char *name, const FuzzOutcome *outcome)
{
    g_hash_table_add(course->tried, g_strdup(name));
    if (outcome->end == FUZZ_ENDED)
        g_hash_table_add(course->ended, g_strdup(name));
}

static gboolean try_seed(Course *course, const char *path, Seeds *seeds, GError **error)
{
    FuzzOutcome outcome = {0};
    g_autofree char *name = fuzz_corpus_copy(course->places.inputs, path, error);
    g_autofree char *copy = name ? g_build_filename(course->places.inputs, name, NULL) : NULL;
    if (!copy ||
        !fuzz_try(&course->campaign->trials, copy, course->places.scratch, name, FUZZ_KEEP_ENDED, &outcome, error))
        return FALSE;
    seeds->has_read |= outcome.has_read;
    note_outcome(course, name, &outcome);
    if (outcome.end == FUZZ_ENDED)
        seeds->ended++;
    else
        seeds->last = outcome;
    const char *place = outcome.end == FUZZ_ENDED ? course->places.seeds : course->places.crashes;
    g_autofree char *seed = fuzz_corpus_copy(place, copy, error);
    return seed != NULL;
}

/* Without a corpus the engine begins with a line that holds next to nothing. */
static gboolean try_default(Course *course, Seeds *seeds, GError **error)
{
    g_autofree char *name = fuzz_corpus_add(course->places.inputs, "0\n", 2, error);
    g_autofree char *path = name ? g_build_filename(course->places.inputs, name, NULL) : NULL;
    return path && try_seed(course, path, seeds, error);
}

static gboolean judge_seeds(const Course *course, const Seeds *seeds, GError **error)
{
    const FuzzTarget *target = course->campaign->target;
    g_autofree char *how = fuzz_outcome_words(&seeds->last);
    if (seeds->ended == 0) {
        g_set_error(error, FUZZ_ERROR, 0,
                    "%s: it does not end by itself on any seed (%s): give it some by --corpus=DIR", target->name, how);
        return FALSE;
    }
    if (seeds->has_read)
        return TRUE;
    g_set_error(error, FUZZ_ERROR, 0,
                "%s: it reads neither a seed nor its standard input: write " FUZZ_PLACE
                " where its command has the path of the input",
                target->name);
    return FALSE;
}

static gboolean try_seeds(Course *course, GError **error)
{
    Seeds seeds = {0};
    g_autoptr(GPtrArray) files = fuzz_corpus_files(course->campaign->corpus);
    for (guint i = 0; i < files->len && !*course->campaign->stop; i++)
        if (!try_seed(course, files->pdata[i], &seeds, error))
            return FALSE;
    if (seeds.ended == 0 && !try_default(course, &seeds, error))
        return FALSE;
    return judge_seeds(course, &seeds, error);
}

/* ---- reviews ---- */

/* Before anything was tried: what is open, and what the engine is told of that. */
static gboolean begin(Course *course, GError **error)
{
    const FuzzCampaign *campaign = course->campaign;
    const char *const directories[] = {campaign->data, NULL};
    FuzzReview review;
    if (!fuzz_review(campaign->target, directories, campaign->request, &review, error))
        return FALSE;
    FuzzCounts counts = fuzz_review_count(&review);
    course->progress.before = course->progress.covered = counts.covered;
    course->progress.open = counts.open;
    memcpy(course->result->before, review.model->totals, sizeof course->result->before);
    g_autoptr(GHashTable) literals = fuzz_literals_of(review.model);
    gboolean good = fuzz_literals_write(literals, course->places.dictionary, error);
    if (good && campaign->narrow)
        good = fuzz_goals_write(campaign->target, review.model, campaign->open, course->places.goals, error);
    fuzz_review_clear(&review);
    if (good && counts.covered + counts.open == 0)
        g_set_error(error, FUZZ_ERROR, 0,
                    "nothing is to be covered: no objective is of these criteria and on these lines");
    return good && counts.covered + counts.open > 0;
}

/* Counts again, with what was tried if `scratch` is not NULL. A review that fails leaves the counts as they were. */
static void count(Course *course, const char *scratch)
{
    const char *const directories[] = {course->campaign->data, scratch, NULL};
    FuzzReview review;
    if (!fuzz_review(course->campaign->target, directories, course->campaign->request, &review, NULL))
        return;
    FuzzCounts counts = fuzz_review_count(&review);
    course->progress.covered = counts.covered;
    course->progress.open = counts.open;
    memcpy(course->result->after, review.model->totals, sizeof course->result->after);
    fuzz_review_clear(&review);
}

/* ---- replays ---- */

/* What the engine has kept is written to files of ours first: engines rename and remove theirs. */
static void try_input(Course *course, const char *path)
{
    FuzzOutcome outcome = {0};
    g_autofree char *name = fuzz_corpus_copy(course->places.inputs, path, NULL);
    if (!name || g_hash_table_contains(course->tried, name))
        return;
    g_autofree char *copy = g_build_filename(course->places.inputs, name, NULL);
    if (fuzz_try(&course->campaign->trials, copy, course->places.scratch, name, FUZZ_KEEP_ENDED, &outcome, NULL))
        note_outcome(course, name, &outcome);
    course->progress.tried++;
}

/* Replays what the engine has kept since the last time, until that moment: the rest waits. */
static void try_inputs(Course *course, const FuzzWork *work, gint64 until)
{
    g_autoptr(GPtrArray) paths = fuzz_work_inputs(work);
    for (guint i = 0; i < paths->len && g_get_monotonic_time() < until; i++)
        if (g_hash_table_add(course->seen, g_strdup(paths->pdata[i])))
            try_input(course, paths->pdata[i]);
    report_seal_rest(course->places.scratch, course->campaign->trials.complete);
}

/* ---- the engine works ---- */

typedef struct {
    gint64 began, gained; /* when the engine began; when something was last covered */
    gint64 next;          /* when a review is due */
} Times;

static gboolean is_over(Course *course, const Times *times)
{
    const FuzzCampaign *campaign = course->campaign;
    gint64 now = g_get_monotonic_time();
    course->progress.time = now - times->began;
    FuzzReason *reason = &course->result->reason;
    if (*campaign->stop)
        *reason = FUZZ_BY_USER;
    else if (campaign->time && now - times->began >= campaign->time)
        *reason = FUZZ_BY_TIME;
    else if (campaign->plateau && now - times->gained >= campaign->plateau)
        *reason = FUZZ_BY_PLATEAU;
    else if (course->progress.open == 0)
        *reason = FUZZ_BY_COVERAGE;
    else
        return FALSE;
    return TRUE;
}

static void look(Course *course, const FuzzWork *work, Times *times)
{
    const FuzzCampaign *campaign = course->campaign;
    gint64 begin = g_get_monotonic_time();
    guint before = course->progress.covered;
    g_autoptr(GPtrArray) crashes = fuzz_work_crashes(work);
    course->progress.crashes = crashes->len;
    course->progress.runs = fuzz_work_runs(work);
    try_inputs(course, work, begin + REPLAYING);
    count(course, course->places.scratch);
    gint64 now = g_get_monotonic_time();
    if (course->progress.covered > before)
        times->gained = now;
    times->next = now + MAX(REVIEW, (now - begin) * REVIEW_SHARE);
    course->progress.time = now - times->began;
    campaign->tell(&course->progress, campaign->tell_data);
}

/* An engine that ends by itself has done its runs, or something is wrong. */
static gboolean watch(Course *course, FuzzWork *work, GError **error)
{
    Times times = {g_get_monotonic_time(), g_get_monotonic_time(), g_get_monotonic_time() + REVIEW / 3};
    gboolean alive = TRUE;
    while (alive && !is_over(course, &times)) {
        alive = fuzz_work_wait(work, LOOK);
        if (g_get_monotonic_time() >= times.next)
            look(course, work, &times);
    }
    if (!alive)
        course->result->reason = FUZZ_BY_RUNS;
    fuzz_work_end(work);
    course->progress.runs = fuzz_work_runs(work);
    if (alive || course->progress.runs > 0)
        return TRUE;
    g_autofree char *complaint = fuzz_work_complaint(work);
    g_set_error(error, FUZZ_ERROR, 0, "%s has ended at once: %s", fuzz_engine_title(course->campaign->engine),
                complaint);
    return FALSE;
}

/* ---- crashes ---- */

static void free_crash(gpointer data)
{
    FuzzCrash *crash = data;
    g_free(crash->path);
    g_free(crash->how);
    g_free(crash->place);
    g_free(crash);
}

static gboolean is_same_place(gconstpointer left, gconstpointer right)
{
    const FuzzCrash *one = left, *other = right;
    return *one->place && strcmp(one->how, other->how) == 0 && strcmp(one->place, other->place) == 0;
}

/* Takes the crash. Of several inputs that crash at one place, the first is told. */
static void add_crash(FuzzResult *result, FuzzCrash *crash)
{
    if (g_ptr_array_find_with_equal_func(result->crashes, crash, is_same_place, NULL))
        free_crash(crash);
    else
        g_ptr_array_add(result->crashes, crash);
}

static FuzzCrash *crash_new(const Course *course, const char *name, const FuzzOutcome *outcome, const char *place)
{
    FuzzCrash *crash = g_new(FuzzCrash, 1);
    crash->path = g_build_filename(course->places.crashes, name, NULL);
    crash->how = fuzz_outcome_words(outcome);
    crash->place = g_strdup(place ? place : "");
    return crash;
}

/* Runs one again. What ends by itself now is an input as others, and is told as not reproduced. */
static void try_crash(Course *course, const char *path, GHashTable *outcomes)
{
    FuzzOutcome *outcome = g_new0(FuzzOutcome, 1);
    g_autofree char *name = fuzz_corpus_copy(course->places.crashes, path, NULL);
    g_autofree char *copy = name ? g_build_filename(course->places.crashes, name, NULL) : NULL;
    gboolean tried =
        copy && !g_hash_table_contains(outcomes, name) &&
        fuzz_try(&course->campaign->trials, copy, course->places.crash_scratch, name, FUZZ_KEEP_ALL, outcome, NULL);
    if (tried && outcome->end != FUZZ_ENDED) {
        g_hash_table_insert(outcomes, g_steal_pointer(&name), outcome);
        return;
    }
    g_free(outcome);
    if (!tried)
        return;
    course->result->vanished++;
    g_unlink(copy);
    try_input(course, path);
}

static void place_crashes(Course *course, GHashTable *outcomes, GError **error)
{
    const char *const directories[] = {course->places.crash_scratch, NULL};
    FuzzReview review;
    GHashTableIter each;
    gpointer name, outcome;
    if (g_hash_table_size(outcomes) == 0 ||
        !fuzz_review(course->campaign->target, directories, course->campaign->request, &review, error))
        return;
    g_autoptr(GHashTable) places = fuzz_review_places(&review);
    g_hash_table_iter_init(&each, outcomes);
    while (g_hash_table_iter_next(&each, &name, &outcome))
        add_crash(course->result, crash_new(course, name, outcome, g_hash_table_lookup(places, name)));
    fuzz_review_clear(&review);
}

/* Crashes of earlier campaigns are tried again. */
static void try_crashes(Course *course, const FuzzWork *work, GError **error)
{
    g_autoptr(GHashTable) outcomes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_autoptr(GPtrArray) earlier = fuzz_corpus_files(course->places.crashes);
    g_autoptr(GPtrArray) found = fuzz_work_crashes(work);
    for (guint i = 0; i < earlier->len; i++)
        try_crash(course, earlier->pdata[i], outcomes);
    for (guint i = 0; i < found->len; i++)
        try_crash(course, found->pdata[i], outcomes);
    place_crashes(course, outcomes, error);
}

/* ---- what is kept ---- */

/* Adds what is needed to the corpus, then drops what earlier campaigns have added and is not needed: at each moment the
 * corpus covers what it covered. What could not be judged, because it ran too long or was not tried, stays. */
static gboolean change_corpus(Course *course, GHashTable *needed, GError **error)
{
    const char *corpus = course->campaign->corpus;
    GHashTableIter each;
    gpointer name;
    g_hash_table_iter_init(&each, needed);
    while (g_hash_table_iter_next(&each, &name, NULL)) {
        g_autofree char *path = g_build_filename(course->places.inputs, name, NULL);
        g_autofree char *there = g_build_filename(corpus, name, NULL), *added = NULL;
        course->result->added += !g_file_test(there, G_FILE_TEST_EXISTS);
        if (!(added = fuzz_corpus_copy(corpus, path, error)))
            return FALSE;
    }
    g_autoptr(GPtrArray) files = fuzz_corpus_files(corpus);
    for (guint i = 0; i < files->len; i++) {
        g_autofree char *file = g_path_get_basename(files->pdata[i]);
        gboolean judged = g_hash_table_contains(course->ended, file);
        if (judged && !g_hash_table_contains(needed, file) && fuzz_corpus_is_ours(files->pdata[i]))
            course->result->dropped += g_unlink(files->pdata[i]) == 0;
    }
    return TRUE;
}

/* Inputs of the corpus's owner that have other names are needed under their own. */
static void forget_owned(const Course *course, GHashTable *needed)
{
    g_autoptr(GPtrArray) files = fuzz_corpus_files(course->campaign->corpus);
    for (guint i = 0; i < files->len; i++) {
        g_autofree char *file = g_path_get_basename(files->pdata[i]), *name = fuzz_corpus_name(files->pdata[i]);
        if (name && strcmp(file, name) != 0)
            g_hash_table_remove(needed, name);
    }
}

/* All criteria and lines count, whatever the campaign looks for: what earlier ones have found is not lost. */
static gboolean whole_request(const Course *course, ReportRequest *request, GError **error)
{
    const HtolSelection *asked = &course->campaign->request->selection;
    *request = (ReportRequest){.witnesses = TRUE};
    if (!htol_selection_parse("all", &request->selection, error))
        return FALSE;
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        request->selection.wanted[i] |= asked->wanted[i];
    return TRUE;
}

static gboolean choose_inputs(Course *course, GError **error)
{
    const char *const directories[] = {course->places.scratch, NULL};
    ReportRequest request;
    FuzzReview review;
    if (!whole_request(course, &request, error) ||
        !fuzz_review(course->campaign->target, directories, &request, &review, error))
        return FALSE;
    g_autoptr(GHashTable) needed = fuzz_review_needed(&review);
    fuzz_review_clear(&review);
    forget_owned(course, needed);
    return change_corpus(course, needed, error);
}

/* The name of the test that runs the input at that path; to be freed. */
static char *test_name(const FuzzTarget *target, const char *path)
{
    g_autofree char *file = g_path_get_basename(path);
    return g_strdup_printf("fuzz %s %s", target->name, file);
}

/* The corpus becomes tests of the data directory. */
static gboolean record_corpus(Course *course, GError **error)
{
    const FuzzCampaign *campaign = course->campaign;
    g_ptr_array_unref(course->result->kept);
    course->result->kept = fuzz_corpus_files(campaign->corpus);
    for (guint i = 0; i < course->result->kept->len; i++) {
        FuzzOutcome outcome = {0};
        g_autofree char *test = test_name(campaign->target, course->result->kept->pdata[i]);
        if (!fuzz_try(&campaign->trials, course->result->kept->pdata[i], campaign->data, test, FUZZ_KEEP_ENDED,
                      &outcome, error))
            return FALSE;
    }
    report_seal_rest(campaign->data, campaign->trials.complete);
    return TRUE;
}

/* ---- the whole ---- */

static gboolean end_course(Course *course, const FuzzWork *work, GError **error)
{
    try_inputs(course, work, G_MAXINT64);
    try_crashes(course, work, error);
    if (*error || !choose_inputs(course, error) || !record_corpus(course, error))
        return FALSE;
    count(course, NULL);
    course->progress.crashes = course->result->crashes->len;
    course->result->last = course->progress;
    return TRUE;
}

static gboolean run_engine(Course *course, GError **error)
{
    const FuzzCampaign *campaign = course->campaign;
    const FuzzPlan plan = {
        .target = campaign->target,
        .directory = course->places.engine,
        .seeds = course->places.seeds,
        .dictionary = course->places.dictionary,
        .goals = campaign->narrow ? course->places.goals : "all",
        .jobs = campaign->jobs,
        .seed = campaign->seed,
        .timeout = campaign->trials.timeout,
        .runs = campaign->runs,
        .environment = campaign->trials.environment,
    };
    g_autoptr(FuzzWork) work = fuzz_work_new(campaign->engine, &plan, error);
    return work && watch(course, work, error) && end_course(course, work, error);
}

static gboolean run_course(Course *course, GError **error)
{
    return make_places(course, error) && begin(course, error) && try_seeds(course, error) && run_engine(course, error);
}

FuzzResult *fuzz_campaign_run(const FuzzCampaign *campaign, GError **error)
{
    Course course = {.campaign = campaign, .places = places_in(campaign->work)};
    GError *wrong = NULL;
    course.seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    course.tried = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    course.ended = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    course.result = g_new0(FuzzResult, 1);
    course.result->kept = g_ptr_array_new_with_free_func(g_free);
    course.result->crashes = g_ptr_array_new_with_free_func(free_crash);
    if (!run_course(&course, &wrong)) {
        g_clear_pointer(&course.result, fuzz_result_free);
        g_propagate_error(error, wrong);
    }
    g_hash_table_unref(course.seen);
    g_hash_table_unref(course.tried);
    g_hash_table_unref(course.ended);
    clear_places(&course.places);
    return course.result;
}

void fuzz_result_free(FuzzResult *result)
{
    g_ptr_array_unref(result->kept);
    g_ptr_array_unref(result->crashes);
    g_free(result);
}
