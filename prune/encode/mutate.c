/* Makes formulas of operations; see mutate.h. Each says what the probe of the same name in annot/ does. */
#include "prune/encode/mutate.h"

#include "annot/facts/range.h"
#include "prune/formula/floating.h"
#include "prune/state/operate.h"
#include "prune/state/place.h"

static PruneTerm bits_less(PruneLogic *logic, gboolean is_signed, PruneTerm left, PruneTerm right)
{
    return prune_operate(logic, is_signed ? Z3_mk_bvslt : Z3_mk_bvult, left, right);
}

static PruneTerm bits_differ(PruneLogic *logic, PruneTerm left, PruneTerm right)
{
    return prune_not(logic, prune_equal(logic, left, right));
}

/* ---- comparisons ---- */

/* Makes the truth that `right` is `left` + `step`. */
static PruneTerm is_next(PruneLogic *logic, PruneTerm left, PruneTerm right, guint64 step)
{
    PruneTerm apart = prune_operate(logic, Z3_mk_bvsub, right, left);
    return prune_equal(logic, apart, prune_number(logic, step, prune_width(logic, left)));
}

/* Returns by how much a value differs from the next; 0 for pointers to what has no size. */
static guint64 step_of(const AnnotType *type)
{
    if (type->kind != ANNOT_TYPE_POINTER)
        return 1;
    gboolean sized = type->target && type->target->kind != ANNOT_TYPE_FUNCTION && type->target->kind != ANNOT_TYPE_VOID;
    return sized ? type->target->size : 0;
}

/* Of floating-point numbers, what is next to a value has no class of its own. */
static void floating_relations(PruneLogic *logic, const PruneTerm bits[2], PruneTerm *classes)
{
    classes[HTOL_RELATION_EQUAL] = prune_floating_compare(logic, ANNOT_OP_EQ, bits[0], bits[1]);
    classes[HTOL_RELATION_LESS] = prune_floating_compare(logic, ANNOT_OP_LT, bits[0], bits[1]);
    classes[HTOL_RELATION_GREATER] = prune_floating_compare(logic, ANNOT_OP_GT, bits[0], bits[1]);
    classes[HTOL_RELATION_UNORDERED] =
        prune_or(logic, prune_floating_is_nan(logic, bits[0]), prune_floating_is_nan(logic, bits[1]));
}

static void relation_classes(PruneLogic *logic, const AnnotExpr *expr, const PruneTerm bits[2], PruneTerm *classes)
{
    const AnnotType *type = expr->operands[0]->type;
    gboolean equality = expr->op == ANNOT_OP_EQ || expr->op == ANNOT_OP_NE;
    if (!bits[0] || !bits[1] || prune_width(logic, bits[0]) != prune_width(logic, bits[1]))
        return;
    if (prune_is_floating(type)) {
        floating_relations(logic, bits, classes);
        return;
    }
    guint64 step = step_of(type);
    PruneTerm below = bits_less(logic, type->is_signed, bits[0], bits[1]),
              above = bits_less(logic, type->is_signed, bits[1], bits[0]),
              before = step ? is_next(logic, bits[0], bits[1], step) : logic->no,
              behind = step ? is_next(logic, bits[1], bits[0], step) : logic->no;
    classes[HTOL_RELATION_EQUAL] = prune_equal(logic, bits[0], bits[1]);
    classes[HTOL_RELATION_LESS] = prune_and(logic, below, prune_not(logic, before));
    classes[HTOL_RELATION_LESS_NEXT] = prune_and(logic, below, before);
    classes[HTOL_RELATION_GREATER_NEXT] = prune_and(logic, above, behind);
    classes[HTOL_RELATION_GREATER] = prune_and(logic, above, prune_not(logic, behind));
    classes[HTOL_RELATION_UNORDERED] = logic->no;
    if (type->kind == ANNOT_TYPE_POINTER && equality)
        classes[HTOL_RELATION_LESS] = bits_differ(logic, bits[0], bits[1]);
}

/* Takes the value that is its own negation out of the classes NEGATIVE and POSITIVE; it gets one of its own. */
static void take_least(PruneLogic *logic, PruneTerm bits, PruneTerm *classes)
{
    PruneTerm least = prune_is_least(logic, bits);
    classes[HTOL_SIGN_LEAST] = least;
    classes[HTOL_SIGN_NEGATIVE] = prune_and(logic, classes[HTOL_SIGN_NEGATIVE], prune_not(logic, least));
    classes[HTOL_SIGN_POSITIVE] = prune_and(logic, classes[HTOL_SIGN_POSITIVE], prune_not(logic, least));
}

