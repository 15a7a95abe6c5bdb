/* Builds accesses and points by one walk over the statements; see defuse.h.
 *
 * Operands whose order of evaluation is open are walked from left to right, and where one assigns to what
 * another names, from right to left too: then an access has two points. */
#include "annot/defuse.h"

#include "annot/jump.h"
#include "annot/known.h"
#include "annot/order.h"

#include <string.h>

#define NOWHERE G_MAXUINT32 /* control does not get here */

enum { MOST_FORKS = 3 }; /* of open orders inside of open orders */

/* What break, continue and case mean here. */
typedef struct Scope Scope;
struct Scope {
    Scope *outer;
    guint32 breaks, continues;
    guint32 dispatch; /* of a switch: where it jumps to its cases */
    gboolean is_switch, has_default;
};

typedef struct {
    const AnnotText *text;
    AnnotDefUse *out;
    guint32 current;   /* point, or NOWHERE */
    GHashTable *seen;  /* const AnnotExpr that does it: 1 + its access */
    AnnotJumps *jumps; /* from points to points */
    GArray *calls;     /* guint32: points, in a function that returns twice */
    GArray *returns;   /* guint32: points behind what returns twice */
    Scope *scope;
    gboolean predicate;      /* what is walked is inside of a condition */
    guint blocked;           /* expressions around what is walked in which nothing may be inserted */
    const AnnotExpr *sealed; /* a call around what is walked, whose operands are left alone */
    const AnnotStmt *header; /* the `for` whose header is walked */
    guint forks;
    guint maybes; /* operands around what is walked that may be left out though its node is entered */
    guint loose;  /* operands around it beside others that may have nodes */
    guint tangled; /* expressions around it in which the order of operands matters, but only one is walked */
    GHashTable
        *taken; /* const AnnotDecl: variables whose address is taken; NULL: it is no matter what is unknown */
} Walk;

static void walk_expr(Walk *w, const AnnotExpr *expr, gboolean valued);
static void walk_stmt(Walk *w, const AnnotStmt *stmt);

/* ---- points ---- */

static void pass(Walk *w, guint32 from, guint32 to)
{
    AnnotPass edge = {from, to};
    if (from != NOWHERE && to != NOWHERE)
        g_array_append_val(w->out->passes, edge);
}

static guint32 point_new(Walk *w, guint32 access)
{
    g_array_append_val(w->out->points, access);
    return w->out->points->len - 1;
}

static guint32 join_new(Walk *w)
{
    return point_new(w, ANNOT_NO_ACCESS);
}

static void jump_to(Walk *w, guint32 join)
{
    pass(w, w->current, join);
    w->current = NOWHERE;
}

static void arrive(Walk *w, guint32 join)
{
    pass(w, w->current, join);
    w->current = join;
}

static void visit(Walk *w, guint32 access)
{
    guint32 before = w->current;
    w->current = point_new(w, access);
    pass(w, before, w->current);
}

/* ---- accesses ---- */

/* The access is met again where an order of evaluation is open. */
static void add_access(Walk *w, gconstpointer key, const AnnotAccess *access)
{
    guint number = GPOINTER_TO_UINT(g_hash_table_lookup(w->seen, key));
    if (number == 0) {
        AnnotAccess *added;
        g_array_append_val(w->out->accesses, *access);
        added = &g_array_index(w->out->accesses, AnnotAccess, w->out->accesses->len - 1);
        added->sure = w->maybes == 0;
        added->loose = w->loose > 0;
        number = w->out->accesses->len;
        g_hash_table_insert(w->seen, (gpointer)key, GUINT_TO_POINTER(number));
    }
    g_array_index(w->out->accesses, AnnotAccess, number - 1).tangled |= w->tangled > 0;
    visit(w, number - 1);
}

static guint32 node_of(const AnnotExpr *expr)
{
    return expr->done != ANNOT_NO_NODE ? expr->done : expr->node;
}

