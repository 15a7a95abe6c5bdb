/* Builds the control-flow graph by one walk over the tree; see cfg.h. What tells that a block was reached is
 * found afterwards, in reach.c. */
#include "annot/cfg.h"

#include "annot/assigned.h"
#include "annot/graph.h"
#include "annot/reach.h"

/* What leads on from some place to another one. */
typedef struct {
    GArray *edges; /* AnnotEdge: facts */
    GArray *nodes; /* guint32: exactly */
} Leads;

typedef struct {
    AnnotBlock *block; /* NULL until the label is met */
    Leads *leads;      /* of the gotos met before it */
} Label;

/* What break and continue mean here. */
typedef struct Scope Scope;
struct Scope {
    Scope *outer;
    Leads *breaks, *continues; /* continues is NULL in a switch */
    AnnotSwitch *sw;           /* of a switch */
    const GArray *dispatch;    /* of a switch: the nodes that choose an arm */
    gboolean has_default;
};

/* A loop while its body is walked. */
typedef struct Loop Loop;
struct Loop {
    Scope scope;
    AnnotBlock *head; /* NULL until it is begun */
    Loop *waiting;    /* the next outer loop whose head is that block too */
    guint entered;    /* Walk.entered when it began */
    AnnotLoop *row;   /* of the graph */
};

typedef struct {
    HtolArena *arena;
    const AnnotText *text;
    AnnotRules rules;
    AnnotCfg *cfg;
    AnnotGraph graph;
    GArray *outcomes[2]; /* guint32: by outcome of the branch walked last, the nodes that lead on from it */
    AnnotBlock *current; /* that facts are about; NULL: between blocks; then `pending` leads on */
    GArray *pending;     /* AnnotEdge; empty while `current` is open */
    Loop *waiting;       /* innermost of the loops whose head is the next block that is begun, or NULL */
    GHashTable *labels;  /* name -> Label */
    Scope *scope;
    guint sealed;            /* how many sealed expressions are around what is walked */
    gboolean jumps_anywhere; /* holds a computed goto: labels have edges that are not known */
    guint entered;           /* labels and cases met so far: ways into a loop other than its head */
} Walk;

static void walk_stmt(Walk *w, const AnnotStmt *stmt);
static void walk_expr(Walk *w, const AnnotExpr *expr);

static GArray *edges_new(void)
{
    return g_array_new(FALSE, FALSE, sizeof(AnnotEdge));
}

static void move_edges(GArray *to, GArray *from)
{
    g_array_append_vals(to, from->data, from->len);
    g_array_set_size(from, 0);
}

static Leads *leads_new(void)
{
    Leads *leads = g_new(Leads, 1);
    *leads = (Leads){edges_new(), annot_nodes_new()};
    return leads;
}

