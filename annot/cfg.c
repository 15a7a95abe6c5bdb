/* Builds the control-flow graph by one walk over the tree; see cfg.h. What tells that a block was reached is
 * found afterwards, in reach.c. */
#include "annot/cfg.h"

#include "annot/assigned.h"
#include "annot/reach.h"

typedef struct {
    AnnotBlock *block; /* NULL until the label is met */
    GArray *edges;     /* of the gotos met before it */
} Label;

/* What break and continue mean here. */
typedef struct Scope Scope;
struct Scope {
    Scope *outer;
    GArray *breaks, *continues; /* AnnotEdge; continues is NULL in a switch */
    AnnotSwitch *sw;            /* of a switch */
    gboolean has_default;
};

/* A loop while its body is walked. */
typedef struct Loop Loop;
struct Loop {
    Scope scope;
    AnnotBlock *head; /* NULL until it is begun */
    Loop *waiting;    /* the next outer loop whose head is that block too */
    guint entered;    /* Walk.entered when it began */
};

typedef struct {
    HtolArena *arena;
    const AnnotText *text;
    AnnotRules rules;
    AnnotCfg *cfg;
    AnnotBlock *current; /* NULL: between blocks; then `pending` leads on */
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

/* ---- blocks ---- */

static AnnotBlock *block_new(Walk *w, guint32 at, AnnotPlace place)
{
    AnnotBlock *block = htol_arena_new0(w->arena, AnnotBlock, 1);
    block->at = at;
    block->place = place;
    block->edges = edges_new();
    block->terms = g_array_new(FALSE, FALSE, sizeof(HtolRowTerm));
    move_edges(block->edges, w->pending);
    g_ptr_array_add(w->cfg->blocks, block);
    w->current = block;
    for (; w->waiting; w->waiting = w->waiting->waiting)
        w->waiting->head = block;
    return block;
}

/* Ends the current block; what is pending afterwards leads on by falling. */
static void fall(Walk *w)
{
    if (!w->current)
        return;
    AnnotEdge edge = {.from = w->current, .kind = ANNOT_EDGE_FALL, .noisy = w->current->noisy};
    g_array_append_val(w->pending, edge);
    w->current = NULL;
}

/* Nothing leads on from here. */
static void stop(Walk *w)
{
    w->current = NULL;
    g_array_set_size(w->pending, 0);
}

/* Moves what leads on from here to `to`, which may be NULL. */
static void leave(Walk *w, GArray *to)
{
    fall(w);
    if (to)
        move_edges(to, w->pending);
    stop(w);
}

static void follow(Walk *w, AnnotEdgeKind kind, guint32 index, const AnnotBlock *from)
{
    AnnotEdge edge = {.from = (AnnotBlock *)from, .kind = kind, .index = index};
    g_array_append_val(w->pending, edge);
}

static void begin_stmt(Walk *w, const AnnotStmt *stmt)
{
    if (w->current && w->current->calls)
        fall(w);
    if (!w->current)
        block_new(w, stmt->at.begin, ANNOT_PLACE_STATEMENT)->stmt = stmt;
}

/* Begins the condition or the step of a loop. */
static void begin_expr(Walk *w, const AnnotExpr *expr, gboolean placeable)
{
    if (w->current && w->current->calls)
        fall(w);
    if (!w->current)
        block_new(w, expr->at.begin, placeable ? ANNOT_PLACE_COMMA : ANNOT_PLACE_NONE)->expr = expr;
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

static void make_noise(Walk *w)
{
    if (w->current)
        w->current->noisy = TRUE;
    for (guint i = 0; i < w->pending->len; i++)
        g_array_index(w->pending, AnnotEdge, i).noisy = TRUE;
}

/* ---- expressions ---- */

static void walk_operands(Walk *w, const AnnotExpr *expr)
{
    for (guint i = 0; i < expr->n_operands; i++)
        walk_expr(w, expr->operands[i]);
}

static void walk_conditions(Walk *w, const AnnotDecision *decision)
{
    for (guint i = 0; i < decision->row.conditions; i++)
        if (!decision->conditions[i].expr->closed)
            walk_expr(w, decision->conditions[i].expr);
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

/* Records the decisions of an expression and walks what stands in their conditions. */
static AnnotBranch *walk_decision(Walk *w, const AnnotExpr *expr, AnnotCut cut, gboolean placeable)
{
    placeable &= w->sealed == 0;
    cut.cuts = w->rules.branching && placeable;
    AnnotBranch *branch = annot_branch_new(w->arena, expr, cut);
    if (!placeable)
        leave_alone(branch);
    if (branch->n_decisions > 1 && cut.kind != HTOL_DECISION_VALUE)
        g_ptr_array_add(w->cfg->branches, branch);
    for (guint i = 0; i < branch->n_decisions; i++) {
        add_decision(w, branch->decisions[i]);
        for (guint a = 0; a < branch->n_asides && i == 0; a++)
            walk_expr(w, branch->asides[a]);
        if (!expr->asks_constant)
            walk_conditions(w, branch->decisions[i]);
    }
    if (expr->asks_constant)
        make_noise(w);
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
    const AnnotBranch *none = annot_branch_new(w->arena, expr, cut);
    for (guint i = 0; i < none->n_asides; i++)
        walk_expr(w, none->asides[i]);
    walk_conditions(w, none->decisions[0]);
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

/* Both ways out: sets what is pending when the expression is true, and returns that when it is false. */
static GArray *branch(Walk *w, const AnnotBranch *at)
{
    if (at->opaque)
        make_noise(w);
    fall(w);
    g_autoptr(GArray) here = edges_new();
    move_edges(here, w->pending);
    GArray *other = edges_new();
    outcome(at, FALSE, here, other);
    outcome(at, TRUE, here, w->pending);
    return other;
}

static void walk_arm(Walk *w, const AnnotExpr *arm)
{
    AnnotBlock *block = block_new(w, arm->at.begin, ANNOT_PLACE_NONE);
    block->listed = block->edges->len > 0;
    walk_expr(w, arm);
    fall(w);
}

static void walk_conditional(Walk *w, const AnnotExpr *expr)
{
    AnnotCut cut = {.kind = HTOL_DECISION_CONDITIONAL, .is_elvis = expr->kind == ANNOT_EXPR_ELVIS};
    const AnnotBranch *decision = walk_decision(w, expr->operands[0], cut, TRUE);
    if (decision->opaque) { /* its arms cannot be told apart: they stay part of the block */
        for (guint i = 1; i < expr->n_operands && !expr->asks_constant; i++)
            walk_expr(w, expr->operands[i]);
        make_noise(w);
        return;
    }
    g_autoptr(GArray) other = branch(w, decision);
    g_autoptr(GArray) ends = edges_new();
    if (expr->kind == ANNOT_EXPR_CONDITIONAL)
        walk_arm(w, expr->operands[1]);
    move_edges(ends, w->pending);
    move_edges(w->pending, other);
    walk_arm(w, expr->operands[expr->n_operands - 1]);
    move_edges(w->pending, ends);
}

static void walk_call(Walk *w, const AnnotExpr *expr)
{
    walk_operands(w, expr);
    if (expr->decl && expr->decl->no_return) {
        stop(w);
        return;
    }
    make_noise(w);
    if (w->current && annot_expr_may_leave(expr))
        w->current->calls = TRUE;
}

/* What stands in the operands of a builtin with rules of its own is listed, and left alone. */
static void walk_sealed(Walk *w, const AnnotExpr *expr)
{
    w->sealed++;
    walk_operands(w, expr);
    w->sealed--;
    make_noise(w);
}

static void walk_expr(Walk *w, const AnnotExpr *expr)
{
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
    if (!annot_expr_is_quiet(expr))
        make_noise(w);
}

/* ---- loops ---- */

static void loop_begin(Walk *w, Loop *loop)
{
    *loop = (Loop){.scope = {.outer = w->scope, .breaks = edges_new(), .continues = edges_new()},
                   .entered = w->entered,
                   .waiting = w->waiting};
    w->scope = &loop->scope;
    fall(w);
    w->waiting = loop;
}

/* What is pending leads back to the head. */
static void loop_back(Walk *w, Loop *loop)
{
    fall(w);
    if (w->waiting == loop)
        w->waiting = loop->waiting; /* an empty loop: no block was begun */
    gboolean only_head = w->entered == loop->entered && !w->jumps_anywhere;
    for (guint i = 0; i < w->pending->len && loop->head; i++) {
        AnnotEdge edge = g_array_index(w->pending, AnnotEdge, i);
        edge.back = only_head;
        g_array_append_val(loop->head->edges, edge);
    }
    stop(w);
}

/* Leaves the loop by its `exits` (may be NULL, freed) and by every break. */
static void loop_end(Walk *w, Loop *loop, GArray *exits)
{
    if (exits) {
        move_edges(w->pending, exits);
        g_array_unref(exits);
    }
    move_edges(w->pending, loop->scope.breaks);
    w->scope = loop->scope.outer;
    g_array_unref(loop->scope.breaks);
    g_array_unref(loop->scope.continues);
}

static void close_continues(Walk *w, Loop *loop)
{
    if (loop->scope.continues->len > 0) {
        fall(w);
        move_edges(w->pending, loop->scope.continues);
    }
}

static gboolean is_always_true(const AnnotExpr *expr)
{
    return !expr || annot_expr_bare(expr)->constant == ANNOT_CONSTANT_TRUE;
}

/* A loop without a condition that is evaluated: its head is the first block of its body. */
static GArray *loop_condition(Walk *w, const AnnotStmt *stmt, HtolDecisionKind kind, gboolean placeable)
{
    if (is_always_true(stmt->expr)) {
        if (stmt->expr)
            walk_decision(w, stmt->expr, (AnnotCut){.kind = kind}, placeable);
        return NULL;
    }
    if (kind == HTOL_DECISION_FOR) {
        begin_expr(w, stmt->expr, placeable);
        w->current->listed = TRUE;
    }
    return branch(w, walk_decision(w, stmt->expr, (AnnotCut){.kind = kind}, placeable));
}

static void walk_while(Walk *w, const AnnotStmt *stmt)
{
    Loop loop;
    gboolean endless = is_always_true(stmt->expr);
    if (endless)
        begin_statement(w, stmt, stmt->body);
    loop_begin(w, &loop);
    if (!endless) {
        /* its own store stands before the loop, unless a label leads into it: see resolve_place */
        begin_statement(w, stmt, stmt->body);
        w->current->expr = stmt->expr;
    }
    GArray *exits = loop_condition(w, stmt, HTOL_DECISION_WHILE, TRUE);
    walk_stmt(w, stmt->body);
    close_continues(w, &loop);
    loop_back(w, &loop);
    loop_end(w, &loop, exits);
}

static void walk_do(Walk *w, const AnnotStmt *stmt)
{
    Loop loop;
    loop_begin(w, &loop);
    walk_stmt(w, stmt->body);
    close_continues(w, &loop);
    if (annot_expr_bare(stmt->expr)->constant == ANNOT_NOT_CONSTANT) { /* not do { } while (0) */
        begin_expr(w, stmt->expr, TRUE);
        add_statement(w, stmt, stmt->expr->at.begin, stmt->at.end);
    }
    GArray *exits = branch(w, walk_decision(w, stmt->expr, (AnnotCut){.kind = HTOL_DECISION_DO}, TRUE));
    loop_back(w, &loop);
    loop_end(w, &loop, exits);
}

static void walk_init(Walk *w, const AnnotStmt *init)
{
    if (init->kind == ANNOT_STMT_EXPR)
        walk_expr(w, init->expr);
    for (guint i = 0; i < init->n_inits; i++)
        walk_expr(w, init->inits[i]);
}

static void walk_for(Walk *w, const AnnotStmt *stmt)
{
    /* OpenMP and unroll pragmas demand the header as it is. */
    gboolean placeable = !annot_text_follows_pragma(w->text, stmt->at.begin);
    Loop loop;
    begin_statement(w, stmt, stmt->body);
    if (stmt->init)
        walk_init(w, stmt->init);
    loop_begin(w, &loop);
    GArray *exits = loop_condition(w, stmt, HTOL_DECISION_FOR, placeable);
    walk_stmt(w, stmt->body);
    close_continues(w, &loop);
    if (stmt->step && (w->current || w->pending->len > 0)) {
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
    stop(w);
    AnnotSwitch *sw = htol_arena_new0(w->arena, AnnotSwitch, 1);
    sw->stmt = stmt;
    sw->arms = g_array_new(FALSE, FALSE, sizeof(guint));
    g_ptr_array_add(w->cfg->switches, sw);
    Scope scope = {.outer = w->scope, .breaks = edges_new(), .sw = sw};
    w->scope = &scope;
    walk_stmt(w, stmt->body);
    w->scope = scope.outer;
    fall(w);
    move_edges(w->pending, scope.breaks);
    g_array_unref(scope.breaks);
    if (!scope.has_default) {
        guint none = add_arm(w, stmt, HTOL_ARM_NONE, FALSE);
        g_array_append_val(sw->arms, none);
        follow(w, ANNOT_EDGE_ARM, none, from);
    }
}

static void walk_case(Walk *w, const AnnotStmt *stmt)
{
    Scope *scope = switch_scope(w);
    w->entered++;
    gboolean falls = w->current || w->pending->len > 0;
    fall(w);
    guint arm = add_arm(w, stmt, stmt->kind == ANNOT_STMT_CASE ? HTOL_ARM_CASE : HTOL_ARM_DEFAULT, falls);
    if (scope) {
        scope->has_default |= stmt->kind == ANNOT_STMT_DEFAULT;
        g_array_append_val(scope->sw->arms, arm);
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
        label->edges = edges_new();
        g_hash_table_insert(w->labels, (gpointer)name, label);
    }
    return label;
}

static void walk_label(Walk *w, const AnnotStmt *stmt)
{
    Label *label = label_named(w, stmt->label);
    w->entered++;
    fall(w);
    move_edges(w->pending, label->edges);
    label->block = block_new(w, stmt->at.begin, ANNOT_PLACE_LABEL);
    label->block->stmt = stmt;
    label->block->forced = w->jumps_anywhere;
    if (stmt->body)
        walk_stmt(w, stmt->body);
}

static void walk_goto(Walk *w, const AnnotStmt *stmt)
{
    Label *label = label_named(w, stmt->label);
    leave(w, label->block ? label->block->edges : label->edges);
}

/* ---- statements ---- */

static void walk_if(Walk *w, const AnnotStmt *stmt)
{
    begin_statement(w, stmt, stmt->body);
    const AnnotBranch *decision = walk_decision(w, stmt->expr, (AnnotCut){.kind = HTOL_DECISION_IF}, TRUE);
    g_autoptr(GArray) other = branch(w, decision);
    g_autoptr(GArray) ends = edges_new();
    walk_stmt(w, stmt->body);
    leave(w, ends);
    move_edges(w->pending, other);
    if (stmt->other)
        walk_stmt(w, stmt->other);
    fall(w);
    move_edges(w->pending, ends);
}

static void walk_declaration(Walk *w, const AnnotStmt *stmt)
{
    if (stmt->n_inits == 0 && !stmt->is_vla)
        return;
    begin_statement(w, stmt, NULL);
    for (guint i = 0; i < stmt->n_inits; i++)
        walk_expr(w, stmt->inits[i]);
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

/* asm goto may go elsewhere, as a call may not return. */
static void walk_asm(Walk *w, const AnnotStmt *stmt)
{
    make_noise(w);
    w->current->calls |= stmt->is_jump;
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
    case ANNOT_STMT_RETURN:
    case ANNOT_STMT_GOTO_ANY: stop(w); break;
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
    g_array_unref(((Label *)data)->edges);
}

static AnnotCfg *cfg_new(HtolArena *arena)
{
    AnnotCfg *cfg = htol_arena_new0(arena, AnnotCfg, 1);
    cfg->blocks = g_ptr_array_new();
    cfg->statements = g_ptr_array_new();
    cfg->decisions = g_ptr_array_new();
    cfg->branches = g_ptr_array_new();
    cfg->switches = g_ptr_array_new();
    cfg->arms = g_ptr_array_new();
    cfg->fallthroughs = g_ptr_array_new();
    return cfg;
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
              .labels = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, free_label),
              .jumps_anywhere = jumps_anywhere(function->body)};
    block_new(&w, function->body->at.begin, ANNOT_PLACE_STATEMENT);
    walk_stmt(&w, function->body);
    cfg->ends = w.current || w.pending->len > 0;
    annot_reach_resolve(cfg);
    g_hash_table_unref(w.labels);
    g_array_unref(w.pending);
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
    g_ptr_array_unref(cfg->statements);
    g_ptr_array_unref(cfg->decisions);
    g_ptr_array_unref(cfg->branches);
    g_ptr_array_unref(cfg->switches);
    g_ptr_array_unref(cfg->arms);
    g_ptr_array_unref(cfg->fallthroughs);
}
