/* Judges the objectives of functions, and keeps what became of them; see judge.h. */
#include "report/judge/judge.h"

#include <string.h>

#include "htol/expand/expansion.h"
#include "htol/judge/eval.h"
#include "report/judge/logic.h"
#include "report/judge/verdicts.h"
#include "report/model/diff.h"

static ReportObjectives *expand_but_logic(const ReportModel *model, const ReportFunction *function)
{
    HtolSelection others = model->expanded;
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        others.wanted[i] &= !htol_criterion_is_of_decisions(i);
    return report_objectives_expand(model, function, &others);
}

/* Judging ------------------------------------------------------------------------------------------------ */

struct ReportJudge {
    ReportModel *model;
    ReportExclusions *exclusions;
    ReportLogics *logics;
    gboolean flows; /* facts of data flow are kept */
};

ReportJudge *report_judge_new(ReportModel *model, ReportExclusions *exclusions)
{
    ReportJudge *judge = g_new(ReportJudge, 1);
    gboolean flows = !model->diff && htol_selection_records(&model->selection) & HTOL_RECORDS_FLOWS;
    *judge = (ReportJudge){model, exclusions, report_logics_new(model), flows};
    return judge;
}

void report_judge_free(ReportJudge *judge)
{
    report_logics_free(judge->logics);
    g_free(judge);
}

/* What is known of a decision, and the next of its objectives that is looked at. */
typedef struct {
    const ReportLogic *logic; /* NULL: nothing */
    guint next;
    HtolObserved *alone; /* its environments as those of htol_function_alone; NULL: nobody needs them */
} Known;

/* A function's environments: those recorded, all that there can be, and those and the ones that contradict
 * themselves. */
typedef struct {
    HtolArena *arena; /* of words */
    HtolObserved *observed, *possible, *any;
    Known *known; /* of each decision */
} Environments;

static Environments environments_of(HtolArena *scratch, const ReportJudge *judge, const HtolRecorded *recorded)
{
    const HtolFunction *function = recorded->function;
    guint8 *all = htol_arena_alloc(scratch, function->row.slots);
    memset(all, 1, function->row.slots);
    return (Environments){judge->model->functions, htol_observed_of(scratch, recorded),
                          htol_possible_new(scratch, function), htol_observed_new(scratch, function, all),
                          htol_arena_new0(scratch, Known, function->n_decisions)};
}

/* Why nothing can satisfy what is asked of a decision. */
static const char *why_infeasible(const ReportFunction *function, const HtolObjective *objective,
                                  const Environments *environments)
{
    const char *repeats = htol_decision_repeats(environments->arena, function->function, objective->site.index);
    if (repeats && htol_covered(objective->hyper, environments->any))
        return repeats;
    return report_no_vectors;
}

/* Of a decision over the cap nobody can look at all that there can be. */
static gboolean is_infeasible(const ReportFunction *function, const HtolObjective *objective,
                              const Environments *environments)
{
    return objective->site.kind == HTOL_SITE_DECISION &&
           function->function->decisions[objective->site.index].ways > 0 &&
           !htol_covered(objective->hyper, environments->possible);
}

/* Whether an objective that is not covered may rest on a tuple that its unit had no room for. Of a decision over the
 * cap single values, which have slots, tell all that is possible without its vectors. */
static gboolean is_lost(const ReportFunction *function, const HtolObjective *objective,
                        const Environments *environments)
{
    if (!function->recorded->lossy)
        return FALSE;
    if (objective->site.kind != HTOL_SITE_DECISION)
        return objective->by_name;
    const HtolRowDecision *row = &function->function->decisions[objective->site.index];
    return row->source > 0 && !htol_covered(objective->hyper, environments->possible);
}

static void set(ReportObjective *objective, ReportStatus status, const char *why)
{
    objective->status = status;
    objective->why = why;
}

