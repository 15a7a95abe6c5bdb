/* The accesses of expressions, in each order in which they may be evaluated; see defuse_walk.h. What
 * statements do is in defuse_make.c.
 *
 * Operands whose order of evaluation is open are walked from left to right, and where one assigns to what
 * another names, from right to left too: then an access has two points. */
#include "annot/flow/defuse_walk.h"

#include <string.h>

#include "annot/facts/order.h"
#include "annot/tree/known.h"

enum { MOST_FORKS = 3 }; /* of open orders inside of open orders */

/* ---- accesses ---- */

static void add_read(AnnotDefUseWalk *w, const AnnotExpr *expr, const AnnotObject *object)
{
    AnnotAccess access = annot_defuse_access_at(w, expr, ANNOT_ACCESS_READ);
    access.object = *object;
    access.node = annot_defuse_node_of(w, annot_object_bare(expr->operands[0]));
    if (w->sealed)
        access.around = w->sealed;
    annot_defuse_add(w, expr, &access);
}

static void add_write(AnnotDefUseWalk *w, const AnnotExpr *expr, const AnnotObject *object, gboolean valued)
{
    gboolean is_plain = expr->kind == ANNOT_EXPR_ASSIGN && expr->op == ANNOT_OP_ASSIGN;
    AnnotAccess access = annot_defuse_access_at(w, expr, is_plain ? ANNOT_ACCESS_WRITE : ANNOT_ACCESS_STEP);
    access.object = *object;
    access.defines = is_plain ? HTOL_DEFINITION_ASSIGNMENT : HTOL_DEFINITION_STEP;
    access.valued = valued;
    if (w->sealed)
        access.beside = ANNOT_BESIDE_NONE;
    annot_defuse_add(w, expr, &access);
}

static void add_address(AnnotDefUseWalk *w, const AnnotExpr *expr, const AnnotObject *object)
{
    AnnotAccess access = annot_defuse_access_at(w, expr, ANNOT_ACCESS_ADDRESS);
    access.object = *object;
    annot_defuse_add(w, expr, &access);
}

static void add_unknown(AnnotDefUseWalk *w, const AnnotExpr *expr, gboolean valued)
{
    AnnotAccess access = annot_defuse_access_at(w, expr, ANNOT_ACCESS_UNKNOWN);
    access.defines = HTOL_DEFINITION_UNKNOWN;
    access.valued = valued;
    if (w->sealed && w->sealed != expr)
        access.beside = ANNOT_BESIDE_NONE;
    annot_defuse_add(w, expr, &access);
}

/* ---- operands ---- */

/* Whether operands may be walked in a second order: not too deep, and no statements, whose labels can be walked only
 * once.
 */
static gboolean can_fork(const AnnotDefUseWalk *w, const AnnotExpr *expr)
{
    return w->forks < MOST_FORKS && !annot_expr_has(expr, 1u << ANNOT_EXPR_STATEMENT);
}

/* Walks an operand; of an element, the array is not read to find the element. */
static void walk_operand(AnnotDefUseWalk *w, const AnnotExpr *expr, guint i)
{
    const AnnotExpr *operand = expr->operands[i];
    gboolean finds = expr->kind == ANNOT_EXPR_INDEX || (expr->kind == ANNOT_EXPR_UNARY && expr->op == ANNOT_OP_DEREF);
    AnnotObject object;
    if (finds && annot_is_decay(operand) && annot_object_of(annot_object_bare(operand)->operands[0], &object))
        operand = annot_object_bare(operand)->operands[0];
    annot_defuse_walk(w, operand, TRUE);
}

static gboolean is_beside_nodes(const AnnotExpr *expr, guint operand)
{
    const guint32 with_nodes = 1u << ANNOT_EXPR_CONDITIONAL | 1u << ANNOT_EXPR_ELVIS | 1u << ANNOT_EXPR_STATEMENT;
    for (guint i = 0; i < expr->n_operands; i++)
        if (i != operand && annot_expr_has(expr->operands[i], with_nodes))
            return TRUE;
    return FALSE;
}

static void walk_operands(AnnotDefUseWalk *w, const AnnotExpr *expr)
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
    guint32 end = annot_defuse_join(w);
    annot_defuse_jump(w, end);
    w->current = start;
    w->forks++;
    for (guint i = expr->n_operands; i > 0; i--)
        walk_operand(w, expr, i - 1);
    w->forks--;
    annot_defuse_arrive(w, end);
}

/* ---- conditions ---- */

