/* Expressions from libclang: their kind, operator, operands, and the values of those that are constant. */
#include "annot/tree/clang.h"

#include "annot/tree/known.h"
#include "annot/tree/operator.h"

#include <string.h>

/* What libclang makes of an expression, implicit conversions around it left out. */
typedef struct {
    CXEvalResultKind kind; /* UnExposed: it cannot say */
    gint64 integer;        /* Int: the bits, to be read as the expression's type says */
    double real;           /* Float */
} Evaluated;

static Evaluated evaluate(CXCursor cursor)
{
    CXEvalResult result = annot_libclang.Cursor_Evaluate(cursor);
    Evaluated found = {.kind = result ? annot_libclang.EvalResult_getKind(result) : CXEval_UnExposed};
    if (found.kind == CXEval_Int)
        found.integer = annot_libclang.EvalResult_getAsLongLong(result);
    if (found.kind == CXEval_Float)
        found.real = annot_libclang.EvalResult_getAsDouble(result);
    if (result)
        annot_libclang.EvalResult_dispose(result);
    return found;
}

static gboolean same_extent(AnnotClang *b, CXCursor one, CXCursor two)
{
    AnnotExtent x, y;
    return annot_clang_extent(b, one, &x) && annot_clang_extent(b, two, &y) && x.begin == y.begin && x.end == y.end;
}

#if CINDEX_VERSION_MINOR >= ANNOT_TELLS_OPERATORS
static AnnotOp unary_kind(enum CXUnaryOperatorKind kind)
{
    switch (kind) {
    case CXUnaryOperator_PostInc: return ANNOT_OP_POST_INC;
    case CXUnaryOperator_PostDec: return ANNOT_OP_POST_DEC;
    case CXUnaryOperator_PreInc: return ANNOT_OP_PRE_INC;
    case CXUnaryOperator_PreDec: return ANNOT_OP_PRE_DEC;
    case CXUnaryOperator_AddrOf: return ANNOT_OP_ADDRESS;
    case CXUnaryOperator_Deref: return ANNOT_OP_DEREF;
    case CXUnaryOperator_Plus: return ANNOT_OP_PLUS;
    case CXUnaryOperator_Minus: return ANNOT_OP_MINUS;
    case CXUnaryOperator_Not: return ANNOT_OP_COMPLEMENT;
    case CXUnaryOperator_LNot: return ANNOT_OP_NOT;
    case CXUnaryOperator_Extension: return ANNOT_OP_EXTENSION;
    default: return ANNOT_OP_NONE;
    }
}

static AnnotOp binary_op(enum CXBinaryOperatorKind kind)
{
    static const AnnotOp ops[] = {
        [CXBinaryOperator_Mul] = ANNOT_OP_MUL,      [CXBinaryOperator_MulAssign] = ANNOT_OP_MUL,
        [CXBinaryOperator_Div] = ANNOT_OP_DIV,      [CXBinaryOperator_DivAssign] = ANNOT_OP_DIV,
        [CXBinaryOperator_Rem] = ANNOT_OP_REM,      [CXBinaryOperator_RemAssign] = ANNOT_OP_REM,
        [CXBinaryOperator_Add] = ANNOT_OP_ADD,      [CXBinaryOperator_AddAssign] = ANNOT_OP_ADD,
        [CXBinaryOperator_Sub] = ANNOT_OP_SUB,      [CXBinaryOperator_SubAssign] = ANNOT_OP_SUB,
        [CXBinaryOperator_Shl] = ANNOT_OP_SHL,      [CXBinaryOperator_ShlAssign] = ANNOT_OP_SHL,
        [CXBinaryOperator_Shr] = ANNOT_OP_SHR,      [CXBinaryOperator_ShrAssign] = ANNOT_OP_SHR,
        [CXBinaryOperator_LT] = ANNOT_OP_LT,        [CXBinaryOperator_GT] = ANNOT_OP_GT,
        [CXBinaryOperator_LE] = ANNOT_OP_LE,        [CXBinaryOperator_GE] = ANNOT_OP_GE,
        [CXBinaryOperator_EQ] = ANNOT_OP_EQ,        [CXBinaryOperator_NE] = ANNOT_OP_NE,
        [CXBinaryOperator_And] = ANNOT_OP_BAND,     [CXBinaryOperator_AndAssign] = ANNOT_OP_BAND,
        [CXBinaryOperator_Xor] = ANNOT_OP_XOR,      [CXBinaryOperator_XorAssign] = ANNOT_OP_XOR,
        [CXBinaryOperator_Or] = ANNOT_OP_BOR,       [CXBinaryOperator_OrAssign] = ANNOT_OP_BOR,
        [CXBinaryOperator_LAnd] = ANNOT_OP_AND,     [CXBinaryOperator_LOr] = ANNOT_OP_OR,
        [CXBinaryOperator_Assign] = ANNOT_OP_ASSIGN};
    return (guint)kind < G_N_ELEMENTS(ops) ? ops[kind] : ANNOT_OP_NONE;
}

