/* Floating-point terms; see floating.h. */
#include "prune/formula/floating.h"

#include <string.h>

gboolean prune_is_floating(const AnnotType *type)
{
    return type->kind == ANNOT_TYPE_FLOAT && (type->size == 4 || type->size == 8);
}

/* ---- to and from vectors ---- */

static Z3_sort sort_of(PruneLogic *logic, guint width)
{
    return width == 32 ? Z3_mk_fpa_sort_32(logic->z3) : Z3_mk_fpa_sort_64(logic->z3);
}

static PruneTerm number_of(PruneLogic *logic, PruneTerm bits)
{
    return Z3_mk_fpa_to_fp_bv(logic->z3, bits, sort_of(logic, prune_width(logic, bits)));
}

/* The quiet NaN with its sign set, that x86 makes of operations without a result. */
static PruneTerm nan_bits(PruneLogic *logic, guint width)
{
    return prune_number(logic, width == 32 ? 0xffc00000 : 0xfff8000000000000, width);
}

/* Z3 leaves the bits of a NaN open, even whether they are those of one. */
static PruneTerm bits_of(PruneLogic *logic, PruneTerm number)
{
    Z3_context z3 = logic->z3;
    PruneTerm bits = Z3_mk_fpa_to_ieee_bv(z3, number);
    PruneTerm nan = nan_bits(logic, prune_width(logic, bits));
    return Z3_simplify(z3, Z3_mk_ite(z3, Z3_mk_fpa_is_nan(z3, number), nan, bits));
}

static PruneTerm nearest(PruneLogic *logic)
{
    return Z3_mk_fpa_round_nearest_ties_to_even(logic->z3);
}

PruneTerm prune_floating_number(PruneLogic *logic, const AnnotType *type, double value)
{
    guint64 bits = 0;
    float narrow = (float)value;
    if (type->size == 4)
        memcpy(&bits, &narrow, sizeof narrow);
    else
        memcpy(&bits, &value, sizeof value);
    return prune_number(logic, bits, (guint)type->size * 8);
}

/* ---- truths ---- */

PruneTerm prune_floating_compare(PruneLogic *logic, AnnotOp op, PruneTerm left, PruneTerm right)
{
    Z3_context z3 = logic->z3;
    PruneTerm one = number_of(logic, left), other = number_of(logic, right);
    switch (op) {
    case ANNOT_OP_LT: return Z3_simplify(z3, Z3_mk_fpa_lt(z3, one, other));
    case ANNOT_OP_LE: return Z3_simplify(z3, Z3_mk_fpa_leq(z3, one, other));
    case ANNOT_OP_GT: return Z3_simplify(z3, Z3_mk_fpa_gt(z3, one, other));
    case ANNOT_OP_GE: return Z3_simplify(z3, Z3_mk_fpa_geq(z3, one, other));
    case ANNOT_OP_EQ: return Z3_simplify(z3, Z3_mk_fpa_eq(z3, one, other));
    case ANNOT_OP_NE: return prune_not(logic, Z3_simplify(z3, Z3_mk_fpa_eq(z3, one, other)));
    default: return NULL;
    }
}

PruneTerm prune_floating_is_true(PruneLogic *logic, PruneTerm bits)
{
    return prune_not(logic, Z3_simplify(logic->z3, Z3_mk_fpa_is_zero(logic->z3, number_of(logic, bits))));
}

PruneTerm prune_floating_is_nan(PruneLogic *logic, PruneTerm bits)
{
    return Z3_simplify(logic->z3, Z3_mk_fpa_is_nan(logic->z3, number_of(logic, bits)));
}

/* ---- values ---- */

PruneTerm prune_floating_compute(PruneLogic *logic, AnnotOp op, PruneTerm left, PruneTerm right)
{
    Z3_context z3 = logic->z3;
    PruneTerm one = number_of(logic, left), other = number_of(logic, right), mode = nearest(logic);
    switch (op) {
    case ANNOT_OP_ADD: return bits_of(logic, Z3_mk_fpa_add(z3, mode, one, other));
    case ANNOT_OP_SUB: return bits_of(logic, Z3_mk_fpa_sub(z3, mode, one, other));
    case ANNOT_OP_MUL: return bits_of(logic, Z3_mk_fpa_mul(z3, mode, one, other));
    case ANNOT_OP_DIV: return bits_of(logic, Z3_mk_fpa_div(z3, mode, one, other));
    default: return NULL;
    }
}

PruneTerm prune_floating_negate(PruneLogic *logic, PruneTerm bits)
{
    guint width = prune_width(logic, bits);
    return prune_operate(logic, Z3_mk_bvxor, bits, prune_number(logic, (guint64)1 << (width - 1), width));
}

static PruneTerm to_integer(PruneLogic *logic, PruneTerm bits, const AnnotType *to)
{
    Z3_context z3 = logic->z3;
    PruneTerm mode = Z3_mk_fpa_round_toward_zero(z3), number = number_of(logic, bits);
    guint width = (guint)to->size * 8;
    return Z3_simplify(z3, to->is_signed ? Z3_mk_fpa_to_sbv(z3, mode, number, width)
                                         : Z3_mk_fpa_to_ubv(z3, mode, number, width));
}

static PruneTerm from_integer(PruneLogic *logic, PruneTerm bits, const AnnotType *from, Z3_sort sort)
{
    Z3_context z3 = logic->z3;
    return bits_of(logic, from->is_signed ? Z3_mk_fpa_to_fp_signed(z3, nearest(logic), bits, sort)
                                          : Z3_mk_fpa_to_fp_unsigned(z3, nearest(logic), bits, sort));
}

PruneTerm prune_floating_convert(PruneLogic *logic, PruneTerm bits, const AnnotType *from, const AnnotType *to)
{
    Z3_sort sort = sort_of(logic, (guint)to->size * 8);
    if (to->kind == ANNOT_TYPE_BOOL)
        return prune_truth_bits(logic, prune_floating_is_true(logic, bits), (guint)to->size * 8);
    if (!prune_is_floating(to))
        return to->kind == ANNOT_TYPE_POINTER ? NULL : to_integer(logic, bits, to);
    if (!prune_is_floating(from))
        return from->kind == ANNOT_TYPE_POINTER ? NULL : from_integer(logic, bits, from, sort);
    if (from->size == to->size)
        return bits;
    return bits_of(logic, Z3_mk_fpa_to_fp_float(logic->z3, nearest(logic), number_of(logic, bits), sort));
}
