/* Sorts tests by how they ended, and finds where those that crashed were; see trials.h. */
#include "report/summary/trials.h"

#include <string.h>

#include "report/read/crashes.h"

/* Notes of crashes are read when there is a test to look for. */
typedef struct {
    const ReportModel *model;
    GPtrArray *notes; /* ReportCrashNote */
} Finder;

static const ReportCrashNote *find_note(const Finder *finder, const char *test)
{
    for (guint i = 0; i < finder->notes->len; i++) {
        const ReportCrashNote *note = finder->notes->pdata[i];
        if (strcmp(note->test, test) == 0)
            return note;
    }
    return NULL;
}

/* As the report has it, which lives longer; NULL: it is none of its files. */
static const char *path_of(const ReportModel *model, const char *path)
{
    for (guint i = 0; path && i < model->n_files; i++)
        if (strcmp(model->files[i]->path, path) == 0)
            return model->files[i]->path;
    return NULL;
}

static char *place_text(const ReportCrashPlace *place)
{
    const char *function = place->function ? place->function : "code without a name";
    return place->path ? g_strdup_printf("%s, %s:%u", function, place->path, place->line) : g_strdup(function);
}

static void add_places(const Finder *finder, const ReportCrashNote *note, ReportTrial *trial)
{
    const ReportCrashPlace *first = note->places->len > 0 ? &g_array_index(note->places, ReportCrashPlace, 0) : NULL;
    for (guint i = 0; i < note->places->len; i++) {
        const ReportCrashPlace *place = &g_array_index(note->places, ReportCrashPlace, i);
        const char *path = trial->path ? NULL : path_of(finder->model, place->path);
        g_ptr_array_add(trial->stack, place_text(place));
        if (!path)
            continue;
        trial->function = g_strdup(place->function);
        trial->path = path;
        trial->line = place->line;
    }
    if (!trial->path && first)
        trial->function = g_strdup(first->function);
}

/* A test that expects a crash, and passes, crashed not. */
static ReportVerdict verdict_of(const ReportTest *test, const ReportCrashNote *note)
{
    guint32 status = test->ending.status;
    if (test->ending.started == 0 || status >= HTOL_END_UNKNOWN)
        return REPORT_UNENDED;
    if (status == 0)
        return REPORT_PASSED;
    return status >= HTOL_ENDED_BY_SIGNAL || note ? REPORT_CRASHED : REPORT_FAILED;
}

static char *how_of(const ReportTest *test, const ReportCrashNote *note)
{
    guint32 status = test->ending.status;
    if (note)
        return g_strdup(note->signal);
    if (status >= HTOL_ENDED_BY_SIGNAL)
        return g_strdup(report_signal_name(status - HTOL_ENDED_BY_SIGNAL));
    return g_strdup_printf("status %u", status);
}

static void add_trial(const Finder *finder, const ReportTest *test, ReportTrials *trials)
{
    const ReportCrashNote *note = find_note(finder, test->name);
    ReportTrial trial = {.name = test->name, .verdict = verdict_of(test, note)};
    trials->counts[trial.verdict]++;
    if (trial.verdict != REPORT_FAILED && trial.verdict != REPORT_CRASHED)
        return;
    trial.how = how_of(test, note);
    trial.stack = g_ptr_array_new_with_free_func(g_free);
    if (note)
        add_places(finder, note, &trial);
    g_array_append_val(trials->bad, trial);
}

static int compare(gconstpointer left, gconstpointer right)
{
    const ReportTrial *one = left, *other = right;
    if (one->verdict != other->verdict)
        return one->verdict == REPORT_CRASHED ? -1 : 1;
    return strcmp(one->name, other->name);
}

static void clear_trial(gpointer trial)
{
    ReportTrial *of = trial;
    g_ptr_array_unref(of->stack);
    g_free(of->function);
    g_free(of->how);
}

ReportTrials *report_trials_new(const ReportModel *model)
{
    const GPtrArray *tests = model->inputs->tests;
    if (tests->len == 0)
        return NULL;
    g_autoptr(GPtrArray) notes = report_crash_notes(model->inputs);
    const Finder finder = {model, notes};
    ReportTrials *trials = g_new0(ReportTrials, 1);
    trials->n_tests = tests->len;
    trials->bad = g_array_new(FALSE, FALSE, sizeof(ReportTrial));
    g_array_set_clear_func(trials->bad, clear_trial);
    for (guint i = 0; i < tests->len; i++)
        add_trial(&finder, tests->pdata[i], trials);
    g_array_sort(trials->bad, compare);
    return trials;
}

void report_trials_free(ReportTrials *trials)
{
    g_array_unref(trials->bad);
    g_free(trials);
}