static AnnotAccess access_at(const Walk *w, const AnnotExpr *expr, AnnotAccessKind kind)
{
    AnnotAccess access = {.kind = kind,
                          .expr = expr,
                          .around = expr,
                          .at = expr->at,
                          .uses = w->predicate ? HTOL_USE_PREDICATE : HTOL_USE_COMPUTATION,
                          .beside = ANNOT_BESIDE_EXPR,
                          .valued = TRUE,
                          .node = node_of(expr)};
    if (w->blocked > 0 || !expr->placed)
        access.beside = ANNOT_BESIDE_NONE;
    return access;
}

static void add_read(Walk *w, const AnnotExpr *expr, const AnnotObject *object)
{
    AnnotAccess access = access_at(w, expr, ANNOT_ACCESS_READ);
    access.object = *object;
    access.node = node_of(annot_object_bare(expr->operands[0]));
    if (w->sealed)
        access.around = w->sealed;
    add_access(w, expr, &access);
}

static void add_write(Walk *w, const AnnotExpr *expr, const AnnotObject *object, gboolean valued)
{
    gboolean is_plain = expr->kind == ANNOT_EXPR_ASSIGN && expr->op == ANNOT_OP_ASSIGN;
    AnnotAccess access = access_at(w, expr, is_plain ? ANNOT_ACCESS_WRITE : ANNOT_ACCESS_STEP);
    access.object = *object;
    access.defines = is_plain ? HTOL_DEFINITION_ASSIGNMENT : HTOL_DEFINITION_STEP;
    access.valued = valued;
    if (w->sealed)
        access.beside = ANNOT_BESIDE_NONE;
    add_access(w, expr, &access);
}

static void add_address(Walk *w, const AnnotExpr *expr, const AnnotObject *object)
{
    AnnotAccess access = access_at(w, expr, ANNOT_ACCESS_ADDRESS);
    access.object = *object;
    add_access(w, expr, &access);
}

static void add_unknown(Walk *w, const AnnotExpr *expr, gboolean valued)
{
    AnnotAccess access = access_at(w, expr, ANNOT_ACCESS_UNKNOWN);
    access.defines = HTOL_DEFINITION_UNKNOWN;
    access.valued = valued;
    if (w->sealed && w->sealed != expr)
        access.beside = ANNOT_BESIDE_NONE;
    add_access(w, expr, &access);
}

/* ---- operands ---- */

/* Labels can be walked but once. */
static gboolean has_statements(const AnnotExpr *expr)
{
    if (expr->kind == ANNOT_EXPR_STATEMENT)
        return TRUE;
    for (guint i = 0; i < expr->n_operands; i++)
        if (has_statements(expr->operands[i]))
            return TRUE;
    return FALSE;
}

static gboolean can_fork(const Walk *w, const AnnotExpr *expr)
{
    return w->forks < MOST_FORKS && !has_statements(expr);
}

/* An element's array is not read to find the element. */
static void walk_operand(Walk *w, const AnnotExpr *expr, guint i)
{
    const AnnotExpr *operand = expr->operands[i];
    gboolean finds =
        expr->kind == ANNOT_EXPR_INDEX || (expr->kind == ANNOT_EXPR_UNARY && expr->op == ANNOT_OP_DEREF);
    AnnotObject object;
    if (finds && annot_is_decay(operand) && annot_object_of(annot_object_bare(operand)->operands[0], &object))
        operand = annot_object_bare(operand)->operands[0];
    walk_expr(w, operand, TRUE);
}

/* What may have nodes of its own. */
static gboolean may_branch(const AnnotExpr *expr)
{
    if (expr->kind == ANNOT_EXPR_CONDITIONAL || expr->kind == ANNOT_EXPR_ELVIS ||
        expr->kind == ANNOT_EXPR_STATEMENT)
        return TRUE;
    for (guint i = 0; i < expr->n_operands; i++)
        if (may_branch(expr->operands[i]))
            return TRUE;
    return FALSE;
}

static gboolean is_beside_nodes(const AnnotExpr *expr, guint operand)
{
    for (guint i = 0; i < expr->n_operands; i++)
        if (i != operand && may_branch(expr->operands[i]))
            return TRUE;
    return FALSE;
}

