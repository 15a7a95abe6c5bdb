/* Builds the control-flow graph by one walk over the statements; see cfg_make.h, and walk.h for what it keeps.
 * What tells that a block was reached is found afterwards, in reach.c. */
#include "annot/graph/cfg_make.h"

#include "annot/facts/assigned.h"
#include "annot/graph/jump.h"
#include "annot/graph/reach.h"

static void add_statement(AnnotWalk *w, const AnnotStmt *stmt, guint32 at, guint32 end)
{
    AnnotStatement *statement = htol_arena_new0(w->arena, AnnotStatement, 1);
    *statement = (AnnotStatement){stmt, w->current, at, end};
    w->current->listed = TRUE;
    g_ptr_array_add(w->cfg->statements, statement);
}

/* Begins and lists a statement; its extent ends before the statement `until` (NULL: at its own end), such as the body
 * of a loop. */
static void begin_statement(AnnotWalk *w, const AnnotStmt *stmt, const AnnotStmt *until)
{
    annot_walk_begin_stmt(w, stmt);
    guint32 end = until ? annot_text_previous_end(w->text, until->at.begin) : stmt->at.end;
    add_statement(w, stmt, stmt->at.begin, MAX(end, stmt->at.begin + 1));
}

/* ---- loops ---- */

static void loop_begin(AnnotWalk *w, AnnotOpenLoop *loop, const AnnotStmt *stmt, HtolLoopKind kind)
{
    *loop = (AnnotOpenLoop){.scope = {.outer = w->scope, .breaks = annot_leads_new(), .continues = annot_leads_new()},
                            .entered = w->entered,
                            .waiting = w->waiting,
                            .row = htol_arena_new0(w->arena, AnnotLoop, 1)};
    w->scope = &loop->scope;
    annot_walk_fall(w);
    w->waiting = loop;
    loop->row->stmt = stmt;
    loop->row->kind = kind;
    loop->row->first = loop->row->tested = w->cfg->blocks->len;
    g_ptr_array_add(w->cfg->loops, loop->row);
}

/* Makes a node for the body of an endless loop without blocks, where control stays. */
static void begin_empty(AnnotWalk *w, AnnotOpenLoop *loop)
{
    const AnnotStmt *body = loop->row->stmt->body;
    AnnotBlock *node = annot_block_new(w->arena, body->at.begin, ANNOT_PLACE_STATEMENT);
    node->hidden = TRUE;
    node->stmt = body;
    annot_graph_begin(&w->graph, node);
    annot_walk_begin_loops(w, node);
}

/* Leads from the end of the loop's body back to its head. */
static void loop_back(AnnotWalk *w, AnnotOpenLoop *loop)
{
    annot_walk_fall(w);
    if (w->waiting == loop && w->graph.leads->len > 0)
        begin_empty(w, loop);
    if (w->waiting == loop)
        w->waiting = loop->waiting; /* no block was begun */
    gboolean only_head = w->entered == loop->entered;
    for (guint i = 0; i < w->pending->len && loop->head; i++) {
        AnnotEdge edge = g_array_index(w->pending, AnnotEdge, i);
        edge.back = only_head;
        g_array_append_val(loop->head->edges, edge);
    }
    if (loop->head)
        annot_graph_connect(&w->graph, loop->head->node);
    annot_walk_stop(w);
}

/* Leaves the loop by its `exits` (may be NULL, freed) and by every break. */
static void loop_end(AnnotWalk *w, AnnotOpenLoop *loop, AnnotLeads *exits)
{
    loop->row->end = w->cfg->blocks->len;
    if (loop->head)
        loop->row->head = loop->head->node;
    if (exits) {
        annot_walk_join(w, exits);
        annot_leads_free(exits);
    }
    annot_walk_join(w, loop->scope.breaks);
    w->scope = loop->scope.outer;
    annot_leads_free(loop->scope.breaks);
    annot_leads_free(loop->scope.continues);
}

static void close_continues(AnnotWalk *w, AnnotOpenLoop *loop)
{
    if (loop->scope.continues->nodes->len > 0 || loop->scope.continues->edges->len > 0) {
        annot_walk_fall(w);
        annot_walk_join(w, loop->scope.continues);
    }
}

static gboolean is_always_true(const AnnotExpr *expr)
{
    return !expr || annot_expr_bare(expr)->constant == ANNOT_CONSTANT_TRUE;
}