static void test_logical(AnnotDefUseWalk *w, const AnnotExpr *expr, guint32 when_false)
{
    if (expr->op == ANNOT_OP_AND) {
        annot_defuse_test(w, expr->operands[0], when_false);
        w->maybes++;
        annot_defuse_test(w, expr->operands[1], when_false);
        w->maybes--;
        return;
    }
    guint32 left_false = annot_defuse_join(w), when_true = annot_defuse_join(w);
    annot_defuse_test(w, expr->operands[0], left_false);
    annot_defuse_jump(w, when_true);
    w->current = left_false;
    w->maybes++;
    annot_defuse_test(w, expr->operands[1], when_false);
    w->maybes--;
    annot_defuse_arrive(w, when_true);
}

static void test_negation(AnnotDefUseWalk *w, const AnnotExpr *expr, guint32 when_false)
{
    guint32 inner_false = annot_defuse_join(w);
    annot_defuse_test(w, expr->operands[0], inner_false);
    annot_defuse_jump(w, when_false);
    w->current = inner_false;
}

static void test_condition(AnnotDefUseWalk *w, const AnnotExpr *expr, guint32 when_false)
{
    gboolean outer = w->predicate;
    w->predicate = TRUE;
    annot_defuse_walk(w, expr, TRUE);
    w->predicate = outer;
    const AnnotExpr *bare = annot_expr_bare(expr);
    if (bare->constant != ANNOT_CONSTANT_TRUE)
        annot_defuse_pass(w, w->current, when_false);
    if (bare->constant == ANNOT_CONSTANT_FALSE)
        w->current = ANNOT_NOWHERE;
}

void annot_defuse_test(AnnotDefUseWalk *w, const AnnotExpr *any, guint32 when_false)
{
    const AnnotExpr *expr = annot_expr_bare(any);
    w->blocked += any->asks_constant;
    if (expr->kind == ANNOT_EXPR_LOGICAL) {
        test_logical(w, expr, when_false);
    } else if (expr->kind == ANNOT_EXPR_UNARY && expr->op == ANNOT_OP_NOT) {
        test_negation(w, expr, when_false);
    } else if (annot_is_expect(expr) && expr->n_operands > 1) {
        annot_defuse_test(w, expr->operands[1], when_false);
    } else if (expr->kind == ANNOT_EXPR_COMMA) {
        annot_defuse_walk(w, expr->operands[0], FALSE);
        annot_defuse_test(w, expr->operands[1], when_false);
    } else {
        test_condition(w, any, when_false);
    }
    w->blocked -= any->asks_constant;
}

/* ---- expressions ---- */

static void walk_logical(AnnotDefUseWalk *w, const AnnotExpr *expr)
{
    guint32 join = annot_defuse_join(w);
    annot_defuse_test(w, expr, join);
    annot_defuse_arrive(w, join);
}

static guint32 begins_in(const AnnotDefUseWalk *w, const AnnotExpr *expr)
{
    return annot_fact(w->facts, expr)->node;
}

/* Walks an arm of ?:. If it begins a node, it is evaluated whenever the node is entered; else it has the node of what
 * is before it, and may be skipped. */
static void walk_arm(AnnotDefUseWalk *w, const AnnotExpr *conditional, guint operand)
{
    const AnnotExpr *arm = conditional->operands[operand];
    guint maybes = w->maybes;
    gboolean own = conditional->kind == ANNOT_EXPR_CONDITIONAL && begins_in(w, arm) != ANNOT_NO_NODE &&
                   begins_in(w, conditional->operands[1]) != begins_in(w, conditional->operands[2]);
    w->maybes = own ? 0 : maybes + 1;
    annot_defuse_walk(w, arm, TRUE);
    w->maybes = maybes;
}

/* The values of both arms count as used: their types must agree even where nobody wants them. */
static void walk_conditional(AnnotDefUseWalk *w, const AnnotExpr *expr)
{
    guint32 when_false = annot_defuse_join(w), end = annot_defuse_join(w);
    annot_defuse_test(w, expr->operands[0], when_false);
    if (expr->kind == ANNOT_EXPR_CONDITIONAL)
        walk_arm(w, expr, 1);
    annot_defuse_jump(w, end);
    w->current = when_false;
    walk_arm(w, expr, expr->n_operands - 1);
    annot_defuse_arrive(w, end);
}

/* Walks a conversion: that of an object to its value is a read if the value is used, that of an array to a pointer
 * takes its address. */
static void walk_conversion(AnnotDefUseWalk *w, const AnnotExpr *expr, gboolean valued)
{
    AnnotObject object;
    const AnnotExpr *operand = annot_object_bare(expr->operands[0]);
    annot_defuse_walk(w, operand, valued);
    if (!annot_object_of(operand, &object) || operand->type->kind == ANNOT_TYPE_FUNCTION)
        return;
    if (annot_is_array(operand))
        add_address(w, expr, &object);
    else if (valued)
        add_read(w, expr, &object);
}