/* Of an objective that has a hyperlabel of its own. */
static ReportStatus decide(const ReportFunction *function, const HtolObjective *what, const Environments *environments)
{
    if (htol_covered(what->hyper, environments->observed))
        return REPORT_COVERED;
    if (is_infeasible(function, what, environments))
        return REPORT_INFEASIBLE;
    if (report_why_unmeasured(function, what) || is_lost(function, what, environments))
        return REPORT_UNMEASURED;
    return REPORT_UNCOVERED;
}

static ReportStatus status_of(const ReportFunction *function, const HtolObjective *what,
                              const Environments *environments)
{
    if (!htol_criterion_is_of_decisions(what->criterion) || !environments->known[what->site.index].logic)
        return decide(function, what, environments);
    Known *known = &environments->known[what->site.index];
    const ReportLogicItem *item = &known->logic->items[known->next++];
    g_assert(item->criterion == what->criterion);
    return item->status;
}

static void set_status(const ReportFunction *function, ReportObjective *objective, ReportStatus status,
                       const Environments *environments)
{
    const char *why = "";
    if (status == REPORT_INFEASIBLE)
        why = why_infeasible(function, objective->objective, environments);
    else if (status == REPORT_UNMEASURED)
        why = report_unmeasured_reason(function, objective->objective);
    set(objective, status, why);
}

static void judge(const ReportFunction *function, ReportObjective *objective, const Environments *environments)
{
    const HtolObjective *what = objective->objective;
    if (what->unmeasured || function->skipped)
        set_status(function, objective, REPORT_UNMEASURED, environments);
    else if (what->user)
        set(objective, what->user->verdict.covered ? REPORT_COVERED : REPORT_UNCOVERED, "");
    else
        set_status(function, objective, status_of(function, what, environments), environments);
}

static void decide_of_decision(const ReportFunction *function, ReportObjective *objective, gpointer data)
{
    if (objective->objective->hyper)
        set_status(function, objective, decide(function, objective->objective, data), data);
}

static HtolObserved *observe_alone(HtolArena *scratch, const HtolRecorded *recorded, guint32 decision, HtolEnvs envs)
{
    HtolFunction *function = htol_arena_new0(scratch, HtolFunction, 1);
    HtolRecorded *alone = htol_arena_new0(scratch, HtolRecorded, 1);
    *function = htol_function_alone(recorded->function, decision);
    *alone = (HtolRecorded){.function = function, .slots = recorded->slots, .tests = recorded->tests};
    HtolObserved *observed = htol_observed_of(scratch, alone);
    htol_observed_set(observed, 0, envs);
    return observed;
}

/* Many decisions are alike, and few of them differ in what was recorded. Where only some lines are asked about, no two
 * need be. */
static void find_logic(HtolArena *scratch, const ReportJudge *by, const ReportFunction *function,
                       Environments *environments)
{
    if (by->model->diff || function->skipped)
        return;
    for (guint32 i = 0; i < function->function->n_decisions; i++) {
        HtolEnvs recorded = htol_observed_at(environments->observed, (HtolSite){HTOL_SITE_DECISION, i});
        environments->known[i].logic =
            report_logic_of(by->logics, function, i, recorded, decide_of_decision, environments);
        if (by->model->tests && recorded.rows > 0)
            environments->known[i].alone = observe_alone(scratch, function->recorded, i, recorded);
    }
}

static gboolean was_called(HtolArena *arena, HtolObserved *observed)
{
    return htol_covered(htol_label(arena, (HtolSite){HTOL_SITE_BLOCK, 0}, NULL), observed);
}

/* Nothing was observed outside of functions, and users' objectives do not ask. */
static void find_witnesses(const ReportModel *model, ReportObjective *objective, HtolObserved *observed)
{
    if (!model->tests || objective->status != REPORT_COVERED)
        return;
    const HtolUserObjective *user = objective->objective->user;
    HtolWitnesses found = user ? htol_user_witnesses(model->functions, model->tests, user)
                               : htol_witnesses(model->functions, objective->objective->hyper, observed);
    objective->witnesses = htol_arena_memdup(model->functions, &found, sizeof found);
}