/* Walks a loop's condition and returns what leads on when it is false. NULL if it is always true: then the loop's head
 * is the first block of its body. */
static AnnotLeads *loop_condition(AnnotWalk *w, AnnotOpenLoop *loop, HtolDecisionKind kind, gboolean placeable)
{
    const AnnotStmt *stmt = loop->row->stmt;
    if (is_always_true(stmt->expr)) {
        if (stmt->expr)
            annot_walk_decision(w, stmt->expr, (AnnotCut){.kind = kind}, placeable);
        return NULL;
    }
    if (kind == HTOL_DECISION_FOR) {
        annot_walk_begin_expr(w, stmt->expr, placeable);
        w->current->listed = TRUE;
    }
    const AnnotBranch *decision = annot_walk_decision(w, stmt->expr, (AnnotCut){.kind = kind}, placeable);
    loop->row->tested = w->cfg->blocks->len;
    return annot_walk_ways(w, decision);
}

static void walk_while(AnnotWalk *w, const AnnotStmt *stmt)
{
    AnnotOpenLoop loop;
    gboolean endless = is_always_true(stmt->expr);
    if (endless)
        begin_statement(w, stmt, stmt->body);
    loop_begin(w, &loop, stmt, HTOL_LOOP_WHILE);
    if (!endless) {
        /* its own store stands before the loop, unless a label leads into it: see resolve_place */
        begin_statement(w, stmt, stmt->body);
        w->current->expr = stmt->expr;
    }
    AnnotLeads *exits = loop_condition(w, &loop, HTOL_DECISION_WHILE, TRUE);
    annot_walk_stmt(w, stmt->body);
    close_continues(w, &loop);
    loop_back(w, &loop);
    loop_end(w, &loop, exits);
}

static void walk_do(AnnotWalk *w, const AnnotStmt *stmt)
{
    AnnotOpenLoop loop;
    loop_begin(w, &loop, stmt, HTOL_LOOP_DO);
    annot_walk_stmt(w, stmt->body);
    close_continues(w, &loop);
    if (annot_expr_bare(stmt->expr)->constant == ANNOT_NOT_CONSTANT) { /* not do { } while (0) */
        annot_walk_begin_expr(w, stmt->expr, TRUE);
        add_statement(w, stmt, stmt->expr->at.begin, stmt->at.end);
    }
    AnnotLeads *exits =
        annot_walk_ways(w, annot_walk_decision(w, stmt->expr, (AnnotCut){.kind = HTOL_DECISION_DO}, TRUE));
    loop_back(w, &loop);
    loop_end(w, &loop, exits);
}

static void walk_initializers(AnnotWalk *w, const AnnotStmt *stmt)
{
    for (guint i = 0; i < stmt->n_inits; i++) {
        annot_walk_expr(w, stmt->inits[i]);
        annot_walk_do(w, stmt->inits[i]);
    }
}

static void walk_init(AnnotWalk *w, const AnnotStmt *init)
{
    if (init->kind == ANNOT_STMT_EXPR)
        annot_walk_expr(w, init->expr);
    walk_initializers(w, init);
}

static void walk_for(AnnotWalk *w, const AnnotStmt *stmt)
{
    /* OpenMP and unroll pragmas demand the header as it is. */
    gboolean placeable = !annot_text_follows_pragma(w->text, stmt->at.begin);
    AnnotOpenLoop loop;
    begin_statement(w, stmt, stmt->body);
    w->kept += !placeable;
    if (stmt->init)
        walk_init(w, stmt->init);
    loop_begin(w, &loop, stmt, HTOL_LOOP_FOR);
    loop.kept = !placeable;
    AnnotLeads *exits = loop_condition(w, &loop, HTOL_DECISION_FOR, placeable);
    w->kept -= !placeable;
    annot_walk_stmt(w, stmt->body);
    close_continues(w, &loop);
    w->kept += !placeable;
    if (stmt->step && annot_walk_is_reached(w)) {
        annot_walk_begin_expr(w, stmt->step, placeable);
        w->current->listed = TRUE;
        annot_walk_expr(w, stmt->step);
    }
    w->kept -= !placeable;
    loop_back(w, &loop);
    loop_end(w, &loop, exits);
}

/* ---- switch and labels ---- */

static void add_pending(AnnotWalk *w, AnnotEdgeKind kind, guint32 index, AnnotBlock *from)
{
    AnnotEdge edge = {.from = from, .kind = kind, .index = index};
    g_array_append_val(w->pending, edge);
}