static AnnotExprKind binary_kind(enum CXBinaryOperatorKind kind)
{
    if (kind == CXBinaryOperator_LAnd || kind == CXBinaryOperator_LOr)
        return ANNOT_EXPR_LOGICAL;
    if (kind == CXBinaryOperator_Comma)
        return ANNOT_EXPR_COMMA;
    return kind >= CXBinaryOperator_Assign ? ANNOT_EXPR_ASSIGN : ANNOT_EXPR_BINARY;
}

static AnnotExprKind find_binary(AnnotClang *b, CXCursor cursor, const GArray *children, AnnotExpr *expr)
{
    enum CXBinaryOperatorKind kind = annot_libclang.getCursorBinaryOperatorKind(cursor);
    (void)b;
    (void)children;
    expr->op = binary_op(kind);
    return binary_kind(kind);
}

static void find_unary(AnnotClang *b, CXCursor cursor, const GArray *children, AnnotExpr *expr)
{
    (void)b;
    (void)children;
    expr->op = unary_kind(annot_libclang.getCursorUnaryOperatorKind(cursor));
}
#else
static AnnotExprKind find_binary(AnnotClang *b, CXCursor cursor, const GArray *children, AnnotExpr *expr)
{
    AnnotExtent left;
    (void)cursor;
    if (children->len != 2 || !annot_clang_extent(b, ANNOT_CHILD(children, 0), &left))
        return ANNOT_EXPR_OTHER;
    return annot_operator_binary(b->text, left.end, &expr->op);
}

static void find_unary(AnnotClang *b, CXCursor cursor, const GArray *children, AnnotExpr *expr)
{
    AnnotExtent operand;
    (void)cursor;
    if (expr->placed && children->len == 1 && annot_clang_extent(b, ANNOT_CHILD(children, 0), &operand))
        expr->op = annot_operator_unary(b->text, expr->at, operand.begin);
}
#endif

/* Whether the expression is GNU's `c ?: b`, which has four children: the condition three times with one extent, then b.
 */
static gboolean is_elvis(AnnotClang *b, const GArray *children)
{
    return children->len == 4 && same_extent(b, ANNOT_CHILD(children, 0), ANNOT_CHILD(children, 1)) &&
           same_extent(b, ANNOT_CHILD(children, 0), ANNOT_CHILD(children, 2));
}

/* Whether `expr` is an offsetof in which no index is a variable. */
static gboolean is_fixed_offset(AnnotClang *b, CXCursor cursor, const AnnotExpr *expr)
{
    return expr->placed && annot_clang_text_begins(b, expr->at.begin, "__builtin_offsetof") &&
           evaluate(cursor).kind == CXEval_Int;
}

/* Returns the kind of an expression for which libclang has none: implicit conversions, designators, GNU's ?:, builtins
 * with a syntax of their own. Drops children that are no operands. */