static void leads_free(Leads *leads)
{
    g_array_unref(leads->edges);
    g_array_unref(leads->nodes);
    g_free(leads);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC(Leads, leads_free)

/* ---- blocks ---- */

AnnotBlock *annot_block_new(HtolArena *arena, guint32 at, AnnotPlace place)
{
    AnnotBlock *block = htol_arena_new0(arena, AnnotBlock, 1);
    block->at = at;
    block->place = place;
    block->edges = edges_new();
    block->terms = g_array_new(FALSE, FALSE, sizeof(HtolRowTerm));
    return block;
}

static void begin_loops(Walk *w, AnnotBlock *head)
{
    for (; w->waiting; w->waiting = w->waiting->waiting)
        w->waiting->head = head;
}

static AnnotBlock *block_new(Walk *w, guint32 at, AnnotPlace place)
{
    AnnotBlock *block = annot_block_new(w->arena, at, place);
    move_edges(block->edges, w->pending);
    annot_graph_begin(&w->graph, block);
    w->current = block;
    begin_loops(w, block);
    return block;
}

/* Begins a block with a statement, the condition or the step of a loop. The rest of an expression before it
 * is part of it, if it leads nowhere else. */
static AnnotBlock *begin_block(Walk *w, guint32 at, AnnotPlace place)
{
    if (!annot_graph_may_extend(&w->graph))
        return block_new(w, at, place);
    AnnotBlock *block = w->graph.node;
    block->hidden = FALSE;
    block->at = at;
    block->place = place;
    move_edges(block->edges, w->pending);
    w->current = block;
    return block;
}

static void make_noise(Walk *w)
{
    if (w->current)
        w->current->noisy = TRUE;
    for (guint i = 0; i < w->pending->len; i++)
        g_array_index(w->pending, AnnotEdge, i).noisy = TRUE;
}

/* Ends the block that facts are about. */
static void fall_by_facts(Walk *w)
{
    if (!w->current)
        return;
    AnnotEdge edge = {.from = w->current, .kind = ANNOT_EDGE_FALL, .noisy = w->current->noisy};
    g_array_append_val(w->pending, edge);
    w->current = NULL;
}

/* No fact so far tells that control gets here. */
static void sever(Walk *w)
{
    fall_by_facts(w);
    make_noise(w);
}

/* Ends the current block; what is pending afterwards leads on by falling. */
static void fall(Walk *w)
{
    fall_by_facts(w);
    annot_graph_fall(&w->graph);
}

/* Nothing leads on from here. */
static void stop(Walk *w)
{
    w->current = NULL;
    g_array_set_size(w->pending, 0);
    annot_graph_stop(&w->graph);
}

/* Moves what leads on from here to `to`, which may be NULL. */
static void leave(Walk *w, Leads *to)
{
    fall(w);
    if (to) {
        move_edges(to->edges, w->pending);
        annot_graph_take(&w->graph, to->nodes);
    }
    stop(w);
}

/* Whether control may get here, for all that is known. */
static gboolean is_reached(const Walk *w)
{
    return w->current || w->pending->len > 0 || w->graph.node || w->graph.leads->len > 0;
}

/* Adds what leads on from elsewhere; the current block has ended. */
static void join(Walk *w, Leads *from)
{
    move_edges(w->pending, from->edges);
    annot_nodes_add(w->graph.leads, from->nodes);
    g_array_set_size(from->nodes, 0);
}

/* Moves what leads on from here to a block that was begun before. */
static void leave_to(Walk *w, AnnotBlock *block)
{
    fall(w);
    move_edges(block->edges, w->pending);
    annot_graph_connect(&w->graph, block->node);
    stop(w);
}

static void follow(Walk *w, AnnotEdgeKind kind, guint32 index, const AnnotBlock *from)
{
    AnnotEdge edge = {.from = (AnnotBlock *)from, .kind = kind, .index = index};
    g_array_append_val(w->pending, edge);
}

/* Ends the current block if what follows cannot be part of it. */
static void end_block(Walk *w)
{
    if (w->current && w->current->calls)
        fall(w);
    if (w->current && w->graph.node != w->current)
        sever(w);
}

static void begin_stmt(Walk *w, const AnnotStmt *stmt)
{
    end_block(w);
    if (!w->current)
        begin_block(w, stmt->at.begin, ANNOT_PLACE_STATEMENT)->stmt = stmt;
}

/* Begins the condition or the step of a loop. */
static void begin_expr(Walk *w, const AnnotExpr *expr, gboolean placeable)
{
    end_block(w);
    if (!w->current)
        begin_block(w, expr->at.begin, placeable ? ANNOT_PLACE_COMMA : ANNOT_PLACE_NONE)->expr = expr;
}

static void add_statement(Walk *w, const AnnotStmt *stmt, guint32 at, guint32 end)
{
    AnnotStatement *statement = htol_arena_new0(w->arena, AnnotStatement, 1);
    *statement = (AnnotStatement){stmt, w->current, at, end};
    w->current->listed = TRUE;
    g_ptr_array_add(w->cfg->statements, statement);
}

/* A statement that begins here; `until`: what no longer belongs to it alone, or NULL. */
static void begin_statement(Walk *w, const AnnotStmt *stmt, const AnnotStmt *until)
{
    begin_stmt(w, stmt);
    guint32 end = until ? annot_text_previous_end(w->text, until->at.begin) : stmt->at.end;
    add_statement(w, stmt, stmt->at.begin, MAX(end, stmt->at.begin + 1));
}

/* ---- expressions ---- */

static guint32 number_of(const AnnotBlock *node)
{
    return node ? node->node : ANNOT_NO_NODE;
}

/* The expression's own operation is done here. */
static void do_expr(Walk *w, const AnnotExpr *expr)
{
    ((AnnotExpr *)expr)->done = number_of(annot_graph_here(&w->graph, expr->at.begin));
}

/* What stands there is left alone, and all of it done here. */
static void settle(Walk *w, AnnotExpr *expr)
{
    expr->node = expr->done = number_of(annot_graph_here(&w->graph, expr->at.begin));
    for (guint i = 0; i < expr->n_operands; i++)
        settle(w, expr->operands[i]);
}

static gboolean is_ordered(const AnnotExpr *expr)
{
    return expr->kind == ANNOT_EXPR_COMMA || expr->kind == ANNOT_EXPR_STATEMENT;
}

static void walk_operands(Walk *w, const AnnotExpr *expr)
{
    guint with_nodes = 0;
    for (guint i = 0; i < expr->n_operands; i++) {
        guint before = w->cfg->blocks->len;
        walk_expr(w, expr->operands[i]);
        if (i + 1 < expr->n_operands)
            annot_graph_here(&w->graph, expr->operands[i]->at.begin);
        with_nodes += w->cfg->blocks->len > before;
    }
    w->cfg->unordered |= with_nodes > 1 && !is_ordered(expr);
}

static gboolean holds_statements(const AnnotExpr *expr)
{
    if (expr->kind == ANNOT_EXPR_STATEMENT)
        return TRUE;
    for (guint i = 0; i < expr->n_operands; i++)
        if (holds_statements(expr->operands[i]))
            return TRUE;
    return FALSE;
}

/* What is evaluated only if something before it wants it: its statements are blocks of their own. Returns
 * whether it has nodes. */
static gboolean walk_maybe(Walk *w, const AnnotExpr *expr)
{
    guint before = w->cfg->blocks->len;
    if (w->sealed == 0 && holds_statements(expr))
        sever(w);
    walk_expr(w, expr);
    return w->cfg->blocks->len > before;
}

/* ---- decisions ---- */

/* A branch while its decisions are walked. */
typedef struct {
    const AnnotBranch *branch;
    gboolean records;   /* its decisions are listed */
    gboolean used;      /* something follows from its outcome other than its value */
    guint asides;       /* walked so far */
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

static void lead(GPtrArray *targets, guint32 target, const GArray *nodes)
{
    annot_nodes_add(g_ptr_array_index(targets, target), nodes);
}

/* The steps of a decision are not all known: then any condition may follow any before it. */
static gboolean is_loose(const AnnotDecision *decision)
{
    for (guint i = 0; i < decision->row.conditions && decision->n_asides > 0; i++)
        if (decision->rows[i].state != HTOL_CONDITION_LIVE)
            return TRUE;
    return decision->opaque;
}

static gboolean ends_branch(const Branch *b, const AnnotDecision *decision, const HtolRowCondition *row)
{
    return !b->used && b->branch->n_decisions == 1 && !decision->opaque &&
           row->on_true < HTOL_TARGET_CONDITION && row->on_false < HTOL_TARGET_CONDITION;
}

/* Left sides of commas before the condition. */
static void walk_asides(Walk *w, Branch *b, const AnnotExpr *condition)
{
    while (b->asides < b->branch->n_asides &&
           (!condition || b->branch->asides[b->asides]->at.begin < condition->at.begin))
        b->has_nodes |= walk_maybe(w, b->branch->asides[b->asides++]);
}

static void lead_on_loosely(const AnnotDecision *decision, guint i, const GArray *ends, GPtrArray *targets)
{
    lead(targets, HTOL_TARGET_FALSE, ends);
    lead(targets, HTOL_TARGET_TRUE, ends);
    if (i + 1 == decision->row.conditions)
        return;
    lead(targets, HTOL_TARGET_CONDITION + i + 1, ends);
    if (i > 0)
        lead(targets, HTOL_TARGET_CONDITION + i + 1, targets->pdata[HTOL_TARGET_CONDITION + i]);
}

static void walk_condition(Walk *w, Branch *b, const AnnotDecision *decision, guint i, GPtrArray *targets)
{
    const AnnotExpr *expr = decision->conditions[i].expr;
    const HtolRowCondition *row = &decision->rows[i];
    gboolean is_first = i == 0 && decision == b->branch->decisions[0];
    annot_graph_resume(&w->graph, targets->pdata[HTOL_TARGET_CONDITION + i]);
    walk_asides(w, b, expr);
    if (!expr->closed && is_first)
        walk_expr(w, expr);
    else if (!expr->closed)
        b->has_nodes |= walk_maybe(w, expr);
    if (!ends_branch(b, decision, row))
        annot_graph_here(&w->graph, expr->at.begin);
    g_autoptr(GArray) ends = annot_nodes_new();
    annot_graph_take(&w->graph, ends);
    if (is_loose(decision)) {
        lead_on_loosely(decision, i, ends, targets);
    } else if (row->state == HTOL_CONDITION_LIVE) {
        lead(targets, row->on_true, ends);
        lead(targets, row->on_false, ends);
    }
}

/* Walks what stands in the conditions, each where control may come to it. */
static void walk_conditions(Walk *w, Branch *b, guint index, GPtrArray *outer)
{
    const AnnotDecision *decision = b->branch->decisions[index];
    const GArray *start = outer->pdata[HTOL_TARGET_CONDITION + index];
    g_autoptr(GPtrArray) targets = targets_new(decision->row.conditions);
    lead(targets, is_loose(decision) ? HTOL_TARGET_CONDITION : decision->row.root, start);
    for (guint i = 0; i < decision->row.conditions; i++)
        walk_condition(w, b, decision, i, targets);
    for (guint outcome = 0; outcome < 2; outcome++)
        lead(outer, b->branch->targets[index][outcome], targets->pdata[outcome]);
}

static void add_decision(Walk *w, AnnotDecision *decision);

/* What asks for constants is not walked: either outcome, for all we know. */
static void pass_by(Walk *w, Branch *b, GPtrArray *targets)
{
    const GArray *start = targets->pdata[HTOL_TARGET_CONDITION];
    walk_asides(w, b, NULL);
    lead(targets, HTOL_TARGET_FALSE, start);
    lead(targets, HTOL_TARGET_TRUE, start);
    make_noise(w);
}

/* Sets w->outcomes. Afterwards either of them leads on. */
static void walk_branch(Walk *w, Branch *b)
{
    const AnnotBranch *branch = b->branch;
    g_autoptr(GPtrArray) targets = targets_new(branch->n_decisions);
    annot_graph_take(&w->graph,
                     targets->pdata[branch->n_decisions > 1 ? branch->root : HTOL_TARGET_CONDITION]);
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
    if (b->has_nodes)
        sever(w);
}

static void add_decision(Walk *w, AnnotDecision *decision)
{
    annot_decision_find_repeats(decision, w->arena, w->text);
    if (w->rules.complete && !decision->opaque)
        annot_decision_complete(decision, w->text);
    decision->index = w->cfg->decisions->len;
    g_ptr_array_add(w->cfg->decisions, decision);
}

static void leave_alone(AnnotBranch *branch)
{
    branch->opaque = TRUE;
    annot_decision_leave_alone(branch->decisions[0]);
}

/* Records the decisions of an expression and walks what stands in their conditions; `used`, if control
 * depends on the outcome. Sets w->outcomes. */
static AnnotBranch *walk_decision(Walk *w, const AnnotExpr *expr, AnnotCut cut, gboolean placeable)
{
    placeable &= w->sealed == 0;
    cut.cuts = w->rules.branching && placeable;
    AnnotBranch *branch = annot_branch_new(w->arena, expr, cut);
    if (!placeable)
        leave_alone(branch);
    if (branch->n_decisions > 1 && cut.kind != HTOL_DECISION_VALUE)
        g_ptr_array_add(w->cfg->branches, branch);
    Branch b = {.branch = branch, .records = TRUE, .used = cut.kind != HTOL_DECISION_VALUE};
    walk_branch(w, &b);
    return branch;
}

/* An expression with && or || at its top whose value is used. */
static void walk_value(Walk *w, const AnnotExpr *expr)
{
    AnnotCut cut = {.kind = HTOL_DECISION_VALUE};
    if (!w->rules.branching || expr->has_effects) {
        walk_decision(w, expr, cut, TRUE);
        return;
    }
    Branch b = {.branch = annot_branch_new(w->arena, expr, cut)};
    walk_branch(w, &b);
}

/* What leads on when the expression has the outcome, appended to `to`. `here` is what led on before either.
 */
static void outcome(const AnnotBranch *branch, gboolean value, const GArray *here, GArray *to)
{
    if (branch->opaque) { /* either, for all we know */
        g_array_append_vals(to, here->data, here->len);
        return;
    }
    if (branch->root < HTOL_TARGET_CONDITION) {
        if ((branch->root == HTOL_TARGET_TRUE) == (value != FALSE))
            g_array_append_vals(to, here->data, here->len);
        return;
    }
    const AnnotBlock *from = here->len > 0 ? g_array_index(here, AnnotEdge, 0).from : NULL;
    for (guint i = 0; i < branch->n_exits[value]; i++) {
        const AnnotExit *exit = &branch->exits[value][i];
        AnnotEdge edge = {.from = (AnnotBlock *)from,
                          .kind = exit->outcome ? ANNOT_EDGE_TRUE : ANNOT_EDGE_FALSE,
                          .index = branch->decisions[exit->decision]->index};
        g_array_append_val(to, edge);
    }
}

/* Both ways out of the branch walked last: sets what leads on when the expression is true, and returns that
 * when it is false. */
static Leads *branch(Walk *w, const AnnotBranch *at)
{
    if (at->opaque)
        make_noise(w);
    fall(w);
    g_autoptr(GArray) here = edges_new();
    move_edges(here, w->pending);
    Leads *other = leads_new();
    outcome(at, FALSE, here, other->edges);
    outcome(at, TRUE, here, w->pending);
    annot_nodes_add(other->nodes, w->outcomes[FALSE]);
    annot_graph_stop(&w->graph);
    annot_nodes_add(w->graph.leads, w->outcomes[TRUE]);
    return other;
}

static void walk_arm(Walk *w, const AnnotExpr *arm)
{
    AnnotBlock *block = block_new(w, arm->at.begin, ANNOT_PLACE_NONE);
    block->listed = block->edges->len > 0;
    walk_expr(w, arm);
    fall(w);
}

/* The arms cannot be told apart: to facts they stay part of the block. */
static void walk_opaque_arms(Walk *w, const AnnotExpr *expr)
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
        sever(w);
    make_noise(w);
}

static void walk_conditional(Walk *w, const AnnotExpr *expr)
{
    AnnotCut cut = {.kind = HTOL_DECISION_CONDITIONAL, .is_elvis = expr->kind == ANNOT_EXPR_ELVIS};
    const AnnotBranch *decision = walk_decision(w, expr->operands[0], cut, TRUE);
    if (decision->opaque) {
        walk_opaque_arms(w, expr);
        return;
    }
    g_autoptr(Leads) other = branch(w, decision);
    g_autoptr(Leads) ends = leads_new();
    if (expr->kind == ANNOT_EXPR_CONDITIONAL)
        walk_arm(w, expr->operands[1]);
    leave(w, ends);
    join(w, other);
    walk_arm(w, expr->operands[expr->n_operands - 1]);
    join(w, ends);
}

static void walk_call(Walk *w, const AnnotExpr *expr)
{
    walk_operands(w, expr);
    do_expr(w, expr);
    if (expr->decl && expr->decl->no_return) {
        stop(w);
        return;
    }
    make_noise(w);
    if (!annot_expr_may_leave(expr))
        return;
    if (w->current)
        w->current->calls = TRUE;
    if (w->graph.node && w->graph.node->hidden)
        w->graph.node->calls = TRUE;
}

/* What stands in the operands of a builtin with rules of its own is listed, and left alone. */
static void walk_sealed(Walk *w, const AnnotExpr *expr)
{
    w->sealed++;
    walk_operands(w, expr);
    w->sealed--;
    do_expr(w, expr);
    make_noise(w);
}

static void walk_expr(Walk *w, const AnnotExpr *expr)
{
    ((AnnotExpr *)expr)->node = number_of(annot_graph_here(&w->graph, expr->at.begin));
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
    case ANNOT_EXPR_STATEMENT:
        if (expr->body && w->sealed == 0)
            walk_stmt(w, expr->body);
        return;
    default: break;
    }
    walk_operands(w, expr);
    if (annot_expr_acts(expr) || !annot_expr_is_quiet(expr))
        do_expr(w, expr);
    if (!annot_expr_is_quiet(expr))
        make_noise(w);
}

