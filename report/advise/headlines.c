/* Chooses places to cover next among the functions that miss most, and words them; see headlines.h. */
#include "report/advise/headlines.h"

#include <string.h>

#include "report/advise/next.h"
#include "report/gaps/gaps.h"
#include "report/gaps/mutant_words.h"
#include "report/gaps/spelling.h"
#include "report/make/opened.h"
#include "report/model/sums.h"
#include "report/model/tests.h"
#include "report/summary/headline.h"
#include "report/summary/summary.h"

/* Supposing is of the order of objectives squared: so large functions are left to `hlcov next`. */
enum { MOST_CALLED = 25, MOST_UNCALLED = 40, MOST_OPEN = 400, MOST_EXPANDED = 4000, MOST_STEPS = 40 };

typedef struct {
    const ReportFile *file;
    const ReportFunction *function;
    guint open;
} Candidate;

typedef struct {
    const ReportModel *model;
    gboolean criteria[HTOL_CRITERIA]; /* that count */
    gboolean failed[HTOL_CRITERIA];   /* that have a gate which failed */
    GArray *candidates;
    GArray *steps;
    ReportWords *words;
} Chooser;

static void choose_criteria(Chooser *chooser)
{
    const ReportSummary *summary = chooser->model->summary;
    for (guint i = 0; i < HTOL_CRITERIA && !summary; i++)
        chooser->criteria[i] = chooser->model->selection.wanted[i];
    for (guint i = 0; summary && i < summary->n_headlines; i++)
        chooser->criteria[summary->headlines[i].criterion] = TRUE;
    for (guint i = 0; summary && i < summary->n_gates; i++)
        if (!summary->gates[i].passed)
            chooser->failed[summary->gates[i].gate.criterion] = chooser->criteria[summary->gates[i].gate.criterion] =
                TRUE;
}

/* Functions that were dropped ---------------------------------------------------------------------------- */

/* One that may miss most. */
typedef struct {
    guint file; /* in the model */
    guint open;
} Dropped;

/* Some of those that were called, or were not: the best first. */
typedef struct {
    const ReportModel *model;
    guint n, most;
    Dropped list[MAX(MOST_CALLED, MOST_UNCALLED)];
} Best;

/* As ids are ordered, in which a colon ends the path. */
static int compare_ids(const char *one, const char *other)
{
    for (; *one && *one == *other; one++)
        other++;
    return (*one ? (guchar)*one : ':') - (*other ? (guchar)*other : ':');
}

static gboolean is_better(const Best *best, Dropped one, Dropped other)
{
    if (one.open != other.open)
        return one.open > other.open;
    return compare_ids(best->model->files[one.file]->path, best->model->files[other.file]->path) < 0;
}

static void offer(Best *best, Dropped dropped)
{
    guint at = best->n;
    if (at == best->most && !is_better(best, dropped, best->list[at - 1]))
        return;
    best->n = MIN(best->n + 1, best->most);
    for (at = MIN(at, best->most - 1); at > 0 && is_better(best, dropped, best->list[at - 1]); at--)
        best->list[at] = best->list[at - 1];
    best->list[at] = dropped;
}

static gboolean is_candidate(guint open, guint n_objectives, gboolean called)
{
    return open > 0 && !(called && (open > MOST_OPEN || n_objectives > MOST_EXPANDED));
}

static void offer_all(const Chooser *chooser, guint at, Best best[2])
{
    const ReportFile *file = chooser->model->files[at];
    for (guint i = 0; i < file->n_dropped; i++) {
        const Dropped dropped = {at, report_dropped_open(chooser->model, file, i, chooser->criteria)};
        if (is_candidate(dropped.open, file->dropped[i].n_objectives, file->dropped[i].called))
            offer(&best[file->dropped[i].called], dropped);
    }
}

/* Makes the files again in which dropped functions lie that will be chosen. If one cannot be, it is done without. */
static void open_files(const Chooser *chooser)
{
    const ReportModel *model = chooser->model;
    Best best[2] = {{.model = model, .most = MOST_UNCALLED}, {.model = model, .most = MOST_CALLED}};
    g_autofree guint8 *chosen = g_malloc0(model->n_files + 1);
    for (guint i = 0; i < model->n_files; i++)
        offer_all(chooser, i, best);
    for (guint called = 0; called < 2; called++)
        for (guint i = 0; i < best[called].n; i++)
            chosen[best[called].list[i].file] = 1;
    report_files_keep(model, chosen, NULL);
}