static AnnotExprKind unexposed_kind(AnnotClang *b, CXCursor cursor, GArray *children, AnnotExpr *expr)
{
    if (children->len == 1 && same_extent(b, cursor, ANNOT_CHILD(children, 0)))
        return ANNOT_EXPR_IMPLICIT;
    if (is_elvis(b, children)) {
        g_array_remove_range(children, 1, 2);
        return ANNOT_EXPR_ELVIS;
    }
    if (expr->placed && annot_is_builtin(b->text->bytes + expr->at.begin)) {
        expr->sealed = TRUE;
        expr->asks_constant = annot_clang_text_begins(b, expr->at.begin, "__builtin_types") ||
                              annot_clang_text_begins(b, expr->at.begin, "__builtin_choose");
    }
    if (is_fixed_offset(b, cursor, expr)) {
        expr->sealed = FALSE;
        return ANNOT_EXPR_UNEVALUATED;
    }
    gboolean designator = expr->placed && (annot_clang_text_begins(b, expr->at.begin, "[") ||
                                           annot_clang_text_begins(b, expr->at.begin, "."));
    if (designator && children->len > 1)
        g_array_remove_range(children, 0, children->len - 1);
    return ANNOT_EXPR_OTHER;
}

static AnnotExprKind expr_kind(AnnotClang *b, CXCursor cursor, GArray *children, AnnotExpr *expr)
{
    switch (annot_libclang.getCursorKind(cursor)) {
    case CXCursor_IntegerLiteral:
    case CXCursor_FloatingLiteral:
    case CXCursor_ImaginaryLiteral:
    case CXCursor_StringLiteral:
    case CXCursor_CharacterLiteral: return ANNOT_EXPR_LITERAL;
    case CXCursor_DeclRefExpr: return ANNOT_EXPR_NAME;
    case CXCursor_MemberRefExpr: return ANNOT_EXPR_MEMBER;
    case CXCursor_ArraySubscriptExpr: return ANNOT_EXPR_INDEX;
    case CXCursor_CallExpr: return ANNOT_EXPR_CALL;
    case CXCursor_UnaryOperator: find_unary(b, cursor, children, expr); return ANNOT_EXPR_UNARY;
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator: return find_binary(b, cursor, children, expr);
    case CXCursor_ConditionalOperator: return ANNOT_EXPR_CONDITIONAL;
    case CXCursor_ParenExpr: return ANNOT_EXPR_PAREN;
    case CXCursor_CStyleCastExpr: return ANNOT_EXPR_CAST;
    case CXCursor_InitListExpr:
    case CXCursor_CompoundLiteralExpr: return ANNOT_EXPR_INITIALIZER;
    case CXCursor_StmtExpr: return ANNOT_EXPR_STATEMENT;
    case CXCursor_UnaryExpr:
    case CXCursor_GenericSelectionExpr:
    case CXCursor_BlockExpr: return ANNOT_EXPR_UNEVALUATED;
    case CXCursor_UnexposedExpr: return unexposed_kind(b, cursor, children, expr);
    default: return ANNOT_EXPR_OTHER;
    }
}

/* Returns the index of the first child that is an operand: before it, casts and compound literals have the expressions
 * in their type, such as lengths of arrays. */
static guint first_operand(const AnnotExpr *expr, CXCursor cursor, const GArray *children)
{
    gboolean has_type =
        expr->kind == ANNOT_EXPR_CAST || annot_libclang.getCursorKind(cursor) == CXCursor_CompoundLiteralExpr;
    return has_type && children->len > 0 ? children->len - 1 : 0;
}

static void build_operands(AnnotClang *b, AnnotExpr *expr, const GArray *children, guint first, gboolean boolean)
{
    expr->n_operands = children->len - first;
    expr->operands = htol_arena_new0(b->arena, AnnotExpr *, expr->n_operands);
    for (guint i = 0; i < expr->n_operands; i++) {
        AnnotExpr *operand =
            annot_clang_expr(b, ANNOT_CHILD(children, first + i), annot_expr_passes_truth(expr, i, boolean));
        expr->operands[i] = operand;
        expr->asks_constant |= operand->asks_constant;
        expr->has_effects |= operand->has_effects;
    }
}