/* ---- loops ---- */

static void loop_begin(Walk *w, Loop *loop, const AnnotStmt *stmt, HtolLoopKind kind)
{
    *loop = (Loop){.scope = {.outer = w->scope, .breaks = leads_new(), .continues = leads_new()},
                   .entered = w->entered,
                   .waiting = w->waiting,
                   .row = htol_arena_new0(w->arena, AnnotLoop, 1)};
    w->scope = &loop->scope;
    fall(w);
    w->waiting = loop;
    loop->row->stmt = stmt;
    loop->row->kind = kind;
    loop->row->first = loop->row->tested = w->cfg->blocks->len;
    g_ptr_array_add(w->cfg->loops, loop->row);
}

/* Control that comes to an endless loop without blocks stays there: in a node that can be seen before its
 * body. */
static void begin_empty(Walk *w, Loop *loop)
{
    const AnnotStmt *body = loop->row->stmt->body;
    AnnotBlock *node = annot_block_new(w->arena, body->at.begin, ANNOT_PLACE_STATEMENT);
    node->hidden = TRUE;
    node->stmt = body;
    annot_graph_begin(&w->graph, node);
    begin_loops(w, node);
}

/* What leads on leads back to the head. */
static void loop_back(Walk *w, Loop *loop)
{
    fall(w);
    if (w->waiting == loop && w->graph.leads->len > 0)
        begin_empty(w, loop);
    if (w->waiting == loop)
        w->waiting = loop->waiting; /* no block was begun */
    gboolean only_head = w->entered == loop->entered && !w->jumps_anywhere;
    for (guint i = 0; i < w->pending->len && loop->head; i++) {
        AnnotEdge edge = g_array_index(w->pending, AnnotEdge, i);
        edge.back = only_head;
        g_array_append_val(loop->head->edges, edge);
    }
    if (loop->head)
        annot_graph_connect(&w->graph, loop->head->node);
    stop(w);
}