/* Candidates --------------------------------------------------------------------------------------------- */

static guint count_open(const Chooser *chooser, const ReportFunction *function)
{
    ReportTotals totals[HTOL_CRITERIA] = {0};
    guint open = 0;
    report_totals_add_function(totals, function);
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        if (chooser->criteria[i])
            open += report_wanted(&totals[i]) - totals[i].covered;
    return open;
}

static void add_candidate(const Chooser *chooser, const ReportFile *file, const ReportFunction *function)
{
    const Candidate candidate = {file, function, count_open(chooser, function)};
    if (is_candidate(candidate.open, function->n_objectives, function->called))
        g_array_append_val(chooser->candidates, candidate);
}

static int compare_candidates(gconstpointer left, gconstpointer right)
{
    const Candidate *one = left, *other = right;
    if (one->open != other->open)
        return one->open > other->open ? -1 : 1;
    return strcmp(one->function->id, other->function->id);
}

static void find_candidates(const Chooser *chooser)
{
    for (guint i = 0; i < chooser->model->n_files; i++)
        for (guint k = 0; k < chooser->model->files[i]->n_functions; k++)
            add_candidate(chooser, chooser->model->files[i], chooser->model->files[i]->functions[k]);
    g_array_sort(chooser->candidates, compare_candidates);
}

static const Candidate *candidate_of(const Chooser *chooser, const ReportFunction *function)
{
    guint i = 0;
    while (g_array_index(chooser->candidates, Candidate, i).function != function)
        i++;
    return &g_array_index(chooser->candidates, Candidate, i);
}

/* Sentences ---------------------------------------------------------------------------------------------- */

static gboolean was_seen(HtolEnvs seen, guint32 column, guint8 value)
{
    for (guint i = 0; i < seen.rows; i++)
        if (seen.values[(gsize)i * seen.columns + column] == value)
            return TRUE;
    return FALSE;
}

/* What of the vector was never seen: first the outcome, then the conditions. */
static char *turn_sentence(ReportWords *words, const Candidate *of, const HtolTurn *turn)
{
    HtolEnvs seen = report_words_seen(words, of->function, turn->decision);
    guint32 columns = 1 + of->function->function->decisions[turn->decision].conditions;
    for (guint32 i = 0; i < columns && seen.rows > 0; i++) {
        guint8 value = turn->vector[i];
        if ((value != HTOL_TRUE && value != HTOL_FALSE) || was_seen(seen, i, value))
            continue;
        g_autofree char *text = report_quoted_place(of->file, of->function, turn->decision, i);
        return g_strdup_printf("%s was never %s", text, value == HTOL_TRUE ? "true" : "false");
    }
    g_autofree char *text = report_quoted_place(of->file, of->function, turn->decision, 0);
    return seen.rows == 0 ? g_strdup_printf("%s was never evaluated", text)
                          : g_strdup_printf("a combination of conditions of %s was never seen", text);
}

static char *objective_sentence(ReportWords *words, const ReportFunction *function, const ReportObjective *objective,
                                guint others)
{
    const HtolObjective *what = objective->objective;
    char *step = report_mutant_step(function, objective, others);
    if (step)
        return step;
    g_autofree char *spelled = report_objective_text(words, function, objective);
    g_autofree char *text = report_quoted(spelled);
    switch (what->site.kind) {
    case HTOL_SITE_ARM: return g_strdup_printf("%s was never taken", text);
    case HTOL_SITE_DECISION: return g_strdup_printf("%s was never evaluated", text);
    default: return g_strdup("a statement never ran");
    }
}

static char *item_sentence(ReportWords *words, const Candidate *of, const ReportNextItem *item, guint32 *line)
{
    const HtolTurn *turn = item->supposed.n_turns > 0 ? &item->supposed.turns[0] : NULL;
    if (!of->function->called) {
        g_autofree char *name = report_quoted(of->function->function->row.name);
        *line = of->function->function->row.line;
        return g_strdup_printf("%s was never called", name);
    }
    if (!turn) {
        const ReportObjectives *objectives = report_words_objectives(words, of->function);
        *line = objectives->list[item->objective].objective->line;
        return objective_sentence(words, of->function, &objectives->list[item->objective], item->n_covers - 1);
    }
    *line = of->function->function->decisions[turn->decision].line;
    return turn_sentence(words, of, turn);
}