static AnnotConstant truth_of(Evaluated found)
{
    switch (found.kind) {
    case CXEval_UnExposed: return ANNOT_NOT_CONSTANT;
    case CXEval_Int: return found.integer ? ANNOT_CONSTANT_TRUE : ANNOT_CONSTANT_FALSE;
    case CXEval_Float: return found.real != 0 ? ANNOT_CONSTANT_TRUE : ANNOT_CONSTANT_FALSE;
    default: return ANNOT_CONSTANT_TRUE; /* strings and addresses */
    }
}

/* Whether `expr` is sizeof or one of its kind: if it has no value, its operand has a variable length and is evaluated.
 */
static gboolean is_size(CXCursor cursor, const AnnotExpr *expr)
{
    enum CXCursorKind kind = annot_libclang.getCursorKind(cursor);
    return expr->kind == ANNOT_EXPR_UNEVALUATED && (kind == CXCursor_UnaryExpr || kind == CXCursor_UnexposedExpr);
}

/* Whether libclang's value of the expression is the compiler's. Numbers are the same to both. Characters depend on the
 * execution character set, and sizes on types, of which an error may have hidden parts. */
static gboolean is_agreed(const AnnotClang *b, CXCursor cursor)
{
    switch (annot_libclang.getCursorKind(cursor)) {
    case CXCursor_IntegerLiteral: return TRUE;
    case CXCursor_CharacterLiteral: return !b->foreign_characters;
    default: return !b->foreign_characters && b->errors->len == 0;
    }
}

/* Whether something inside of `expr` has no value and is not in the tree. */
static gboolean hides(const AnnotExpr *expr)
{
    for (guint i = 0; i < expr->n_operands; i++) {
        const AnnotExpr *operand = expr->operands[i];
        if ((operand->kind == ANNOT_EXPR_UNEVALUATED && !operand->has_value) || hides(operand))
            return TRUE;
    }
    return FALSE;
}

/* Whether `expr` is made only of what every compiler takes for constants. */
static gboolean is_plain(CXCursor cursor, const AnnotExpr *expr)
{
    static const guint32 others = 1u << ANNOT_EXPR_ASSIGN | 1u << ANNOT_EXPR_INITIALIZER | 1u << ANNOT_EXPR_STATEMENT |
                                  1u << ANNOT_EXPR_CALL | 1u << ANNOT_EXPR_OTHER;
    gboolean selects = expr->kind == ANNOT_EXPR_UNEVALUATED && !is_size(cursor, expr);
    return expr->closed && !expr->has_effects && !expr->asks_constant && !selects && !hides(expr) &&
           !annot_expr_has(expr, others);
}

/* Converts `bits` to `type`, an integer type. */
static gint64 in_type(const AnnotType *type, gint64 bits)
{
    return type->kind == ANNOT_TYPE_BOOL ? bits != 0 : annot_type_value(type, (guint64)bits);
}

static gboolean is_integer(const AnnotType *type)
{
    gboolean integer =
        type->kind == ANNOT_TYPE_BOOL || type->kind == ANNOT_TYPE_INTEGER || type->kind == ANNOT_TYPE_ENUM;
    return integer && type->size >= 1 && type->size <= 8;
}

static void find_value(const AnnotClang *b, CXCursor cursor, AnnotExpr *expr)
{
    gboolean passes = expr->kind == ANNOT_EXPR_PAREN || expr->kind == ANNOT_EXPR_IMPLICIT;
    const AnnotExpr *operand = passes && expr->n_operands == 1 ? expr->operands[0] : NULL;
    gboolean named = expr->kind == ANNOT_EXPR_NAME && expr->closed && !b->foreign_characters;
    Evaluated found = {.kind = CXEval_UnExposed};
    if (!is_integer(expr->type))
        return;
    if (named || (operand && operand->has_value))
        found = (Evaluated){.kind = CXEval_Int, .integer = named ? expr->decl->value : operand->value};
    else if (!operand && is_plain(cursor, expr) && is_agreed(b, cursor))
        found = evaluate(cursor);
    expr->has_value = found.kind == CXEval_Int;
    if (expr->has_value)
        expr->value = in_type(expr->type, found.integer);
}

/* Sets what `expr` is as a constant. What libclang cannot evaluate though it is closed may be a constant to the
 * compiler: then nothing is inserted. */
