/* Makes formulas; see logic.h. It proves nothing. */
#include "prune/formula/logic.h"

#include <unistd.h>

/* Ends the process: what Z3 computes after a failure would be nonsense. */
static void fail_process(Z3_context z3, Z3_error_code code)
{
    (void)z3;
    (void)code;
    _exit(PRUNE_LOGIC_FAILED);
}

PruneLogic *prune_logic_new(void)
{
    PruneLogic *logic = g_new0(PruneLogic, 1);
    Z3_config config = Z3_mk_config();
    logic->z3 = Z3_mk_context(config);
    Z3_del_config(config);
    Z3_set_error_handler(logic->z3, fail_process);
    logic->no = Z3_mk_false(logic->z3);
    logic->yes = Z3_mk_true(logic->z3);
    logic->folded = g_hash_table_new(NULL, NULL);
    return logic;
}

void prune_logic_free(PruneLogic *logic)
{
    Z3_del_context(logic->z3);
    g_hash_table_unref(logic->folded);
    g_free(logic);
}

static PruneTerm variable(PruneLogic *logic, Z3_sort sort)
{
    Z3_symbol name = Z3_mk_int_symbol(logic->z3, (int)logic->fresh++);
    return Z3_mk_const(logic->z3, name, sort);
}

PruneTerm prune_free_truth(PruneLogic *logic)
{
    return variable(logic, Z3_mk_bool_sort(logic->z3));
}

PruneTerm prune_free_bits(PruneLogic *logic, guint bits)
{
    return variable(logic, Z3_mk_bv_sort(logic->z3, bits));
}

/* ---- parts ---- */

static gboolean is_operation(const PruneLogic *logic, PruneTerm term, Z3_decl_kind kind)
{
    return Z3_get_ast_kind(logic->z3, term) == Z3_APP_AST &&
           Z3_get_decl_kind(logic->z3, Z3_get_app_decl(logic->z3, Z3_to_app(logic->z3, term))) == kind;
}

static PruneTerm operand_of(const PruneLogic *logic, PruneTerm operation, guint i)
{
    return Z3_get_app_arg(logic->z3, Z3_to_app(logic->z3, operation), i);
}

/* ---- truths ---- */

PruneTerm prune_not(PruneLogic *logic, PruneTerm operand)
{
    if (operand == logic->yes)
        return logic->no;
    if (operand == logic->no)
        return logic->yes;
    if (is_operation(logic, operand, Z3_OP_NOT))
        return operand_of(logic, operand, 0);
    return Z3_mk_not(logic->z3, operand);
}

PruneTerm prune_and(PruneLogic *logic, PruneTerm left, PruneTerm right)
{
    if (left == logic->yes || left == right)
        return right;
    if (right == logic->yes)
        return left;
    if (left == logic->no || right == logic->no || left == prune_not(logic, right))
        return logic->no;
    return Z3_mk_and(logic->z3, 2, (PruneTerm[]){left, right});
}

PruneTerm prune_conjunct(PruneLogic *logic, PruneTerm term, guint part)
{
    return is_operation(logic, term, Z3_OP_AND) ? operand_of(logic, term, part) : NULL;
}

/* Returns g if the disjunction is `(g and c) or (g and not c)`, else NULL: where ways meet again, what is known becomes
 * as simple as it was. If g is true, `c or not c` is left, which prune_or simplifies. */
static PruneTerm common_part(PruneLogic *logic, PruneTerm left, PruneTerm right)
{
    PruneTerm one = prune_conjunct(logic, left, 0), other = prune_conjunct(logic, right, 0);
    if (one && one == other && prune_conjunct(logic, left, 1) == prune_not(logic, prune_conjunct(logic, right, 1)))
        return one;
    return NULL;
}

PruneTerm prune_or(PruneLogic *logic, PruneTerm left, PruneTerm right)
{
    PruneTerm common = common_part(logic, left, right);
    if (common)
        return common;
    if (left == logic->no || left == right)
        return right;
    if (right == logic->no)
        return left;
    if (left == logic->yes || right == logic->yes || left == prune_not(logic, right))
        return logic->yes;
    return Z3_mk_or(logic->z3, 2, (PruneTerm[]){left, right});
}

PruneTerm prune_implies(PruneLogic *logic, PruneTerm left, PruneTerm right)
{
    return prune_or(logic, prune_not(logic, left), right);
}

PruneTerm prune_choose(PruneLogic *logic, PruneTerm condition, PruneTerm then, PruneTerm otherwise)
{
    if (then == otherwise || condition == logic->yes)
        return then;
    if (condition == logic->no)
        return otherwise;
    return Z3_mk_ite(logic->z3, condition, then, otherwise);
}

/* ---- bits ---- */

PruneTerm prune_number(PruneLogic *logic, guint64 value, guint bits)
{
    return Z3_mk_unsigned_int64(logic->z3, value & (bits < 64 ? (G_GUINT64_CONSTANT(1) << bits) - 1 : G_MAXUINT64),
                                Z3_mk_bv_sort(logic->z3, bits));
}