static void count_finding(ReportFound *found, const ReportObjective *finding)
{
    gboolean judged = finding->status != REPORT_UNMEASURED, covered = finding->status == REPORT_COVERED;
    gboolean boundary = finding->objective->finding == HTOL_FINDING_BOUNDARY;
    found->unmeasured += !judged;
    found->errors += judged && !boundary;
    found->happened += covered && !boundary;
    found->boundaries += judged && boundary;
    found->reached += covered && boundary;
}

/* Keeping ------------------------------------------------------------------------------------------------ */

static gboolean is_plain(const ReportObjective *objective)
{
    return !objective->proof && !objective->witnesses && !objective->exclusion &&
           (objective->status != REPORT_INFEASIBLE || objective->why == report_no_vectors);
}

static gboolean is_here(const ReportFunction *function, guint32 file)
{
    const char *path = file < function->function->n_files ? function->function->files[file].path : function->path;
    return path == function->path || g_strcmp0(path, function->path) == 0;
}

/* What is kept of a function, as far as it was judged. */
typedef struct {
    ReportFunction *function;
    GArray *judged, *special; /* ReportJudged, ReportSpecial */
} Keeper;

static void keep(Keeper *keeper, const ReportObjective *objective)
{
    const HtolObjective *what = objective->objective;
    ReportSpecial more = {keeper->judged->len, objective->why, objective->proof, objective->witnesses,
                          objective->exclusion};
    guint32 line = report_branch_line(keeper->function->function, what);
    ReportJudged judged = {.line = is_here(keeper->function, what->file) ? line : 0,
                           .criterion = what->criterion,
                           .status = objective->status};
    g_array_append_val(keeper->judged, judged);
    if (!is_plain(objective))
        g_array_append_val(keeper->special, more);
}

static Keeper keeper_of(ReportFunction *function)
{
    return (Keeper){function, g_array_new(FALSE, FALSE, sizeof(ReportJudged)),
                    g_array_new(FALSE, FALSE, sizeof(ReportSpecial))};
}

static void end(HtolArena *arena, Keeper *keeper, guint n_findings)
{
    ReportFunction *function = keeper->function;
    function->n_objectives = keeper->judged->len - n_findings;
    function->n_findings = n_findings;
    function->judged = htol_arena_memdup(arena, keeper->judged->data, keeper->judged->len * sizeof(ReportJudged));
    function->n_special = keeper->special->len;
    function->special = htol_arena_memdup(arena, keeper->special->data, keeper->special->len * sizeof(ReportSpecial));
    g_array_unref(keeper->judged);
    g_array_unref(keeper->special);
}

/* All of a function --------------------------------------------------------------------------------------- */

/* `index`: of it, in the function. */
static void judge_one(const ReportJudge *by, const ReportFunction *function, ReportObjective *objective, guint index,
                      const Environments *environments)
{
    judge(function, objective, environments);
    if (function->recorded)
        report_exclusions_apply(by->exclusions, function, objective, index);
    find_witnesses(by->model, objective, environments->observed);
}

static void judge_all(const ReportJudge *by, ReportFunction *function, const Environments *environments,
                      const ReportMerged *merged)
{
    g_autoptr(ReportObjectives) objectives = report_objectives_expand(by->model, function, &by->model->expanded);
    Keeper keeper = keeper_of(function);
    guint count = objectives->n + objectives->n_findings;
    for (guint i = 0; i < count; i++)
        judge_one(by, function, &objectives->list[i], i, environments);
    if (merged)
        report_verdicts_apply(by->model, function, objectives, merged);
    for (guint i = 0; i < count; i++)
        keep(&keeper, &objectives->list[i]);
    for (guint i = 0; i < objectives->n_findings; i++)
        count_finding(&by->model->counts.found, &objectives->findings[i]);
    end(by->model->functions, &keeper, objectives->n_findings);
}

/* Functions of which all that is asked of decisions is known: these objectives are not expanded at all -------- */

