/* Builds accesses and points by one walk over the statements; see defuse_make.h. What expressions do is in
 * defuse_expr.c. */
#include "annot/flow/defuse_make.h"

#include "annot/flow/defuse_walk.h"

/* What break, continue and case mean here. */
struct AnnotDefUseScope {
    AnnotDefUseScope *outer;
    guint32 breaks, continues;
    guint32 dispatch; /* of a switch: where it jumps to its cases */
    gboolean is_switch, has_default;
};

static void walk_stmt(AnnotDefUseWalk *w, const AnnotStmt *stmt);

/* ---- declarations ---- */

/* Whether the accesses from `first` on read or write the variable. */
static gboolean is_touched(const AnnotDefUseWalk *w, const AnnotDecl *decl, guint first)
{
    for (guint i = first; i < w->out->accesses->len; i++) {
        const AnnotAccess *access = &g_array_index(w->out->accesses, AnnotAccess, i);
        if (access->kind != ANNOT_ACCESS_ADDRESS && access->object.decl == decl)
            return TRUE;
    }
    return FALSE;
}

/* Adds the write, or the begin, of a variable that is declared. The write is recorded before the initialiser, so the
 * initialiser must not touch the variable, as in `int x = x;`; `first`: the initialiser's first access. */
static void add_variable(AnnotDefUseWalk *w, const AnnotStmt *stmt, const AnnotVariable *variable, guint first)
{
    gboolean blocks = w->blocked > 0 || is_touched(w, variable->decl, first);
    AnnotAccess access = {.kind = variable->init ? ANNOT_ACCESS_WRITE : ANNOT_ACCESS_BEGIN,
                          .object = {.decl = variable->decl},
                          .defines = HTOL_DEFINITION_INITIALIZER,
                          .beside = blocks ? ANNOT_BESIDE_NONE : ANNOT_BESIDE_BEFORE,
                          .expr = variable->init,
                          .stmt = w->header ? w->header : stmt,
                          .node = variable->init ? annot_defuse_node_of(w, variable->init) : ANNOT_NO_NODE,
                          .at = {variable->decl->at, variable->decl->at}};
    const AnnotType *type = variable->decl->type;
    access.object.is_fixed = type->is_volatile || type->is_atomic;
    if (variable->init && variable->init->placed)
        access.at.end = variable->init->at.end;
    annot_defuse_add(w, variable, &access);
}

static void walk_declaration(AnnotDefUseWalk *w, const AnnotStmt *stmt)
{
    for (guint i = 0; i < stmt->n_variables; i++) {
        guint first = w->out->accesses->len;
        if (stmt->variables[i].init)
            annot_defuse_walk(w, stmt->variables[i].init, TRUE);
        add_variable(w, stmt, &stmt->variables[i], first);
    }
}

/* ---- statements ---- */

static void walk_if(AnnotDefUseWalk *w, const AnnotStmt *stmt)
{
    guint32 when_false = annot_defuse_join(w), end = annot_defuse_join(w);
    annot_defuse_test(w, stmt->expr, when_false);
    walk_stmt(w, stmt->body);
    annot_defuse_jump(w, end);
    w->current = when_false;
    if (stmt->other)
        walk_stmt(w, stmt->other);
    annot_defuse_arrive(w, end);
}

static void enter_loop(AnnotDefUseWalk *w, AnnotDefUseScope *scope)
{
    *scope = (AnnotDefUseScope){.outer = w->scope,
                                .breaks = annot_defuse_join(w),
                                .continues = annot_defuse_join(w),
                                .dispatch = ANNOT_NOWHERE};
    w->scope = scope;
}

static void leave_scope(AnnotDefUseWalk *w, const AnnotDefUseScope *scope)
{
    w->scope = scope->outer;
    annot_defuse_arrive(w, scope->breaks);
}

static void walk_header(AnnotDefUseWalk *w, const AnnotStmt *stmt)
{
    const AnnotStmt *outer = w->header;
    w->header = stmt;
    if (stmt->init)
        walk_stmt(w, stmt->init);
    w->header = outer;
}

/* Walks a while or for. Nothing is inserted in a header behind a pragma: OpenMP and unroll want it as it is. */
static void walk_while(AnnotDefUseWalk *w, const AnnotStmt *stmt)
{
    AnnotDefUseScope scope;
    gboolean blocks = stmt->kind == ANNOT_STMT_FOR && annot_text_follows_pragma(w->text, stmt->at.begin);
    w->blocked += blocks;
    walk_header(w, stmt);
    enter_loop(w, &scope);
    guint32 head = annot_defuse_join(w);
    annot_defuse_arrive(w, head);
    if (stmt->expr)
        annot_defuse_test(w, stmt->expr, scope.breaks);
    w->blocked -= blocks;
    walk_stmt(w, stmt->body);
    annot_defuse_arrive(w, scope.continues);
    w->blocked += blocks;
    if (stmt->step)
        annot_defuse_walk(w, stmt->step, FALSE);
    w->blocked -= blocks;
    annot_defuse_jump(w, head);
    leave_scope(w, &scope);
}