static guint add_arm(AnnotWalk *w, const AnnotStmt *stmt, HtolArmKind kind, gboolean falls)
{
    AnnotArm *arm = htol_arena_new0(w->arena, AnnotArm, 1);
    *arm = (AnnotArm){.stmt = stmt, .kind = kind, .falls = falls};
    g_ptr_array_add(w->cfg->arms, arm);
    return w->cfg->arms->len - 1;
}

static AnnotScope *switch_scope(AnnotWalk *w)
{
    AnnotScope *scope = w->scope;
    while (scope && !scope->sw)
        scope = scope->outer;
    return scope;
}

static void walk_switch(AnnotWalk *w, const AnnotStmt *stmt)
{
    begin_statement(w, stmt, stmt->body);
    annot_walk_expr(w, stmt->expr);
    AnnotBlock *from = w->current;
    g_autoptr(GArray) dispatch = annot_nodes_new();
    annot_graph_here(&w->graph, stmt->expr->at.begin);
    annot_graph_take(&w->graph, dispatch);
    annot_walk_stop(w);
    AnnotSwitch *sw = htol_arena_new0(w->arena, AnnotSwitch, 1);
    sw->stmt = stmt;
    sw->arms = g_array_new(FALSE, FALSE, sizeof(guint));
    g_ptr_array_add(w->cfg->switches, sw);
    AnnotScope scope = {.outer = w->scope, .breaks = annot_leads_new(), .sw = sw, .dispatch = dispatch};
    w->scope = &scope;
    annot_walk_stmt(w, stmt->body);
    w->scope = scope.outer;
    annot_walk_fall(w);
    annot_walk_join(w, scope.breaks);
    annot_leads_free(scope.breaks);
    if (!scope.has_default) {
        guint none = add_arm(w, stmt, HTOL_ARM_NONE, FALSE);
        g_array_append_val(sw->arms, none);
        add_pending(w, ANNOT_EDGE_ARM, none, from);
        annot_nodes_add(w->graph.leads, dispatch);
    }
}

static void walk_case(AnnotWalk *w, const AnnotStmt *stmt)
{
    AnnotScope *scope = switch_scope(w);
    w->entered++;
    gboolean falls = annot_walk_is_reached(w);
    annot_walk_fall(w);
    guint arm = add_arm(w, stmt, stmt->kind == ANNOT_STMT_CASE ? HTOL_ARM_CASE : HTOL_ARM_DEFAULT, falls);
    if (scope) {
        scope->has_default |= stmt->kind == ANNOT_STMT_DEFAULT;
        g_array_append_val(scope->sw->arms, arm);
        annot_nodes_add(w->graph.leads, scope->dispatch);
    }
    add_pending(w, ANNOT_EDGE_ARM, arm, NULL);
    if (stmt->body)
        annot_walk_stmt(w, stmt->body);
}

/* Walks a label and what it labels. Braces may not come around one behind attributes, which gcc takes for an empty
 * statement and clang for a part of this one. */
static void walk_label(AnnotWalk *w, const AnnotStmt *stmt)
{
    AnnotTarget *label = annot_jumps_label(w->jumps, stmt->label);
    gboolean placeable = !stmt->sub || !annot_text_follows_attributes(w->text, stmt->at.begin);
    w->entered++;
    annot_walk_fall(w);
    annot_walk_join(w, label->leads);
    label->block = annot_walk_block(w, stmt->at.begin, placeable ? ANNOT_PLACE_LABEL : ANNOT_PLACE_NONE);
    label->to = label->block->node;
    label->block->stmt = stmt;
    if (stmt->body)
        annot_walk_stmt(w, stmt->body);
}

static void walk_goto(AnnotWalk *w, const AnnotStmt *stmt)
{
    AnnotTarget *label = annot_jumps_label(w->jumps, stmt->label);
    if (label->block)
        annot_walk_leave_to(w, label->block);
    else
        annot_walk_leave(w, label->leads);
}

/* ---- statements ---- */

/* Notes of the edges that fall out of `branch`, one of an if, that they pass its end. */
static void pass_end(GArray *edges, const AnnotStmt *branch)
{
    for (guint i = 0; i < edges->len; i++) {
        AnnotEdge *edge = &g_array_index(edges, AnnotEdge, i);
        if (edge->kind == ANNOT_EDGE_FALL && !edge->behind)
            edge->behind = branch;
    }
}

