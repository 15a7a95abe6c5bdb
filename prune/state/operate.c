/* Operators; see operate.h. */
#include "prune/state/operate.h"

#include "prune/formula/floating.h"
#include "prune/state/place.h"

static PruneTerm relation(PruneLogic *logic, PruneOperator *op, PruneTerm left, PruneTerm right)
{
    return prune_operate(logic, op, left, right);
}

PruneTerm prune_compare(PruneLogic *logic, AnnotOp op, const AnnotType *type, PruneTerm left, PruneTerm right)
{
    if (!left || !right || prune_width(logic, left) != prune_width(logic, right))
        return NULL;
    gboolean is_signed = type->is_signed;
    if (prune_is_floating(type))
        return prune_floating_compare(logic, op, left, right);
    switch (op) {
    case ANNOT_OP_LT: return relation(logic, is_signed ? Z3_mk_bvslt : Z3_mk_bvult, left, right);
    case ANNOT_OP_LE: return relation(logic, is_signed ? Z3_mk_bvsle : Z3_mk_bvule, left, right);
    case ANNOT_OP_GT: return relation(logic, is_signed ? Z3_mk_bvslt : Z3_mk_bvult, right, left);
    case ANNOT_OP_GE: return relation(logic, is_signed ? Z3_mk_bvsle : Z3_mk_bvule, right, left);
    case ANNOT_OP_EQ: return prune_equal(logic, left, right);
    case ANNOT_OP_NE: return prune_not(logic, prune_equal(logic, left, right));
    default: return NULL;
    }
}

/* Divides numbers with a sign by their magnitudes: that a sign changes nothing but the sign, the solver would have to
 * find out bit by bit. */
static PruneTerm divide_signed(PruneLogic *logic, AnnotOp op, PruneOperator *divider, PruneTerm left, PruneTerm right)
{
    PruneTerm magnitude = prune_operate(logic, divider, prune_magnitude(logic, left), prune_magnitude(logic, right)),
              negative = prune_is_negative(logic, left);
    if (op == ANNOT_OP_DIV)
        negative = prune_choose(logic, prune_is_negative(logic, right), prune_not(logic, negative), negative);
    return prune_choose(logic, negative, prune_negate(logic, magnitude), magnitude);
}

/* Divides; any value results if the divisor is 0. */
static PruneTerm divide(PruneLogic *logic, AnnotOp op, gboolean is_signed, PruneTerm left, PruneTerm right)
{
    guint width = prune_width(logic, left);
    PruneOperator *divider = op == ANNOT_OP_DIV ? Z3_mk_bvudiv : Z3_mk_bvurem;
    PruneTerm any = prune_free_bits(logic, width), zero = prune_equal(logic, right, prune_number(logic, 0, width)),
              quotient = is_signed ? divide_signed(logic, op, divider, left, right)
                                   : prune_operate(logic, divider, left, right);
    return prune_choose(logic, zero, any, quotient);
}

/* Shifts; any value results if the count, of any width, is out of bounds: compared as unsigned, a negative one is. */
static PruneTerm shift(PruneLogic *logic, PruneOperator *op, PruneTerm left, PruneTerm count)
{
    guint width = prune_width(logic, left), counted = prune_width(logic, count);
    PruneTerm any = prune_free_bits(logic, width);
    if (counted < 8)
        return any;
    PruneTerm fits = prune_operate(logic, Z3_mk_bvult, count, prune_number(logic, width, counted));
    PruneTerm shifted = prune_operate(logic, op, left, prune_resize(logic, count, width, FALSE));
    return prune_choose(logic, fits, shifted, any);
}

PruneTerm prune_compute(PruneLogic *logic, AnnotOp op, const AnnotType *type, PruneTerm left, PruneTerm right)
{
    gboolean shifts = op == ANNOT_OP_SHL || op == ANNOT_OP_SHR;
    if (!left || !right || !prune_has_bits(logic, type) || prune_width(logic, left) != prune_bits_of(type) ||
        (!shifts && prune_width(logic, right) != prune_bits_of(type)))
        return NULL;
    gboolean is_signed = type->is_signed;
    if (prune_is_floating(type))
        return prune_floating_compute(logic, op, left, right);
    switch (op) {
    case ANNOT_OP_ADD: return prune_operate(logic, Z3_mk_bvadd, left, right);
    case ANNOT_OP_SUB: return prune_operate(logic, Z3_mk_bvsub, left, right);
    case ANNOT_OP_MUL: return prune_operate(logic, Z3_mk_bvmul, left, right);
    case ANNOT_OP_BAND: return prune_operate(logic, Z3_mk_bvand, left, right);
    case ANNOT_OP_BOR: return prune_operate(logic, Z3_mk_bvor, left, right);
    case ANNOT_OP_XOR: return prune_operate(logic, Z3_mk_bvxor, left, right);
    case ANNOT_OP_DIV:
    case ANNOT_OP_REM: return divide(logic, op, is_signed, left, right);
    case ANNOT_OP_SHL: return shift(logic, Z3_mk_bvshl, left, right);
    case ANNOT_OP_SHR: return shift(logic, is_signed ? Z3_mk_bvashr : Z3_mk_bvlshr, left, right);
    default: return NULL;
    }
}