/* Leaves the loop by its `exits` (may be NULL, freed) and by every break. */
static void loop_end(Walk *w, Loop *loop, Leads *exits)
{
    loop->row->end = w->cfg->blocks->len;
    if (loop->head)
        loop->row->head = loop->head->node;
    if (exits) {
        join(w, exits);
        leads_free(exits);
    }
    join(w, loop->scope.breaks);
    w->scope = loop->scope.outer;
    leads_free(loop->scope.breaks);
    leads_free(loop->scope.continues);
}

static void close_continues(Walk *w, Loop *loop)
{
    if (loop->scope.continues->nodes->len > 0 || loop->scope.continues->edges->len > 0) {
        fall(w);
        join(w, loop->scope.continues);
    }
}

static gboolean is_always_true(const AnnotExpr *expr)
{
    return !expr || annot_expr_bare(expr)->constant == ANNOT_CONSTANT_TRUE;
}

/* A loop without a condition that is evaluated: its head is the first block of its body. */
static Leads *loop_condition(Walk *w, Loop *loop, HtolDecisionKind kind, gboolean placeable)
{
    const AnnotStmt *stmt = loop->row->stmt;
    if (is_always_true(stmt->expr)) {
        if (stmt->expr)
            walk_decision(w, stmt->expr, (AnnotCut){.kind = kind}, placeable);
        return NULL;
    }
    if (kind == HTOL_DECISION_FOR) {
        begin_expr(w, stmt->expr, placeable);
        w->current->listed = TRUE;
    }
    const AnnotBranch *decision = walk_decision(w, stmt->expr, (AnnotCut){.kind = kind}, placeable);
    loop->row->tested = w->cfg->blocks->len;
    return branch(w, decision);
}

