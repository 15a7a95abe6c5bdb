/* Judges the objectives of functions, keeps what became of them, and expands them again; see objectives.h. */
#include "report/objectives.h"

#include <string.h>

#include "htol/eval.h"
#include "report/alike.h"
#include "report/diff.h"
#include "report/verdicts.h"

const char report_no_vectors[] = "no vectors of the decision can satisfy it";

/* Expanding ---------------------------------------------------------------------------------------------- */

static gboolean is_asked(const ReportModel *model, const ReportFunction *function, const HtolObjective *objective)
{
    return !model->diff || report_diff_touches(model->diff, function, objective);
}

/* Those that are findings, or the others; returns how many. */
static guint add_asked(const ReportModel *model, ReportObjectives *to, const HtolObjective *objectives, guint count,
                       gboolean findings)
{
    ReportObjective *list = findings ? to->findings : to->list;
    guint n = 0;
    for (guint i = 0; i < count; i++)
        if ((objectives[i].criterion == HTOL_CRIT_rte) == findings && is_asked(model, to->function, &objectives[i]))
            list[n++].objective = &objectives[i];
    return n;
}

static ReportObjectives *expand(const ReportModel *model, const ReportFunction *function)
{
    static const HtolSelection user = {.wanted = {[HTOL_CRIT_user] = TRUE}};
    ReportObjectives *objectives = g_new0(ReportObjectives, 1);
    HtolArena *arena = objectives->arena = htol_arena_new();
    const HtolSelection *selection = function->recorded ? &model->expanded : &user;
    guint count;
    const HtolObjective *all = htol_expand_all(arena, function->function, &function->users, selection, &count);
    objectives->function = function;
    objectives->list = htol_arena_new0(arena, ReportObjective, count);
    objectives->n = add_asked(model, objectives, all, count, FALSE);
    objectives->findings = objectives->list + objectives->n;
    objectives->n_findings = add_asked(model, objectives, all, count, TRUE);
    return objectives;
}

void report_objectives_free(ReportObjectives *objectives)
{
    htol_arena_free(objectives->arena);
    g_free(objectives);
}

/* Judging ------------------------------------------------------------------------------------------------ */

struct ReportJudge {
    ReportModel *model;
    ReportExclusions *exclusions;
    ReportAlike *alike; /* of decisions, the statuses of their objectives, in the order of these */
};

static gpointer no_statuses(void)
{
    return g_byte_array_new();
}

ReportJudge *report_judge_new(ReportModel *model, ReportExclusions *exclusions)
{
    ReportJudge *judge = g_new(ReportJudge, 1);
    *judge = (ReportJudge){model, exclusions,
                           report_alike_new(no_statuses, (GDestroyNotify)g_byte_array_unref)};
    return judge;
}

void report_judge_free(ReportJudge *judge)
{
    report_alike_free(judge->alike);
    g_free(judge);
}

/* What is known of a decision, and the next of its objectives that is looked at. */
typedef struct {
    GByteArray *statuses; /* NULL: it was not asked for */
    guint next;
} Known;

/* A function's environments: those recorded, all that there can be, and those and the ones that contradict
 * themselves. */
typedef struct {
    HtolArena *arena; /* of words */
    HtolObserved *observed, *possible, *any;
    ReportAlike *alike;
    Known *known; /* of each decision */
} Environments;