static void walk_assignment(AnnotDefUseWalk *w, const AnnotExpr *expr, gboolean valued)
{
    AnnotObject object;
    walk_operands(w, expr);
    if (annot_object_of(expr->operands[0], &object))
        add_write(w, expr, &object, valued);
    else
        add_unknown(w, expr, valued);
}

static void walk_address(AnnotDefUseWalk *w, const AnnotExpr *expr)
{
    AnnotObject object;
    walk_operands(w, expr);
    if (annot_object_of(expr->operands[0], &object))
        add_address(w, expr, &object);
}

static void walk_unary(AnnotDefUseWalk *w, const AnnotExpr *expr, gboolean valued)
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

static void finish_call(AnnotDefUseWalk *w, const AnnotExpr *expr, gboolean valued)
{
    const AnnotDecl *decl = expr->decl;
    if (!annot_is_quiet_call(decl))
        add_unknown(w, expr, valued && expr->type->kind != ANNOT_TYPE_VOID);
    if (w->current != ANNOT_NOWHERE)
        g_array_append_val(w->calls, w->current);
    if (decl && decl->no_return)
        w->current = ANNOT_NOWHERE;
    if (decl && annot_returns_twice(decl->name) && w->current != ANNOT_NOWHERE) {
        annot_defuse_arrive(w, annot_defuse_join(w));
        g_array_append_val(w->returns, w->current);
    }
}

static void walk_call(AnnotDefUseWalk *w, const AnnotExpr *expr, gboolean valued)
{
    if (annot_has_no_values(expr->decl))
        return;
    walk_operands(w, expr);
    finish_call(w, expr, valued);
}

/* Walks a sealed expression. A builtin that is called like a function evaluates its operands; of others it is not
 * known, so nothing is inserted there. */
static void walk_sealed(AnnotDefUseWalk *w, const AnnotExpr *expr, gboolean valued)
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

/* Notes ++, -- and = in an expression that the tree does not show and that is no constant: such changes cannot be
 * followed. */
static void walk_unevaluated(AnnotDefUseWalk *w, const AnnotExpr *expr)
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

void annot_defuse_walk_kind(AnnotDefUseWalk *w, const AnnotExpr *expr, gboolean valued)
{
    switch (expr->kind) {
    case ANNOT_EXPR_NAME:
    case ANNOT_EXPR_LITERAL: return;
    case ANNOT_EXPR_UNEVALUATED: walk_unevaluated(w, expr); return;
    case ANNOT_EXPR_IMPLICIT: walk_conversion(w, expr, valued); return;
    case ANNOT_EXPR_PAREN: annot_defuse_walk(w, expr->operands[0], valued); return;
    case ANNOT_EXPR_CAST: annot_defuse_walk(w, expr->operands[0], valued && !is_void_cast(expr)); return;
    case ANNOT_EXPR_LOGICAL: walk_logical(w, expr); return;
    case ANNOT_EXPR_CONDITIONAL:
    case ANNOT_EXPR_ELVIS: walk_conditional(w, expr); return;
    case ANNOT_EXPR_ASSIGN: walk_assignment(w, expr, valued); return;
    case ANNOT_EXPR_UNARY: walk_unary(w, expr, valued); return;
    case ANNOT_EXPR_COMMA:
        annot_defuse_walk(w, expr->operands[0], FALSE);
        annot_defuse_walk(w, expr->operands[1], valued);
        return;
    case ANNOT_EXPR_CALL: walk_call(w, expr, valued); return;
    case ANNOT_EXPR_STATEMENT: annot_defuse_walk_body(w, expr, valued); return;
    default: walk_operands(w, expr);
    }
}

/* Whether nothing may be inserted in `expr`: it asks whether something is constant, and the answer could change. */
static gboolean is_blocked(const AnnotExpr *expr)
{
    return expr->asks_constant && expr->kind != ANNOT_EXPR_ASSIGN && expr->kind != ANNOT_EXPR_COMMA &&
           expr->kind != ANNOT_EXPR_CALL;
}

/* Whether a sealed call may evaluate `expr` only in part. */
static gboolean is_chosen(const AnnotExpr *expr)
{
    return expr->kind == ANNOT_EXPR_STATEMENT || expr->kind == ANNOT_EXPR_LOGICAL ||
           expr->kind == ANNOT_EXPR_CONDITIONAL || expr->kind == ANNOT_EXPR_ELVIS;
}

void annot_defuse_walk(AnnotDefUseWalk *w, const AnnotExpr *expr, gboolean valued)
{
    gboolean blocks = is_blocked(expr) || (w->sealed && is_chosen(expr));
    w->blocked += blocks;
    if (expr->sealed)
        walk_sealed(w, expr, valued);
    else
        annot_defuse_walk_kind(w, expr, valued);
    w->blocked -= blocks;
}