char *report_next_sentence(const ReportModel *model, ReportWords *words, const ReportNextItem *item, guint32 *line)
{
    Candidate of = {.file = report_file_at(model, item->function->path), .function = item->function};
    return item_sentence(words, &of, item, line);
}

/* NULL: not known. */
static char *nearest_of(const ReportModel *model, const ReportNextItem *item)
{
    const HtolSupposition *supposed = &item->supposed;
    g_autoptr(HtolArena) scratch = htol_arena_new();
    if (!supposed->is_near || !model->tests)
        return NULL;
    HtolObserved *observed = htol_observed_of(scratch, item->function->recorded);
    HtolEnvs envs = htol_observed_at(observed, supposed->nearest);
    g_autofree char *tests = envs.tests ? report_test_set_words(model, envs.tests[supposed->row]) : g_strdup("");
    return *tests ? g_strdup_printf("nearest: %s, which turned away there", tests) : NULL;
}

/* Steps -------------------------------------------------------------------------------------------------- */

static void clear_step(gpointer data)
{
    ReportNextStep *step = data;
    g_free(step->sentence);
    g_free(step->nearest);
    for (guint i = 0; i < step->n_turns; i++)
        g_free((gpointer)step->turns[i].vector);
    g_free(step->turns);
}

/* The items are freed before the steps. */
static void copy_turns(ReportNextStep *step, const HtolSupposition *supposed)
{
    step->n_turns = supposed->n_turns;
    step->turns = g_new(HtolTurn, supposed->n_turns);
    for (guint i = 0; i < supposed->n_turns; i++) {
        guint32 decision = supposed->turns[i].decision;
        gsize columns = 1 + step->function->function->decisions[decision].conditions;
        step->turns[i] = (HtolTurn){decision, g_memdup2(supposed->turns[i].vector, columns)};
    }
}

static void add_item(const Chooser *chooser, const ReportNextItem *item)
{
    const Candidate *of = candidate_of(chooser, item->function);
    ReportNextStep step = {
        .function = of->function, .path = of->file->path, .covers = item->more, .runs = item->supposed.environments};
    step.sentence = item_sentence(chooser->words, of, item, &step.line);
    copy_turns(&step, &item->supposed);
    step.nearest = item->supposed.n_turns > 0 ? nearest_of(chooser->model, item) : NULL;
    for (guint i = 0; i < item->n_covers; i++)
        step.counts[of->function->judged[item->covers[i]].criterion]++;
    g_array_append_val(chooser->steps, step);
}

/* Functions that miss most: of those that were called, and of the others. */
static GPtrArray *choose_functions(const Chooser *chooser)
{
    GPtrArray *functions = g_ptr_array_new();
    guint left[] = {MOST_UNCALLED, MOST_CALLED};
    for (guint i = 0; i < chooser->candidates->len; i++) {
        const ReportFunction *function = g_array_index(chooser->candidates, Candidate, i).function;
        if (left[function->called] > 0) {
            left[function->called]--;
            g_ptr_array_add(functions, (gpointer)function);
        }
    }
    return functions;
}

static void add_items(const Chooser *chooser, guint most)
{
    g_autoptr(GPtrArray) functions = choose_functions(chooser);
    ReportNext *next = report_next_among(chooser->model, functions, chooser->criteria, most);
    for (guint i = 0; i < next->n_items; i++)
        add_item(chooser, &next->items[i]);
    report_next_free(next);
}

/* What it brings to gates that failed, in all its runs. */
static guint count_failed(const Chooser *chooser, const ReportNextStep *step)
{
    guint count = 0;
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        count += chooser->failed[i] ? step->counts[i] : 0;
    return count;
}

static int compare_steps(gconstpointer left, gconstpointer right, gpointer chooser)
{
    const ReportNextStep *one = left, *other = right;
    guint more = count_failed(chooser, one) * other->runs, less = count_failed(chooser, other) * one->runs;
    if (more != less)
        return more > less ? -1 : 1;
    return (one->covers < other->covers) - (one->covers > other->covers);
}

