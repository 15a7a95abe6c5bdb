/* Goes through all formulas of a function; see key.h. A formula is told by its operator and the numbers of its
 * operands, a variable by where it first occurs: so it does not matter how many formulas were made before. */
#include "prune/objectives/key.h"

#include <string.h>

#include "prune/formula/order.h"

typedef struct {
    PruneOrder *order;
    guint told; /* formulas of the order */
    GChecksum *sum;
} Telling;

static void tell_number(Telling *telling, guint64 number)
{
    number = GUINT64_TO_LE(number);
    g_checksum_update(telling->sum, (const guchar *)&number, sizeof number);
}

static void tell_text(Telling *telling, const char *text)
{
    g_checksum_update(telling->sum, (const guchar *)text, (gssize)strlen(text) + 1);
}

/* ---- formulas ---- */

static void tell_sort(Telling *telling, PruneTerm term)
{
    Z3_context z3 = telling->order->logic->z3;
    Z3_sort sort = Z3_get_sort(z3, term);
    tell_number(telling, Z3_get_sort_kind(z3, sort));
    if (Z3_get_sort_kind(z3, sort) == Z3_BV_SORT)
        tell_number(telling, Z3_get_bv_sort_size(z3, sort));
}

static void tell_operator(Telling *telling, Z3_app app)
{
    Z3_context z3 = telling->order->logic->z3;
    Z3_func_decl op = Z3_get_app_decl(z3, app);
    guint n = Z3_get_app_num_args(z3, app), parameters = Z3_get_decl_num_parameters(z3, op);
    tell_number(telling, Z3_get_decl_kind(z3, op));
    tell_number(telling, n);
    for (guint i = 0; i < n; i++)
        tell_number(telling, prune_order_find(telling->order, Z3_get_app_arg(z3, app, i)));
    for (guint i = 0; i < parameters; i++)
        if (Z3_get_decl_parameter_kind(z3, op, i) == Z3_PARAMETER_INT)
            tell_number(telling, (guint64)Z3_get_decl_int_parameter(z3, op, i));
}

static void tell_one(Telling *telling, PruneTerm term)
{
    PruneLogic *logic = telling->order->logic;
    tell_sort(telling, term);
    if (prune_is_number(logic, term))
        tell_text(telling, Z3_get_numeral_string(logic->z3, term));
    else
        tell_operator(telling, Z3_to_app(logic->z3, term));
}

static void tell_term(Telling *telling, PruneTerm term)
{
    guint index = term ? prune_order_add(telling->order, term) : 0;
    for (; telling->told < telling->order->terms->len; telling->told++)
        tell_one(telling, telling->order->terms->pdata[telling->told]);
    tell_number(telling, index);
}

static void tell_moment(Telling *telling, const PruneMoment *moment)
{
    const PruneMoment none = {0};
    if (!moment)
        moment = &none;
    const PruneTerm terms[] = {moment->before, moment->path,  moment->inside, moment->arm,
                               moment->after,  moment->truth, moment->bits};
    for (guint i = 0; i < G_N_ELEMENTS(terms); i++)
        tell_term(telling, terms[i]);
}

/* ---- the function ---- */

static void tell_moments(Telling *telling, const PruneSlots *slots)
{
    const HtolFunction *rows = slots->function;
    for (guint32 i = 0; i < rows->n_blocks; i++)
        tell_moment(telling, prune_block(slots, i));
    for (guint32 i = 0; i < rows->n_operations; i++)
        tell_moment(telling, prune_operation(slots, i));
    for (guint32 d = 0; d < rows->n_decisions; d++) {
        tell_moment(telling, prune_decision(slots, d));
        for (guint32 i = 0; i < rows->decisions[d].conditions; i++)
            tell_moment(telling, prune_condition(slots, d, i));
    }
}

static void tell_slots(Telling *telling, const PruneSlots *slots)
{
    for (guint32 i = 0; i < slots->function->row.slots; i++)
        tell_term(telling, slots->terms[i]);
}

static void tell_rows(Telling *telling, const HtolFunction *rows)
{
    g_autoptr(GByteArray) bytes = htol_function_unplaced(rows);
    tell_number(telling, bytes->len);
    g_checksum_update(telling->sum, bytes->data, bytes->len);
}

static void tell_criteria(Telling *telling, const HtolSelection *selection)
{
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        tell_number(telling, selection->wanted[i] | selection->named[i] << 1);
    tell_number(telling, selection->n);
}

static void tell_formulas(Telling *telling, const PruneSlots *slots)
{
    tell_slots(telling, slots);
    tell_moments(telling, slots);
}

/* Tells of the functions that are joined, whose names verdicts have. */
static void tell_joined(Telling *telling, const PruneJoined *joined)
{
    for (guint i = 0; i < joined->n; i++) {
        tell_text(telling, joined->subjects[i].function->name);
        tell_rows(telling, joined->subjects[i].rows);
        tell_formulas(telling, &joined->slots[i]);
    }
}

char *prune_key(const PruneJudged *alone, const PruneJudged *placed, const PruneJoined *joined, guint32 steps)
{
    g_autoptr(PruneOrder) order = prune_order_new(alone->subject->logic);
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    Telling telling = {order, 0, sum};
    tell_text(&telling, Z3_get_full_version());
    tell_number(&telling, steps);
    tell_criteria(&telling, alone->selection);
    tell_rows(&telling, alone->subject->rows);
    tell_formulas(&telling, alone->slots);
    if (placed)
        tell_formulas(&telling, placed->slots);
    tell_joined(&telling, joined);
    return g_strdup(g_checksum_get_string(sum));
}
