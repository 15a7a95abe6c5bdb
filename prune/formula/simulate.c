/* Formulas as one list of operations, in the order in which they are evaluated; see simulate.h. */
#include "prune/formula/simulate.h"

#include <string.h>

#include "prune/formula/order.h"

typedef unsigned __int128 Bits;

enum { MOST_ARGUMENTS = 3 };

/* An operation on values before it in the list. */
typedef struct {
    Z3_decl_kind kind;
    guint width;                     /* of its value; 0: a truth */
    guint arguments[MOST_ARGUMENTS]; /* indices */
    guint own;                       /* width of the first argument */
    guint low;                       /* of what is cut out */
    Z3_func_decl variable;           /* NULL: it is none */
    Bits constant;                   /* of a number */
    gboolean known;                  /* FALSE: an operator that is not known; what rests on it is not evaluated */
} Node;

struct PruneSimulator {
    PruneLogic *logic;
    PruneOrder *order;
    GArray *nodes; /* Node, in that order */
    guint n;
    guint *formulas; /* of each: 1 + its index; 0: it is NULL */
    Bits *values;
    guint8 *valid;
};

static Bits mask(guint width)
{
    return width >= 128 ? ~(Bits)0 : ((Bits)1 << width) - 1;
}

static __int128 signed_of(Bits value, guint width)
{
    Bits sign = (Bits)1 << (width - 1);
    return (__int128)((value ^ sign) - sign);
}

/* ---- the list ---- */

static Bits number_of(PruneLogic *logic, PruneTerm term)
{
    Bits value = 0;
    for (const char *digit = Z3_get_numeral_binary_string(logic->z3, term); *digit; digit++)
        value = value << 1 | (*digit == '1');
    return value;
}

static guint width_of(PruneLogic *logic, PruneTerm term)
{
    Z3_sort sort = Z3_get_sort(logic->z3, term);
    return Z3_get_sort_kind(logic->z3, sort) == Z3_BV_SORT ? Z3_get_bv_sort_size(logic->z3, sort) : 0;
}

static Node node_of(const PruneSimulator *simulator, PruneTerm term)
{
    PruneLogic *logic = simulator->logic;
    Node node = {.width = width_of(logic, term), .known = TRUE};
    if (prune_is_number(logic, term)) {
        node.kind = Z3_OP_BNUM;
        node.constant = number_of(logic, term);
        return node;
    }
    Z3_app app = Z3_to_app(logic->z3, term);
    Z3_func_decl decl = Z3_get_app_decl(logic->z3, app);
    guint n = prune_order_arguments(simulator->order, term);
    node.kind = Z3_get_decl_kind(logic->z3, decl);
    node.known = n <= MOST_ARGUMENTS && node.width <= 128;
    if (n == 0 && node.kind == Z3_OP_UNINTERPRETED)
        node.variable = decl;
    if (node.kind == Z3_OP_EXTRACT)
        node.low = (guint)Z3_get_decl_int_parameter(logic->z3, decl, 1);
    for (guint i = 0; i < n && node.known; i++) {
        PruneTerm argument = Z3_get_app_arg(logic->z3, app, i);
        node.arguments[i] = prune_order_find(simulator->order, argument) - 1;
        node.own = i == 0 ? width_of(logic, argument) : node.own;
    }
    return node;
}

PruneSimulator *prune_simulator_new(PruneLogic *logic, const PruneTerm *terms, guint n)
{
    PruneSimulator *simulator = g_new0(PruneSimulator, 1);
    *simulator = (PruneSimulator){.logic = logic, .n = n, .formulas = g_new0(guint, MAX(n, 1))};
    simulator->nodes = g_array_new(FALSE, FALSE, sizeof(Node));
    simulator->order = prune_order_new(logic);
    for (guint i = 0; i < n; i++)
        simulator->formulas[i] = terms[i] ? prune_order_add(simulator->order, terms[i]) : 0;
    for (guint i = 0; i < simulator->order->terms->len; i++) {
        Node node = node_of(simulator, simulator->order->terms->pdata[i]);
        g_array_append_val(simulator->nodes, node);
    }
    simulator->values = g_new0(Bits, MAX(simulator->nodes->len, 1));
    simulator->valid = g_new0(guint8, MAX(simulator->nodes->len, 1));
    return simulator;
}

void prune_simulator_free(PruneSimulator *simulator)
{
    g_array_unref(simulator->nodes);
    prune_order_free(simulator->order);
    g_free(simulator->formulas);
    g_free(simulator->values);
    g_free(simulator->valid);
    g_free(simulator);
}

/* ---- operators ---- */

/* Divides what has no sign; by 0 the result is 0, which does not matter, as formulas choose it only where the divisor
 * is not 0. */
static Bits divide(Z3_decl_kind kind, Bits left, Bits right)
{
    if (right == 0)
        return 0;
    return kind == Z3_OP_BUDIV ? left / right : left % right;
}

static Bits shift(Z3_decl_kind kind, Bits left, Bits right, guint width)
{
    gboolean far = right >= width;
    switch (kind) {
    case Z3_OP_BSHL: return far ? 0 : left << (guint)right;
    case Z3_OP_BLSHR: return far ? 0 : left >> (guint)right;
    default: return (Bits)(signed_of(left, width) >> (far ? width - 1 : (guint)right));
    }
}

