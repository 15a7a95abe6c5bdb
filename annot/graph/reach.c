/* Finds for each block of a graph what tells that it was reached; see reach.h. */
#include "annot/graph/reach.h"

#define MAX_TERMS 16
#define MAX_ENDS 4

static void add_term(AnnotBlock *block, HtolTermKind kind, guint32 index)
{
    for (guint i = 0; i < block->terms->len; i++) {
        const HtolRowTerm *term = &g_array_index(block->terms, HtolRowTerm, i);
        if (term->kind == kind && term->index == index)
            return;
    }
    HtolRowTerm term = {kind, index};
    g_array_append_val(block->terms, term);
}

static void resolve_block(AnnotCfg *cfg, AnnotBlock *block);

/* Adds to the block's terms those that tell that `edge` was taken; FALSE if nothing tells it. */
static gboolean imply(AnnotCfg *cfg, AnnotBlock *block, const AnnotEdge *edge)
{
    static const HtolTermKind kinds[] = {
        [ANNOT_EDGE_FALSE] = HTOL_TERM_FALSE, [ANNOT_EDGE_TRUE] = HTOL_TERM_TRUE, [ANNOT_EDGE_ARM] = HTOL_TERM_ARM};
    if (edge->noisy)
        return FALSE;
    if (edge->kind != ANNOT_EDGE_FALL) {
        add_term(block, kinds[edge->kind], edge->index);
        return TRUE;
    }
    if (!edge->from || edge->from->resolving)
        return FALSE;
    resolve_block(cfg, edge->from);
    for (guint i = 0; i < edge->from->terms->len; i++) {
        const HtolRowTerm *term = &g_array_index(edge->from->terms, HtolRowTerm, i);
        add_term(block, term->kind, term->index);
    }
    return !edge->from->lost && block->terms->len <= MAX_TERMS;
}

static gboolean is_implied(AnnotCfg *cfg, AnnotBlock *block)
{
    guint followed = 0;
    for (guint i = 0; i < block->edges->len; i++) {
        const AnnotEdge *edge = &g_array_index(block->edges, AnnotEdge, i);
        if (edge->back)
            continue;
        if (!imply(cfg, block, edge))
            return FALSE;
        followed++;
    }
    return followed > 0 && !block->forced;
}

/* Whether some edges tell of the block, and all others come from the ends of branches of an if. Stores at these ends
 * are executed less often than one in the block; block->behind is set to the branches. */
static gboolean find_ends(AnnotCfg *cfg, AnnotBlock *block)
{
    g_autoptr(GPtrArray) ends = g_ptr_array_new();
    gboolean told = FALSE;
    g_array_set_size(block->terms, 0);
    for (guint i = 0; i < block->edges->len && !block->forced; i++) {
        const AnnotEdge *edge = &g_array_index(block->edges, AnnotEdge, i);
        if (edge->back)
            continue;
        if (imply(cfg, block, edge))
            told = TRUE;
        else if (!edge->behind)
            return FALSE;
        else if (!g_ptr_array_find(ends, edge->behind, NULL))
            g_ptr_array_add(ends, (gpointer)edge->behind);
    }
    if (!told || ends->len > MAX_ENDS)
        return FALSE;
    block->behind = g_steal_pointer(&ends);
    return TRUE;
}

/* Whether the block was reached if, and only if, its decision was evaluated; sets the terms that say so. */
static gboolean tells_itself(AnnotBlock *block)
{
    if (!block->tells || annot_decision_is_constant(block->tells))
        return FALSE;
    g_array_set_size(block->terms, 0);
    add_term(block, HTOL_TERM_FALSE, block->tells->index);
    add_term(block, HTOL_TERM_TRUE, block->tells->index);
    return TRUE;
}

/* Puts the store of a loop's head into the condition if a label inside the loop leads to the head; else it stands
 * before the loop, where it is executed once. */
static void resolve_place(AnnotBlock *block)
{
    if (block->place != ANNOT_PLACE_STATEMENT || !block->expr)
        return;
    for (guint i = 0; i < block->edges->len; i++) {
        const AnnotEdge *edge = &g_array_index(block->edges, AnnotEdge, i);
        if (edge->from && !edge->back && edge->from->at > block->at)
            block->place = ANNOT_PLACE_COMMA;
    }
}

/* Notes an expression that may leave or trap; an AnnotTreeVisit.expr. */
static void check_quiet(const AnnotExpr *expr, gpointer data)
{
    gboolean *quiet = data;
    *quiet &= annot_expr_is_quiet(expr);
}

/* Whether a store in front of the loop is executed when, and only when, its head is reached from there: it can stand
 * behind an initialiser that is an expression, while a declaration must not leave or trap. */
static gboolean may_go_ahead(const AnnotStmt *loop)
{
    gboolean quiet = TRUE;
    AnnotTreeVisit visit = {.expr = check_quiet, .data = &quiet};
    const AnnotStmt *init = loop->kind == ANNOT_STMT_FOR ? loop->init : NULL;
    if (init && init->kind == ANNOT_STMT_EXPR)
        return init->expr->placed;
    if (init)
        annot_tree_visit_stmt(init, &visit);
    return quiet;
}

/* Whether the block is the head of a loop that is entered only from before it, so that a store in front of the loop,
 * which is executed once, tells of it. */
static gboolean goes_ahead(const AnnotBlock *block)
{
    gboolean repeats = FALSE;
    if (!block->loop || block->forced || block->place == ANNOT_PLACE_NONE)
        return FALSE;
    for (guint i = 0; i < block->edges->len; i++) {
        const AnnotEdge *edge = &g_array_index(block->edges, AnnotEdge, i);
        if (!edge->back && edge->from && edge->from->at > block->at)
            return FALSE;
        repeats |= edge->back;
    }
    return repeats && may_go_ahead(block->loop);
}

static void resolve_block(AnnotCfg *cfg, AnnotBlock *block)
{
    if (block->resolved)
        return;
    block->resolving = TRUE;
    gboolean implied = is_implied(cfg, block);
    block->resolving = FALSE;
    block->resolved = TRUE;
    if (implied || tells_itself(block))
        return;
    resolve_place(block);
    if (!find_ends(cfg, block))
        g_array_set_size(block->terms, 0);
    block->lost = block->place == ANNOT_PLACE_NONE && !block->behind;
    block->own = !block->lost;
    block->ahead = !block->behind && goes_ahead(block);
    if (block->own) {
        block->slot = cfg->slots++;
        add_term(block, HTOL_TERM_SLOT, block->slot);
    }
}

void annot_reach_resolve(AnnotCfg *cfg, gboolean entry_is_asked)
{
    AnnotBlock *entry = g_ptr_array_index(cfg->blocks, 0);
    entry->resolved = entry->listed = TRUE;
    entry->slot = cfg->slots++;
    entry->own = entry_is_asked || !tells_itself(entry);
    if (entry->own)
        add_term(entry, HTOL_TERM_SLOT, entry->slot);
    for (guint i = 0; i < cfg->decisions->len; i++)
        annot_decision_place(g_ptr_array_index(cfg->decisions, i), &cfg->slots, &cfg->sources, &cfg->temporaries);
    for (guint i = 0; i < cfg->arms->len; i++)
        ((AnnotArm *)g_ptr_array_index(cfg->arms, i))->slot = cfg->slots++;
    for (guint i = 0; i < cfg->blocks->len; i++) {
        AnnotBlock *block = g_ptr_array_index(cfg->blocks, i);
        if (block->hidden)
            block->lost = TRUE;
        else
            resolve_block(cfg, block);
    }
}
