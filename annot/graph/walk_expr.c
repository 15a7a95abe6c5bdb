/* Walks over expressions and their decisions; see walk.h. */
#include "annot/graph/walk.h"
#include "annot/tree/known.h"

static guint32 number_of(const AnnotBlock *node)
{
    return node ? node->node : ANNOT_NO_NODE;
}

void annot_walk_do(AnnotWalk *w, const AnnotExpr *expr)
{
    annot_facts_row(w->cfg->facts, expr)->done = number_of(annot_graph_here(&w->graph, expr->at.begin));
}

void annot_walk_settle(AnnotWalk *w, const AnnotExpr *expr)
{
    AnnotFact *fact = annot_facts_row(w->cfg->facts, expr);
    fact->node = fact->done = number_of(annot_graph_here(&w->graph, expr->at.begin));
    for (guint i = 0; i < expr->n_operands; i++)
        annot_walk_settle(w, expr->operands[i]);
}

static gboolean is_ordered(const AnnotExpr *expr)
{
    return expr->kind == ANNOT_EXPR_COMMA || expr->kind == ANNOT_EXPR_STATEMENT;
}

static void walk_unordered(AnnotWalk *w, const AnnotExpr *expr)
{
    w->unordered++;
    annot_walk_expr(w, expr);
    w->unordered--;
}

/* 1 or 0. */
static guint may_leave(const AnnotExpr *expr)
{
    return expr->has_effects && annot_expr_may_leave(expr);
}

static guint count_leaving(const AnnotExpr *expr)
{
    guint leaving = 0;
    for (guint i = 0; i < expr->n_operands; i++)
        leaving += may_leave(expr->operands[i]);
    return leaving;
}

/* Walks the operands from left to right. C does not say which of them is evaluated first, except in expressions that
 * are ordered. */
static void walk_operands(AnnotWalk *w, const AnnotExpr *expr)
{
    guint with_nodes = 0, leaving = is_ordered(expr) ? 0 : count_leaving(expr);
    for (guint i = 0; i < expr->n_operands; i++) {
        guint before = w->cfg->blocks->len;
        if (leaving > may_leave(expr->operands[i]))
            walk_unordered(w, expr->operands[i]);
        else
            annot_walk_expr(w, expr->operands[i]);
        if (i + 1 < expr->n_operands)
            annot_graph_here(&w->graph, expr->operands[i]->at.begin);
        with_nodes += w->cfg->blocks->len > before;
    }
    w->cfg->unordered |= with_nodes > 1 && !is_ordered(expr);
}

/* Walks what may be skipped, such as the right side of &&: its statements are blocks of their own. Returns whether it
 * has nodes. */
static gboolean walk_maybe(AnnotWalk *w, const AnnotExpr *expr)
{
    guint before = w->cfg->blocks->len;
    if (w->sealed == 0 && annot_expr_has(expr, 1u << ANNOT_EXPR_STATEMENT))
        annot_walk_sever(w);
    walk_unordered(w, expr);
    return w->cfg->blocks->len > before;
}

/* Begins to walk what is evaluated whenever the condition `next` is; returns the condition before, for back_in. */
static AnnotSince out_of(AnnotWalk *w, AnnotSince next)
{
    AnnotSince outer = w->since;
    w->since = next;
    return outer;
}

static void back_in(AnnotWalk *w, AnnotSince outer)
{
    outer.left |= w->since.left;
    w->since = outer;
}

/* ---- decisions ---- */

/* A branch while its decisions are walked. */
typedef struct {
    const AnnotBranch *branch;
    gboolean records;   /* its decisions are listed */
    gboolean used;      /* something follows from its outcome other than its value */
    guint asides;       /* walked so far */
    gboolean begun;     /* its first condition was walked */
    gboolean has_nodes; /* what may not be evaluated has */
} Branch;

/* Sets of nodes, by the target that they lead to: those of Condition.on_true or AnnotBranch.targets. */
static GPtrArray *targets_new(guint n)
{
    GPtrArray *targets = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
    for (guint i = 0; i < HTOL_TARGET_CONDITION + n; i++)
        g_ptr_array_add(targets, annot_nodes_new());
    return targets;
}

static void add_leads(GPtrArray *targets, guint32 target, const GArray *nodes)
{
    annot_nodes_add(g_ptr_array_index(targets, target), nodes);
}

