/* Intervals of integer expressions, bottom up; see range.h. */
#include "annot/facts/range.h"

static const AnnotRange unknown = {0};

static AnnotRange between(__int128 low, __int128 high)
{
    return (AnnotRange){TRUE, low, high};
}

gboolean annot_range_within(AnnotRange range, __int128 low, __int128 high)
{
    return range.known && range.low >= low && range.high <= high;
}

AnnotRange annot_range_of_type(const AnnotType *type)
{
    if (type->kind == ANNOT_TYPE_BOOL)
        return between(0, 1);
    gboolean integer = type->kind == ANNOT_TYPE_INTEGER || type->kind == ANNOT_TYPE_ENUM;
    if (!integer || type->size == 0 || type->size > 8)
        return unknown;
    __int128 values = (__int128)1 << (8 * type->size);
    return type->is_signed ? between(-values / 2, values / 2 - 1) : between(0, values - 1);
}

/* ---- what has no operands ---- */

static AnnotRange value_of(const AnnotExpr *expr)
{
    __int128 value = expr->type->is_signed ? (__int128)expr->value : (__int128)(guint64)expr->value;
    return between(value, value);
}

static AnnotRange declared(const AnnotDecl *decl, const AnnotType *type)
{
    if (!decl || !decl->is_bit_field || decl->bits == 0 || decl->bits >= 64)
        return unknown;
    __int128 values = (__int128)1 << decl->bits;
    return type->is_signed ? between(-values / 2, values / 2 - 1) : between(0, values - 1);
}

/* ---- operators ---- */

static AnnotRange hull(const __int128 *values, guint n)
{
    AnnotRange range = between(values[0], values[0]);
    for (guint i = 1; i < n; i++) {
        range.low = MIN(range.low, values[i]);
        range.high = MAX(range.high, values[i]);
    }
    return range;
}

static AnnotRange product(AnnotRange l, AnnotRange r)
{
    __int128 most = (__int128)1 << 63; /* beyond, a product might not fit */
    if (!annot_range_within(l, -most, most - 1) || !annot_range_within(r, -most, most - 1))
        return unknown;
    __int128 corners[] = {l.low * r.low, l.low * r.high, l.high * r.low, l.high * r.high};
    return hull(corners, G_N_ELEMENTS(corners));
}

static AnnotRange quotient(AnnotRange l, AnnotRange r)
{
    if (r.low <= 0 && r.high >= 0)
        return unknown;
    __int128 corners[] = {l.low / r.low, l.low / r.high, l.high / r.low, l.high / r.high};
    return hull(corners, G_N_ELEMENTS(corners));
}

/* Returns the range of l % r, which has the sign of l. */
static AnnotRange remainder_of(AnnotRange l, AnnotRange r)
{
    __int128 most = MAX(-r.low, r.high) - 1;
    if (most < 0)
        return unknown;
    return between(l.low < 0 ? MAX(l.low, -most) : 0, l.high > 0 ? MIN(l.high, most) : 0);
}

/* Returns the range of l & r, which is at most the operand that is not negative. */
static AnnotRange intersection(AnnotRange l, AnnotRange r)
{
    if (l.low < 0 && r.low < 0)
        return unknown;
    return between(0, l.low < 0 ? r.high : r.low < 0 ? l.high : MIN(l.high, r.high));
}

static AnnotRange left_shift(AnnotRange l, AnnotRange r)
{
    if (!annot_range_within(r, 0, 62) || l.low < 0)
        return unknown;
    return between(l.low << (int)r.low, l.high << (int)r.high);
}

static AnnotRange right_shift(AnnotRange l, AnnotRange r)
{
    if (!annot_range_within(r, 0, 63) || l.low < 0)
        return unknown;
    return between(l.low >> (int)r.high, l.high >> (int)r.low);
}

AnnotRange annot_range_of(AnnotOp op, AnnotRange l, AnnotRange r)
{
    if (op >= ANNOT_OP_LT && op <= ANNOT_OP_NE)
        return between(0, 1);
    if (!l.known || !r.known)
        return unknown;
    switch (op) {
    case ANNOT_OP_ADD: return between(l.low + r.low, l.high + r.high);
    case ANNOT_OP_SUB: return between(l.low - r.high, l.high - r.low);
    case ANNOT_OP_MUL: return product(l, r);
    case ANNOT_OP_DIV: return quotient(l, r);
    case ANNOT_OP_REM: return remainder_of(l, r);
    case ANNOT_OP_SHL: return left_shift(l, r);
    case ANNOT_OP_SHR: return right_shift(l, r);
    case ANNOT_OP_BAND: return intersection(l, r);
    default: return unknown;
    }
}

AnnotRange annot_range_unbounded(const AnnotExpr *expr)
{
    AnnotRange first = annot_range(expr->operands[0]);
    if (expr->kind == ANNOT_EXPR_BINARY)
        return annot_range_of(expr->op, first, annot_range(expr->operands[1]));
    return first.known ? between(-first.high, -first.low) : unknown;
}

static AnnotRange range_of_unary(const AnnotExpr *expr)
{
    if (expr->op == ANNOT_OP_NOT)
        return between(0, 1);
    if (expr->op == ANNOT_OP_MINUS)
        return annot_range_unbounded(expr);
    AnnotRange operand = annot_range(expr->operands[0]);
    if (expr->op == ANNOT_OP_COMPLEMENT && operand.known)
        return between(-operand.high - 1, -operand.low - 1);
    return expr->op == ANNOT_OP_PLUS || expr->op == ANNOT_OP_EXTENSION ? operand : unknown;
}

static AnnotRange range_of_either(const AnnotExpr *one, const AnnotExpr *other)
{
    AnnotRange a = annot_range(one), b = annot_range(other);
    return a.known && b.known ? between(MIN(a.low, b.low), MAX(a.high, b.high)) : unknown;
}

static AnnotRange by_kind(const AnnotExpr *expr)
{
    switch (expr->kind) {
    case ANNOT_EXPR_NAME:
    case ANNOT_EXPR_MEMBER: return declared(expr->decl, expr->type);
    case ANNOT_EXPR_UNARY: return range_of_unary(expr);
    case ANNOT_EXPR_BINARY: return annot_range_unbounded(expr);
    case ANNOT_EXPR_LOGICAL: return between(0, 1);
    case ANNOT_EXPR_COMMA: return annot_range(expr->operands[1]);
    case ANNOT_EXPR_CONDITIONAL: return range_of_either(expr->operands[1], expr->operands[2]);
    case ANNOT_EXPR_ELVIS: return range_of_either(expr->operands[0], expr->operands[1]);
    case ANNOT_EXPR_PAREN:
    case ANNOT_EXPR_CAST:
    case ANNOT_EXPR_IMPLICIT: return annot_range(expr->operands[0]);
    default: return unknown;
    }
}

/* A range that its type cannot hold tells nothing: the value wraps, or the operation overflows. */
AnnotRange annot_range(const AnnotExpr *expr)
{
    AnnotRange type = annot_range_of_type(expr->type);
    if (expr->has_value)
        return value_of(expr);
    AnnotRange found = type.known ? by_kind(expr) : unknown;
    return annot_range_within(found, type.low, type.high) ? found : type;
}

char *annot_range_literal(__int128 value)
{
    if (value > G_MAXINT64)
        return g_strdup_printf("%" G_GUINT64_FORMAT "ULL", (guint64)value);
    if (value == G_MININT64)
        return g_strdup("(-9223372036854775807LL-1)");
    return g_strdup_printf("%" G_GINT64_FORMAT "LL", (gint64)value);
}