static void walk_operands(Walk *w, const AnnotExpr *expr)
{
    guint32 start = w->current;
    gboolean open = annot_operands_disturb(expr, w->taken), forks = open && can_fork(w, expr), tangled = open && !forks;
    w->tangled += tangled;
    for (guint i = 0; i < expr->n_operands; i++) {
        gboolean loose = open || is_beside_nodes(expr, i);
        w->loose += loose;
        walk_operand(w, expr, i);
        w->loose -= loose;
    }
    w->tangled -= tangled;
    if (!forks)
        return;
    guint32 end = join_new(w);
    jump_to(w, end);
    w->current = start;
    w->forks++;
    for (guint i = expr->n_operands; i > 0; i--)
        walk_operand(w, expr, i - 1);
    w->forks--;
    arrive(w, end);
}

/* ---- conditions ---- */

static void test(Walk *w, const AnnotExpr *expr, guint32 when_false);

static void test_logical(Walk *w, const AnnotExpr *expr, guint32 when_false)
{
    if (expr->op == ANNOT_OP_AND) {
        test(w, expr->operands[0], when_false);
        w->maybes++;
        test(w, expr->operands[1], when_false);
        w->maybes--;
        return;
    }
    guint32 left_false = join_new(w), when_true = join_new(w);
    test(w, expr->operands[0], left_false);
    jump_to(w, when_true);
    w->current = left_false;
    w->maybes++;
    test(w, expr->operands[1], when_false);
    w->maybes--;
    arrive(w, when_true);
}

static void test_negation(Walk *w, const AnnotExpr *expr, guint32 when_false)
{
    guint32 inner_false = join_new(w);
    test(w, expr->operands[0], inner_false);
    jump_to(w, when_false);
    w->current = inner_false;
}

static void test_condition(Walk *w, const AnnotExpr *expr, guint32 when_false)
{
    gboolean outer = w->predicate;
    w->predicate = TRUE;
    walk_expr(w, expr, TRUE);
    w->predicate = outer;
    const AnnotExpr *bare = annot_expr_bare(expr);
    if (bare->constant != ANNOT_CONSTANT_TRUE)
        pass(w, w->current, when_false);
    if (bare->constant == ANNOT_CONSTANT_FALSE)
        w->current = NOWHERE;
}

/* Walks an expression whose truth decides what follows: goes on where it is true, passes to `when_false`
 * where not. */
static void test(Walk *w, const AnnotExpr *any, guint32 when_false)
{
    const AnnotExpr *expr = annot_expr_bare(any);
    w->blocked += any->asks_constant;
    if (expr->kind == ANNOT_EXPR_LOGICAL) {
        test_logical(w, expr, when_false);
    } else if (expr->kind == ANNOT_EXPR_UNARY && expr->op == ANNOT_OP_NOT) {
        test_negation(w, expr, when_false);
    } else if (annot_is_expect(expr) && expr->n_operands > 1) {
        test(w, expr->operands[1], when_false);
    } else if (expr->kind == ANNOT_EXPR_COMMA) {
        walk_expr(w, expr->operands[0], FALSE);
        test(w, expr->operands[1], when_false);
    } else {
        test_condition(w, any, when_false);
    }
    w->blocked -= any->asks_constant;
}

/* ---- expressions ---- */

static void walk_logical(Walk *w, const AnnotExpr *expr)
{
    guint32 join = join_new(w);
    test(w, expr, join);
    arrive(w, join);
}

/* An arm that begins a node is entered whenever that is; others have the node of what is before them. */
static void walk_arm(Walk *w, const AnnotExpr *conditional, guint operand)
{
    const AnnotExpr *arm = conditional->operands[operand];
    guint maybes = w->maybes;
    gboolean own = conditional->kind == ANNOT_EXPR_CONDITIONAL && arm->node != ANNOT_NO_NODE &&
                   conditional->operands[1]->node != conditional->operands[2]->node;
    w->maybes = own ? 0 : maybes + 1;
    walk_expr(w, arm, TRUE);
    w->maybes = maybes;
}