static void floating_signs(PruneLogic *logic, PruneTerm bits, PruneTerm *classes)
{
    PruneTerm zero = prune_number(logic, 0, prune_width(logic, bits));
    classes[HTOL_SIGN_NEGATIVE] = prune_floating_compare(logic, ANNOT_OP_LT, bits, zero);
    classes[HTOL_SIGN_ZERO] = prune_floating_compare(logic, ANNOT_OP_EQ, bits, zero);
    classes[HTOL_SIGN_POSITIVE] = prune_floating_compare(logic, ANNOT_OP_GT, bits, zero);
    classes[HTOL_SIGN_NAN] = prune_floating_is_nan(logic, bits);
}

static void sign_classes(PruneLogic *logic, const AnnotOperation *operation, PruneTerm bits, PruneTerm *classes)
{
    const AnnotExpr *expr = operation->expr;
    if (!bits || !prune_has_bits(logic, expr->type))
        return;
    if (prune_is_floating(expr->type)) {
        floating_signs(logic, bits, classes);
        return;
    }
    PruneTerm zero = prune_number(logic, 0, prune_width(logic, bits));
    PruneTerm negative = expr->type->is_signed ? bits_less(logic, TRUE, bits, zero) : logic->no;
    classes[HTOL_SIGN_NEGATIVE] = negative;
    classes[HTOL_SIGN_ZERO] = prune_equal(logic, bits, zero);
    classes[HTOL_SIGN_POSITIVE] =
        prune_and(logic, prune_not(logic, negative), prune_not(logic, classes[HTOL_SIGN_ZERO]));
    classes[HTOL_SIGN_NAN] = classes[HTOL_SIGN_LEAST] = logic->no;
    if (!(operation->impossible >> HTOL_SIGN_LEAST & 1))
        take_least(logic, bits, classes);
}

/* ---- mutants ---- */

/* A mutant's value, and the truth that there is one. */
typedef struct {
    PruneTerm defined, value; /* NULL: not known */
} Mutated;

static const Mutated unknown = {0};

static AnnotOp op_of(HtolOperator op)
{
    static const AnnotOp ops[HTOL_OPERATORS] = {
        [HTOL_OPERATOR_ADD] = ANNOT_OP_ADD, [HTOL_OPERATOR_SUB] = ANNOT_OP_SUB,  [HTOL_OPERATOR_MUL] = ANNOT_OP_MUL,
        [HTOL_OPERATOR_DIV] = ANNOT_OP_DIV, [HTOL_OPERATOR_REM] = ANNOT_OP_REM,  [HTOL_OPERATOR_SHL] = ANNOT_OP_SHL,
        [HTOL_OPERATOR_SHR] = ANNOT_OP_SHR, [HTOL_OPERATOR_AND] = ANNOT_OP_BAND, [HTOL_OPERATOR_OR] = ANNOT_OP_BOR,
        [HTOL_OPERATOR_XOR] = ANNOT_OP_XOR};
    return ops[op];
}

static Mutated compute_mutated(PruneLogic *logic, AnnotOp op, AnnotNumber number, PruneTerm left, PruneTerm right)
{
    AnnotType type = annot_number_type(number);
    PruneTerm value = prune_compute(logic, op, &type, left, right);
    return value ? (Mutated){prune_has_value(logic, op, &type, left, right), value} : unknown;
}

/* Returns a shift's count as probes see it, an unsigned number of 64 bits; NULL: not known. */
static PruneTerm count_of(PruneLogic *logic, PruneTerm bits, const AnnotType *type)
{
    return bits ? prune_resize(logic, bits, 64, type->is_signed) : NULL;
}

static Mutated replaced_pointer(PruneLogic *logic, const AnnotOperation *operation, guint k, const PruneMoment *moment)
{
    const AnnotExpr *expr = operation->expr;
    HtolOperator op = g_array_index(operation->mutants, AnnotMutant, k).op;
    PruneTerm pointer = moment->operands[expr->operands[0]->type->kind != ANNOT_TYPE_POINTER];
    if (!pointer || !moment->bits)
        return unknown;
    if (op == HTOL_OPERATOR_LEFT || op == HTOL_OPERATOR_RIGHT)
        return (Mutated){logic->yes, pointer};
    PruneTerm offset = prune_operate(logic, Z3_mk_bvsub, moment->bits, pointer);
    return (Mutated){logic->yes, prune_operate(logic, Z3_mk_bvsub, pointer, offset)};
}