static void walk_while(Walk *w, const AnnotStmt *stmt)
{
    Loop loop;
    gboolean endless = is_always_true(stmt->expr);
    if (endless)
        begin_statement(w, stmt, stmt->body);
    loop_begin(w, &loop, stmt, HTOL_LOOP_WHILE);
    if (!endless) {
        /* its own store stands before the loop, unless a label leads into it: see resolve_place */
        begin_statement(w, stmt, stmt->body);
        w->current->expr = stmt->expr;
    }
    Leads *exits = loop_condition(w, &loop, HTOL_DECISION_WHILE, TRUE);
    walk_stmt(w, stmt->body);
    close_continues(w, &loop);
    loop_back(w, &loop);
    loop_end(w, &loop, exits);
}

static void walk_do(Walk *w, const AnnotStmt *stmt)
{
    Loop loop;
    loop_begin(w, &loop, stmt, HTOL_LOOP_DO);
    walk_stmt(w, stmt->body);
    close_continues(w, &loop);
    if (annot_expr_bare(stmt->expr)->constant == ANNOT_NOT_CONSTANT) { /* not do { } while (0) */
        begin_expr(w, stmt->expr, TRUE);
        add_statement(w, stmt, stmt->expr->at.begin, stmt->at.end);
    }
    Leads *exits = branch(w, walk_decision(w, stmt->expr, (AnnotCut){.kind = HTOL_DECISION_DO}, TRUE));
    loop_back(w, &loop);
    loop_end(w, &loop, exits);
}