/* The types of its arms must go together, though no one may want their values. */
static void walk_conditional(Walk *w, const AnnotExpr *expr)
{
    guint32 when_false = join_new(w), end = join_new(w);
    test(w, expr->operands[0], when_false);
    if (expr->kind == ANNOT_EXPR_CONDITIONAL)
        walk_arm(w, expr, 1);
    jump_to(w, end);
    w->current = when_false;
    walk_arm(w, expr, expr->n_operands - 1);
    arrive(w, end);
}

/* An object's value is used where it is converted to it, and something is done with it. */
static void walk_conversion(Walk *w, const AnnotExpr *expr, gboolean valued)
{
    AnnotObject object;
    const AnnotExpr *operand = annot_object_bare(expr->operands[0]);
    walk_expr(w, operand, valued);
    if (!annot_object_of(operand, &object) || operand->type->kind == ANNOT_TYPE_FUNCTION)
        return;
    if (annot_is_array(operand))
        add_address(w, expr, &object);
    else if (valued)
        add_read(w, expr, &object);
}

static void walk_assignment(Walk *w, const AnnotExpr *expr, gboolean valued)
{
    AnnotObject object;
    walk_operands(w, expr);
    if (annot_object_of(expr->operands[0], &object))
        add_write(w, expr, &object, valued);
    else
        add_unknown(w, expr, valued);
}

static void walk_address(Walk *w, const AnnotExpr *expr)
{
    AnnotObject object;
    walk_operands(w, expr);
    if (annot_object_of(expr->operands[0], &object))
        add_address(w, expr, &object);
}

static void walk_unary(Walk *w, const AnnotExpr *expr, gboolean valued)
{
    if (annot_expr_is_step(expr))
        walk_assignment(w, expr, valued);
    else if (expr->op == ANNOT_OP_ADDRESS)
        walk_address(w, expr);
    else if (expr->op == ANNOT_OP_NOT && annot_is_logical(expr))
        walk_logical(w, expr);
    else
        walk_operands(w, expr);
}

static void finish_call(Walk *w, const AnnotExpr *expr, gboolean valued)
{
    const AnnotDecl *decl = expr->decl;
    if (!annot_is_quiet_call(decl))
        add_unknown(w, expr, valued && expr->type->kind != ANNOT_TYPE_VOID);
    if (w->current != NOWHERE)
        g_array_append_val(w->calls, w->current);
    if (decl && decl->no_return)
        w->current = NOWHERE;
    if (decl && annot_returns_twice(decl->name) && w->current != NOWHERE) {
        arrive(w, join_new(w));
        g_array_append_val(w->returns, w->current);
    }
}

static void walk_call(Walk *w, const AnnotExpr *expr, gboolean valued)
{
    if (annot_has_no_values(expr->decl))
        return;
    walk_operands(w, expr);
    finish_call(w, expr, valued);
}

/* The operands of a builtin that is called like a function are evaluated with it; of the others it is not
 * known. */
static void walk_sealed(Walk *w, const AnnotExpr *expr, gboolean valued)
{
    const AnnotExpr *outer = w->sealed;
    gboolean is_call = expr->kind == ANNOT_EXPR_CALL && expr->placed;
    if (is_call && !outer)
        w->sealed = expr;
    w->blocked += !is_call;
    if (is_call)
        walk_call(w, expr, valued);
    else
        walk_operands(w, expr);
    w->blocked -= !is_call;
    w->sealed = outer;
}

static gboolean is_change(const char *at)
{
    if (*at == '+' || *at == '-')
        return at[1] == at[0];
    return *at == '=' && at[1] != '=' && !strchr("=!<>", at[-1]);
}

/* The tree does not show what it evaluates, if it is no constant: what changes there cannot be followed. */
static void walk_unevaluated(Walk *w, const AnnotExpr *expr)
{
    gboolean is_constant = expr->constant != ANNOT_NOT_CONSTANT;
    for (guint32 at = expr->at.begin; expr->placed && !is_constant && at < expr->at.end;
         at = annot_text_skip(w->text, annot_text_token_end(w->text, at)))
        w->out->fragile |= is_change(w->text->bytes + at);
}