static Mutated replaced(PruneLogic *logic, const AnnotOperation *operation, guint k, const PruneMoment *moment)
{
    const AnnotExpr *expr = operation->expr;
    HtolOperator op = g_array_index(operation->mutants, AnnotMutant, k).op;
    AnnotNumber number = operation->type;
    PruneTerm left = moment->operands[0], right = moment->operands[1];
    if (expr->type->kind == ANNOT_TYPE_POINTER)
        return replaced_pointer(logic, operation, k, moment);
    if (expr->op == ANNOT_OP_SHL || expr->op == ANNOT_OP_SHR)
        right = count_of(logic, right, expr->operands[1]->type);
    if (!left || !right || prune_width(logic, left) != 8 * number.size)
        return unknown;
    if (op == HTOL_OPERATOR_LEFT || op == HTOL_OPERATOR_RIGHT)
        return (Mutated){logic->yes, op == HTOL_OPERATOR_LEFT ? left : right};
    if (expr->op == ANNOT_OP_SHR && op == HTOL_OPERATOR_SHR)
        number.is_signed = !number.is_signed; /* the left operand is treated as of the other sign */
    return compute_mutated(logic, op_of(op), number, left, right);
}

static Mutated inserted(PruneLogic *logic, HtolOperator op, PruneTerm value)
{
    PruneTerm one = prune_number(logic, 1, prune_width(logic, value));
    switch (op) {
    case HTOL_OPERATOR_ADD: return (Mutated){logic->yes, prune_operate(logic, Z3_mk_bvadd, value, one)};
    case HTOL_OPERATOR_SUB: return (Mutated){logic->yes, prune_operate(logic, Z3_mk_bvsub, value, one)};
    case HTOL_OPERATOR_NEGATE: return (Mutated){logic->yes, prune_negate(logic, value)};
    case HTOL_OPERATOR_COMPLEMENT: return (Mutated){logic->yes, prune_complement(logic, value)};
    case HTOL_OPERATOR_NOT:
        return (Mutated){logic->yes, prune_truth_bits(logic, prune_not(logic, prune_is_true(logic, value)),
                                                      prune_width(logic, value))};
    default: return unknown;
    }
}

/* Computes the operator with `constant` for its constant operand. */
static Mutated with_constant(PruneLogic *logic, const AnnotOperation *operation, PruneTerm other, PruneTerm constant)
{
    const AnnotExpr *expr = operation->expr;
    gboolean left = expr->operands[0]->closed;
    AnnotType type = annot_number_type(operation->type);
    PruneTerm operands[2] = {left ? constant : other, left ? other : constant};
    if (expr->op < ANNOT_OP_LT || expr->op > ANNOT_OP_NE)
        return compute_mutated(logic, expr->op, operation->type, operands[0], operands[1]);
    PruneTerm truth = prune_compare(logic, expr->op, &type, operands[0], operands[1]);
    return truth ? (Mutated){logic->yes, prune_truth_bits(logic, truth, 8 * operation->type.size)} : unknown;
}

/* Makes the truth that `value` and `mutant` differ as `comparison` compares them; NULL: not known. */
static PruneTerm are_apart(PruneLogic *logic, AnnotComparison comparison, PruneTerm value, PruneTerm mutant)
{
    if (!value || !mutant || prune_width(logic, value) != prune_width(logic, mutant))
        return NULL;
    switch (comparison.kind) {
    case ANNOT_COMPARE_VALUE: return bits_differ(logic, value, mutant);
    case ANNOT_COMPARE_TRUTH: return bits_differ(logic, prune_is_true(logic, value), prune_is_true(logic, mutant));
    case ANNOT_COMPARE_BITS:
        return bits_differ(logic, prune_resize(logic, value, comparison.bits, FALSE),
                           prune_resize(logic, mutant, comparison.bits, FALSE));
    default: return NULL;
    }
}

static PruneTerm is_killed(PruneLogic *logic, const AnnotOperation *operation, PruneTerm value, Mutated mutant)
{
    PruneTerm apart = are_apart(logic, operation->comparison, value, mutant.value);
    return apart ? prune_and(logic, mutant.defined, apart) : NULL;
}

/* ---- kinds of mutants ---- */

static void replacement_classes(PruneLogic *logic, const AnnotOperation *operation, const PruneMoment *moment,
                                PruneTerm *classes)
{
    for (guint k = 0; k < operation->classes; k++)
        classes[k] = is_killed(logic, operation, moment->bits, replaced(logic, operation, k, moment));
}

static void insertion_classes(PruneLogic *logic, const AnnotOperation *operation, PruneTerm bits, PruneTerm *classes)
{
    if (!bits)
        return;
    PruneTerm value = prune_resize(logic, bits, 8 * operation->type.size, operation->expr->type->is_signed);
    for (guint k = 0; k < operation->classes; k++) {
        const AnnotMutant *mutant = &g_array_index(operation->mutants, AnnotMutant, k);
        classes[k] = is_killed(logic, operation, value, inserted(logic, mutant->op, value));
    }
}