static void walk_do(AnnotDefUseWalk *w, const AnnotStmt *stmt)
{
    AnnotDefUseScope scope;
    enter_loop(w, &scope);
    guint32 head = annot_defuse_join(w);
    annot_defuse_arrive(w, head);
    walk_stmt(w, stmt->body);
    annot_defuse_arrive(w, scope.continues);
    annot_defuse_test(w, stmt->expr, scope.breaks);
    annot_defuse_jump(w, head);
    leave_scope(w, &scope);
}

static void walk_switch(AnnotDefUseWalk *w, const AnnotStmt *stmt)
{
    gboolean outer = w->predicate;
    w->predicate = TRUE;
    annot_defuse_walk(w, stmt->expr, TRUE);
    w->predicate = outer;
    AnnotDefUseScope scope = {
        .outer = w->scope, .breaks = annot_defuse_join(w), .dispatch = w->current, .is_switch = TRUE};
    w->scope = &scope;
    w->current = ANNOT_NOWHERE;
    walk_stmt(w, stmt->body);
    if (!scope.has_default)
        annot_defuse_pass(w, scope.dispatch, scope.breaks);
    leave_scope(w, &scope);
}

static void walk_case(AnnotDefUseWalk *w, const AnnotStmt *stmt)
{
    AnnotDefUseScope *scope = w->scope;
    while (scope && !scope->is_switch)
        scope = scope->outer;
    annot_defuse_arrive(w, annot_defuse_join(w));
    if (scope) {
        annot_defuse_pass(w, scope->dispatch, w->current);
        scope->has_default |= stmt->kind == ANNOT_STMT_DEFAULT;
    }
    if (stmt->body)
        walk_stmt(w, stmt->body);
}

static guint32 label_named(AnnotDefUseWalk *w, const char *name)
{
    AnnotTarget *target = annot_jumps_label(w->jumps, name);
    if (target->to == ANNOT_NO_NODE)
        target->to = annot_defuse_join(w);
    return target->to;
}

static void walk_break(AnnotDefUseWalk *w, gboolean continues)
{
    const AnnotDefUseScope *scope = w->scope;
    while (scope && continues && scope->is_switch)
        scope = scope->outer;
    annot_defuse_jump(w, !scope ? ANNOT_NOWHERE : continues ? scope->continues : scope->breaks);
}

/* Adds the access of operand `i` of an asm: inputs are read before it, outputs are written behind it. */
static void add_operand(AnnotDefUseWalk *w, const AnnotStmt *stmt, guint i)
{
    gboolean writes = i < stmt->n_outputs;
    const AnnotExpr *operand = stmt->operands[i];
    AnnotAccess access = annot_defuse_access_at(w, operand, writes ? ANNOT_ACCESS_WRITE : ANNOT_ACCESS_READ);
    gboolean converts = operand->kind == ANNOT_EXPR_IMPLICIT && !annot_is_decay(operand);
    if (!annot_object_of(converts ? operand->operands[0] : operand, &access.object))
        return;
    access.defines = HTOL_DEFINITION_ASSIGNMENT;
    access.beside = stmt->is_jump ? ANNOT_BESIDE_NONE : writes ? ANNOT_BESIDE_BEHIND : ANNOT_BESIDE_BEFORE;
    access.stmt = stmt;
    annot_defuse_add(w, &stmt->operands[i], &access);
}

/* Walks an asm, in whose operands nothing is inserted. */
static void walk_asm(AnnotDefUseWalk *w, const AnnotStmt *stmt)
{
    w->blocked++;
    for (guint i = 0; i < stmt->n_operands; i++)
        annot_defuse_walk_kind(w, annot_expr_bare(stmt->operands[i]), TRUE);
    w->blocked--;
    for (guint i = stmt->n_outputs; i < stmt->n_operands; i++)
        add_operand(w, stmt, i);
    for (guint i = 0; i < stmt->n_outputs; i++)
        add_operand(w, stmt, i);
    annot_defuse_visit(w, ANNOT_NO_ACCESS); /* where it goes is not known */
    if (stmt->is_jump && w->current != ANNOT_NOWHERE)
        annot_jumps_add(w->jumps, w->current, stmt);
}

static void walk_jump_anywhere(AnnotDefUseWalk *w, const AnnotStmt *stmt)
{
    annot_defuse_walk(w, stmt->expr, TRUE);
    if (w->current != ANNOT_NOWHERE)
        annot_jumps_add(w->jumps, w->current, stmt);
    w->current = ANNOT_NOWHERE;
}

static void walk_parts(AnnotDefUseWalk *w, const AnnotStmt *stmt)
{
    guint declared = stmt->kind == ANNOT_STMT_COMPOUND ? annot_jumps_open(w->jumps, stmt) : 0;
    for (guint i = 0; i < stmt->n_parts; i++)
        walk_stmt(w, stmt->parts[i]);
    annot_jumps_close(w->jumps, declared);
}