static gboolean is_known(const ReportFunction *function, guint32 decision, const Known *known)
{
    const HtolRowDecision *row = &function->function->decisions[decision];
    if (!known->logic || !is_here(function, row->file))
        return FALSE;
    for (guint32 i = 0; i < row->conditions; i++)
        if (function->function->conditions[row->first_condition + i].file != row->file)
            return FALSE;
    return TRUE;
}

/* Whether all of it is said by statuses. */
static gboolean is_regular(const ReportJudge *by, const ReportFunction *function, const Environments *environments,
                           const ReportMerged *merged)
{
    if (!merged || function->skipped || by->model->diff || report_verdicts_concern(merged) ||
        report_exclusions_concern(by->exclusions, function))
        return FALSE;
    for (guint32 i = 0; i < function->function->n_decisions; i++)
        if (!is_known(function, i, &environments->known[i]))
            return FALSE;
    return TRUE;
}

static void add_witnesses(const ReportJudge *by, Keeper *keeper, const Known *known)
{
    HtolArena *arena = by->model->functions;
    HtolWitnesses found = htol_witnesses(arena, known->logic->hypers[known->next], known->alone);
    const ReportSpecial special = {
        .index = keeper->judged->len, .why = "", .witnesses = htol_arena_memdup(arena, &found, sizeof found)};
    g_array_append_val(keeper->special, special);
}

static void add_logic(const ReportJudge *by, Keeper *keeper, HtolCriterion criterion, guint32 decision, Known *known)
{
    const HtolFunction *function = keeper->function->function;
    const HtolRowDecision *row = &function->decisions[decision];
    for (; known->next < known->logic->n && known->logic->items[known->next].criterion == criterion; known->next++) {
        const ReportLogicItem *item = &known->logic->items[known->next];
        guint32 line = report_logic_line(function, row, item);
        ReportJudged judged = {.line = line, .criterion = criterion, .status = item->status};
        if (by->model->tests && item->status == REPORT_COVERED)
            add_witnesses(by, keeper, known);
        g_array_append_val(keeper->judged, judged);
    }
}

static void judge_next(const ReportJudge *by, Keeper *keeper, ReportObjective *objective,
                       const Environments *environments)
{
    judge_one(by, keeper->function, objective, keeper->judged->len, environments);
    keep(keeper, objective);
}

static void judge_regular(const ReportJudge *by, ReportFunction *function, const Environments *environments)
{
    g_autoptr(ReportObjectives) others = expand_but_logic(by->model, function);
    Keeper keeper = keeper_of(function);
    for (guint c = 0, next = 0; c < HTOL_CRITERIA; c++) {
        guint32 n = htol_criterion_is_of_decisions(c) ? function->function->n_decisions : 0;
        for (guint32 i = 0; i < n; i++)
            add_logic(by, &keeper, c, i, &environments->known[i]);
        for (; next < others->n && others->list[next].objective->criterion == c; next++)
            judge_next(by, &keeper, &others->list[next], environments);
    }
    for (guint i = 0; i < others->n_findings; i++) {
        judge_next(by, &keeper, &others->findings[i], environments);
        count_finding(&by->model->counts.found, &others->findings[i]);
    }
    end(by->model->functions, &keeper, others->n_findings);
}

/* The whole ---------------------------------------------------------------------------------------------- */

void report_judge_called(ReportFunction *function)
{
    g_autoptr(HtolArena) scratch = htol_arena_new();
    function->called = !function->skipped && was_called(scratch, htol_observed_of(scratch, function->recorded));
}

void report_judge_function(ReportJudge *by, ReportFunction *function, const ReportMerged *merged)
{
    g_autoptr(HtolArena) scratch = htol_arena_new();
    Environments environments = {0};
    if (merged) {
        environments = environments_of(scratch, by, function->recorded);
        function->called = !function->skipped && was_called(scratch, environments.observed);
        if (by->flows)
            function->facts = htol_flow_facts(by->model->functions, environments.observed, &function->n_facts);
        find_logic(scratch, by, function, &environments);
    }
    if (is_regular(by, function, &environments, merged))
        judge_regular(by, function, &environments);
    else
        judge_all(by, function, &environments, merged);
}
