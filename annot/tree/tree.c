/* Questions about expressions and types of the tree that need no context; building it is the work of clang*.c. */
#include "annot/tree/tree.h"

const AnnotType *annot_type_decayed(HtolArena *arena, const AnnotType *array)
{
    AnnotType *pointer = htol_arena_new0(arena, AnnotType, 1);
    *pointer = (AnnotType){.kind = ANNOT_TYPE_POINTER, .size = sizeof(void *), .target = array->target};
    return pointer;
}

gint64 annot_type_value(const AnnotType *type, guint64 bits)
{
    guint unused = type->size >= 8 ? 0 : (guint)(64 - 8 * type->size);
    return type->is_signed ? (gint64)(bits << unused) >> unused : (gint64)(bits << unused >> unused);
}

gboolean annot_kind_is_scalar(AnnotTypeKind kind)
{
    switch (kind) {
    case ANNOT_TYPE_BOOL:
    case ANNOT_TYPE_INTEGER:
    case ANNOT_TYPE_ENUM:
    case ANNOT_TYPE_FLOAT:
    case ANNOT_TYPE_POINTER: return TRUE;
    default: return FALSE;
    }
}

const AnnotExpr *annot_expr_bare(const AnnotExpr *expr)
{
    while (expr->kind == ANNOT_EXPR_PAREN || expr->kind == ANNOT_EXPR_IMPLICIT ||
           (expr->kind == ANNOT_EXPR_UNARY && expr->op == ANNOT_OP_EXTENSION))
        expr = expr->operands[0];
    return expr;
}

/* f, &f, *f and a cast of them all name f: a function that is used becomes a pointer to it. */
const AnnotExpr *annot_function_named(const AnnotExpr *expr)
{
    for (expr = annot_expr_bare(expr); expr->n_operands == 1; expr = annot_expr_bare(expr->operands[0])) {
        gboolean same = expr->op == ANNOT_OP_ADDRESS || expr->op == ANNOT_OP_DEREF;
        if (expr->kind != ANNOT_EXPR_CAST && !(expr->kind == ANNOT_EXPR_UNARY && same))
            return NULL;
    }
    gboolean found = expr->kind == ANNOT_EXPR_NAME && expr->decl && expr->decl->kind == ANNOT_DECL_FUNCTION;
    return found ? expr : NULL;
}

gboolean annot_is_logical(const AnnotExpr *expr)
{
    expr = annot_expr_bare(expr);
    while (expr->kind == ANNOT_EXPR_UNARY && expr->op == ANNOT_OP_NOT)
        expr = annot_expr_bare(expr->operands[0]);
    return expr->kind == ANNOT_EXPR_LOGICAL;
}

gboolean annot_is_expect(const AnnotExpr *expr)
{
    return expr->kind == ANNOT_EXPR_CALL && expr->decl && g_str_has_prefix(expr->decl->name, "__builtin_expect");
}

gboolean annot_expr_is_step(const AnnotExpr *expr)
{
    return expr->kind == ANNOT_EXPR_UNARY && expr->op >= ANNOT_OP_PRE_INC && expr->op <= ANNOT_OP_POST_DEC;
}

gboolean annot_expr_assigns(const AnnotExpr *expr)
{
    return expr->kind == ANNOT_EXPR_ASSIGN || annot_expr_is_step(expr);
}

gboolean annot_expr_acts(const AnnotExpr *expr)
{
    gboolean calls = expr->kind == ANNOT_EXPR_CALL && !annot_is_expect(expr);
    return calls || annot_expr_assigns(expr) || expr->kind == ANNOT_EXPR_STATEMENT || expr->sealed;
}

gboolean annot_expr_may_divide_badly(const AnnotExpr *expr)
{
    gboolean integers = !expr->type || expr->type->kind != ANNOT_TYPE_FLOAT;
    if (!integers || (expr->op != ANNOT_OP_DIV && expr->op != ANNOT_OP_REM))
        return FALSE;
    const AnnotExpr *divisor = expr->n_operands == 2 ? expr->operands[1] : NULL;
    return !divisor || !divisor->has_value || divisor->value == 0 || divisor->value == -1;
}

gboolean annot_expr_has(const AnnotExpr *expr, guint32 kinds)
{
    if (1u << expr->kind & kinds)
        return TRUE;
    for (guint i = 0; i < expr->n_operands; i++)
        if (annot_expr_has(expr->operands[i], kinds))
            return TRUE;
    return FALSE;
}

gboolean annot_expr_is_quiet(const AnnotExpr *expr)
{
    switch (expr->kind) {
    case ANNOT_EXPR_LITERAL:
    case ANNOT_EXPR_UNEVALUATED:
    case ANNOT_EXPR_LOGICAL:
    case ANNOT_EXPR_COMMA:
    case ANNOT_EXPR_CONDITIONAL:
    case ANNOT_EXPR_ELVIS:
    case ANNOT_EXPR_PAREN:
    case ANNOT_EXPR_CAST:
    case ANNOT_EXPR_IMPLICIT:
    case ANNOT_EXPR_INITIALIZER: return TRUE;
    case ANNOT_EXPR_NAME: return !(expr->type && expr->type->is_volatile);
    case ANNOT_EXPR_MEMBER: return expr->op == ANNOT_OP_DOT && !(expr->type && expr->type->is_volatile);
    case ANNOT_EXPR_UNARY: return expr->op != ANNOT_OP_DEREF;
    case ANNOT_EXPR_BINARY:
    case ANNOT_EXPR_ASSIGN: return !annot_expr_may_divide_badly(expr);
    default: return FALSE;
    }
}