static void walk_initializers(Walk *w, const AnnotStmt *stmt)
{
    for (guint i = 0; i < stmt->n_inits; i++) {
        walk_expr(w, stmt->inits[i]);
        do_expr(w, stmt->inits[i]);
    }
}

static void walk_init(Walk *w, const AnnotStmt *init)
{
    if (init->kind == ANNOT_STMT_EXPR)
        walk_expr(w, init->expr);
    walk_initializers(w, init);
}

static void walk_for(Walk *w, const AnnotStmt *stmt)
{
    /* OpenMP and unroll pragmas demand the header as it is. */
    gboolean placeable = !annot_text_follows_pragma(w->text, stmt->at.begin);
    Loop loop;
    begin_statement(w, stmt, stmt->body);
    if (stmt->init)
        walk_init(w, stmt->init);
    loop_begin(w, &loop, stmt, HTOL_LOOP_FOR);
    Leads *exits = loop_condition(w, &loop, HTOL_DECISION_FOR, placeable);
    walk_stmt(w, stmt->body);
    close_continues(w, &loop);
    if (stmt->step && is_reached(w)) {
        begin_expr(w, stmt->step, placeable);
        w->current->listed = TRUE;
        walk_expr(w, stmt->step);
    }
    loop_back(w, &loop);
    loop_end(w, &loop, exits);
}

/* ---- switch and labels ---- */

static guint add_arm(Walk *w, const AnnotStmt *stmt, HtolArmKind kind, gboolean falls)
{
    AnnotArm *arm = htol_arena_new0(w->arena, AnnotArm, 1);
    *arm = (AnnotArm){.stmt = stmt, .kind = kind, .falls = falls};
    g_ptr_array_add(w->cfg->arms, arm);
    return w->cfg->arms->len - 1;
}

static Scope *switch_scope(Walk *w)
{
    Scope *scope = w->scope;
    while (scope && !scope->sw)
        scope = scope->outer;
    return scope;
}

