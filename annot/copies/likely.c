/* Guesses by the form of conditions, as compilers do (Ball and Larus, Branch prediction for free, PLDI 1993), and by
 * what the user says (__builtin_expect); see likely.h. */
#include "annot/copies/likely.h"

struct AnnotLikely {
    const AnnotCfg *cfg;
    gboolean *nodes;     /* by node: control mostly gets there */
    GHashTable *blocks;  /* const AnnotDecision * -> const AnnotBlock *, at whose end it is evaluated */
    GHashTable *leaving; /* const AnnotDecision *: its only condition may leave the loop */
};

/* ---- conditions ---- */

static gboolean is_pointer(const AnnotExpr *expr)
{
    return expr->type && expr->type->kind == ANNOT_TYPE_POINTER;
}

static gboolean is_number(const AnnotExpr *expr)
{
    return annot_expr_bare(expr)->has_value;
}

static gboolean is_zero(const AnnotExpr *expr)
{
    expr = annot_expr_bare(expr);
    return expr->has_value && expr->value == 0;
}

static AnnotConstant guess_comparison(const AnnotExpr *expr)
{
    const AnnotExpr *left = expr->operands[0], *right = expr->operands[1];
    switch (expr->op) {
    case ANNOT_OP_EQ: return is_number(left) || is_number(right) ? ANNOT_CONSTANT_FALSE : ANNOT_NOT_CONSTANT;
    case ANNOT_OP_NE: return is_number(left) || is_number(right) ? ANNOT_CONSTANT_TRUE : ANNOT_NOT_CONSTANT;
    case ANNOT_OP_LT:
    case ANNOT_OP_LE: return is_zero(right) ? ANNOT_CONSTANT_FALSE : ANNOT_NOT_CONSTANT;
    case ANNOT_OP_GT:
    case ANNOT_OP_GE: return is_zero(right) ? ANNOT_CONSTANT_TRUE : ANNOT_NOT_CONSTANT;
    default: return ANNOT_NOT_CONSTANT;
    }
}

/* The value that a condition, which has no ! before it, mostly has; ANNOT_NOT_CONSTANT: who knows. */
static AnnotConstant guess(const AnnotExpr *expr)
{
    expr = annot_expr_bare(expr);
    if (expr->kind == ANNOT_EXPR_BINARY)
        return guess_comparison(expr);
    return is_pointer(expr) ? ANNOT_CONSTANT_TRUE : ANNOT_NOT_CONSTANT;
}

gboolean annot_likely_condition(const AnnotLikely *likely, const AnnotDecision *decision, guint i, gboolean value)
{
    if (g_hash_table_contains(likely->leaving, decision))
        return TRUE;
    const AnnotCondition *condition = &decision->conditions[i];
    AnnotConstant mostly = condition->hint != ANNOT_NOT_CONSTANT ? condition->hint : guess(condition->expr);
    return mostly == ANNOT_NOT_CONSTANT || (mostly == ANNOT_CONSTANT_TRUE) == (value != FALSE);
}

/* ---- decisions and blocks ---- */

/* Whether a way from `target` that is likely leads to the outcome. */
static gboolean leads_to(const AnnotLikely *likely, const AnnotDecision *decision, guint32 target, gboolean value)
{
    if (target < HTOL_TARGET_CONDITION)
        return (target == HTOL_TARGET_TRUE) == (value != FALSE);
    guint32 i = target - HTOL_TARGET_CONDITION;
    return (annot_likely_condition(likely, decision, i, FALSE) &&
            leads_to(likely, decision, decision->rows[i].on_false, value)) ||
           (annot_likely_condition(likely, decision, i, TRUE) &&
            leads_to(likely, decision, decision->rows[i].on_true, value));
}

static gboolean follows_edge(const AnnotLikely *likely, const AnnotEdge *edge)
{
    if (edge->from && !likely->nodes[edge->from->node])
        return FALSE;
    if (edge->kind == ANNOT_EDGE_FALL || edge->kind == ANNOT_EDGE_ARM)
        return TRUE;
    const AnnotDecision *decision = g_ptr_array_index(likely->cfg->decisions, edge->index);
    return decision->opaque || annot_decision_is_constant(decision) || decision->row.ways == 0 ||
           leads_to(likely, decision, decision->row.root, edge->kind == ANNOT_EDGE_TRUE);
}

