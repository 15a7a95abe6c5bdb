/* Puts a visitor's expressions into the text; see visit.h. */
#include "annot/probes/visit.h"

#include "annot/users/fragment.h"

#include <string.h>

static gpointer outcome_key(guint decision, gboolean outcome)
{
    return GUINT_TO_POINTER(2 * decision + (outcome ? 1 : 0));
}

/* Notes for each outcome that leads to the block, an arm, that it is where control goes then. */
static void find_outcomes(AnnotVisitor *visitor, AnnotBlock *block)
{
    for (guint i = 0; i < block->edges->len; i++) {
        const AnnotEdge *edge = &g_array_index(block->edges, AnnotEdge, i);
        g_hash_table_insert(visitor->outcomes, outcome_key(edge->index, edge->kind == ANNOT_EDGE_TRUE), block);
    }
}

AnnotVisitor annot_visitor(const AnnotCfg *cfg)
{
    AnnotVisitor visitor = {
        .cfg = cfg, .declaration = "", .outcomes = g_hash_table_new(NULL, NULL), .left = g_hash_table_new(NULL, NULL)};
    for (guint i = 0; i < cfg->blocks->len; i++)
        if (annot_block_seen(g_ptr_array_index(cfg->blocks, i)) == ANNOT_SEEN_OUTCOME)
            find_outcomes(&visitor, g_ptr_array_index(cfg->blocks, i));
    return visitor;
}

void annot_visitor_clear(AnnotVisitor *visitor)
{
    g_hash_table_unref(visitor->outcomes);
    g_hash_table_unref(visitor->left);
}

/* ---- nodes ---- */

gboolean annot_visits(const AnnotVisitor *visitor, const AnnotBlock *block)
{
    g_autofree char *text = visitor->enter(visitor->data, block->node);
    return text != NULL;
}

char *annot_visit_outcome(const AnnotVisitor *visitor, const AnnotDecision *decision, gboolean outcome)
{
    const AnnotBlock *block = g_hash_table_lookup(visitor->outcomes, outcome_key(decision->index, outcome));
    return block ? visitor->enter(visitor->data, block->node) : NULL;
}

static void visit_behind(const AnnotProbe *probe, const AnnotExpr *expr, const char *text)
{
    if (expr->type->kind == ANNOT_TYPE_VOID)
        annot_edits_wrap(probe->edits, expr->at, g_strdup("("), g_strdup_printf(",(void)(%s))", text));
    else
        annot_edits_wrap(probe->edits, expr->at, g_strdup(ANNOT_EXTENSION "({" ANNOT_LOCAL "hlcov_j=("),
                         g_strdup_printf(");%s;hlcov_j;})", text));
}

static void visit_block(const AnnotProbe *probe, const AnnotBlock *block)
{
    AnnotSeen seen = annot_block_seen(block);
    if (seen == ANNOT_SEEN_NOT || seen == ANNOT_SEEN_OUTCOME)
        return;
    g_autofree char *text = probe->visitor->enter(probe->visitor->data, block->node);
    if (!text)
        return;
    if (seen == ANNOT_SEEN_STATEMENT)
        annot_probe_before(probe, block->stmt, text);
    else if (seen == ANNOT_SEEN_LABEL)
        annot_edits_insert(probe->edits, block->stmt->colon, g_strdup_printf("%s;", text));
    else if (seen == ANNOT_SEEN_BEHIND)
        visit_behind(probe, block->joined, text);
    else
        annot_edits_wrap(probe->edits, block->expr->at, g_strdup_printf("(%s,", text), g_strdup(")"));
}

/* ---- the exit ---- */

/* Sets *node to the node that ends in the return statement; G_MAXUINT32 if several do, as the arms of ?: in its value.
 * FALSE: control does not get to its end. */
static gboolean node_left_by(const AnnotCfg *cfg, const AnnotStmt *stmt, guint32 *node)
{
    gboolean found = FALSE;
    for (guint i = 0; i < cfg->blocks->len; i++) {
        const AnnotBlock *block = g_ptr_array_index(cfg->blocks, i);
        if (block->left_by != stmt)
            continue;
        *node = found ? G_MAXUINT32 : block->node;
        found = TRUE;
    }
    return found;
}