static gboolean is_void_cast(const AnnotExpr *expr)
{
    return expr->type && expr->type->kind == ANNOT_TYPE_VOID;
}

static void walk_body(Walk *w, const AnnotExpr *expr, gboolean valued);

static void walk_kind(Walk *w, const AnnotExpr *expr, gboolean valued)
{
    switch (expr->kind) {
    case ANNOT_EXPR_NAME:
    case ANNOT_EXPR_LITERAL: return;
    case ANNOT_EXPR_UNEVALUATED: walk_unevaluated(w, expr); return;
    case ANNOT_EXPR_IMPLICIT: walk_conversion(w, expr, valued); return;
    case ANNOT_EXPR_PAREN: walk_expr(w, expr->operands[0], valued); return;
    case ANNOT_EXPR_CAST: walk_expr(w, expr->operands[0], valued && !is_void_cast(expr)); return;
    case ANNOT_EXPR_LOGICAL: walk_logical(w, expr); return;
    case ANNOT_EXPR_CONDITIONAL:
    case ANNOT_EXPR_ELVIS: walk_conditional(w, expr); return;
    case ANNOT_EXPR_ASSIGN: walk_assignment(w, expr, valued); return;
    case ANNOT_EXPR_UNARY: walk_unary(w, expr, valued); return;
    case ANNOT_EXPR_COMMA:
        walk_expr(w, expr->operands[0], FALSE);
        walk_expr(w, expr->operands[1], valued);
        return;
    case ANNOT_EXPR_CALL: walk_call(w, expr, valued); return;
    case ANNOT_EXPR_STATEMENT: walk_body(w, expr, valued); return;
    default: walk_operands(w, expr);
    }
}

/* What asks whether it is constant may be left with other answers by what is inserted in it; not by what is
 * inserted around it. */
static gboolean is_blocked(const AnnotExpr *expr)
{
    return expr->asks_constant && expr->kind != ANNOT_EXPR_ASSIGN && expr->kind != ANNOT_EXPR_COMMA &&
           expr->kind != ANNOT_EXPR_CALL;
}

/* What is evaluated by a sealed call, but not always. */
static gboolean is_chosen(const AnnotExpr *expr)
{
    return expr->kind == ANNOT_EXPR_STATEMENT || expr->kind == ANNOT_EXPR_LOGICAL ||
           expr->kind == ANNOT_EXPR_CONDITIONAL || expr->kind == ANNOT_EXPR_ELVIS;
}

static void walk_expr(Walk *w, const AnnotExpr *expr, gboolean valued)
{
    gboolean blocks = is_blocked(expr) || (w->sealed && is_chosen(expr));
    w->blocked += blocks;
    if (expr->sealed)
        walk_sealed(w, expr, valued);
    else
        walk_kind(w, expr, valued);
    w->blocked -= blocks;
}

/* ---- declarations ---- */

/* Whether the accesses from `first` on read or write the variable. */
static gboolean is_touched(const Walk *w, const AnnotDecl *decl, guint first)
{
    for (guint i = first; i < w->out->accesses->len; i++) {
        const AnnotAccess *access = &g_array_index(w->out->accesses, AnnotAccess, i);
        if (access->kind != ANNOT_ACCESS_ADDRESS && access->object.decl == decl)
            return TRUE;
    }
    return FALSE;
}

/* It is recorded before the initialiser, which so must have nothing to do with the variable: `int x = x;`. */
static void add_variable(Walk *w, const AnnotStmt *stmt, const AnnotVariable *variable, guint first)
{
    gboolean blocks = w->blocked > 0 || is_touched(w, variable->decl, first);
    AnnotAccess access = {.kind = variable->init ? ANNOT_ACCESS_WRITE : ANNOT_ACCESS_BEGIN,
                          .object = {.decl = variable->decl},
                          .defines = HTOL_DEFINITION_INITIALIZER,
                          .beside = blocks ? ANNOT_BESIDE_NONE : ANNOT_BESIDE_BEFORE,
                          .expr = variable->init,
                          .stmt = w->header ? w->header : stmt,
                          .node = variable->init ? node_of(variable->init) : ANNOT_NO_NODE,
                          .at = {variable->decl->at, variable->decl->at}};
    const AnnotType *type = variable->decl->type;
    access.object.is_fixed = type->is_volatile || type->is_atomic;
    if (variable->init && variable->init->placed)
        access.at.end = variable->init->at.end;
    add_access(w, variable, &access);
}