static void walk_simple(AnnotDefUseWalk *w, const AnnotStmt *stmt)
{
    switch (stmt->kind) {
    case ANNOT_STMT_EXPR: annot_defuse_walk(w, stmt->expr, FALSE); break;
    case ANNOT_STMT_GOTO: annot_defuse_jump(w, label_named(w, stmt->label)); break;
    case ANNOT_STMT_GOTO_ANY: walk_jump_anywhere(w, stmt); break;
    case ANNOT_STMT_BREAK: walk_break(w, FALSE); break;
    case ANNOT_STMT_CONTINUE: walk_break(w, TRUE); break;
    case ANNOT_STMT_RETURN:
        if (stmt->expr)
            annot_defuse_walk(w, stmt->expr, TRUE);
        w->current = ANNOT_NOWHERE;
        break;
    case ANNOT_STMT_ASM: walk_asm(w, stmt); break;
    case ANNOT_STMT_ATTRIBUTED:
        if (stmt->body)
            walk_stmt(w, stmt->body);
        break;
    default: break;
    }
}

static void walk_stmt(AnnotDefUseWalk *w, const AnnotStmt *stmt)
{
    switch (stmt->kind) {
    case ANNOT_STMT_OTHER:
    case ANNOT_STMT_COMPOUND:
        w->out->fragile |= stmt->kind == ANNOT_STMT_OTHER;
        walk_parts(w, stmt);
        break;
    case ANNOT_STMT_DECL: walk_declaration(w, stmt); break;
    case ANNOT_STMT_IF: walk_if(w, stmt); break;
    case ANNOT_STMT_WHILE:
    case ANNOT_STMT_FOR: walk_while(w, stmt); break;
    case ANNOT_STMT_DO: walk_do(w, stmt); break;
    case ANNOT_STMT_SWITCH: walk_switch(w, stmt); break;
    case ANNOT_STMT_CASE:
    case ANNOT_STMT_DEFAULT: walk_case(w, stmt); break;
    case ANNOT_STMT_LABEL:
        annot_defuse_arrive(w, label_named(w, stmt->label));
        if (stmt->body)
            walk_stmt(w, stmt->body);
        break;
    default: walk_simple(w, stmt);
    }
}

/* Only the last statement, if it is an expression, gives the value of ({ ... }). */
void annot_defuse_walk_body(AnnotDefUseWalk *w, const AnnotExpr *expr, gboolean valued)
{
    const AnnotStmt *body = expr->body;
    const AnnotStmt *header = w->header;
    w->header = NULL;
    guint declared = body ? annot_jumps_open(w->jumps, body) : 0;
    for (guint i = 0; body && i < body->n_parts; i++) {
        gboolean is_last = i + 1 == body->n_parts && body->parts[i]->kind == ANNOT_STMT_EXPR;
        if (is_last)
            annot_defuse_walk(w, body->parts[i]->expr, valued);
        else
            walk_stmt(w, body->parts[i]);
    }
    annot_jumps_close(w->jumps, declared);
    w->header = header;
}

/* ---- the function ---- */

/* Adds passes for gotos, and from all calls to the points behind calls that return twice, such as setjmp. */
static void add_far_passes(AnnotDefUseWalk *w)
{
    g_autoptr(GArray) jumps = g_array_new(FALSE, FALSE, sizeof(AnnotFlowEdge));
    annot_jumps_finish(w->jumps, jumps);
    for (guint i = 0; i < jumps->len; i++)
        annot_defuse_pass(w, g_array_index(jumps, AnnotFlowEdge, i).from, g_array_index(jumps, AnnotFlowEdge, i).to);
    for (guint i = 0; i < w->returns->len; i++)
        for (guint k = 0; k < w->calls->len; k++)
            annot_defuse_pass(w, g_array_index(w->calls, guint32, k), g_array_index(w->returns, guint32, i));
}

static AnnotDefUse *walked(const AnnotText *text, const AnnotFunction *function, const AnnotFacts *facts,
                           GHashTable *taken)
{
    AnnotDefUse *out = g_new(AnnotDefUse, 1);
    *out =
        (AnnotDefUse){g_array_new(FALSE, FALSE, sizeof(AnnotAccess)), g_array_new(FALSE, FALSE, sizeof(guint32)),
                      g_array_new(FALSE, FALSE, sizeof(AnnotPass)), annot_text_has_thread_pragma(text, function->at)};
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    g_autoptr(GArray) calls = g_array_new(FALSE, FALSE, sizeof(guint32)),
                      returns = g_array_new(FALSE, FALSE, sizeof(guint32));
    AnnotDefUseWalk w = {.text = text,
                         .facts = facts,
                         .out = out,
                         .seen = seen,
                         .jumps = annot_jumps_new(text, function->at),
                         .calls = calls,
                         .returns = returns,
                         .taken = taken};
    w.current = annot_defuse_join(&w);
    walk_stmt(&w, function->body);
    add_far_passes(&w);
    annot_jumps_free(w.jumps);
    return out;
}

AnnotDefUse *annot_defuse_new(const AnnotText *text, const AnnotFunction *function, const AnnotFacts *facts,
                              gboolean unknown)
{
    AnnotDefUse *out = walked(text, function, facts, NULL);
    if (!unknown)
        return out;
    g_autoptr(GHashTable) taken = annot_defuse_taken(out);
    annot_defuse_free(out);
    return walked(text, function, facts, taken);
}