gboolean annot_expr_is_closed(const AnnotExpr *expr)
{
    if (expr->kind == ANNOT_EXPR_NAME)
        return expr->decl && expr->decl->kind == ANNOT_DECL_ENUMERATOR;
    if (expr->kind == ANNOT_EXPR_LITERAL || expr->kind == ANNOT_EXPR_UNEVALUATED)
        return TRUE;
    if (expr->kind == ANNOT_EXPR_CALL || expr->kind == ANNOT_EXPR_MEMBER || expr->kind == ANNOT_EXPR_STATEMENT)
        return FALSE;
    for (guint i = 0; i < expr->n_operands; i++)
        if (!expr->operands[i]->closed)
            return FALSE;
    return expr->n_operands > 0;
}

const char *annot_promotion(const AnnotExpr *expr)
{
    expr = annot_expr_bare(expr);
    return expr->decl && expr->decl->is_bit_field ? "+" : "";
}

gboolean annot_expr_may_leave(const AnnotExpr *expr)
{
    if (expr->kind == ANNOT_EXPR_STATEMENT)
        return TRUE;
    if (expr->kind == ANNOT_EXPR_CALL && !(expr->decl && (expr->decl->returns || expr->decl->comes_back)))
        return TRUE;
    for (guint i = 0; i < expr->n_operands; i++)
        if (annot_expr_may_leave(expr->operands[i]))
            return TRUE;
    return FALSE;
}

gboolean annot_expr_passes_truth(const AnnotExpr *expr, guint operand, gboolean boolean)
{
    switch (expr->kind) {
    case ANNOT_EXPR_LOGICAL: return TRUE;
    case ANNOT_EXPR_CONDITIONAL:
    case ANNOT_EXPR_ELVIS: return operand == 0;
    case ANNOT_EXPR_UNARY: return expr->op == ANNOT_OP_NOT || (expr->op == ANNOT_OP_EXTENSION && boolean);
    case ANNOT_EXPR_PAREN:
    case ANNOT_EXPR_IMPLICIT: return boolean;
    case ANNOT_EXPR_COMMA: return boolean && operand == 1;
    case ANNOT_EXPR_CALL: return annot_is_expect(expr) && ((boolean && operand == 1) || operand == 2);
    case ANNOT_EXPR_BINARY: /* (a && b) != 0: the tree must know that this is zero */
        return operand == 1 && (expr->op == ANNOT_OP_EQ || expr->op == ANNOT_OP_NE) &&
               annot_is_logical(expr->operands[0]);
    default: return FALSE;
    }
}

void annot_tree_visit_expr(const AnnotExpr *expr, const AnnotTreeVisit *visit)
{
    if (visit->expr)
        visit->expr(expr, visit->data);
    for (guint i = 0; i < expr->n_operands; i++)
        annot_tree_visit_expr(expr->operands[i], visit);
    annot_tree_visit_stmt(expr->body, visit);
}

void annot_tree_visit_stmt(const AnnotStmt *stmt, const AnnotTreeVisit *visit)
{
    if (!stmt)
        return;
    if (visit->stmt)
        visit->stmt(stmt, visit->data);
    if (stmt->expr)
        annot_tree_visit_expr(stmt->expr, visit);
    if (stmt->step)
        annot_tree_visit_expr(stmt->step, visit);
    for (guint i = 0; i < stmt->n_inits; i++)
        annot_tree_visit_expr(stmt->inits[i], visit);
    for (guint i = 0; i < stmt->n_operands; i++)
        annot_tree_visit_expr(stmt->operands[i], visit);
    annot_tree_visit_stmt(stmt->init, visit);
    annot_tree_visit_stmt(stmt->body, visit);
    annot_tree_visit_stmt(stmt->other, visit);
    for (guint i = 0; i < stmt->n_parts; i++)
        annot_tree_visit_stmt(stmt->parts[i], visit);
}

static const AnnotExpr *without_parentheses(const AnnotExpr *expr)
{
    while (expr->kind == ANNOT_EXPR_PAREN)
        expr = expr->operands[0];
    return expr;
}

static gboolean is_variable(const AnnotExpr *expr)
{
    return expr->kind == ANNOT_EXPR_NAME && expr->decl &&
           (expr->decl->kind == ANNOT_DECL_VARIABLE || expr->decl->kind == ANNOT_DECL_PARAMETER);
}

static gboolean is_object(const AnnotExpr *expr)
{
    return is_variable(expr) || expr->kind == ANNOT_EXPR_MEMBER || expr->kind == ANNOT_EXPR_INDEX ||
           (expr->kind == ANNOT_EXPR_UNARY && expr->op == ANNOT_OP_DEREF);
}

gboolean annot_expr_is_read(const AnnotExpr *expr)
{
    return expr->kind == ANNOT_EXPR_IMPLICIT && is_object(without_parentheses(expr->operands[0]));
}

gboolean annot_stmt_is_loop(const AnnotStmt *stmt)
{
    return stmt->kind == ANNOT_STMT_WHILE || stmt->kind == ANNOT_STMT_DO || stmt->kind == ANNOT_STMT_FOR;
}

/* Skips local labels and the standard's pragmas, which must come first in their block. Any other pragma is about the
 * statement behind it, so nothing is put between the two. */
guint32 annot_stmt_begin(const AnnotText *text, const AnnotStmt *compound)
{
    guint32 at = compound->at.begin + 1, next = annot_text_skip(text, at);
    while (annot_text_is_word(text, next, "__label__")) {
        at = annot_text_find(text, next, ';') + 1;
        next = annot_text_skip(text, at);
    }
    return annot_text_follows_pragma(text, next) ? at : next;
}

GQuark annot_error_quark(void)
{
    return g_quark_from_static_string("annot-error");
}