gboolean prune_is_number(const PruneLogic *logic, PruneTerm term)
{
    return Z3_get_ast_kind(logic->z3, term) == Z3_NUMERAL_AST;
}

guint prune_width(const PruneLogic *logic, PruneTerm bits)
{
    return Z3_get_bv_sort_size(logic->z3, Z3_get_sort(logic->z3, bits));
}

/* Computes a term of numbers at once, so that equal numbers are one term. On ways the same ones come again and again.
 */
static PruneTerm fold_numbers(PruneLogic *logic, PruneTerm term, gboolean of_numbers)
{
    if (!of_numbers)
        return term;
    PruneTerm number = g_hash_table_lookup(logic->folded, term);
    if (!number) {
        number = Z3_simplify(logic->z3, term);
        g_hash_table_insert(logic->folded, term, number);
    }
    return number;
}

PruneTerm prune_equal(PruneLogic *logic, PruneTerm left, PruneTerm right)
{
    if (left == right)
        return logic->yes;
    gboolean numbers = prune_is_number(logic, left) && prune_is_number(logic, right);
    return fold_numbers(logic, Z3_mk_eq(logic->z3, left, right), numbers);
}

PruneTerm prune_resize(PruneLogic *logic, PruneTerm bits, guint width, gboolean is_signed)
{
    guint own = prune_width(logic, bits);
    PruneTerm term = bits;
    if (width < own)
        term = Z3_mk_extract(logic->z3, width - 1, 0, bits);
    else if (width > own)
        term = is_signed ? Z3_mk_sign_ext(logic->z3, width - own, bits) : Z3_mk_zero_ext(logic->z3, width - own, bits);
    return fold_numbers(logic, term, prune_is_number(logic, bits));
}

PruneTerm prune_extract(PruneLogic *logic, PruneTerm bits, guint low, guint width)
{
    if (low == 0 && width == prune_width(logic, bits))
        return bits;
    PruneTerm term = Z3_mk_extract(logic->z3, low + width - 1, low, bits);
    return fold_numbers(logic, term, prune_is_number(logic, bits));
}

PruneTerm prune_concat(PruneLogic *logic, PruneTerm high, PruneTerm low)
{
    return fold_numbers(logic, Z3_mk_concat(logic->z3, high, low),
                        prune_is_number(logic, high) && prune_is_number(logic, low));
}

/* Sets *part and *part_at to the operand of the concatenation that has the byte; FALSE: two have it. */
static gboolean find_operand(PruneLogic *logic, Z3_app app, guint at, PruneTerm *part, guint *part_at)
{
    guint bit = at * 8;
    for (guint i = Z3_get_app_num_args(logic->z3, app); i-- > 0;) {
        PruneTerm operand = Z3_get_app_arg(logic->z3, app, i);
        guint width = prune_width(logic, operand);
        if (bit < width) {
            *part = operand;
            *part_at = bit / 8;
            return bit % 8 == 0 && bit + 8 <= width;
        }
        bit -= width;
    }
    return FALSE;
}

gboolean prune_extracted_byte(PruneLogic *logic, PruneTerm bits, guint at, PruneTerm *part, guint *part_at)
{
    if (prune_is_number(logic, bits)) {
        *part = prune_extract(logic, bits, at * 8, 8);
        *part_at = 0;
        return prune_width(logic, bits) > 8;
    }
    if (Z3_get_ast_kind(logic->z3, bits) != Z3_APP_AST)
        return FALSE;
    Z3_app app = Z3_to_app(logic->z3, bits);
    Z3_func_decl decl = Z3_get_app_decl(logic->z3, app);
    switch (Z3_get_decl_kind(logic->z3, decl)) {
    case Z3_OP_CONCAT: return find_operand(logic, app, at, part, part_at);
    case Z3_OP_EXTRACT: *part_at = at + (guint)Z3_get_decl_int_parameter(logic->z3, decl, 1) / 8; break;
    case Z3_OP_ZERO_EXT:
    case Z3_OP_SIGN_EXT: *part_at = at; break;
    default: return FALSE;
    }
    *part = Z3_get_app_arg(logic->z3, app, 0);
    if (Z3_get_decl_kind(logic->z3, decl) == Z3_OP_EXTRACT)
        return Z3_get_decl_int_parameter(logic->z3, decl, 1) % 8 == 0;
    return (at + 1) * 8 <= prune_width(logic, *part);
}

/* Whether `bits` is a truth that prune_truth_bits made a number; sets *truth to it. */
static gboolean is_truth_number(PruneLogic *logic, PruneTerm bits, PruneTerm *truth)
{
    if (!is_operation(logic, bits, Z3_OP_ITE))
        return FALSE;
    guint width = prune_width(logic, bits);
    *truth = operand_of(logic, bits, 0);
    return operand_of(logic, bits, 1) == prune_number(logic, 1, width) &&
           operand_of(logic, bits, 2) == prune_number(logic, 0, width);
}