static gboolean is_same(const ReportNextStep *one, const ReportNextStep *other)
{
    return one->line == other->line && strcmp(one->path, other->path) == 0 &&
           strcmp(one->sentence, other->sentence) == 0;
}

/* Removes steps that say what a better one says: they differ in what is not told. */
static void remove_repeated(GArray *steps)
{
    for (guint i = 0; i < steps->len; i++)
        for (guint k = steps->len - 1; k > i; k--)
            if (is_same(&g_array_index(steps, ReportNextStep, i), &g_array_index(steps, ReportNextStep, k)))
                g_array_remove_index(steps, k);
}

/* Whether an earlier step is in the same function. */
static gboolean is_second(const GArray *steps, guint index)
{
    const ReportNextStep *step = &g_array_index(steps, ReportNextStep, index);
    for (guint i = 0; i < index; i++)
        if (g_array_index(steps, ReportNextStep, i).function == step->function)
            return TRUE;
    return FALSE;
}

static void take(GArray *steps, guint index, GArray *taken)
{
    ReportNextStep *step = &g_array_index(steps, ReportNextStep, index);
    g_array_append_vals(taken, step, 1);
    step->sentence = step->nearest = NULL;
    step->turns = NULL;
    step->n_turns = 0;
}

/* First one of each function, then others. */
static GArray *take_best(Chooser *chooser, guint most)
{
    GArray *steps = chooser->steps;
    GArray *taken = g_array_new(FALSE, FALSE, sizeof(ReportNextStep));
    g_array_set_clear_func(taken, clear_step);
    g_array_sort_with_data(steps, compare_steps, chooser);
    g_array_set_size(steps, MIN(steps->len, MOST_STEPS));
    remove_repeated(steps);
    for (int second = 0; second < 2; second++)
        for (guint i = 0; i < steps->len && taken->len < most; i++)
            if (is_second(steps, i) == second)
                take(steps, i, taken);
    return taken;
}

static GArray *find_steps(const ReportModel *model, guint most)
{
    g_autoptr(GArray) candidates = g_array_new(FALSE, FALSE, sizeof(Candidate));
    g_autoptr(GArray) steps = g_array_new(FALSE, FALSE, sizeof(ReportNextStep));
    g_autoptr(ReportWords) words = report_words_new(model);
    Chooser chooser = {.model = model, .candidates = candidates, .steps = steps, .words = words};
    g_array_set_clear_func(steps, clear_step);
    choose_criteria(&chooser);
    open_files(&chooser);
    find_candidates(&chooser);
    add_items(&chooser, most * 4);
    return take_best(&chooser, most);
}

ReportNextSteps report_next_steps(const ReportModel *model, guint most)
{
    if (!*model->steps)
        *model->steps = find_steps(model, REPORT_MOST_STEPS);
    const GArray *steps = *model->steps;
    return (ReportNextSteps){(const ReportNextStep *)(gconstpointer)steps->data, MIN(steps->len, most)};
}

/* The gain ----------------------------------------------------------------------------------------------- */

/* What is counted of a criterion; NULL of those that a summary does not show. A function says so itself. */
static const char *unit_of(const ReportModel *model, HtolCriterion criterion)
{
    for (guint i = 0; model->summary && i < model->summary->n_headlines; i++)
        if (model->summary->headlines[i].criterion == criterion && criterion != HTOL_CRIT_fc)
            return criterion == HTOL_CRIT_sm ? report_headline_unit(criterion, FALSE)
                                             : model->summary->headlines[i].title;
    return NULL;
}

/* "+1 statement", "+2 branches" */
static void append_gain(guint count, const char *unit, GString *out)
{
    gsize ending = g_str_has_suffix(unit, "ches") ? 2 : g_str_has_suffix(unit, "s") ? 1 : 0;
    gsize length = strlen(unit) - (count == 1 ? ending : 0);
    g_string_append_printf(out, "%s+%u %.*s", out->len > 0 ? ", " : "", count, (int)length, unit);
}

char *report_next_gain(const ReportModel *model, const ReportNextStep *step)
{
    GString *gain = g_string_new(NULL);
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        const char *unit = step->counts[i] > 0 ? unit_of(model, i) : NULL;
        if (unit)
            append_gain(step->counts[i], unit, gain);
    }
    if (gain->len == 0)
        append_gain(step->covers, "objectives", gain);
    return g_string_free(gain, FALSE);
}