static Environments environments_of(HtolArena *scratch, const ReportJudge *judge, const HtolRecorded *recorded)
{
    const HtolFunction *function = recorded->function;
    guint8 *all = htol_arena_alloc(scratch, function->row.slots);
    memset(all, 1, function->row.slots);
    return (Environments){judge->model->arena,
                          htol_observed_of(scratch, recorded),
                          htol_possible_new(scratch, function),
                          htol_observed_new(scratch, function, all),
                          judge->alike,
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

/* Why an objective that is not covered is no uncovered one either; NULL: it is. */
static const char *why_unmeasured(const ReportFunction *function, const HtolObjective *objective)
{
    if (objective->unmeasured)
        return objective->unmeasured;
    if (function->skipped)
        return function->skipped;
    if (objective->by_name && function->recorded->unnamed)
        return "what was called through a pointer has no symbol";
    return objective->open;
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
    return why_unmeasured(function, what) ? REPORT_UNMEASURED : REPORT_UNCOVERED;
}

/* Many decisions are alike, and few of them differ in what was recorded. */
static ReportStatus status_of(const ReportFunction *function, const HtolObjective *what,
                              const Environments *environments)
{
    if (what->site.kind != HTOL_SITE_DECISION || what->is_cut || what->open || what->by_name)
        return decide(function, what, environments);
    Known *known = &environments->known[what->site.index];
    if (!known->statuses)
        known->statuses = report_alike_of(environments->alike, function->function, what->site.index,
                                          htol_observed_at(environments->observed, what->site));
    guint at = known->next++;
    if (at < known->statuses->len)
        return known->statuses->data[at];
    guint8 status = decide(function, what, environments);
    g_byte_array_append(known->statuses, &status, 1);
    return status;
}

static void judge(const ReportFunction *function, ReportObjective *objective, const Environments *environments)
{
    const HtolObjective *what = objective->objective;
    const char *unmeasured = why_unmeasured(function, what);
    if (what->unmeasured || function->skipped)
        set(objective, REPORT_UNMEASURED, unmeasured);
    else if (what->user)
        set(objective, what->user->verdict.covered ? REPORT_COVERED : REPORT_UNCOVERED, "");
    else
        set(objective, status_of(function, what, environments), "");
    if (objective->status == REPORT_INFEASIBLE)
        objective->why = why_infeasible(function, what, environments);
    else if (objective->status == REPORT_UNMEASURED)
        objective->why = unmeasured;
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
    HtolWitnesses found = user ? htol_user_witnesses(model->arena, model->tests, user)
                               : htol_witnesses(model->arena, objective->objective->hyper, observed);
    objective->witnesses = htol_arena_memdup(model->arena, &found, sizeof found);
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

static ReportJudged kept_of(const ReportFunction *function, const ReportObjective *objective)
{
    const char *path = report_objective_path(function, objective);
    gboolean here = path == function->path || g_strcmp0(path, function->path) == 0;
    return (ReportJudged){.line = here ? objective->objective->line : 0,
                          .criterion = objective->objective->criterion,
                          .status = objective->status};
}

static void keep(HtolArena *arena, ReportFunction *function, const ReportObjectives *objectives)
{
    guint count = objectives->n + objectives->n_findings;
    ReportJudged *judged = htol_arena_new0(arena, ReportJudged, count);
    g_autoptr(GArray) special = g_array_new(FALSE, FALSE, sizeof(ReportSpecial));
    for (guint i = 0; i < count; i++) {
        const ReportObjective *objective = &objectives->list[i];
        ReportSpecial more = {i, objective->why, objective->proof, objective->witnesses, objective->exclusion};
        judged[i] = kept_of(function, objective);
        if (!is_plain(objective))
            g_array_append_val(special, more);
    }
    function->n_objectives = objectives->n;
    function->n_findings = objectives->n_findings;
    function->judged = judged;
    function->n_special = special->len;
    function->special = htol_arena_memdup(arena, special->data, special->len * sizeof(ReportSpecial));
}

static const char *plain_why(const ReportFunction *function, const ReportObjective *objective)
{
    if (objective->status == REPORT_UNMEASURED)
        return why_unmeasured(function, objective->objective);
    return objective->status == REPORT_INFEASIBLE ? report_no_vectors : "";
}

static void recall(const ReportFunction *function, ReportObjectives *objectives)
{
    guint count = objectives->n + objectives->n_findings;
    g_assert(objectives->n == function->n_objectives && objectives->n_findings == function->n_findings);
    for (guint i = 0; i < count; i++) {
        objectives->list[i].status = function->judged[i].status;
        objectives->list[i].why = plain_why(function, &objectives->list[i]);
    }
    for (guint i = 0; i < function->n_special; i++) {
        const ReportSpecial *special = &function->special[i];
        ReportObjective *objective = &objectives->list[special->index];
        objective->why = special->why;
        objective->proof = special->proof;
        objective->witnesses = special->witnesses;
        objective->exclusion = special->exclusion;
    }
}

/* The whole ---------------------------------------------------------------------------------------------- */

static void judge_all(const ReportJudge *by, const ReportObjectives *objectives, const Environments *environments)
{
    for (guint i = 0; i < objectives->n + objectives->n_findings; i++) {
        ReportObjective *objective = &objectives->list[i];
        judge(objectives->function, objective, environments);
        if (objectives->function->recorded)
            report_exclusions_apply(by->exclusions, objectives->function, objective, i);
        find_witnesses(by->model, objective, environments->observed);
    }
}

static void count(ReportModel *model, ReportFunction *function, const ReportObjectives *objectives)
{
    for (guint i = 0; i < objectives->n; i++)
        report_totals_count(&function->totals[objectives->list[i].objective->criterion], objectives->list[i].status);
    for (guint i = 0; i < objectives->n_findings; i++)
        count_finding(&model->found, &objectives->findings[i]);
}

static void find_facts(ReportModel *model, ReportFunction *function, const Environments *environments)
{
    if (!model->diff && htol_selection_records(&model->selection) & HTOL_RECORDS_FLOWS)
        function->facts = htol_flow_facts(model->arena, environments->observed, &function->n_facts);
}

void report_objectives_judge(ReportJudge *by, ReportFunction *function, const ReportMerged *merged)
{
    ReportModel *model = by->model;
    g_autoptr(HtolArena) scratch = htol_arena_new();
    g_autoptr(ReportObjectives) objectives = expand(model, function);
    Environments environments = {0};
    if (merged) {
        environments = environments_of(scratch, by, function->recorded);
        function->called = !function->skipped && was_called(scratch, environments.observed);
        find_facts(model, function, &environments);
    }
    judge_all(by, objectives, &environments);
    count(model, function, objectives);
    if (merged)
        report_verdicts_apply(model, function, objectives, merged);
    keep(model->arena, function, objectives);
}

ReportObjectives *report_objectives(const ReportModel *model, const ReportFunction *function)
{
    ReportObjectives *objectives = expand(model, function);
    recall(function, objectives);
    return objectives;
}