static void walk_declaration(Walk *w, const AnnotStmt *stmt)
{
    for (guint i = 0; i < stmt->n_variables; i++) {
        guint first = w->out->accesses->len;
        if (stmt->variables[i].init)
            walk_expr(w, stmt->variables[i].init, TRUE);
        add_variable(w, stmt, &stmt->variables[i], first);
    }
}

/* ---- statements ---- */

static void walk_if(Walk *w, const AnnotStmt *stmt)
{
    guint32 when_false = join_new(w), end = join_new(w);
    test(w, stmt->expr, when_false);
    walk_stmt(w, stmt->body);
    jump_to(w, end);
    w->current = when_false;
    if (stmt->other)
        walk_stmt(w, stmt->other);
    arrive(w, end);
}

static void enter_loop(Walk *w, Scope *scope)
{
    *scope = (Scope){.outer = w->scope, .breaks = join_new(w), .continues = join_new(w), .dispatch = NOWHERE};
    w->scope = scope;
}

static void leave_scope(Walk *w, const Scope *scope)
{
    w->scope = scope->outer;
    arrive(w, scope->breaks);
}

static void walk_header(Walk *w, const AnnotStmt *stmt)
{
    const AnnotStmt *outer = w->header;
    w->header = stmt;
    if (stmt->init)
        walk_stmt(w, stmt->init);
    w->header = outer;
}

/* while and for: OpenMP and unroll pragmas demand the header as it is. */
static void walk_while(Walk *w, const AnnotStmt *stmt)
{
    Scope scope;
    gboolean blocks = stmt->kind == ANNOT_STMT_FOR && annot_text_follows_pragma(w->text, stmt->at.begin);
    w->blocked += blocks;
    walk_header(w, stmt);
    enter_loop(w, &scope);
    guint32 head = join_new(w);
    arrive(w, head);
    if (stmt->expr)
        test(w, stmt->expr, scope.breaks);
    w->blocked -= blocks;
    walk_stmt(w, stmt->body);
    arrive(w, scope.continues);
    w->blocked += blocks;
    if (stmt->step)
        walk_expr(w, stmt->step, FALSE);
    w->blocked -= blocks;
    jump_to(w, head);
    leave_scope(w, &scope);
}

static void walk_do(Walk *w, const AnnotStmt *stmt)
{
    Scope scope;
    enter_loop(w, &scope);
    guint32 head = join_new(w);
    arrive(w, head);
    walk_stmt(w, stmt->body);
    arrive(w, scope.continues);
    test(w, stmt->expr, scope.breaks);
    jump_to(w, head);
    leave_scope(w, &scope);
}

static void walk_switch(Walk *w, const AnnotStmt *stmt)
{
    gboolean outer = w->predicate;
    w->predicate = TRUE;
    walk_expr(w, stmt->expr, TRUE);
    w->predicate = outer;
    Scope scope = {.outer = w->scope, .breaks = join_new(w), .dispatch = w->current, .is_switch = TRUE};
    w->scope = &scope;
    w->current = NOWHERE;
    walk_stmt(w, stmt->body);
    if (!scope.has_default)
        pass(w, scope.dispatch, scope.breaks);
    leave_scope(w, &scope);
}

static void walk_case(Walk *w, const AnnotStmt *stmt)
{
    Scope *scope = w->scope;
    while (scope && !scope->is_switch)
        scope = scope->outer;
    arrive(w, join_new(w));
    if (scope) {
        pass(w, scope->dispatch, w->current);
        scope->has_default |= stmt->kind == ANNOT_STMT_DEFAULT;
    }
    if (stmt->body)
        walk_stmt(w, stmt->body);
}