static void walk_switch(Walk *w, const AnnotStmt *stmt)
{
    begin_statement(w, stmt, stmt->body);
    walk_expr(w, stmt->expr);
    const AnnotBlock *from = w->current;
    g_autoptr(GArray) dispatch = annot_nodes_new();
    annot_graph_here(&w->graph, stmt->expr->at.begin);
    annot_graph_take(&w->graph, dispatch);
    stop(w);
    AnnotSwitch *sw = htol_arena_new0(w->arena, AnnotSwitch, 1);
    sw->stmt = stmt;
    sw->arms = g_array_new(FALSE, FALSE, sizeof(guint));
    g_ptr_array_add(w->cfg->switches, sw);
    Scope scope = {.outer = w->scope, .breaks = leads_new(), .sw = sw, .dispatch = dispatch};
    w->scope = &scope;
    walk_stmt(w, stmt->body);
    w->scope = scope.outer;
    fall(w);
    join(w, scope.breaks);
    leads_free(scope.breaks);
    if (!scope.has_default) {
        guint none = add_arm(w, stmt, HTOL_ARM_NONE, FALSE);
        g_array_append_val(sw->arms, none);
        follow(w, ANNOT_EDGE_ARM, none, from);
        annot_nodes_add(w->graph.leads, dispatch);
    }
}

static void walk_case(Walk *w, const AnnotStmt *stmt)
{
    Scope *scope = switch_scope(w);
    w->entered++;
    gboolean falls = is_reached(w);
    fall(w);
    guint arm = add_arm(w, stmt, stmt->kind == ANNOT_STMT_CASE ? HTOL_ARM_CASE : HTOL_ARM_DEFAULT, falls);
    if (scope) {
        scope->has_default |= stmt->kind == ANNOT_STMT_DEFAULT;
        g_array_append_val(scope->sw->arms, arm);
        annot_nodes_add(w->graph.leads, scope->dispatch);
    }
    follow(w, ANNOT_EDGE_ARM, arm, NULL);
    if (stmt->body)
        walk_stmt(w, stmt->body);
}

static Label *label_named(Walk *w, const char *name)
{
    Label *label = g_hash_table_lookup(w->labels, name);
    if (!label) {
        label = htol_arena_new0(w->arena, Label, 1);
        label->leads = leads_new();
        g_hash_table_insert(w->labels, (gpointer)name, label);
    }
    return label;
}

static void walk_label(Walk *w, const AnnotStmt *stmt)
{
    Label *label = label_named(w, stmt->label);
    w->entered++;
    fall(w);
    join(w, label->leads);
    label->block = block_new(w, stmt->at.begin, ANNOT_PLACE_LABEL);
    label->block->stmt = stmt;
    label->block->forced = w->jumps_anywhere;
    g_array_append_val(w->graph.labels, label->block->node);
    if (stmt->body)
        walk_stmt(w, stmt->body);
}

static void walk_goto(Walk *w, const AnnotStmt *stmt)
{
    Label *label = label_named(w, stmt->label);
    if (label->block)
        leave_to(w, label->block);
    else
        leave(w, label->leads);
}

/* ---- statements ---- */

static void walk_if(Walk *w, const AnnotStmt *stmt)
{
    begin_statement(w, stmt, stmt->body);
    const AnnotBranch *decision = walk_decision(w, stmt->expr, (AnnotCut){.kind = HTOL_DECISION_IF}, TRUE);
    g_autoptr(Leads) other = branch(w, decision);
    g_autoptr(Leads) ends = leads_new();
    walk_stmt(w, stmt->body);
    leave(w, ends);
    join(w, other);
    if (stmt->other)
        walk_stmt(w, stmt->other);
    fall(w);
    join(w, ends);
}

static void walk_declaration(Walk *w, const AnnotStmt *stmt)
{
    if (stmt->n_inits == 0 && !stmt->is_vla)
        return;
    begin_statement(w, stmt, NULL);
    walk_initializers(w, stmt);
    if (stmt->is_vla)
        make_noise(w);
}

static void walk_break(Walk *w)
{
    leave(w, w->scope ? w->scope->breaks : NULL);
}

static void walk_continue(Walk *w)
{
    Scope *scope = w->scope;
    while (scope && !scope->continues)
        scope = scope->outer;
    leave(w, scope ? scope->continues : NULL);
}

static void walk_attributed(Walk *w, const AnnotStmt *stmt)
{
    if (stmt->body && stmt->body->kind != ANNOT_STMT_NULL)
        walk_stmt(w, stmt->body);
    else
        g_ptr_array_add(w->cfg->fallthroughs, (gpointer)stmt);
}

/* The node that is open ends in a jump to some label. */
static void jump(Walk *w, const AnnotStmt *stmt)
{
    AnnotBlock *node = annot_graph_here(&w->graph, stmt->at.begin);
    if (!node)
        return;
    node->jumps = TRUE;
    g_array_append_val(w->graph.jumps, node->node);
}