gboolean annot_visit_leaves(const AnnotCfg *cfg, const AnnotBlock *block)
{
    guint32 node;
    return block->left_by && node_left_by(cfg, block->left_by, &node) && node == block->node;
}

/* Puts `code` before the return, but behind the evaluation of its value. */
static void insert_at_return(const AnnotProbe *probe, const AnnotStmt *stmt, const char *code)
{
    AnnotExtent keyword = {stmt->at.begin, stmt->at.begin + strlen("return")};
    if (!stmt->expr) {
        annot_edits_wrap(probe->edits, stmt->at, g_strdup_printf("{%s", code), g_strdup("}"));
        return;
    }
    gboolean has_value = stmt->expr->type->kind != ANNOT_TYPE_VOID;
    g_autofree char *open =
        has_value ? g_strdup_printf(ANNOT_AUTO " " ANNOT_RESULT "=%s(", annot_result_conversion(stmt->expr))
                  : g_strdup("(");
    annot_edits_wrap(probe->edits, stmt->at, g_strdup("{"), g_strdup("}"));
    annot_edits_replace(probe->edits, keyword, g_steal_pointer(&open));
    annot_edits_wrap(probe->edits, (AnnotExtent){keyword.end, stmt->at.end - 1}, NULL,
                     g_strdup_printf(");%sreturn%s", code, has_value ? " " ANNOT_RESULT : ""));
}

void annot_visit_return(const AnnotProbe *probe, const AnnotStmt *stmt, const char *code)
{
    const AnnotVisitor *visitor = probe->visitor;
    guint32 node;
    gboolean returns = visitor && node_left_by(visitor->cfg, stmt, &node);
    g_autofree char *text = returns ? visitor->leave(visitor->data, node) : NULL;
    g_autofree char *both = text ? g_strdup_printf("%s%s;", code, text) : g_strdup(code);
    insert_at_return(probe, stmt, both);
    if (visitor)
        g_hash_table_add(visitor->left, (gpointer)stmt);
}

static gboolean is_quiet(const AnnotExpr *expr)
{
    for (guint i = 0; i < expr->n_operands; i++)
        if (!is_quiet(expr->operands[i]))
            return FALSE;
    return annot_expr_is_quiet(expr);
}

/* Whether control surely leaves the function once the return statement has begun. */
static gboolean leaves_at_once(const AnnotBlock *block)
{
    const AnnotStmt *stmt = block->left_by;
    return block->at <= stmt->at.begin && !block->hidden && (!stmt->expr || is_quiet(stmt->expr));
}

static void visit_return(const AnnotProbe *probe, const AnnotBlock *block)
{
    const AnnotVisitor *visitor = probe->visitor;
    if (!block->left_by || g_hash_table_contains(visitor->left, block->left_by))
        return;
    gboolean alone = annot_visit_leaves(visitor->cfg, block);
    g_autofree char *text = visitor->leave(visitor->data, alone ? block->node : G_MAXUINT32);
    if (!text)
        return;
    if (block->left_by->attributed) /* musttail: the function is left before what it calls begins */
        annot_probe_before(probe, block->left_by, text);
    else if (alone && leaves_at_once(block))
        annot_edits_wrap(probe->edits, block->left_by->at, g_strdup_printf("{%s;", text), g_strdup("}"));
    else
        annot_visit_return(probe, block->left_by, "");
}

static void visit_end(const AnnotProbe *probe, const AnnotFunction *function)
{
    g_autofree char *text = probe->visitor->leave(probe->visitor->data, G_MAXUINT32);
    if (text)
        annot_edits_insert(probe->edits, function->body->at.end - 1, g_strdup_printf("%s;", text));
}

void annot_visit_function(const AnnotProbe *probe, const AnnotFunction *function)
{
    const AnnotCfg *cfg = probe->visitor->cfg;
    for (guint i = 0; i < cfg->blocks->len; i++) {
        const AnnotBlock *block = g_ptr_array_index(cfg->blocks, i);
        if (i > 0)
            visit_block(probe, block);
        visit_return(probe, block);
    }
    if (cfg->ends)
        visit_end(probe, function);
}
