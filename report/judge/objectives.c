/* Expands the objectives of functions again, as they were judged; see objectives.h. */
#include "report/judge/objectives.h"

#include "htol/expand/expansion.h"

#include "report/merge/mutants.h"
#include "report/model/diff.h"

const char report_no_vectors[] = "no values of the conditions can satisfy it";

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

ReportObjectives *report_objectives_expand(const ReportModel *model, const ReportFunction *function,
                                           const HtolSelection *selection)
{
    static const HtolSelection user = {.wanted = {[HTOL_CRIT_user] = TRUE}};
    ReportObjectives *objectives = g_new0(ReportObjectives, 1);
    HtolArena *arena = objectives->arena = htol_arena_new();
    guint count;
    const HtolObjective *all =
        htol_expand_all(arena, function->function, &function->users, function->recorded ? selection : &user, &count);
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

/* Recalling -------------------------------------------------------------------------------------------------- */

/* Whether classes of operations were not told while the function ran. */
static gboolean was_untold(const HtolRecorded *recorded)
{
    guint32 slot = recorded ? recorded->function->row.untold : 0;
    return slot > 0 && recorded->slots[slot];
}

/* Why an objective that is not covered is no uncovered one either; NULL: it is, or there was no room to record it. */
const char *report_why_unmeasured(const ReportFunction *function, const HtolObjective *objective)
{
    if (objective->unmeasured)
        return objective->unmeasured;
    if (function->skipped)
        return function->skipped;
    if (objective->by_name && function->recorded->unnamed)
        return "what was called through a pointer has no symbol";
    if (objective->site.kind == HTOL_SITE_OPERATION && was_untold(function->recorded))
        return "it ran under a checker of undefined values, where values are not looked at";
    if (objective->site.kind == HTOL_SITE_CHANGE)
        return report_mutant_untried(function, objective);
    return objective->open;
}

/* The same of one that is known to be unmeasured. */
const char *report_unmeasured_reason(const ReportFunction *function, const HtolObjective *objective)
{
    const char *why = report_why_unmeasured(function, objective);
    return why ? why : "there was no room to record all of it; hlcov cc --tuples=KIB gives more";
}

static const char *plain_why(const ReportFunction *function, const ReportObjective *objective)
{
    if (objective->status == REPORT_UNMEASURED)
        return report_unmeasured_reason(function, objective->objective);
    return objective->status == REPORT_INFEASIBLE ? report_no_vectors : "";
}

/* `index`: of it, in the function. */
static void recall(const ReportFunction *function, ReportObjective *objective, guint index)
{
    objective->status = function->judged[index].status;
    objective->why = plain_why(function, objective);
}

static void recall_special(ReportObjective *objective, const ReportSpecial *special)
{
    objective->why = special->why;
    objective->proof = special->proof;
    objective->witnesses = special->witnesses;
    objective->exclusion = special->exclusion;
}

static void recall_all(const ReportFunction *function, ReportObjectives *objectives)
{
    g_assert(objectives->n == function->n_objectives && objectives->n_findings == function->n_findings);
    for (guint i = 0; i < objectives->n + objectives->n_findings; i++)
        recall(function, &objectives->list[i], i);
    for (guint i = 0; i < function->n_special; i++)
        recall_special(&objectives->list[function->special[i].index], &function->special[i]);
}

ReportObjectives *report_objectives(const ReportModel *model, const ReportFunction *function)
{
    ReportObjectives *objectives = report_objectives_expand(model, function, &model->expanded);
    recall_all(function, objectives);
    if (function->recorded) {
        HtolArena *arena = objectives->arena;
        HtolObserved *observed = objectives->observed = htol_observed_of(arena, function->recorded);
        HtolMissing *missing = htol_missing_new(arena, function->function, observed);
        objectives->suppose = htol_suppose_new(arena, function->recorded, observed, missing);
    }
    return objectives;
}

guint32 report_branch_line(const HtolFunction *function, const HtolObjective *objective)
{
    if (objective->site.kind != HTOL_SITE_ARM)
        return objective->line;
    const HtolRowSwitch *row = &function->switches[objective->branch];
    return row->file == objective->file ? row->line : objective->line;
}
