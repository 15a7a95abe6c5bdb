/* What may be evaluated early, and its text; see early.h. Whatever is not known to be harmless is not. */
#include "annot/graph/early.h"

#include "annot/facts/range.h"

/* ---- types ---- */

static AnnotTypeKind type_kind(const AnnotExpr *expr)
{
    return expr->type ? expr->type->kind : ANNOT_TYPE_OTHER;
}

static gboolean is_integral(AnnotTypeKind kind)
{
    return kind == ANNOT_TYPE_BOOL || kind == ANNOT_TYPE_INTEGER || kind == ANNOT_TYPE_ENUM;
}

/* Whether an object of such a type yields its address, and is not read. */
static gboolean is_address(AnnotTypeKind kind)
{
    return kind == ANNOT_TYPE_ARRAY || kind == ANNOT_TYPE_FUNCTION;
}

static gboolean is_readable(const AnnotExpr *expr)
{
    return annot_kind_is_scalar(type_kind(expr)) && !expr->type->is_volatile;
}

/* ---- conversions ---- */

/* Returns how many bits the significand of a floating-point type of `size` bytes has at least. */
static guint precision(guint64 size)
{
    return size < 4 ? 0 : size == 4 ? 24 : 53;
}

/* Whether the conversion raises no floating-point exception: it is exact, or is done when compiling. */
static gboolean is_exact(const AnnotExpr *from, const AnnotType *to)
{
    if (from->closed)
        return TRUE;
    if (type_kind(from) == ANNOT_TYPE_FLOAT)
        return to->size >= from->type->size;
    return from->type->size > 0 && from->type->size * 8 <= precision(to->size);
}

static gboolean may_convert(const AnnotExpr *from, const AnnotType *to)
{
    AnnotTypeKind kind = type_kind(from), target = to ? to->kind : ANNOT_TYPE_OTHER;
    if (is_address(kind))
        return target == ANNOT_TYPE_POINTER || target == kind;
    if (!annot_kind_is_scalar(kind) || !annot_kind_is_scalar(target))
        return FALSE;
    if (target == ANNOT_TYPE_FLOAT)
        return (is_integral(kind) || kind == ANNOT_TYPE_FLOAT) && is_exact(from, to);
    return kind != ANNOT_TYPE_FLOAT || target == ANNOT_TYPE_BOOL;
}

static gboolean is_volatile(const AnnotExpr *expr)
{
    return expr->type && (expr->type->is_volatile || expr->type->is_atomic);
}

/* ---- what may be evaluated early ---- */

typedef struct {
    const AnnotText *text;
    const AnnotFacts *facts; /* which know what is assigned */
    GHashTable *reads;       /* texts of what the program reads before anything else: annot_early_reads */
} Early;

static gboolean may_evaluate(const Early *early, const AnnotExpr *expr);

static gboolean operands_may(const Early *early, const AnnotExpr *expr)
{
    for (guint i = 0; i < expr->n_operands; i++)
        if (!may_evaluate(early, expr->operands[i]))
            return FALSE;
    return TRUE;
}

/* Whether `expr` is an element that its array surely has: types and constants keep the index in bounds. */
static gboolean is_element(const Early *early, const AnnotExpr *expr)
{
    if (expr->kind != ANNOT_EXPR_INDEX || expr->n_operands != 2 || !is_integral(type_kind(expr->operands[1])))
        return FALSE;
    const AnnotType *array = annot_expr_bare(expr->operands[0])->type;
    if (!array || array->kind != ANNOT_TYPE_ARRAY || array->is_vla || !array->target || array->target->size == 0)
        return FALSE;
    __int128 length = (__int128)(array->size / array->target->size);
    return annot_range_within(annot_range(expr->operands[1]), 0, length - 1) && may_evaluate(early, expr->operands[1]);
}

/* Whether each element of the array exists and holds a value: it is defined in this unit, and static. */
static gboolean is_whole(const AnnotDecl *array)
{
    return array->is_own && array->is_static;
}