static void walk_if(AnnotWalk *w, const AnnotStmt *stmt)
{
    begin_statement(w, stmt, stmt->body);
    const AnnotBranch *decision = annot_walk_decision(w, stmt->expr, (AnnotCut){.kind = HTOL_DECISION_IF}, TRUE);
    g_autoptr(AnnotLeads) other = annot_walk_ways(w, decision);
    g_autoptr(AnnotLeads) ends = annot_leads_new();
    annot_walk_stmt(w, stmt->body);
    annot_walk_leave(w, ends);
    pass_end(ends->edges, stmt->body);
    annot_walk_join(w, other);
    if (stmt->other) {
        annot_walk_stmt(w, stmt->other);
        annot_walk_fall(w);
        pass_end(w->pending, stmt->other);
    }
    annot_walk_fall(w);
    annot_walk_join(w, ends);
}

static void walk_declaration(AnnotWalk *w, const AnnotStmt *stmt)
{
    if (stmt->n_inits == 0 && !stmt->is_vla)
        return;
    begin_statement(w, stmt, NULL);
    walk_initializers(w, stmt);
    if (stmt->is_vla)
        annot_walk_make_noise(w);
}

static void walk_break(AnnotWalk *w)
{
    annot_walk_leave(w, w->scope ? w->scope->breaks : NULL);
}

static void walk_continue(AnnotWalk *w)
{
    AnnotScope *scope = w->scope;
    while (scope && !scope->continues)
        scope = scope->outer;
    annot_walk_leave(w, scope ? scope->continues : NULL);
}

/* Walks a statement with attributes. A call that must be a tail call (musttail) stays as it is. */
static void walk_attributed(AnnotWalk *w, const AnnotStmt *stmt)
{
    gboolean keeps = g_strstr_len(w->text->bytes + stmt->at.begin, stmt->at.end - stmt->at.begin, "musttail") != NULL;
    w->kept += keeps;
    if (stmt->body && stmt->body->kind != ANNOT_STMT_NULL)
        annot_walk_stmt(w, stmt->body);
    else
        g_ptr_array_add(w->cfg->fallthroughs, (gpointer)stmt);
    w->kept -= keeps;
}

/* Notes that the node that is open ends in a jump to labels that `stmt` names, or to any. */
static void jump(AnnotWalk *w, const AnnotStmt *stmt)
{
    AnnotBlock *node = annot_graph_here(&w->graph, stmt->at.begin);
    if (!node)
        return;
    node->jumps = TRUE;
    annot_jumps_add(w->jumps, node->node, stmt);
}

/* Walks an asm. One with goto may go elsewhere, as a call may not return. */
static void walk_asm(AnnotWalk *w, const AnnotStmt *stmt)
{
    for (guint i = 0; i < stmt->n_operands; i++)
        annot_walk_settle(w, stmt->operands[i]);
    annot_walk_make_noise(w);
    w->current->calls |= stmt->is_jump;
    if (stmt->is_jump)
        jump(w, stmt);
}

static void walk_return(AnnotWalk *w, const AnnotStmt *stmt)
{
    annot_graph_leave(&w->graph, stmt);
    annot_walk_stop(w);
}

static void walk_computed_goto(AnnotWalk *w, const AnnotStmt *stmt)
{
    jump(w, stmt);
    annot_walk_stop(w);
}

static void walk_simple(AnnotWalk *w, const AnnotStmt *stmt)
{
    begin_statement(w, stmt, NULL);
    if (stmt->expr)
        annot_walk_expr(w, stmt->expr);
    switch (stmt->kind) {
    case ANNOT_STMT_GOTO: walk_goto(w, stmt); break;
    case ANNOT_STMT_BREAK: walk_break(w); break;
    case ANNOT_STMT_CONTINUE: walk_continue(w); break;
    case ANNOT_STMT_RETURN: walk_return(w, stmt); break;
    case ANNOT_STMT_GOTO_ANY: walk_computed_goto(w, stmt); break;
    case ANNOT_STMT_ASM: walk_asm(w, stmt); break;
    default: break;
    }
}

static void walk_parts(AnnotWalk *w, const AnnotStmt *stmt)
{
    for (guint i = 0; i < stmt->n_parts; i++)
        annot_walk_stmt(w, stmt->parts[i]);
}

static void walk_compound(AnnotWalk *w, const AnnotStmt *stmt)
{
    guint declared = annot_jumps_open(w->jumps, stmt);
    walk_parts(w, stmt);
    annot_jumps_close(w->jumps, declared);
}