PruneTerm prune_is_true(PruneLogic *logic, PruneTerm bits)
{
    PruneTerm truth;
    if (!prune_is_number(logic, bits) && is_truth_number(logic, bits, &truth))
        return truth;
    return prune_not(logic, prune_equal(logic, bits, prune_number(logic, 0, prune_width(logic, bits))));
}

PruneTerm prune_truth_bits(PruneLogic *logic, PruneTerm truth, guint width)
{
    return prune_choose(logic, truth, prune_number(logic, 1, width), prune_number(logic, 0, width));
}

PruneTerm prune_operate(PruneLogic *logic, PruneOperator *op, PruneTerm left, PruneTerm right)
{
    return fold_numbers(logic, op(logic->z3, left, right),
                        prune_is_number(logic, left) && prune_is_number(logic, right));
}

PruneTerm prune_negate(PruneLogic *logic, PruneTerm bits)
{
    return fold_numbers(logic, Z3_mk_bvneg(logic->z3, bits), prune_is_number(logic, bits));
}

PruneTerm prune_complement(PruneLogic *logic, PruneTerm bits)
{
    return fold_numbers(logic, Z3_mk_bvnot(logic->z3, bits), prune_is_number(logic, bits));
}

PruneTerm prune_is_negative(PruneLogic *logic, PruneTerm bits)
{
    return prune_operate(logic, Z3_mk_bvslt, bits, prune_number(logic, 0, prune_width(logic, bits)));
}

static PruneTerm without_negations(const PruneLogic *logic, PruneTerm bits)
{
    while (is_operation(logic, bits, Z3_OP_BNEG))
        bits = operand_of(logic, bits, 0);
    return bits;
}

/* Returns the bits of which `bits` are one sign or the other: a negation, or a choice between both signs. */
static PruneTerm without_signs(const PruneLogic *logic, PruneTerm bits)
{
    PruneTerm bare = without_negations(logic, bits);
    while (is_operation(logic, bare, Z3_OP_ITE)) {
        PruneTerm one = without_negations(logic, operand_of(logic, bare, 1)),
                  other = without_negations(logic, operand_of(logic, bare, 2));
        if (one != other)
            break;
        bare = one;
    }
    return bare;
}

PruneTerm prune_magnitude(PruneLogic *logic, PruneTerm bits)
{
    PruneTerm bare = without_signs(logic, bits);
    return prune_choose(logic, prune_is_negative(logic, bare), prune_negate(logic, bare), bare);
}

guint64 prune_value(PruneLogic *logic, Z3_model model, PruneTerm bits)
{
    Z3_ast value = NULL;
    guint64 number = 0;
    guint width = prune_width(logic, bits);
    if (width > 64)
        bits = Z3_mk_extract(logic->z3, 63, 0, bits);
    if (Z3_model_eval(logic->z3, model, bits, TRUE, &value))
        Z3_get_numeral_uint64(logic->z3, value, &number);
    return number;
}

gboolean prune_holds(PruneLogic *logic, Z3_model model, PruneTerm truth)
{
    Z3_ast value = NULL;
    return Z3_model_eval(logic->z3, model, truth, TRUE, &value) && Z3_get_bool_value(logic->z3, value) == Z3_L_TRUE;
}

/* ---- what a formula is made of ---- */

static gboolean is_arithmetic(const PruneLogic *logic, PruneTerm part, gpointer data)
{
    Z3_decl_kind kind = Z3_get_decl_kind(logic->z3, Z3_get_app_decl(logic->z3, Z3_to_app(logic->z3, part)));
    (void)data;
    return kind >= Z3_OP_FPA_RM_NEAREST_TIES_TO_EVEN && kind <= Z3_OP_FPA_TO_IEEE_BV;
}

gboolean prune_is_variable(const PruneLogic *logic, PruneTerm term)
{
    Z3_context z3 = logic->z3;
    if (Z3_get_ast_kind(z3, term) != Z3_APP_AST)
        return FALSE;
    Z3_app app = Z3_to_app(z3, term);
    return Z3_get_app_num_args(z3, app) == 0 && Z3_get_decl_kind(z3, Z3_get_app_decl(z3, app)) == Z3_OP_UNINTERPRETED;
}

PruneTerm prune_find_part(const PruneLogic *logic, PruneTerm term, PrunePartFinder *finder, gpointer data)
{
    Z3_context z3 = logic->z3;
    g_autoptr(GPtrArray) open = g_ptr_array_new();
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    g_ptr_array_add(open, term);
    while (open->len > 0) {
        PruneTerm next = g_ptr_array_remove_index_fast(open, open->len - 1);
        if (Z3_get_ast_kind(z3, next) != Z3_APP_AST || !g_hash_table_add(seen, next))
            continue;
        if (finder(logic, next, data))
            return next;
        Z3_app app = Z3_to_app(z3, next);
        for (guint i = 0; i < Z3_get_app_num_args(z3, app); i++)
            g_ptr_array_add(open, Z3_get_app_arg(z3, app, i));
    }
    return NULL;
}

gboolean prune_calculates(const PruneLogic *logic, PruneTerm term)
{
    return logic->follows_ways && prune_find_part(logic, term, is_arithmetic, NULL);
}
