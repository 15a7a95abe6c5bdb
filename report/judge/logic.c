/* Finds out what became of decisions that are alike; see logic.h. */
#include "report/judge/logic.h"

#include "htol/expand/expansion.h"

#include "report/judge/alike.h"

struct ReportLogics {
    const ReportModel *model;
    ReportAlike *alike;  /* Known */
    ReportAlike *shapes; /* Shape: whatever was recorded */
};

/* Of decisions of a shape. */
typedef struct {
    const HtolHyper **hypers; /* NULL: not expanded yet */
} Shape;

/* Of decisions that are alike. */
typedef struct {
    gboolean asked;
    ReportLogic *logic;
} Known;

static gpointer make_known(void)
{
    return g_new0(Known, 1);
}

static gpointer make_shape(void)
{
    return g_new0(Shape, 1);
}

ReportLogics *report_logics_new(const ReportModel *model)
{
    ReportLogics *logics = g_new(ReportLogics, 1);
    *logics = (ReportLogics){model, report_alike_new(make_known, g_free), report_alike_new(make_shape, g_free)};
    return logics;
}

void report_logics_free(ReportLogics *logics)
{
    report_alike_free(logics->alike);
    report_alike_free(logics->shapes);
    g_free(logics);
}

guint32 report_logic_line(const HtolFunction *function, const HtolRowDecision *row, const ReportLogicItem *item)
{
    return item->stands ? function->conditions[row->first_condition + item->stands - 1].line : row->line;
}

static gboolean is_plain(const ReportObjective *objective)
{
    const HtolObjective *what = objective->objective;
    if (what->unmeasured || what->open || what->by_name || objective->status == REPORT_UNMEASURED)
        return FALSE;
    return objective->status != REPORT_INFEASIBLE || objective->why == report_no_vectors;
}

/* Those of all items, which are the same for all decisions of a shape. */
static const HtolHyper **hypers_of(const ReportLogics *logics, const HtolFunction *function, guint32 decision)
{
    HtolArena *arena = logics->model->arena;
    Shape *shape = report_alike_of(logics->shapes, function, decision, (HtolEnvs){0});
    if (shape->hypers)
        return shape->hypers;
    HtolFunction *alone = htol_arena_new0(arena, HtolFunction, 1);
    *alone = htol_function_alone(function, decision);
    guint n;
    const HtolObjective *asked = htol_expand_decision(arena, alone, 0, &logics->model->expanded, &n);
    shape->hypers = htol_arena_new0(arena, const HtolHyper *, n + 1);
    for (guint i = 0; i < n; i++)
        shape->hypers[i] = asked[i].hyper;
    return shape->hypers;
}

/* All but how much was recorded. */
static ReportLogic *find(const ReportLogics *logics, const ReportFunction *function, guint32 decision,
                         ReportDecide decide, gpointer data)
{
    g_autoptr(HtolArena) scratch = htol_arena_new();
    ReportLogic *logic = htol_arena_new0(logics->model->arena, ReportLogic, 1);
    const HtolObjective *asked =
        htol_expand_decision(scratch, function->function, decision, &logics->model->expanded, &logic->n);
    ReportLogicItem *items = htol_arena_new0(logics->model->arena, ReportLogicItem, logic->n);
    for (guint i = 0; i < logic->n; i++) {
        ReportObjective objective = {.objective = &asked[i]};
        decide(function, &objective, data);
        if (!is_plain(&objective))
            return NULL;
        items[i] = (ReportLogicItem){asked[i].stands, asked[i].criterion, objective.status};
    }
    logic->items = items;
    logic->hypers = logics->model->tests ? hypers_of(logics, function->function, decision) : NULL;
    return logic;
}

const ReportLogic *report_logic_of(ReportLogics *logics, const ReportFunction *function, guint32 decision,
                                   HtolEnvs recorded, ReportDecide decide, gpointer data)
{
    Known *known = report_alike_of(logics->alike, function->function, decision, recorded);
    if (known->asked)
        return known->logic;
    known->asked = TRUE;
    known->logic = find(logics, function, decision, decide, data);
    if (!known->logic)
        return NULL;
    g_autoptr(HtolArena) scratch = htol_arena_new();
    known->logic->seen = htol_envs_told(scratch, &function->function->decisions[decision], recorded).rows;
    return known->logic;
}