static guint32 label_named(Walk *w, const char *name)
{
    AnnotTarget *target = annot_jumps_label(w->jumps, name);
    if (target->to == ANNOT_NO_NODE)
        target->to = join_new(w);
    return target->to;
}

static void walk_break(Walk *w, gboolean continues)
{
    const Scope *scope = w->scope;
    while (scope && continues && scope->is_switch)
        scope = scope->outer;
    jump_to(w, !scope ? NOWHERE : continues ? scope->continues : scope->breaks);
}

/* Inputs are read before it, outputs written behind it. */
static void add_operand(Walk *w, const AnnotStmt *stmt, guint i)
{
    gboolean writes = i < stmt->n_outputs;
    const AnnotExpr *operand = stmt->operands[i];
    AnnotAccess access = access_at(w, operand, writes ? ANNOT_ACCESS_WRITE : ANNOT_ACCESS_READ);
    gboolean converts = operand->kind == ANNOT_EXPR_IMPLICIT && !annot_is_decay(operand);
    if (!annot_object_of(converts ? operand->operands[0] : operand, &access.object))
        return;
    access.defines = HTOL_DEFINITION_ASSIGNMENT;
    access.beside = stmt->is_jump ? ANNOT_BESIDE_NONE : writes ? ANNOT_BESIDE_BEHIND : ANNOT_BESIDE_BEFORE;
    access.stmt = stmt;
    add_access(w, &stmt->operands[i], &access);
}

/* Nothing is inserted in its operands. */
static void walk_asm(Walk *w, const AnnotStmt *stmt)
{
    w->blocked++;
    for (guint i = 0; i < stmt->n_operands; i++)
        walk_kind(w, annot_expr_bare(stmt->operands[i]), TRUE);
    w->blocked--;
    for (guint i = stmt->n_outputs; i < stmt->n_operands; i++)
        add_operand(w, stmt, i);
    for (guint i = 0; i < stmt->n_outputs; i++)
        add_operand(w, stmt, i);
    visit(w, ANNOT_NO_ACCESS); /* who knows where it goes */
    if (stmt->is_jump && w->current != NOWHERE)
        annot_jumps_add(w->jumps, w->current, stmt);
}

static void walk_jump_anywhere(Walk *w, const AnnotStmt *stmt)
{
    walk_expr(w, stmt->expr, TRUE);
    if (w->current != NOWHERE)
        annot_jumps_add(w->jumps, w->current, stmt);
    w->current = NOWHERE;
}

static void walk_parts(Walk *w, const AnnotStmt *stmt)
{
    guint declared = stmt->kind == ANNOT_STMT_COMPOUND ? annot_jumps_open(w->jumps, stmt) : 0;
    for (guint i = 0; i < stmt->n_parts; i++)
        walk_stmt(w, stmt->parts[i]);
    annot_jumps_close(w->jumps, declared);
}

static void walk_simple(Walk *w, const AnnotStmt *stmt)
{
    switch (stmt->kind) {
    case ANNOT_STMT_EXPR: walk_expr(w, stmt->expr, FALSE); break;
    case ANNOT_STMT_GOTO: jump_to(w, label_named(w, stmt->label)); break;
    case ANNOT_STMT_GOTO_ANY: walk_jump_anywhere(w, stmt); break;
    case ANNOT_STMT_BREAK: walk_break(w, FALSE); break;
    case ANNOT_STMT_CONTINUE: walk_break(w, TRUE); break;
    case ANNOT_STMT_RETURN:
        if (stmt->expr)
            walk_expr(w, stmt->expr, TRUE);
        w->current = NOWHERE;
        break;
    case ANNOT_STMT_ASM: walk_asm(w, stmt); break;
    case ANNOT_STMT_ATTRIBUTED:
        if (stmt->body)
            walk_stmt(w, stmt->body);
        break;
    default: break;
    }
}

static void walk_stmt(Walk *w, const AnnotStmt *stmt)
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
        arrive(w, label_named(w, stmt->label));
        if (stmt->body)
            walk_stmt(w, stmt->body);
        break;
    default: walk_simple(w, stmt);
    }
}

