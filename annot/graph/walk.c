/* What leads on, and the block in which the walk is; see walk.h. */
#include "annot/graph/walk.h"

GArray *annot_edges_new(void)
{
    return g_array_new(FALSE, FALSE, sizeof(AnnotEdge));
}

static void move_edges(GArray *to, GArray *from)
{
    g_array_append_vals(to, from->data, from->len);
    g_array_set_size(from, 0);
}

AnnotLeads *annot_leads_new(void)
{
    AnnotLeads *leads = g_new(AnnotLeads, 1);
    *leads = (AnnotLeads){annot_edges_new(), annot_nodes_new()};
    return leads;
}

void annot_leads_free(AnnotLeads *leads)
{
    g_array_unref(leads->edges);
    g_array_unref(leads->nodes);
    g_free(leads);
}

AnnotBlock *annot_block_new(HtolArena *arena, guint32 at, AnnotPlace place)
{
    AnnotBlock *block = htol_arena_new0(arena, AnnotBlock, 1);
    block->at = at;
    block->place = place;
    block->edges = annot_edges_new();
    block->terms = g_array_new(FALSE, FALSE, sizeof(HtolRowTerm));
    return block;
}

void annot_walk_begin_loops(AnnotWalk *w, AnnotBlock *head)
{
    for (; w->waiting; w->waiting = w->waiting->waiting) {
        w->waiting->head = head;
        head->loop = w->waiting->kept ? NULL : w->waiting->row->stmt;
    }
}

AnnotBlock *annot_walk_block(AnnotWalk *w, guint32 at, AnnotPlace place)
{
    AnnotBlock *block = annot_block_new(w->arena, at, place);
    move_edges(block->edges, w->pending);
    annot_graph_begin(&w->graph, block);
    w->current = block;
    annot_walk_begin_loops(w, block);
    return block;
}

/* Begins a block with a statement, or the condition or step of a loop. If the node that is open holds the rest of the
 * expression before, and leads nowhere else, it becomes the block. */
static AnnotBlock *begin_block(AnnotWalk *w, guint32 at, AnnotPlace place)
{
    if (!annot_graph_may_extend(&w->graph))
        return annot_walk_block(w, at, place);
    AnnotBlock *block = w->graph.node;
    block->hidden = FALSE;
    block->expr = NULL;
    block->rest = TRUE;
    block->at = at;
    block->place = place;
    move_edges(block->edges, w->pending);
    w->current = block;
    return block;
}

void annot_walk_make_noise(AnnotWalk *w)
{
    if (w->current)
        w->current->noisy = TRUE;
    for (guint i = 0; i < w->pending->len; i++) {
        AnnotEdge *edge = &g_array_index(w->pending, AnnotEdge, i);
        edge->noisy = TRUE;
        edge->behind = NULL;
    }
}

/* Ends the block that facts are about. */
static void fall_by_facts(AnnotWalk *w)
{
    if (!w->current)
        return;
    AnnotEdge edge = {.from = w->current, .kind = ANNOT_EDGE_FALL, .noisy = w->current->noisy};
    g_array_append_val(w->pending, edge);
    w->current = NULL;
}

void annot_walk_sever(AnnotWalk *w)
{
    fall_by_facts(w);
    annot_walk_make_noise(w);
}

void annot_walk_fall(AnnotWalk *w)
{
    fall_by_facts(w);
    annot_graph_fall(&w->graph);
}

void annot_walk_stop(AnnotWalk *w)
{
    w->current = NULL;
    g_array_set_size(w->pending, 0);
    annot_graph_stop(&w->graph);
}

void annot_walk_leave(AnnotWalk *w, AnnotLeads *to)
{
    annot_walk_fall(w);
    if (to) {
        move_edges(to->edges, w->pending);
        annot_graph_take(&w->graph, to->nodes);
    }
    annot_walk_stop(w);
}

gboolean annot_walk_is_reached(const AnnotWalk *w)
{
    return w->current || w->pending->len > 0 || w->graph.node || w->graph.leads->len > 0;
}

void annot_walk_join(AnnotWalk *w, AnnotLeads *from)
{
    move_edges(w->pending, from->edges);
    w->graph.joined = NULL;
    annot_nodes_add(w->graph.leads, from->nodes);
    g_array_set_size(from->nodes, 0);
}

void annot_walk_leave_to(AnnotWalk *w, AnnotBlock *block)
{
    annot_walk_fall(w);
    move_edges(block->edges, w->pending);
    annot_graph_connect(&w->graph, block->node);
    annot_walk_stop(w);
}

/* Ends the current block if what follows cannot be part of it. */
static void end_block(AnnotWalk *w)
{
    if (w->current && w->current->calls)
        annot_walk_fall(w);
    if (w->current && w->graph.node != w->current)
        annot_walk_sever(w);
}

void annot_walk_begin_stmt(AnnotWalk *w, const AnnotStmt *stmt)
{
    end_block(w);
    if (!w->current)
        begin_block(w, stmt->at.begin, ANNOT_PLACE_STATEMENT)->stmt = stmt;
}

void annot_walk_begin_expr(AnnotWalk *w, const AnnotExpr *expr, gboolean placeable)
{
    end_block(w);
    if (!w->current)
        begin_block(w, expr->at.begin, placeable ? ANNOT_PLACE_COMMA : ANNOT_PLACE_NONE)->expr = expr;
}

/* The store of a loop's head stands before the loop, but each passage through the head is seen in the condition. */
AnnotSeen annot_block_seen(const AnnotBlock *block)
{
    static const AnnotSeen seen[] = {[ANNOT_PLACE_NONE] = ANNOT_SEEN_NOT,
                                     [ANNOT_PLACE_STATEMENT] = ANNOT_SEEN_STATEMENT,
                                     [ANNOT_PLACE_LABEL] = ANNOT_SEEN_LABEL,
                                     [ANNOT_PLACE_COMMA] = ANNOT_SEEN_COMMA};
    if (block->joined)
        return ANNOT_SEEN_BEHIND;
    if (block->hidden && block->expr)
        return ANNOT_SEEN_COMMA;
    if (block->place == ANNOT_PLACE_STATEMENT && block->expr)
        return ANNOT_SEEN_COMMA;
    if (block->place != ANNOT_PLACE_NONE || block->hidden || block->expr || block->edges->len == 0)
        return seen[block->place];
    for (guint i = 0; i < block->edges->len; i++) {
        AnnotEdgeKind kind = g_array_index(block->edges, AnnotEdge, i).kind;
        if (kind != ANNOT_EDGE_TRUE && kind != ANNOT_EDGE_FALSE)
            return ANNOT_SEEN_NOT;
    }
    return ANNOT_SEEN_OUTCOME;
}