/* Whether the steps of a decision are not all known, so that any condition may follow any before it. */
static gboolean is_loose(const AnnotDecision *decision)
{
    for (guint i = 0; i < decision->row.conditions && decision->n_asides > 0; i++)
        if (decision->rows[i].state != HTOL_CONDITION_LIVE)
            return TRUE;
    return decision->opaque;
}

static gboolean ends_branch(const Branch *b, const AnnotDecision *decision, const HtolRowCondition *row)
{
    return !b->used && b->branch->n_decisions == 1 && !decision->opaque && row->on_true < HTOL_TARGET_CONDITION &&
           row->on_false < HTOL_TARGET_CONDITION;
}

/* Notes that control comes to `expr`, a part of a branch that does not come first: a probe can stand where it begins.
 */
static void come_to(AnnotWalk *w, const Branch *b, const AnnotExpr *expr)
{
    if (b->begun && w->sealed == 0 && !b->branch->opaque && !expr->closed && expr->placed)
        annot_graph_come_to(&w->graph, expr);
}

/* Walks the left sides of commas that stand before `condition`; NULL: all that are left. */
static void walk_asides(AnnotWalk *w, Branch *b, const AnnotExpr *condition)
{
    while (b->asides < b->branch->n_asides &&
           (!condition || b->branch->asides[b->asides]->at.begin < condition->at.begin)) {
        const AnnotExpr *aside = b->branch->asides[b->asides++];
        come_to(w, b, aside);
        if (b->begun)
            b->has_nodes |= walk_maybe(w, aside);
        else
            walk_unordered(w, aside);
    }
}

/* Walks a condition that need not be evaluated when its decision is. */
static void walk_later_condition(AnnotWalk *w, Branch *b, const AnnotDecision *decision, guint i)
{
    gboolean known = w->unordered == 0;
    AnnotSince outer = out_of(w, (AnnotSince){known ? decision : NULL, i, FALSE, w->unordered + 1});
    b->has_nodes |= walk_maybe(w, decision->conditions[i].expr);
    back_in(w, outer);
}

static void walk_part(AnnotWalk *w, Branch *b, const AnnotDecision *decision, guint i)
{
    gboolean first = decision == b->branch->decisions[0] && decision->row.root == i + HTOL_TARGET_CONDITION;
    if (first && !b->begun)
        annot_walk_expr(w, decision->conditions[i].expr);
    else
        walk_later_condition(w, b, decision, i);
}

static void lead_on_loosely(const AnnotDecision *decision, guint i, const GArray *ends, GPtrArray *targets)
{
    add_leads(targets, HTOL_TARGET_FALSE, ends);
    add_leads(targets, HTOL_TARGET_TRUE, ends);
    if (i + 1 == decision->row.conditions)
        return;
    add_leads(targets, HTOL_TARGET_CONDITION + i + 1, ends);
    if (i > 0)
        add_leads(targets, HTOL_TARGET_CONDITION + i + 1, targets->pdata[HTOL_TARGET_CONDITION + i]);
}

static void walk_condition(AnnotWalk *w, Branch *b, const AnnotDecision *decision, guint i, GPtrArray *targets)
{
    const AnnotExpr *expr = decision->conditions[i].expr;
    const HtolRowCondition *row = &decision->rows[i];
    annot_graph_resume(&w->graph, targets->pdata[HTOL_TARGET_CONDITION + i]);
    walk_asides(w, b, expr);
    come_to(w, b, expr);
    if (!expr->closed)
        walk_part(w, b, decision, i);
    b->begun = TRUE;
    if (!ends_branch(b, decision, row))
        annot_graph_here(&w->graph, expr->at.begin);
    g_autoptr(GArray) ends = annot_nodes_new();
    annot_graph_take(&w->graph, ends);
    if (is_loose(decision)) {
        lead_on_loosely(decision, i, ends, targets);
    } else if (row->state == HTOL_CONDITION_LIVE) {
        add_leads(targets, row->on_true, ends);
        add_leads(targets, row->on_false, ends);
    }
}