/* Whether the place of the object can be computed without harm: it is a variable, a member of one, or an element. */
static gboolean is_plain_object(const Early *early, const AnnotExpr *expr)
{
    gboolean indexed = FALSE;
    for (expr = annot_expr_bare(expr); expr->kind != ANNOT_EXPR_NAME; expr = annot_expr_bare(expr->operands[0])) {
        gboolean member = expr->kind == ANNOT_EXPR_MEMBER && expr->op == ANNOT_OP_DOT && expr->n_operands == 1;
        if (!member && !is_element(early, expr))
            return FALSE;
        indexed |= !member;
    }
    return expr->decl && (!indexed || is_whole(expr->decl));
}

static const AnnotExpr *variable_of(const AnnotExpr *object)
{
    while (object->kind != ANNOT_EXPR_NAME)
        object = object->operands[0];
    return object;
}

static gboolean is_in_union(const AnnotExpr *object)
{
    for (; object->kind != ANNOT_EXPR_NAME; object = object->operands[0])
        if (object->kind == ANNOT_EXPR_MEMBER && (!object->decl || object->decl->is_in_union))
            return TRUE;
    return FALSE;
}

/* Whether the program itself reads the same object next, whatever the values are. */
static gboolean is_read_anyway(const Early *early, const AnnotExpr *expr)
{
    g_autofree char *object = annot_text_folded(early->text, expr->at, G_MAXUINT32);
    return is_readable(expr) && g_hash_table_contains(early->reads, object);
}

/* Whether the object may be read early. A member of a union may not: another member's bits may be no value of its type.
 */
static gboolean may_read(const Early *early, const AnnotExpr *expr)
{
    if (is_read_anyway(early, expr))
        return TRUE;
    if (!is_plain_object(early, expr))
        return FALSE;
    const AnnotExpr *variable = variable_of(expr);
    if (variable->decl->kind == ANNOT_DECL_ENUMERATOR || is_address(type_kind(expr)))
        return TRUE;
    return is_readable(expr) && annot_fact(early->facts, variable)->assigned && !variable->decl->is_maybe_weak &&
           !is_in_union(expr) && !variable->type->is_volatile;
}

static gboolean may_unary(const Early *early, const AnnotExpr *expr)
{
    switch (expr->op) {
    case ANNOT_OP_NOT:
    case ANNOT_OP_COMPLEMENT:
    case ANNOT_OP_PLUS:
    case ANNOT_OP_MINUS:
    case ANNOT_OP_EXTENSION: return annot_kind_is_scalar(type_kind(expr)) && operands_may(early, expr);
    case ANNOT_OP_ADDRESS: return is_plain_object(early, expr->operands[0]);
    case ANNOT_OP_DEREF: return is_read_anyway(early, expr);
    default: return FALSE;
    }
}

static gboolean is_relation(AnnotOp op)
{
    return op == ANNOT_OP_LT || op == ANNOT_OP_GT || op == ANNOT_OP_LE || op == ANNOT_OP_GE;
}

/* Whether types and constants tell that the divisor is neither 0 nor -1. */
static gboolean is_good_divisor(const AnnotExpr *divisor)
{
    AnnotRange range = annot_range(divisor);
    return range.known && (range.low > 0 || range.high < -1);
}

/* Whether the count is surely within the width of what is shifted. */
static gboolean is_good_count(const AnnotExpr *shift)
{
    guint64 size = shift->type->size;
    return size <= 8 && annot_range_within(annot_range(shift->operands[1]), 0, 8 * (__int128)size - 1);
}

/* Whether a binary operator may be evaluated early. Pointers may be compared for equality only: < is defined only
 * within one object. */
static gboolean may_binary(const Early *early, const AnnotExpr *expr)
{
    AnnotTypeKind left = type_kind(expr->operands[0]), right = type_kind(expr->operands[1]);
    gboolean integral = is_integral(left) && is_integral(right);
    gboolean alike = integral || (left == right && annot_kind_is_scalar(left));
    switch (expr->op) {
    case ANNOT_OP_EQ:
    case ANNOT_OP_NE: return alike && operands_may(early, expr);
    case ANNOT_OP_LT:
    case ANNOT_OP_GT:
    case ANNOT_OP_LE:
    case ANNOT_OP_GE: return alike && left != ANNOT_TYPE_POINTER && operands_may(early, expr);
    case ANNOT_OP_ADD:
    case ANNOT_OP_SUB:
    case ANNOT_OP_MUL: return integral && expr->type->size <= 8 && operands_may(early, expr);
    case ANNOT_OP_BAND:
    case ANNOT_OP_XOR:
    case ANNOT_OP_BOR: return integral && operands_may(early, expr);
    case ANNOT_OP_DIV:
    case ANNOT_OP_REM: return integral && is_good_divisor(expr->operands[1]) && operands_may(early, expr);
    case ANNOT_OP_SHL:
    case ANNOT_OP_SHR: return integral && is_good_count(expr) && operands_may(early, expr);
    default: return FALSE;
    }
}