static void find_constant(CXCursor cursor, AnnotExpr *expr, gboolean boolean)
{
    gboolean string = annot_libclang.getCursorKind(cursor) == CXCursor_StringLiteral;
    if (expr->has_value && (boolean || is_size(cursor, expr)))
        expr->constant = expr->value ? ANNOT_CONSTANT_TRUE : ANNOT_CONSTANT_FALSE;
    else if ((boolean && expr->closed) || is_size(cursor, expr))
        expr->constant = string ? ANNOT_CONSTANT_TRUE : truth_of(evaluate(cursor));
    if (boolean && expr->closed && expr->constant == ANNOT_NOT_CONSTANT)
        expr->asks_constant = TRUE;
}

static void name_expr(AnnotClang *b, CXCursor cursor, AnnotExpr *expr)
{
    expr->decl = annot_clang_decl(b, annot_libclang.getCursorReferenced(cursor));
    if (expr->kind != ANNOT_EXPR_CALL || !expr->decl)
        return;
    expr->asks_constant = strcmp(expr->decl->name, "__builtin_constant_p") == 0;
    expr->sealed = annot_is_builtin(expr->decl->name) && !annot_is_expect(expr);
}

/* Whether `expr` is no array though libclang gives it an array's type: it is a value, or a parameter that is written as
 * an array. */
static gboolean is_no_array(const AnnotExpr *expr)
{
    switch (expr->kind) {
    case ANNOT_EXPR_NAME: return expr->decl && expr->decl->kind == ANNOT_DECL_PARAMETER;
    case ANNOT_EXPR_PAREN: return expr->n_operands == 1 && expr->operands[0]->type->kind != ANNOT_TYPE_ARRAY;
    case ANNOT_EXPR_UNARY: return annot_expr_is_step(expr);
    case ANNOT_EXPR_CALL:
    case ANNOT_EXPR_BINARY:
    case ANNOT_EXPR_ASSIGN:
    case ANNOT_EXPR_COMMA:
    case ANNOT_EXPR_CONDITIONAL:
    case ANNOT_EXPR_ELVIS:
    case ANNOT_EXPR_CAST:
    case ANNOT_EXPR_IMPLICIT:
    case ANNOT_EXPR_STATEMENT: return TRUE;
    default: return FALSE;
    }
}

AnnotExpr *annot_clang_expr(AnnotClang *b, CXCursor cursor, gboolean boolean)
{
    AnnotExpr *expr = htol_arena_new0(b->arena, AnnotExpr, 1);
    expr->number = b->n_exprs++;
    expr->placed = annot_clang_extent(b, cursor, &expr->at);
    expr->type = annot_clang_type(b, annot_libclang.getCursorType(cursor));
    g_autoptr(GArray) children = annot_clang_children(cursor, FALSE);
    expr->kind = expr_kind(b, cursor, children, expr);
    if (expr->kind == ANNOT_EXPR_NAME || expr->kind == ANNOT_EXPR_MEMBER || expr->kind == ANNOT_EXPR_CALL)
        name_expr(b, cursor, expr);
    if (expr->kind == ANNOT_EXPR_STATEMENT && children->len == 1)
        expr->body = annot_clang_stmt(b, ANNOT_CHILD(children, 0));
    else if (expr->kind != ANNOT_EXPR_UNEVALUATED)
        build_operands(b, expr, children, first_operand(expr, cursor, children), boolean);
    if (expr->type->kind == ANNOT_TYPE_ARRAY && is_no_array(expr))
        expr->type = annot_clang_decayed(b, expr->type);
    if (expr->kind == ANNOT_EXPR_MEMBER && expr->n_operands == 1)
        expr->op = expr->operands[0]->type->kind == ANNOT_TYPE_POINTER ? ANNOT_OP_ARROW : ANNOT_OP_DOT;
    expr->closed = annot_expr_is_closed(expr);
    expr->has_effects |= annot_expr_acts(expr);
    find_value(b, cursor, expr);
    find_constant(cursor, expr, boolean);
    return expr;
}
