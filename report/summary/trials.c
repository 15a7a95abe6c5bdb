/* Sorts tests by how they ended, and finds where those that crashed were; see trials.h. */
#include "report/summary/trials.h"

#include <string.h>

#include "report/elf/crashes.h"

/* Where a function begins. */
typedef struct {
    const char *path; /* NULL: several have the name */
    guint32 line;
} Beginning;

/* Notes of crashes are read when there is a test to look for. */
typedef struct {
    GPtrArray *notes;      /* ReportCrashNote */
    GHashTable *paths;     /* of the report's files */
    GHashTable *functions; /* by name: its Beginning */
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

static void add_function(const Finder *finder, const char *name, const char *path, guint32 line)
{
    const Beginning beginning = {g_hash_table_contains(finder->functions, name) ? NULL : path, line};
    g_hash_table_insert(finder->functions, (gpointer)name, g_memdup2(&beginning, sizeof beginning));
}

static void add_file(const Finder *finder, const ReportFile *file)
{
    g_hash_table_add(finder->paths, (gpointer)file->path);
    for (guint i = 0; i < file->n_functions; i++) {
        const HtolRowFunction *row = &file->functions[i]->function->row;
        add_function(finder, row->name, file->functions[i]->path, row->line);
    }
    for (guint i = 0; i < file->n_dropped; i++)
        add_function(finder, file->dropped[i].name, file->path, file->dropped[i].line);
}

static Finder finder_of(const ReportModel *model)
{
    const Finder finder = {report_crash_notes(model->inputs), g_hash_table_new(g_str_hash, g_str_equal),
                           g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free)};
    for (guint i = 0; finder.notes->len > 0 && i < model->n_files; i++)
        add_file(&finder, model->files[i]);
    return finder;
}

static void clear_finder(Finder *finder)
{
    g_ptr_array_unref(finder->notes);
    g_hash_table_unref(finder->paths);
    g_hash_table_unref(finder->functions);
}

/* Of a program without debug information: where the function begins, if the report has one of that name. Compilers
 * name a part or a copy of a function after it: f.part.0, f.constprop.1. */
static void find_beginning(const Finder *finder, ReportFrame *frame)
{
    g_autofree char *name = g_strndup(frame->function, strcspn(frame->function, "."));
    const Beginning *beginning = g_hash_table_lookup(finder->functions, name);
    if (!beginning || !beginning->path)
        return;
    frame->path = g_strdup(beginning->path);
    frame->line = beginning->line;
    frame->begins = TRUE;
}

static ReportFrame frame_of(const Finder *finder, const ReportCrashPlace *place)
{
    ReportFrame frame = {g_strdup(place->function), g_strdup(place->path), place->line, FALSE, FALSE};
    if (!frame.path && frame.function)
        find_beginning(finder, &frame);
    frame.shown = frame.path && g_hash_table_contains(finder->paths, frame.path);
    return frame;
}

static const ReportFrame *innermost(const GArray *stack)
{
    for (guint i = 0; i < stack->len; i++)
        if (g_array_index(stack, ReportFrame, i).shown)
            return &g_array_index(stack, ReportFrame, i);
    return stack->len > 0 ? &g_array_index(stack, ReportFrame, 0) : NULL;
}

static void add_frames(const Finder *finder, const ReportCrashNote *note, ReportTrial *trial)
{
    for (guint i = 0; i < note->places->len; i++) {
        const ReportFrame frame = frame_of(finder, &g_array_index(note->places, ReportCrashPlace, i));
        g_array_append_val(trial->stack, frame);
    }
    trial->frame = innermost(trial->stack);
}

const char *report_frame_joint(const ReportFrame *frame)
{
    return frame->begins ? ", which begins in " : ", ";
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

static void clear_frame(gpointer frame)
{
    g_free(((ReportFrame *)frame)->function);
    g_free(((ReportFrame *)frame)->path);
}

static void add_trial(const Finder *finder, const ReportTest *test, ReportTrials *trials)
{
    const ReportCrashNote *note = find_note(finder, test->name);
    ReportTrial trial = {.name = test->name, .verdict = verdict_of(test, note)};
    trials->counts[trial.verdict]++;
    if (trial.verdict != REPORT_FAILED && trial.verdict != REPORT_CRASHED)
        return;
    trial.how = how_of(test, note);
    trial.stack = g_array_new(FALSE, FALSE, sizeof(ReportFrame));
    g_array_set_clear_func(trial.stack, clear_frame);
    if (note)
        add_frames(finder, note, &trial);
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
    g_array_unref(of->stack);
    g_free(of->how);
}

ReportTrials *report_trials_new(const ReportModel *model)
{
    const GPtrArray *tests = model->inputs->tests;
    if (tests->len == 0)
        return NULL;
    Finder finder = finder_of(model);
    ReportTrials *trials = g_new0(ReportTrials, 1);
    trials->n_tests = tests->len;
    trials->bad = g_array_new(FALSE, FALSE, sizeof(ReportTrial));
    g_array_set_clear_func(trials->bad, clear_trial);
    for (guint i = 0; i < tests->len; i++)
        add_trial(&finder, tests->pdata[i], trials);
    g_array_sort(trials->bad, compare);
    clear_finder(&finder);
    return trials;
}

void report_trials_free(ReportTrials *trials)
{
    g_array_unref(trials->bad);
    g_free(trials);
}