static gboolean may_literal(const AnnotExpr *expr)
{
    return annot_kind_is_scalar(type_kind(expr)) || is_address(type_kind(expr));
}

static gboolean may_evaluate(const Early *early, const AnnotExpr *expr)
{
    if (!expr->placed || expr->sealed || expr->has_effects)
        return FALSE;
    switch (expr->kind) {
    case ANNOT_EXPR_LITERAL: return may_literal(expr);
    case ANNOT_EXPR_UNEVALUATED: return expr->constant != ANNOT_NOT_CONSTANT;
    case ANNOT_EXPR_NAME:
    case ANNOT_EXPR_MEMBER:
    case ANNOT_EXPR_INDEX: return may_read(early, expr);
    case ANNOT_EXPR_PAREN: return operands_may(early, expr);
    case ANNOT_EXPR_IMPLICIT:
    case ANNOT_EXPR_CAST: return may_convert(expr->operands[0], expr->type) && operands_may(early, expr);
    case ANNOT_EXPR_UNARY: return may_unary(early, expr);
    case ANNOT_EXPR_BINARY: return may_binary(early, expr);
    case ANNOT_EXPR_LOGICAL: return operands_may(early, expr);
    case ANNOT_EXPR_CONDITIONAL: return annot_kind_is_scalar(type_kind(expr)) && operands_may(early, expr);
    default: return FALSE;
    }
}

/* Whether `expr`, which the program itself evaluates next in any case, may be evaluated twice. */
static gboolean may_repeat(const AnnotExpr *expr)
{
    gboolean is_wide = expr->kind == ANNOT_EXPR_BINARY && expr->type && expr->type->size > 8;
    if (!expr->placed || expr->sealed || expr->has_effects || is_wide || is_volatile(expr))
        return FALSE;
    switch (expr->kind) {
    case ANNOT_EXPR_LITERAL:
    case ANNOT_EXPR_NAME: return TRUE;
    case ANNOT_EXPR_UNEVALUATED: return expr->constant != ANNOT_NOT_CONSTANT;
    case ANNOT_EXPR_MEMBER:
    case ANNOT_EXPR_INDEX:
    case ANNOT_EXPR_PAREN:
    case ANNOT_EXPR_IMPLICIT:
    case ANNOT_EXPR_CAST:
    case ANNOT_EXPR_UNARY:
    case ANNOT_EXPR_BINARY:
    case ANNOT_EXPR_LOGICAL:
    case ANNOT_EXPR_CONDITIONAL: break;
    default: return FALSE;
    }
    for (guint i = 0; i < expr->n_operands; i++)
        if (!may_repeat(expr->operands[i]))
            return FALSE;
    return TRUE;
}

/* Whether the expression defines a type, which a copy of its text would define again. */
static gboolean defines_type(const AnnotText *text, AnnotExtent at)
{
    for (guint32 next = annot_text_skip(text, at.begin); next < at.end;
         next = annot_text_skip(text, annot_text_token_end(text, next)))
        if (text->bytes[next] == '{')
            return TRUE;
    return FALSE;
}

/* ---- why not ---- */

/* Returns what keeps the expression from being evaluated early: the innermost first operand, or the expression. */
static const AnnotExpr *first_guarded(const Early *early, const AnnotExpr *expr)
{
    gboolean has_members = expr->kind == ANNOT_EXPR_MEMBER && expr->op == ANNOT_OP_DOT;
    for (guint i = 0; i < expr->n_operands && !has_members; i++)
        if (!may_evaluate(early, expr->operands[i]) && !is_address(type_kind(expr->operands[i])))
            return first_guarded(early, expr->operands[i]);
    return expr;
}