/* Twice as wide, nothing overflows. */
static PruneTerm is_exact(PruneLogic *logic, PruneOperator *op, PruneTerm left, PruneTerm right)
{
    guint width = prune_width(logic, left), wide = 2 * width;
    PruneTerm whole =
        prune_operate(logic, op, prune_resize(logic, left, wide, TRUE), prune_resize(logic, right, wide, TRUE));
    PruneTerm kept = prune_resize(logic, prune_resize(logic, whole, width, TRUE), wide, TRUE);
    return prune_equal(logic, whole, kept);
}

PruneTerm prune_is_defined(PruneLogic *logic, AnnotOp op, const AnnotType *type, PruneTerm left, PruneTerm right)
{
    if (!left || !right || !type->is_signed || type->size > 8 || prune_width(logic, left) != prune_width(logic, right))
        return NULL;
    switch (op) {
    case ANNOT_OP_ADD: return is_exact(logic, Z3_mk_bvadd, left, right);
    case ANNOT_OP_SUB: return is_exact(logic, Z3_mk_bvsub, left, right);
    case ANNOT_OP_MUL: return is_exact(logic, Z3_mk_bvmul, left, right);
    default: return NULL;
    }
}

/* ---- conversions ---- */

PruneTerm prune_convert(PruneLogic *logic, PruneTerm bits, const AnnotType *from, const AnnotType *to)
{
    if (!bits || !prune_has_bits(logic, to) || prune_width(logic, bits) != prune_bits_of(from))
        return NULL;
    if (prune_is_floating(from) || prune_is_floating(to))
        return prune_floating_convert(logic, bits, from, to);
    if (to->kind == ANNOT_TYPE_BOOL)
        return prune_truth_bits(logic, prune_is_true(logic, bits), prune_bits_of(to));
    return prune_resize(logic, bits, prune_bits_of(to), from->is_signed);
}

static gboolean is_number(const AnnotType *type)
{
    gboolean is_integer =
        type->kind == ANNOT_TYPE_BOOL || type->kind == ANNOT_TYPE_INTEGER || type->kind == ANNOT_TYPE_ENUM;
    return !type->is_volatile && (is_integer || prune_is_floating(type));
}

/* Returns the promoted type: what is smaller than int becomes int. */
static AnnotType promoted(const AnnotType *type)
{
    gboolean small = type->size < 4 || type->kind == ANNOT_TYPE_BOOL;
    return (AnnotType){
        .kind = ANNOT_TYPE_INTEGER, .size = small ? 4 : type->size, .is_signed = small || type->is_signed};
}

const AnnotType *prune_common_type(AnnotOp op, const AnnotType *left, const AnnotType *right, AnnotType *out)
{
    if (!is_number(left) || !is_number(right))
        return NULL;
    if (prune_is_floating(left) || prune_is_floating(right)) {
        gboolean is_left = prune_is_floating(left) && (!prune_is_floating(right) || left->size >= right->size);
        *out = is_left ? *left : *right;
        return out;
    }
    AnnotType one = promoted(left), other = promoted(right);
    *out = one;
    if (op == ANNOT_OP_SHL || op == ANNOT_OP_SHR)
        return out;
    if (other.size > one.size || (other.size == one.size && !other.is_signed))
        *out = other;
    return out;
}

PruneTerm prune_is_least(PruneLogic *logic, PruneTerm bits)
{
    guint width = prune_width(logic, bits);
    PruneTerm one = prune_number(logic, 1, width), shift = prune_number(logic, width - 1, width);
    return prune_equal(logic, bits, prune_operate(logic, Z3_mk_bvshl, one, shift));
}

PruneTerm prune_has_value(PruneLogic *logic, AnnotOp op, const AnnotType *type, PruneTerm left, PruneTerm right)
{
    guint width = prune_width(logic, left), counted = prune_width(logic, right);
    if (op == ANNOT_OP_SHL || op == ANNOT_OP_SHR)
        return prune_operate(logic, Z3_mk_bvult, right, prune_number(logic, width, counted));
    if (op != ANNOT_OP_DIV && op != ANNOT_OP_REM)
        return logic->yes;
    PruneTerm minus = prune_number(logic, G_MAXUINT64, 64);
    PruneTerm overflows = prune_and(logic, prune_equal(logic, right, prune_resize(logic, minus, width, TRUE)),
                                    prune_is_least(logic, left));
    PruneTerm fits = type->is_signed ? prune_not(logic, overflows) : logic->yes;
    return prune_and(logic, prune_is_true(logic, right), fits);
}