/* Walks what stands in the conditions, each where control may come to it. */
static void walk_conditions(AnnotWalk *w, Branch *b, guint index, GPtrArray *outer)
{
    const AnnotDecision *decision = b->branch->decisions[index];
    const GArray *start = outer->pdata[HTOL_TARGET_CONDITION + index];
    g_autoptr(GPtrArray) targets = targets_new(decision->row.conditions);
    add_leads(targets, is_loose(decision) ? HTOL_TARGET_CONDITION : decision->row.root, start);
    for (guint i = 0; i < decision->row.conditions; i++)
        walk_condition(w, b, decision, i, targets);
    for (guint outcome = 0; outcome < 2; outcome++)
        add_leads(outer, b->branch->targets[index][outcome], targets->pdata[outcome]);
}

static void add_decision(AnnotWalk *w, AnnotDecision *decision)
{
    annot_decision_find_repeats(decision, w->arena, w->text);
    if (w->options.complete && !decision->opaque)
        annot_decision_complete(decision, w->text, w->cfg->facts);
    decision->index = w->cfg->decisions->len;
    g_ptr_array_add(w->cfg->decisions, decision);
}

/* Takes both outcomes for possible: of a decision that asks for constants, whose conditions are not walked. */
static void pass_by(AnnotWalk *w, Branch *b, GPtrArray *targets)
{
    const GArray *start = targets->pdata[HTOL_TARGET_CONDITION];
    walk_asides(w, b, NULL);
    add_leads(targets, HTOL_TARGET_FALSE, start);
    add_leads(targets, HTOL_TARGET_TRUE, start);
    annot_walk_make_noise(w);
}

/* Returns the current block if the branch's only decision is evaluated whenever it is reached, before anything else
 * that could leave; else NULL. */
static AnnotBlock *begins_in(const AnnotWalk *w, const Branch *b)
{
    gboolean known = w->unordered == 0 && w->current && !w->current->calls && !w->current->noisy;
    gboolean whole = b->records && b->branch->n_decisions == 1 && !b->branch->opaque;
    return known && whole && !w->current->tells ? w->current : NULL;
}

/* Walks the decisions of a branch and sets w->outcomes; both outcomes lead on then. */
static void walk_branch(AnnotWalk *w, Branch *b)
{
    AnnotBlock *block = begins_in(w, b);
    const AnnotBranch *branch = b->branch;
    g_autoptr(GPtrArray) targets = targets_new(branch->n_decisions);
    annot_graph_take(&w->graph, targets->pdata[branch->n_decisions > 1 ? branch->root : HTOL_TARGET_CONDITION]);
    for (guint i = 0; i < branch->n_decisions; i++) {
        if (b->records)
            add_decision(w, branch->decisions[i]);
        if (branch->expr->asks_constant)
            pass_by(w, b, targets);
        else
            walk_conditions(w, b, i, targets);
    }
    g_autoptr(GArray) all = annot_nodes_new();
    for (guint outcome = 0; outcome < 2; outcome++) {
        g_array_set_size(w->outcomes[outcome], 0);
        annot_nodes_add(w->outcomes[outcome], targets->pdata[outcome]);
        annot_nodes_add(all, targets->pdata[outcome]);
    }
    annot_graph_resume(&w->graph, all);
    if (block && block == w->current && !block->noisy && !b->has_nodes)
        block->tells = branch->decisions[0];
    if (b->has_nodes)
        annot_walk_sever(w);
}

static void leave_alone(AnnotBranch *branch)
{
    branch->opaque = TRUE;
    annot_decision_leave_alone(branch->decisions[0]);
}

AnnotBranch *annot_walk_decision(AnnotWalk *w, const AnnotExpr *expr, AnnotCut cut, gboolean placeable)
{
    placeable &= w->sealed == 0;
    cut.cuts = w->options.branching && placeable;
    AnnotBranch *branch = annot_branch_new(w->arena, expr, cut);
    if (!placeable)
        leave_alone(branch);
    if (branch->n_decisions > 1 && cut.kind != HTOL_DECISION_VALUE)
        g_ptr_array_add(w->cfg->branches, branch);
    Branch b = {.branch = branch, .records = TRUE, .used = cut.kind != HTOL_DECISION_VALUE};
    walk_branch(w, &b);
    return branch;
}

/* Walks an expression with && or || at its top whose value is used. With branching, only one with effects is recorded.
 */
static void walk_value(AnnotWalk *w, const AnnotExpr *expr)
{
    AnnotCut cut = {.kind = HTOL_DECISION_VALUE};
    if (!w->options.branching || expr->has_effects) {
        annot_walk_decision(w, expr, cut, TRUE);
        return;
    }
    Branch b = {.branch = annot_branch_new(w->arena, expr, cut)};
    walk_branch(w, &b);
}