/* The value of ({ ... }) is that of the expression it ends with. */
static void walk_body(Walk *w, const AnnotExpr *expr, gboolean valued)
{
    const AnnotStmt *body = expr->body;
    const AnnotStmt *header = w->header;
    w->header = NULL;
    guint declared = body ? annot_jumps_open(w->jumps, body) : 0;
    for (guint i = 0; body && i < body->n_parts; i++) {
        gboolean is_last = i + 1 == body->n_parts && body->parts[i]->kind == ANNOT_STMT_EXPR;
        if (is_last)
            walk_expr(w, body->parts[i]->expr, valued);
        else
            walk_stmt(w, body->parts[i]);
    }
    annot_jumps_close(w->jumps, declared);
    w->header = header;
}

/* ---- the function ---- */

/* Jumps to labels that are not known, and returns to where a context was saved. */
static void add_far_passes(Walk *w)
{
    g_autoptr(GArray) jumps = g_array_new(FALSE, FALSE, sizeof(AnnotFlowEdge));
    annot_jumps_finish(w->jumps, jumps);
    for (guint i = 0; i < jumps->len; i++)
        pass(w, g_array_index(jumps, AnnotFlowEdge, i).from, g_array_index(jumps, AnnotFlowEdge, i).to);
    for (guint i = 0; i < w->returns->len; i++)
        for (guint k = 0; k < w->calls->len; k++)
            pass(w, g_array_index(w->calls, guint32, k), g_array_index(w->returns, guint32, i));
}

static AnnotDefUse *walked(const AnnotText *text, const AnnotFunction *function, GHashTable *taken)
{
    AnnotDefUse *out = g_new(AnnotDefUse, 1);
    *out = (AnnotDefUse){
        g_array_new(FALSE, FALSE, sizeof(AnnotAccess)), g_array_new(FALSE, FALSE, sizeof(guint32)),
        g_array_new(FALSE, FALSE, sizeof(AnnotPass)), annot_text_has_thread_pragma(text, function->at)};
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    g_autoptr(GArray) calls = g_array_new(FALSE, FALSE, sizeof(guint32)),
                      returns = g_array_new(FALSE, FALSE, sizeof(guint32));
    Walk w = {.text = text,
              .out = out,
              .seen = seen,
              .jumps = annot_jumps_new(text, function->at),
              .calls = calls,
              .returns = returns,
              .taken = taken};
    w.current = join_new(&w);
    walk_stmt(&w, function->body);
    add_far_passes(&w);
    annot_jumps_free(w.jumps);
    return out;
}

AnnotDefUse *annot_defuse_new(const AnnotText *text, const AnnotFunction *function, gboolean unknown)
{
    AnnotDefUse *out = walked(text, function, NULL);
    if (!unknown)
        return out;
    g_autoptr(GHashTable) taken = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < out->accesses->len; i++) {
        const AnnotAccess *access = &g_array_index(out->accesses, AnnotAccess, i);
        if (access->kind == ANNOT_ACCESS_ADDRESS)
            g_hash_table_add(taken, (gpointer)access->object.decl);
    }
    annot_defuse_free(out);
    return walked(text, function, taken);
}

void annot_defuse_free(AnnotDefUse *defuse)
{
    g_array_unref(defuse->accesses);
    g_array_unref(defuse->points);
    g_array_unref(defuse->passes);
    g_free(defuse);
}

guint32 *annot_defuse_points_of(const AnnotDefUse *defuse)
{
    guint n = MAX(defuse->accesses->len, 1);
    g_autofree guint8 *met = g_new0(guint8, n);
    guint32 *points = g_new(guint32, n);
    for (guint i = 0; i < n; i++)
        points[i] = ANNOT_NO_POINT;
    for (guint32 p = 0; p < defuse->points->len; p++) {
        guint32 access = g_array_index(defuse->points, guint32, p);
        if (access == ANNOT_NO_ACCESS)
            continue;
        points[access] = met[access] ? ANNOT_NO_POINT : p;
        met[access] = TRUE;
    }
    return points;
}