/* asm goto may go elsewhere, as a call may not return. */
static void walk_asm(Walk *w, const AnnotStmt *stmt)
{
    for (guint i = 0; i < stmt->n_operands; i++)
        settle(w, stmt->operands[i]);
    make_noise(w);
    w->current->calls |= stmt->is_jump;
    if (stmt->is_jump)
        jump(w, stmt);
}

static void walk_return(Walk *w, const AnnotStmt *stmt)
{
    annot_graph_leave(&w->graph, stmt);
    stop(w);
}

static void walk_computed_goto(Walk *w, const AnnotStmt *stmt)
{
    jump(w, stmt);
    stop(w);
}

static void walk_simple(Walk *w, const AnnotStmt *stmt)
{
    begin_statement(w, stmt, NULL);
    if (stmt->expr)
        walk_expr(w, stmt->expr);
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

static void walk_stmt(Walk *w, const AnnotStmt *stmt)
{
    switch (stmt->kind) {
    case ANNOT_STMT_COMPOUND:
    case ANNOT_STMT_OTHER:
        for (guint i = 0; i < stmt->n_parts; i++)
            walk_stmt(w, stmt->parts[i]);
        break;
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

/* Whether the function holds a jump whose target is not known. */
static gboolean jumps_anywhere(const AnnotStmt *stmt)
{
    if (!stmt)
        return FALSE;
    if (stmt->kind == ANNOT_STMT_GOTO_ANY || (stmt->kind == ANNOT_STMT_ASM && stmt->is_jump))
        return TRUE;
    for (guint i = 0; i < stmt->n_parts; i++)
        if (jumps_anywhere(stmt->parts[i]))
            return TRUE;
    return jumps_anywhere(stmt->body) || jumps_anywhere(stmt->other);
}

/* ---- the graph ---- */

static void free_label(gpointer data)
{
    leads_free(((Label *)data)->leads);
}

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

static void walk_clear(Walk *w)
{
    g_hash_table_unref(w->labels);
    g_array_unref(w->pending);
    g_array_unref(w->outcomes[FALSE]);
    g_array_unref(w->outcomes[TRUE]);
}

AnnotCfg *annot_cfg_new(HtolArena *arena, const AnnotText *text, const AnnotFunction *function,
                        AnnotRules rules)
{
    AnnotCfg *cfg = cfg_new(arena);
    if (rules.complete)
        annot_assigned_mark(text, function);
    Walk w = {.arena = arena,
              .text = text,
              .rules = rules,
              .cfg = cfg,
              .pending = edges_new(),
              .outcomes = {annot_nodes_new(), annot_nodes_new()},
              .labels = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, free_label),
              .jumps_anywhere = jumps_anywhere(function->body)};
    annot_graph_init(&w.graph, arena, cfg);
    block_new(&w, function->body->at.begin, ANNOT_PLACE_STATEMENT);
    walk_stmt(&w, function->body);
    cfg->ends = is_reached(&w);
    annot_graph_leave(&w.graph, NULL);
    annot_graph_finish(&w.graph);
    drop_empty_loops(cfg);
    annot_reach_resolve(cfg);
    walk_clear(&w);
    return cfg;
}

void annot_cfg_free(AnnotCfg *cfg)
{
    for (guint i = 0; i < cfg->blocks->len; i++) {
        AnnotBlock *block = g_ptr_array_index(cfg->blocks, i);
        g_array_unref(block->edges);
        g_array_unref(block->terms);
    }
    for (guint i = 0; i < cfg->switches->len; i++)
        g_array_unref(((AnnotSwitch *)g_ptr_array_index(cfg->switches, i))->arms);
    g_ptr_array_unref(cfg->blocks);
    g_array_unref(cfg->flow);
    g_ptr_array_unref(cfg->loops);
    g_ptr_array_unref(cfg->statements);
    g_ptr_array_unref(cfg->decisions);
    g_ptr_array_unref(cfg->branches);
    g_ptr_array_unref(cfg->switches);
    g_ptr_array_unref(cfg->arms);
    g_ptr_array_unref(cfg->fallthroughs);
}

/* A head's own store stands before its loop; a passage through it is seen in the condition. */
AnnotSeen annot_block_seen(const AnnotBlock *block)
{
    static const AnnotSeen seen[] = {[ANNOT_PLACE_NONE] = ANNOT_SEEN_NOT,
                                     [ANNOT_PLACE_STATEMENT] = ANNOT_SEEN_STATEMENT,
                                     [ANNOT_PLACE_LABEL] = ANNOT_SEEN_LABEL,
                                     [ANNOT_PLACE_COMMA] = ANNOT_SEEN_COMMA};
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