/* Appends to `to` the edges by which control leaves the branch when it is `value`; `here` are those that led to its
 * end.
 */
static void outcome(const AnnotBranch *branch, gboolean value, const GArray *here, GArray *to)
{
    if (branch->opaque) { /* both outcomes may be */
        g_array_append_vals(to, here->data, here->len);
        return;
    }
    if (branch->root < HTOL_TARGET_CONDITION) {
        if ((branch->root == HTOL_TARGET_TRUE) == (value != FALSE))
            g_array_append_vals(to, here->data, here->len);
        return;
    }
    AnnotBlock *from = here->len > 0 ? g_array_index(here, AnnotEdge, 0).from : NULL;
    for (guint i = 0; i < branch->n_exits[value]; i++) {
        const AnnotExit *exit = &branch->exits[value][i];
        AnnotEdge edge = {.from = from,
                          .kind = exit->outcome ? ANNOT_EDGE_TRUE : ANNOT_EDGE_FALSE,
                          .index = branch->decisions[exit->decision]->index};
        g_array_append_val(to, edge);
    }
}

AnnotLeads *annot_walk_ways(AnnotWalk *w, const AnnotBranch *at)
{
    if (at->opaque)
        annot_walk_make_noise(w);
    annot_walk_fall(w);
    g_autoptr(GArray) here = w->pending;
    w->pending = annot_edges_new();
    AnnotLeads *other = annot_leads_new();
    outcome(at, FALSE, here, other->edges);
    outcome(at, TRUE, here, w->pending);
    annot_nodes_add(other->nodes, w->outcomes[FALSE]);
    annot_graph_stop(&w->graph);
    annot_nodes_add(w->graph.leads, w->outcomes[TRUE]);
    return other;
}

static void walk_arm(AnnotWalk *w, const AnnotExpr *arm)
{
    AnnotBlock *block = annot_walk_block(w, arm->at.begin, ANNOT_PLACE_NONE);
    block->listed = block->edges->len > 0;
    AnnotSince outer = out_of(w, (AnnotSince){0});
    annot_walk_expr(w, arm);
    back_in(w, outer);
    annot_walk_fall(w);
}

/* Walks arms of ?: that cannot be told apart: nothing tells which was evaluated, so for facts both belong to the block.
 */
static void walk_opaque_arms(AnnotWalk *w, const AnnotExpr *expr)
{
    g_autoptr(GArray) start = annot_nodes_new();
    g_autoptr(GArray) ends = annot_nodes_new();
    gboolean has_nodes = FALSE;
    annot_graph_take(&w->graph, start);
    if (expr->kind == ANNOT_EXPR_ELVIS || expr->asks_constant)
        annot_nodes_add(ends, start);
    for (guint i = 1; i < expr->n_operands && !expr->asks_constant; i++) {
        annot_graph_resume(&w->graph, start);
        has_nodes |= walk_maybe(w, expr->operands[i]);
        annot_graph_take(&w->graph, ends);
    }
    annot_graph_resume(&w->graph, ends);
    if (has_nodes)
        annot_walk_sever(w);
    annot_walk_make_noise(w);
}

/* Whether something may be inserted behind the ?:, where its value is known. */
static gboolean has_end(const AnnotWalk *w, const AnnotExpr *expr)
{
    AnnotTypeKind kind = expr->type ? expr->type->kind : ANNOT_TYPE_OTHER;
    return w->sealed == 0 && expr->placed && !expr->closed && !expr->asks_constant && w->graph.leads->len > 1 &&
           (annot_kind_is_scalar(kind) || kind == ANNOT_TYPE_VOID);
}

static void walk_conditional(AnnotWalk *w, const AnnotExpr *expr)
{
    AnnotCut cut = {.kind = HTOL_DECISION_CONDITIONAL, .is_elvis = expr->kind == ANNOT_EXPR_ELVIS};
    const AnnotBranch *decision = annot_walk_decision(w, expr->operands[0], cut, TRUE);
    if (decision->opaque) {
        walk_opaque_arms(w, expr);
        return;
    }
    g_autoptr(AnnotLeads) other = annot_walk_ways(w, decision);
    g_autoptr(AnnotLeads) ends = annot_leads_new();
    if (expr->kind == ANNOT_EXPR_CONDITIONAL)
        walk_arm(w, expr->operands[1]);
    annot_walk_leave(w, ends);
    annot_walk_join(w, other);
    walk_arm(w, expr->operands[expr->n_operands - 1]);
    annot_walk_join(w, ends);
    if (has_end(w, expr))
        w->graph.joined = expr;
}