static HtolFallback why_not_binary(const AnnotExpr *expr)
{
    gboolean divides = expr->op == ANNOT_OP_DIV || expr->op == ANNOT_OP_REM,
             shifts = expr->op == ANNOT_OP_SHL || expr->op == ANNOT_OP_SHR;
    if (type_kind(expr) == ANNOT_TYPE_FLOAT)
        return HTOL_FALLBACK_FLOAT;
    return divides ? HTOL_FALLBACK_DIVISOR : shifts ? HTOL_FALLBACK_COUNT : HTOL_FALLBACK_POINTER;
}

static HtolFallback why_not_object(const AnnotExpr *expr)
{
    if (is_volatile(expr))
        return HTOL_FALLBACK_VOLATILE;
    if (expr->kind == ANNOT_EXPR_NAME)
        return HTOL_FALLBACK_UNSET;
    if (expr->kind == ANNOT_EXPR_MEMBER && expr->op == ANNOT_OP_DOT)
        return is_in_union(expr) ? HTOL_FALLBACK_UNION : HTOL_FALLBACK_UNSET;
    return HTOL_FALLBACK_MEMORY;
}

static HtolFallback why_not(const AnnotExpr *expr)
{
    switch (expr->kind) {
    case ANNOT_EXPR_CALL: return HTOL_FALLBACK_CALL;
    case ANNOT_EXPR_NAME:
    case ANNOT_EXPR_MEMBER:
    case ANNOT_EXPR_INDEX: return why_not_object(expr);
    case ANNOT_EXPR_BINARY: return expr->has_effects ? HTOL_FALLBACK_EFFECT : why_not_binary(expr);
    case ANNOT_EXPR_UNARY: return expr->op == ANNOT_OP_DEREF ? why_not_object(expr) : HTOL_FALLBACK_EFFECT;
    case ANNOT_EXPR_IMPLICIT:
    case ANNOT_EXPR_CAST: return HTOL_FALLBACK_CONVERSION;
    default: return expr->has_effects ? HTOL_FALLBACK_EFFECT : HTOL_FALLBACK_OTHER;
    }
}

HtolFallback annot_early_why_not(const AnnotText *text, const AnnotFacts *facts, const AnnotExpr *expr,
                                 GHashTable *reads, const AnnotExpr **guarded)
{
    Early early = {text, facts, reads};
    *guarded = expr;
    if (defines_type(text, expr->at))
        return HTOL_FALLBACK_OTHER;
    if (may_evaluate(&early, expr))
        return HTOL_FALLBACK_NONE;
    *guarded = first_guarded(&early, expr);
    return why_not(*guarded);
}

HtolFallback annot_early_why_not_first(const AnnotText *text, const AnnotFacts *facts, const AnnotExpr *expr,
                                       const AnnotExpr **guarded)
{
    g_autoptr(GHashTable) none = g_hash_table_new(g_str_hash, g_str_equal);
    gboolean may_be = may_repeat(expr) && annot_kind_is_scalar(type_kind(expr)) && !defines_type(text, expr->at);
    return may_be ? HTOL_FALLBACK_NONE : annot_early_why_not(text, facts, expr, none, guarded);
}

/* ---- what is read anyway ---- */

static gboolean may_stop(const AnnotExpr *expr)
{
    return expr->kind == ANNOT_EXPR_LOGICAL || expr->kind == ANNOT_EXPR_CONDITIONAL || expr->kind == ANNOT_EXPR_ELVIS;
}

static void add_reads(const AnnotText *text, const AnnotExpr *expr, GHashTable *reads)
{
    if (expr->kind == ANNOT_EXPR_UNEVALUATED)
        return;
    if (annot_expr_is_read(expr) && expr->operands[0]->placed)
        g_hash_table_add(reads, annot_text_folded(text, annot_expr_bare(expr)->at, G_MAXUINT32));
    for (guint i = 0; i < (may_stop(expr) ? 1 : expr->n_operands); i++)
        add_reads(text, expr->operands[i], reads);
}

GHashTable *annot_early_reads(const AnnotText *text, const AnnotExpr *expr)
{
    GHashTable *reads = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    if (!expr->has_effects)
        add_reads(text, expr, reads);
    return reads;
}

