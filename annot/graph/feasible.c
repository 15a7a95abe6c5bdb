/* Follows the ways through a decision with an interval for each variable; see feasible.h. */
#include "annot/graph/feasible.h"

#include "annot/facts/range.h"

/* Variables of a decision whose values are followed. */
enum { MOST_VARIABLES = 8 };

typedef struct {
    const AnnotDecl *decl;
    __int128 low, high; /* its values so far: none if low is above high */
} Values;

/* What the conditions on a way so far say about the variables. */
typedef struct {
    guint n;
    Values of[MOST_VARIABLES];
} Known;

/* A variable of the function, compared with a constant. */
typedef struct {
    const AnnotDecl *decl; /* NULL: it is no such comparison */
    AnnotRange all;        /* what its type holds */
    AnnotOp op;
    __int128 constant;
} Comparison;

typedef struct {
    const AnnotDecision *decision;
    const Comparison *comparisons; /* of each condition */
    gboolean *impossible;
} Walk;

/* Returns the local variable or parameter that the operand is, if no conversion changes its value; else NULL. */
static const AnnotDecl *variable_of(const AnnotExpr *operand)
{
    const AnnotExpr *bare = annot_expr_bare(operand);
    const AnnotDecl *decl = bare->kind == ANNOT_EXPR_NAME ? bare->decl : NULL;
    if (!decl || (decl->kind != ANNOT_DECL_VARIABLE && decl->kind != ANNOT_DECL_PARAMETER) || decl->is_global ||
        decl->is_static || decl->type->is_volatile)
        return NULL;
    AnnotRange own = annot_range_of_type(decl->type), here = annot_range(operand);
    return own.known && here.known && own.low == here.low && own.high == here.high ? decl : NULL;
}

static Comparison comparison_of(const AnnotExpr *variable, AnnotOp op, const AnnotExpr *with)
{
    const AnnotDecl *decl = variable_of(variable);
    AnnotRange constant = annot_range(with);
    if (!decl || !constant.known || constant.low != constant.high)
        return (Comparison){0};
    return (Comparison){decl, annot_range_of_type(decl->type), op, constant.low};
}

static AnnotOp mirrored(AnnotOp op)
{
    switch (op) {
    case ANNOT_OP_LT: return ANNOT_OP_GT;
    case ANNOT_OP_GT: return ANNOT_OP_LT;
    case ANNOT_OP_LE: return ANNOT_OP_GE;
    case ANNOT_OP_GE: return ANNOT_OP_LE;
    default: return op;
    }
}

/* Reads a condition as a comparison with a constant: a variable alone is compared with 0. */
static Comparison read_condition(const AnnotExpr *condition)
{
    const AnnotExpr *bare = annot_expr_bare(condition);
    const AnnotDecl *alone = variable_of(bare);
    if (alone)
        return (Comparison){alone, annot_range_of_type(alone->type), ANNOT_OP_NE, 0};
    if (bare->kind != ANNOT_EXPR_BINARY || bare->op < ANNOT_OP_LT || bare->op > ANNOT_OP_NE)
        return (Comparison){0};
    Comparison comparison = comparison_of(bare->operands[0], bare->op, bare->operands[1]);
    return comparison.decl ? comparison : comparison_of(bare->operands[1], mirrored(bare->op), bare->operands[0]);
}

static AnnotOp negated(AnnotOp op)
{
    switch (op) {
    case ANNOT_OP_LT: return ANNOT_OP_GE;
    case ANNOT_OP_GE: return ANNOT_OP_LT;
    case ANNOT_OP_GT: return ANNOT_OP_LE;
    case ANNOT_OP_LE: return ANNOT_OP_GT;
    case ANNOT_OP_EQ: return ANNOT_OP_NE;
    default: return ANNOT_OP_EQ;
    }
}

static void narrow_values(Values *values, AnnotOp op, __int128 constant)
{
    switch (op) {
    case ANNOT_OP_LT: values->high = MIN(values->high, constant - 1); break;
    case ANNOT_OP_LE: values->high = MIN(values->high, constant); break;
    case ANNOT_OP_GT: values->low = MAX(values->low, constant + 1); break;
    case ANNOT_OP_GE: values->low = MAX(values->low, constant); break;
    case ANNOT_OP_EQ:
        values->low = MAX(values->low, constant);
        values->high = MIN(values->high, constant);
        break;
    default:
        values->low += values->low == constant;
        values->high -= values->high == constant;
        break;
    }
}

/* Adds to `known` that the condition had `value`; FALSE if it cannot have had it. */
static gboolean learn_value(const Walk *w, guint condition, gboolean value, Known *known)
{
    const Comparison *comparison = &w->comparisons[condition];
    guint i = 0;
    if (!comparison->decl)
        return TRUE;
    while (i < known->n && known->of[i].decl != comparison->decl)
        i++;
    if (i == MOST_VARIABLES)
        return TRUE;
    if (i == known->n)
        known->of[known->n++] = (Values){comparison->decl, comparison->all.low, comparison->all.high};
    narrow_values(&known->of[i], value ? comparison->op : negated(comparison->op), comparison->constant);
    return known->of[i].low <= known->of[i].high;
}

static void follow_ways(const Walk *w, guint32 target, guint32 way, const Known *known, gboolean possible)
{
    if (target < HTOL_TARGET_CONDITION) {
        w->impossible[way] = !possible;
        return;
    }
    guint i = target - HTOL_TARGET_CONDITION;
    const HtolRowCondition *row = &w->decision->rows[i];
    guint32 ways = (guint32)annot_decision_ways_after(w->decision, row->on_false);
    for (guint value = 0; value < 2; value++) {
        Known next = *known;
        gboolean can = possible && learn_value(w, i, value == 1, &next);
        follow_ways(w, value ? row->on_true : row->on_false, way + (value ? ways : 0), &next, can);
    }
}

void annot_feasible_ways(const AnnotDecision *decision, gboolean *impossible)
{
    Known nothing = {0};
    for (guint32 way = 0; way < decision->row.ways; way++)
        impossible[way] = FALSE;
    if (decision->expr->has_effects)
        return;
    g_autofree Comparison *comparisons = g_new(Comparison, decision->row.conditions);
    for (guint i = 0; i < decision->row.conditions; i++)
        comparisons[i] = read_condition(decision->conditions[i].expr);
    follow_ways(&(Walk){decision, comparisons, impossible}, decision->row.root, 0, &nothing, TRUE);
}