static gboolean is_entered(const AnnotLikely *likely, const AnnotBlock *block)
{
    for (guint i = 0; i < block->edges->len; i++)
        if (follows_edge(likely, &g_array_index(block->edges, AnnotEdge, i)))
            return TRUE;
    return block->edges->len == 0;
}

static void find_nodes(AnnotLikely *likely, guint32 first, guint32 end)
{
    for (gboolean changes = TRUE; changes;) {
        changes = FALSE;
        for (guint32 i = first; i < end; i++) {
            const AnnotBlock *block = g_ptr_array_index(likely->cfg->blocks, i);
            if (!likely->nodes[i] && is_entered(likely, block))
                changes = likely->nodes[i] = TRUE;
        }
    }
}

/* Bits of what was seen of the outcomes of a decision: that they lead into the loop, or out of it. */
static guint seen(const AnnotEdge *edge, gboolean is_hot)
{
    return 1u << (2 * (edge->kind == ANNOT_EDGE_TRUE) + (is_hot != FALSE));
}

static void note_outcome(AnnotLikely *likely, AnnotDecision *decision, const AnnotEdge *edge, gboolean is_hot)
{
    guint before = GPOINTER_TO_UINT(g_hash_table_lookup(likely->leaving, decision));
    g_hash_table_insert(likely->leaving, decision, GUINT_TO_POINTER(before | seen(edge, is_hot)));
    if (edge->from)
        g_hash_table_insert(likely->blocks, decision, edge->from);
}

/* Notes of all decisions where they are evaluated, and whether their outcomes lead to nodes that are hot. */
static void note_decisions(AnnotLikely *likely, const gboolean *hot)
{
    for (guint i = 0; i < likely->cfg->blocks->len; i++) {
        const AnnotBlock *block = g_ptr_array_index(likely->cfg->blocks, i);
        for (guint k = 0; k < block->edges->len; k++) {
            const AnnotEdge *edge = &g_array_index(block->edges, AnnotEdge, k);
            if (edge->kind == ANNOT_EDGE_FALSE || edge->kind == ANNOT_EDGE_TRUE)
                note_outcome(likely, g_ptr_array_index(likely->cfg->decisions, edge->index), edge, hot[block->node]);
        }
    }
}

/* Whether both outcomes may stay in the loop, as far as is seen, or there are several ways to them. */
static gboolean stays(gpointer decision, gpointer bits, gpointer data)
{
    (void)data;
    if (((const AnnotDecision *)decision)->row.conditions > 1)
        return TRUE;
    guint on_false = GPOINTER_TO_UINT(bits) & 3, on_true = GPOINTER_TO_UINT(bits) >> 2;
    return on_false != 1 && on_true != 1;
}

AnnotLikely *annot_likely_new(const AnnotCfg *cfg, const gboolean *hot, guint32 first, guint32 end, guint32 head)
{
    AnnotLikely *likely = g_new0(AnnotLikely, 1);
    *likely =
        (AnnotLikely){cfg, g_new0(gboolean, cfg->n_nodes), g_hash_table_new(NULL, NULL), g_hash_table_new(NULL, NULL)};
    note_decisions(likely, hot);
    g_hash_table_foreach_remove(likely->leaving, stays, NULL);
    likely->nodes[head] = TRUE;
    find_nodes(likely, first, end);
    return likely;
}

void annot_likely_free(AnnotLikely *likely)
{
    g_free(likely->nodes);
    g_hash_table_unref(likely->blocks);
    g_hash_table_unref(likely->leaving);
    g_free(likely);
}

gboolean annot_likely_block(const AnnotLikely *likely, const AnnotBlock *block)
{
    return !block || likely->nodes[block->node];
}

gboolean annot_likely_decision(const AnnotLikely *likely, const AnnotDecision *decision)
{
    return annot_likely_block(likely, g_hash_table_lookup(likely->blocks, decision));
}