/* Computes the node's operator; FALSE: it is not known. */
static gboolean apply_operator(const Node *node, Bits a, Bits b, Bits c, Bits *value)
{
    guint own = node->own;
    switch (node->kind) {
    case Z3_OP_BNUM: *value = node->constant; return TRUE;
    case Z3_OP_TRUE: *value = 1; return TRUE;
    case Z3_OP_FALSE: *value = 0; return TRUE;
    case Z3_OP_NOT: *value = !a; return TRUE;
    case Z3_OP_AND: *value = a && b; return TRUE;
    case Z3_OP_OR: *value = a || b; return TRUE;
    case Z3_OP_ITE: *value = a ? b : c; return TRUE;
    case Z3_OP_EQ: *value = a == b; return TRUE;
    case Z3_OP_ULT: *value = a < b; return TRUE;
    case Z3_OP_ULEQ: *value = a <= b; return TRUE;
    case Z3_OP_SLT: *value = signed_of(a, own) < signed_of(b, own); return TRUE;
    case Z3_OP_SLEQ: *value = signed_of(a, own) <= signed_of(b, own); return TRUE;
    case Z3_OP_BADD: *value = a + b; return TRUE;
    case Z3_OP_BSUB: *value = a - b; return TRUE;
    case Z3_OP_BMUL: *value = a * b; return TRUE;
    case Z3_OP_BNEG: *value = -a; return TRUE;
    case Z3_OP_BNOT: *value = ~a; return TRUE;
    case Z3_OP_BAND: *value = a & b; return TRUE;
    case Z3_OP_BOR: *value = a | b; return TRUE;
    case Z3_OP_BXOR: *value = a ^ b; return TRUE;
    case Z3_OP_BUDIV:
    case Z3_OP_BUREM: *value = divide(node->kind, a, b); return b != 0;
    case Z3_OP_BSHL:
    case Z3_OP_BLSHR:
    case Z3_OP_BASHR: *value = shift(node->kind, a, b, own); return TRUE;
    case Z3_OP_EXTRACT: *value = a >> node->low; return TRUE;
    case Z3_OP_SIGN_EXT: *value = (Bits)signed_of(a, own); return TRUE;
    case Z3_OP_ZERO_EXT: *value = a; return TRUE;
    default: return FALSE;
    }
}

/* ---- variables ---- */

static Bits random_value(guint width, GRand *random)
{
    static const gint64 usual[] = {0, 1, -1, 2, 3, 8, 10, 32, 48, 65, 97, 127, 255, 256, 1024, 65535};
    if (width == 0)
        return g_rand_int_range(random, 0, 8) > 0;
    if (g_rand_int_range(random, 0, 4) > 0)
        return (Bits)(__int128)usual[g_rand_int_range(random, 0, G_N_ELEMENTS(usual))];
    return (Bits)g_rand_int(random) << 96 | (Bits)g_rand_int(random) << 64 | (Bits)g_rand_int(random) << 32 |
           g_rand_int(random);
}

static Bits model_value(const PruneSimulator *simulator, Z3_model model, const Node *node)
{
    PruneLogic *logic = simulator->logic;
    PruneTerm value = Z3_model_get_const_interp(logic->z3, model, node->variable);
    if (!value)
        return 0;
    if (node->width == 0)
        return value == logic->yes;
    return prune_is_number(logic, value) ? number_of(logic, value) : 0;
}

/* ---- all ---- */

/* Whether the node's value is known: its operands' are. Of a choice, only the one that is chosen must be. */
static gboolean is_valid(const PruneSimulator *simulator, const Node *node)
{
    const guint8 *valid = simulator->valid;
    const guint *at = node->arguments;
    if (node->kind == Z3_OP_ITE)
        return valid[at[0]] && valid[simulator->values[at[0]] ? at[1] : at[2]];
    switch (node->kind) {
    case Z3_OP_TRUE:
    case Z3_OP_FALSE:
    case Z3_OP_BNUM: return TRUE;
    case Z3_OP_NOT:
    case Z3_OP_BNEG:
    case Z3_OP_BNOT:
    case Z3_OP_EXTRACT:
    case Z3_OP_SIGN_EXT:
    case Z3_OP_ZERO_EXT: return valid[at[0]];
    default: return valid[at[0]] && valid[at[1]];
    }
}

static void evaluate(PruneSimulator *simulator, guint i, Z3_model model, GRand *random)
{
    const Node *node = &g_array_index(simulator->nodes, Node, i);
    Bits *values = simulator->values;
    const guint *at = node->arguments;
    if (node->variable) {
        values[i] = model ? model_value(simulator, model, node) : random_value(node->width, random);
        simulator->valid[i] = TRUE;
    } else {
        simulator->valid[i] = node->known && is_valid(simulator, node) &&
                              apply_operator(node, values[at[0]], values[at[1]], values[at[2]], &values[i]);
    }
    if (node->width > 0)
        values[i] &= mask(node->width);
}

void prune_simulate(PruneSimulator *simulator, Z3_model model, guint32 seed, guint8 *holds)
{
    GRand *random = g_rand_new_with_seed(seed);
    for (guint i = 0; i < simulator->nodes->len; i++)
        evaluate(simulator, i, model, random);
    for (guint i = 0; i < simulator->n; i++) {
        guint at = simulator->formulas[i];
        holds[i] = at > 0 && simulator->valid[at - 1] && simulator->values[at - 1] != 0;
    }
    g_rand_free(random);
}