void annot_walk_stmt(AnnotWalk *w, const AnnotStmt *stmt)
{
    switch (stmt->kind) {
    case ANNOT_STMT_COMPOUND: walk_compound(w, stmt); break;
    case ANNOT_STMT_OTHER: walk_parts(w, stmt); break;
    case ANNOT_STMT_NULL: break;
    case ANNOT_STMT_DECL: walk_declaration(w, stmt); break;
    case ANNOT_STMT_IF: walk_if(w, stmt); break;
    case ANNOT_STMT_WHILE: walk_while(w, stmt); break;
    case ANNOT_STMT_DO: walk_do(w, stmt); break;
    case ANNOT_STMT_FOR: walk_for(w, stmt); break;
    case ANNOT_STMT_SWITCH: walk_switch(w, stmt); break;
    case ANNOT_STMT_CASE:
    case ANNOT_STMT_DEFAULT: walk_case(w, stmt); break;
    case ANNOT_STMT_LABEL: walk_label(w, stmt); break;
    case ANNOT_STMT_ATTRIBUTED: walk_attributed(w, stmt); break;
    default: walk_simple(w, stmt);
    }
}

/* ---- the graph ---- */

static AnnotCfg *cfg_new(HtolArena *arena)
{
    AnnotCfg *cfg = htol_arena_new0(arena, AnnotCfg, 1);
    cfg->blocks = g_ptr_array_new();
    cfg->flow = g_array_new(FALSE, FALSE, sizeof(AnnotFlowEdge));
    cfg->loops = g_ptr_array_new();
    cfg->statements = g_ptr_array_new();
    cfg->decisions = g_ptr_array_new();
    cfg->branches = g_ptr_array_new();
    cfg->switches = g_ptr_array_new();
    cfg->arms = g_ptr_array_new();
    cfg->calls = g_ptr_array_new();
    cfg->fallthroughs = g_ptr_array_new();
    return cfg;
}

static void drop_empty_loops(AnnotCfg *cfg)
{
    guint kept = 0;
    for (guint i = 0; i < cfg->loops->len; i++) {
        AnnotLoop *loop = cfg->loops->pdata[i];
        if (loop->first < loop->end)
            cfg->loops->pdata[kept++] = loop;
    }
    g_ptr_array_set_size(cfg->loops, kept);
}

static void walk_clear(AnnotWalk *w)
{
    annot_jumps_free(w->jumps);
    g_array_unref(w->pending);
    g_array_unref(w->outcomes[FALSE]);
    g_array_unref(w->outcomes[TRUE]);
}

static gint compare_calls(gconstpointer left, gconstpointer right)
{
    const AnnotExtent one = (*(AnnotCall *const *)left)->expr->at, other = (*(AnnotCall *const *)right)->expr->at;
    if (one.begin != other.begin)
        return one.begin < other.begin ? -1 : 1;
    return (one.end > other.end) - (one.end < other.end);
}

AnnotCfg *annot_cfg_new(HtolArena *arena, const AnnotText *text, const AnnotFunction *function, AnnotOptions options)
{
    AnnotCfg *cfg = cfg_new(arena);
    cfg->facts = annot_facts_new(arena, function);
    if (options.complete)
        annot_assigned_fill(text, function, cfg->facts);
    AnnotWalk w = {.arena = arena,
                   .text = text,
                   .options = options,
                   .cfg = cfg,
                   .pending = annot_edges_new(),
                   .outcomes = {annot_nodes_new(), annot_nodes_new()},
                   .jumps = annot_jumps_new(text, function->at)};
    annot_graph_init(&w.graph, arena, cfg);
    annot_walk_block(&w, function->body->at.begin, ANNOT_PLACE_STATEMENT);
    annot_walk_stmt(&w, function->body);
    cfg->ends = annot_walk_is_reached(&w);
    annot_graph_leave(&w.graph, NULL);
    annot_jumps_finish(w.jumps, cfg->flow);
    annot_graph_finish(&w.graph);
    drop_empty_loops(cfg);
    cfg->records = options.records & HTOL_RECORDS_CALLS;
    g_ptr_array_sort(cfg->calls, compare_calls);
    annot_reach_resolve(cfg, (options.records & HTOL_RECORDS_PATHS) != 0);
    walk_clear(&w);
    return cfg;
}