/* ---- text ---- */

static gboolean may_wrap(const AnnotExpr *expr)
{
    gboolean arithmetic =
        expr->op == ANNOT_OP_ADD || expr->op == ANNOT_OP_SUB || expr->op == ANNOT_OP_MUL || expr->op == ANNOT_OP_SHL;
    gboolean computes =
        expr->kind == ANNOT_EXPR_BINARY ? arithmetic : expr->kind == ANNOT_EXPR_UNARY && expr->op == ANNOT_OP_MINUS;
    return computes && is_integral(type_kind(expr)) && expr->type->is_signed;
}

static gboolean is_made_quiet(const AnnotExpr *expr)
{
    return expr->kind == ANNOT_EXPR_BINARY && is_relation(expr->op) && type_kind(expr->operands[0]) == ANNOT_TYPE_FLOAT;
}

static gboolean differs(const AnnotExpr *expr)
{
    if (may_wrap(expr) || is_made_quiet(expr))
        return TRUE;
    for (guint i = 0; i < expr->n_operands; i++)
        if (differs(expr->operands[i]))
            return TRUE;
    return FALSE;
}

typedef struct {
    const AnnotText *text;
    GString *out;
} Writer;

static void put_text(const Writer *w, guint32 begin, guint32 end)
{
    g_autofree char *folded = annot_text_folded(w->text, (AnnotExtent){begin, end}, G_MAXUINT32);
    g_string_append(w->out, folded);
}

static void put_expr(const Writer *w, const AnnotExpr *expr);

/* Writes the operator so that it wraps and cannot overflow: (int)((unsigned)(LEFT)+(unsigned)(RIGHT)). */
static void put_wrapping(const Writer *w, const AnnotExpr *expr)
{
    static const char *const signs[] = {
        [ANNOT_OP_ADD] = "+", [ANNOT_OP_SUB] = "-", [ANNOT_OP_MUL] = "*", [ANNOT_OP_SHL] = "<<"};
    const char *type = expr->type->size == 8 ? "long" : "int";
    gboolean is_unary = expr->kind == ANNOT_EXPR_UNARY;
    g_string_append_printf(w->out, "((%s)(", type);
    for (guint i = 0; i < expr->n_operands; i++) {
        if (i > 0 || is_unary)
            g_string_append(w->out, is_unary ? "-" : signs[expr->op]);
        g_string_append_printf(w->out, "(unsigned %s)(", type);
        put_expr(w, expr->operands[i]);
        g_string_append_c(w->out, ')');
    }
    g_string_append(w->out, "))");
}

static void put_quiet(const Writer *w, const AnnotExpr *expr)
{
    static const char *const names[] = {
        [ANNOT_OP_LT] = "less", [ANNOT_OP_GT] = "greater", [ANNOT_OP_LE] = "lessequal", [ANNOT_OP_GE] = "greaterequal"};
    g_string_append_printf(w->out, "__builtin_is%s((", names[expr->op]);
    put_expr(w, expr->operands[0]);
    g_string_append(w->out, "),(");
    put_expr(w, expr->operands[1]);
    g_string_append(w->out, "))");
}

/* Writes the operands, and between and around them the program's own text. */
static void put_operands(const Writer *w, const AnnotExpr *expr)
{
    guint32 at = expr->at.begin;
    for (guint i = 0; i < expr->n_operands; i++) {
        const AnnotExpr *operand = expr->operands[i];
        put_text(w, at, operand->at.begin);
        if (operand->at.begin > at)
            g_string_append_c(w->out, ' '); /* - -x */
        put_expr(w, operand);
        at = operand->at.end;
    }
    put_text(w, at, expr->at.end);
}

static void put_expr(const Writer *w, const AnnotExpr *expr)
{
    if (!differs(expr))
        put_text(w, expr->at.begin, expr->at.end);
    else if (may_wrap(expr))
        put_wrapping(w, expr);
    else if (is_made_quiet(expr))
        put_quiet(w, expr);
    else
        put_operands(w, expr);
}

char *annot_early_text(const AnnotText *text, const AnnotExpr *expr)
{
    Writer w = {text, g_string_new(NULL)};
    put_expr(&w, expr);
    return g_string_free(w.out, FALSE);
}