/* Sets the classes of replaced constants, in the order of annot/mutants/constant.c. */
static void constant_classes(PruneLogic *logic, const AnnotOperation *operation, PruneTerm bits, PruneTerm *classes)
{
    const AnnotExpr *expr = operation->expr;
    guint at = expr->operands[0]->closed ? 0 : 1;
    AnnotRange range = annot_range(annot_expr_bare(expr->operands[at]));
    gboolean shifts = expr->op == ANNOT_OP_SHL || expr->op == ANNOT_OP_SHR;
    if (!bits || !range.known || range.low != range.high || operation->classes > 5)
        return;
    guint64 constant = (guint64)range.low, values[] = {0, 1, G_MAXUINT64, constant + 1, constant - 1, constant};
    guint width = shifts && at == 1 ? 64 : 8 * operation->type.size;
    PruneTerm other = shifts && at == 0 ? count_of(logic, bits, expr->operands[1]->type) : bits;
    if (width > 64 || (!(shifts && at == 0) && prune_width(logic, other) != 8 * operation->type.size))
        return;
    Mutated own = with_constant(logic, operation, other, prune_number(logic, values[5], width));
    for (guint k = 0; k < operation->classes && own.value; k++) {
        Mutated mutant = with_constant(logic, operation, other, prune_number(logic, values[k], width));
        PruneTerm killed = is_killed(logic, operation, own.value, mutant);
        classes[k] = killed ? prune_and(logic, own.defined, killed) : NULL;
    }
}

static gboolean is_of_numbers(const AnnotOperation *operation)
{
    return operation->kind == HTOL_OPERATION_COMPUTED && operation->mutants && operation->mutants->len > 0 &&
           operation->mutants->len >= operation->classes && !operation->type.is_float;
}

/* How it is proved when mutants differ; in mutations.def. */
typedef enum { PROOF_nothing, PROOF_value, PROOF_replacement, PROOF_insertion, PROOF_constant } Proof;

static Proof proof_of(const AnnotOperation *operation)
{
    static const Proof proofs[HTOL_MUTATIONS] = {
#define MUTATION(NAME, criterion, also, sum, finder, proof) PROOF_##proof,
#include "htol/files/mutations.def"
    };
    return proofs[g_array_index(operation->mutants, AnnotMutant, 0).mutation];
}

static void computed_classes(PruneLogic *logic, const AnnotOperation *operation, const PruneMoment *moment,
                             PruneTerm *classes)
{
    switch (proof_of(operation)) {
    case PROOF_replacement: replacement_classes(logic, operation, moment, classes); break;
    case PROOF_insertion: insertion_classes(logic, operation, moment->bits, classes); break;
    case PROOF_constant: constant_classes(logic, operation, moment->bits, classes); break;
    case PROOF_value:
    case PROOF_nothing: break;
    }
}

/* ---- all ---- */

const AnnotExpr *prune_operation_site(const AnnotOperation *operation)
{
    const AnnotExpr *expr = operation->expr;
    if (!expr || operation->classes == 0 || operation->classes > PRUNE_MOST_CLASSES)
        return NULL;
    if (operation->kind == HTOL_OPERATION_RELATION || operation->kind == HTOL_OPERATION_SIGN)
        return expr;
    if (!is_of_numbers(operation) || proof_of(operation) == PROOF_nothing)
        return NULL;
    if (proof_of(operation) != PROOF_constant)
        return expr;
    return expr->n_operands == 2 ? expr->operands[expr->operands[0]->closed] : NULL;
}

void prune_operation_classes(PruneLogic *logic, const AnnotOperation *operation, const PruneMoment *moment,
                             PruneTerm classes[PRUNE_MOST_CLASSES])
{
    for (guint k = 0; k < PRUNE_MOST_CLASSES; k++)
        classes[k] = NULL;
    if (operation->kind == HTOL_OPERATION_RELATION)
        relation_classes(logic, operation->expr, moment->operands, classes);
    else if (operation->kind == HTOL_OPERATION_SIGN)
        sign_classes(logic, operation, moment->bits, classes);
    else
        computed_classes(logic, operation, moment, classes);
    for (guint k = 0; k < operation->classes; k++) {
        if (operation->impossible >> k & 1)
            classes[k] = logic->no;
        else if (classes[k])
            classes[k] = prune_and(logic, moment->after, classes[k]);
    }
}