/* ---- calls and others ---- */

/* Returns the name of the function that is called; NULL: it is called through a pointer, or is a builtin that
 * stands for no library function. */
static const char *callee_of(const AnnotExpr *expr)
{
    const AnnotExpr *callee = annot_function_named(expr->operands[0]);
    if (!callee)
        return NULL;
    return annot_is_builtin(callee->decl->name) ? annot_builtin_library(callee->decl->name) : callee->decl->name;
}

static gboolean is_call_to_note(const AnnotWalk *w, const AnnotExpr *expr)
{
    if (!(w->options.records & HTOL_RECORDS_CALLS) || w->sealed > 0 || expr->n_operands == 0)
        return FALSE;
    return callee_of(expr) || !annot_function_named(expr->operands[0]);
}

/* Lists the call, whose operands have been walked, if calls are asked for. */
static void note_call(AnnotWalk *w, const AnnotExpr *expr)
{
    if (!is_call_to_note(w, expr))
        return;
    AnnotCall *call = htol_arena_new0(w->arena, AnnotCall, 1);
    *call =
        (AnnotCall){.expr = expr, .callee = callee_of(expr), .terms = g_array_new(FALSE, FALSE, sizeof(HtolRowTerm))};
    call->kept = w->kept > 0 || !expr->placed || (call->callee && annot_returns_twice(call->callee));
    if (w->unordered == 0 && w->current && !w->current->calls)
        call->block = w->current;
    if (w->since.decision && !w->since.left && w->unordered == w->since.unordered) {
        call->decision = w->since.decision;
        call->condition = w->since.condition;
    }
    g_ptr_array_add(w->cfg->calls, call);
}

static void walk_call(AnnotWalk *w, const AnnotExpr *expr)
{
    walk_operands(w, expr);
    note_call(w, expr);
    w->since.left |= annot_expr_may_leave(expr);
    annot_walk_do(w, expr);
    if (expr->decl && expr->decl->no_return) {
        annot_walk_stop(w);
        return;
    }
    annot_walk_make_noise(w);
    if (!annot_expr_may_leave(expr))
        return;
    if (w->current)
        w->current->calls = TRUE;
    if (w->graph.node && w->graph.node->hidden)
        w->graph.node->calls = TRUE;
}

/* Walks a sealed expression, such as a builtin with rules of its own: its parts are listed, but nothing is inserted. */
static void walk_sealed(AnnotWalk *w, const AnnotExpr *expr)
{
    w->sealed++;
    walk_operands(w, expr);
    w->sealed--;
    if (expr->kind == ANNOT_EXPR_CALL)
        note_call(w, expr);
    w->since.left |= annot_expr_may_leave(expr);
    annot_walk_do(w, expr);
    annot_walk_make_noise(w);
}

static void walk_statements(AnnotWalk *w, const AnnotExpr *expr)
{
    AnnotSince outer = out_of(w, (AnnotSince){.left = TRUE});
    if (expr->body && w->sealed == 0)
        annot_walk_stmt(w, expr->body);
    back_in(w, outer);
}

void annot_walk_expr(AnnotWalk *w, const AnnotExpr *expr)
{
    annot_facts_row(w->cfg->facts, expr)->node = number_of(annot_graph_here(&w->graph, expr->at.begin));
    if (expr->sealed) {
        walk_sealed(w, expr);
        return;
    }
    if (annot_is_logical(expr)) {
        walk_value(w, annot_expr_bare(expr));
        return;
    }
    switch (expr->kind) {
    case ANNOT_EXPR_CONDITIONAL:
    case ANNOT_EXPR_ELVIS: walk_conditional(w, expr); return;
    case ANNOT_EXPR_CALL: walk_call(w, expr); return;
    case ANNOT_EXPR_STATEMENT: walk_statements(w, expr); return;
    default: break;
    }
    walk_operands(w, expr);
    if (annot_expr_acts(expr) || !annot_expr_is_quiet(expr))
        annot_walk_do(w, expr);
    if (!annot_expr_is_quiet(expr))
        annot_walk_make_noise(w);
}
