/* Expressions, evaluated in a state; see encoder.h. */
#include <string.h>

#include "prune/encode/access.h"
#include "prune/encode/encoder.h"
#include "prune/encode/matched.h"
#include "prune/encode/unordered.h"
#include "prune/facts/returns.h"
#include "prune/formula/floating.h"
#include "prune/formula/literal.h"
#include "prune/state/operate.h"

enum { INDEX_BITS = 64 };

/* ---- outcomes ---- */

static const PruneOutcome unknown = {0};

static PruneOutcome of_bits(PruneTerm bits)
{
    return (PruneOutcome){.bits = bits};
}

static PruneOutcome of_truth(PruneTerm truth)
{
    return (PruneOutcome){.truth = truth};
}

/* Returns the outcome's truth; one that is not known gets a variable, which is kept so that it is the same each time.
 */
static PruneTerm truth_of(PruneEncoder *e, PruneOutcome *outcome)
{
    if (!outcome->truth)
        outcome->truth = outcome->bits ? prune_is_true(e->logic, outcome->bits) : prune_free_truth(e->logic);
    return outcome->truth;
}

/* Returns the outcome's bits; NULL: not known. The truth of a logical operator gives them, 0 or 1; that of another
 * value does not. */
static PruneTerm bits_of(PruneEncoder *e, const PruneOutcome *outcome, const AnnotExpr *expr)
{
    const AnnotExpr *bare = annot_expr_bare(expr);
    gboolean logical = bare->kind == ANNOT_EXPR_LOGICAL ||
                       (bare->kind == ANNOT_EXPR_UNARY && bare->op == ANNOT_OP_NOT) ||
                       (bare->kind == ANNOT_EXPR_BINARY && bare->op >= ANNOT_OP_LT && bare->op <= ANNOT_OP_NE);
    if (outcome->bits)
        return prune_has_bits(e->logic, expr->type) ? outcome->bits : NULL;
    if (!outcome->truth || !logical || !prune_has_bits(e->logic, expr->type))
        return NULL;
    return prune_truth_bits(e->logic, outcome->truth, prune_bits_of(expr->type));
}

PruneTerm prune_evaluate_bits(PruneEncoder *e, const AnnotExpr *expr)
{
    PruneOutcome outcome = prune_evaluate(e, expr);
    return bits_of(e, &outcome, expr);
}

PruneTerm prune_evaluate_truth(PruneEncoder *e, const AnnotExpr *expr)
{
    PruneOutcome outcome = prune_evaluate(e, expr);
    return truth_of(e, &outcome);
}

void prune_may_end(PruneEncoder *e)
{
    if (!prune_state_is_dead(e->state) && !e->encoding->unrolled && !e->side)
        e->state->guard = prune_and(e->logic, e->state->guard, prune_free_truth(e->logic));
}

/* ---- operands ---- */

void prune_forget_variable(PruneEncoder *e, const AnnotDecl *variable)
{
    GHashTable *shadows = e->encoding->shadows;
    variable = prune_matching_twin(e->matching, variable);
    const PruneShadow *shadow = shadows ? g_hash_table_lookup(shadows, variable) : NULL;
    prune_state_forget(e->state, variable);
    if (shadow)
        prune_state_forget(e->state, &shadow->decl);
}

/* Evaluates all operands, and returns their bits, in the arena. */
static PruneTerm *evaluate_all(PruneEncoder *e, AnnotExpr *const *operands, guint n)
{
    PruneTerm *bits = htol_arena_new0(e->encoding->arena, PruneTerm, MAX(n, 1));
    PruneUnordered group = prune_unordered_new(e, operands, n);
    for (guint i = 0; i < n; i++) {
        prune_unordered_before(e, &group, i);
        bits[i] = prune_evaluate_bits(e, operands[i]);
    }
    prune_unordered_end(e, &group);
    return bits;
}

void prune_forget_written(PruneEncoder *e, const PruneEffects *effects)
{
    GHashTableIter iter;
    gpointer variable;
    g_hash_table_iter_init(&iter, effects->writes);
    while (g_hash_table_iter_next(&iter, &variable, NULL))
        prune_forget_variable(e, variable);
    if (effects->stores)
        prune_state_forget_shared(e->state);
    if (effects->any)
        prune_state_forget_all(e->state);
}

/* ---- places ---- */

static const PrunePlace *find_place(PruneEncoder *e, const AnnotExpr *expr);

const PrunePlace *prune_variable(PruneEncoder *e, const AnnotDecl *variable)
{
    variable = prune_matching_twin(e->matching, variable);
    return prune_place_variable(e->places, variable, g_hash_table_contains(e->private, variable));
}

/* Whether the place, at which a pointer leads to a variable, is a part of it. */
static gboolean is_inside(PruneEncoder *e, const PrunePlace *place)
{
    PruneExtent extent;
    return prune_place_extent(&e->way.layout, place, &extent) && extent.object &&
           extent.at + extent.size <= extent.object->type->size;
}

/* On a single way a pointer to a variable leads to a part of it, or the way ends. */
static const PrunePlace *variable_at(PruneEncoder *e, PruneTerm pointer, const AnnotType *type)
{
    const PrunePlace *place = prune_place_pointed(e->places, pointer, type);
    if (!is_inside(e, place))
        prune_state_stop(e->state);
    return place;
}

/* On a single way a pointer leads to one object of the input; the way ends where it leads nowhere. */
static PruneTerm located(PruneEncoder *e, PruneTerm pointer)
{
    const PruneWay *way = prune_way(e);
    if (prune_is_number(e->logic, pointer) || prune_width(e->logic, pointer) != 64)
        return pointer;
    g_autoptr(GArray) inputs = g_array_new(FALSE, FALSE, sizeof(PruneInput));
    prune_states_first(&e->states, e->own, e->shared, inputs);
    guint64 address = way->address(way->data, e->state->guard, pointer, inputs);
    if (address == 0)
        prune_state_stop(e->state);
    if (address <= 1)
        return pointer;
    PruneTerm number = prune_number(e->logic, address, 64);
    prune_state_assume(e->state, prune_equal(e->logic, pointer, number));
    return number;
}

static const PrunePlace *pointed(PruneEncoder *e, PruneTerm pointer, const AnnotType *type)
{
    if (prune_way(e) && pointer && type)
        pointer = located(e, pointer);
    if (prune_way(e) && pointer && type && prune_leads_to_variable(&e->way.layout, pointer))
        return variable_at(e, pointer, type);
    prune_may_end(e);
    prune_note_access(e, pointer, type);
    return pointer && type ? prune_place_pointed(e->places, pointer, type) : NULL;
}

static const PrunePlace *member_place(PruneEncoder *e, const AnnotExpr *expr)
{
    const AnnotExpr *of = expr->operands[0];
    const PrunePlace *whole;
    if (expr->op == ANNOT_OP_ARROW)
        whole = pointed(e, prune_evaluate_bits(e, of), of->type->target);
    else
        whole = find_place(e, of);
    return whole && expr->decl ? prune_place_member(e->places, whole, expr->decl, expr->type) : NULL;
}

/* Returns pointer + index; NULL if the size of elements is not known. That of void and of functions is 1. */
static PruneTerm advance_pointer(PruneEncoder *e, PruneTerm pointer, const AnnotType *type, PruneTerm index,
                                 const AnnotType *index_type)
{
    const AnnotType *element = type->target;
    if (!pointer || !index || !element || !prune_has_bits(e->logic, index_type))
        return NULL;
    gboolean bytes = element->kind == ANNOT_TYPE_VOID || element->kind == ANNOT_TYPE_FUNCTION;
    if (!bytes && (element->size == 0 || element->kind == ANNOT_TYPE_OTHER))
        return NULL;
    guint width = prune_width(e->logic, pointer);
    PruneTerm size = prune_number(e->logic, bytes ? 1 : element->size, width);
    PruneTerm offset =
        prune_operate(e->logic, Z3_mk_bvmul, prune_resize(e->logic, index, width, index_type->is_signed), size);
    return prune_operate(e->logic, Z3_mk_bvadd, pointer, offset);
}

/* Returns the array if `base` is one that decays, else NULL. */
static const AnnotExpr *array_of(const AnnotExpr *base)
{
    while (base->kind == ANNOT_EXPR_PAREN)
        base = base->operands[0];
    return prune_decays(base) ? base->operands[0] : NULL;
}

/* On a single way the index has the value that it has there. */
static PruneTerm pinned(PruneEncoder *e, const AnnotExpr *expr, PruneTerm index)
{
    const PruneWay *way = prune_way(e);
    if (!way || !index || prune_is_number(e->logic, index) || prune_width(e->logic, index) > 64 ||
        !way->is_on(way->data, e->state->guard))
        return index;
    guint64 value = way->pin(way->data, expr, e->state->guard, index);
    PruneTerm number = prune_number(e->logic, value, prune_width(e->logic, index));
    prune_state_assume(e->state, prune_equal(e->logic, index, number));
    return number;
}

static const PrunePlace *index_place(PruneEncoder *e, const AnnotExpr *expr)
{
    guint at = prune_indexed(expr);
    const AnnotExpr *base = expr->operands[at], *index = expr->operands[1 - at], *array = array_of(base);
    PruneUnordered group = prune_unordered_new(e, expr->operands, 2);
    prune_unordered_before(e, &group, at);
    const PrunePlace *whole = array ? find_place(e, array) : NULL;
    PruneTerm pointer = array ? NULL : prune_evaluate_bits(e, base);
    prune_unordered_before(e, &group, 1 - at);
    PruneTerm number = pinned(e, expr, prune_evaluate_bits(e, index));
    prune_unordered_end(e, &group);
    if (array && prune_way(e) && number && prune_in_bounds(e, number, array->type) == e->logic->no)
        prune_state_stop(e->state);
    if (!array)
        return pointed(e, advance_pointer(e, pointer, base->type, number, index->type), expr->type);
    prune_may_end(e);
    if (!whole)
        return NULL;
    PruneTerm element = number ? prune_resize(e->logic, number, INDEX_BITS, index->type->is_signed)
                               : prune_free_bits(e->logic, INDEX_BITS);
    prune_note_index(e, element, array->type);
    return prune_place_element(e->places, whole, element, expr->type);
}

/* Returns the constant array that a string literal is on a single way; NULL: its characters are not known. */
static const PrunePlace *literal_place(PruneEncoder *e, const AnnotExpr *expr)
{
    AnnotDecl *decl = g_hash_table_lookup(e->literals, expr);
    if (decl)
        return prune_variable(e, decl);
    if (!prune_way(e) || expr->type->kind != ANNOT_TYPE_ARRAY || !expr->placed)
        return NULL;
    GByteArray *text = prune_literal_bytes(e->encoding->text->bytes + expr->at.begin, expr->at.end - expr->at.begin);
    if (!text)
        return NULL;
    decl = htol_arena_new0(e->encoding->arena, AnnotDecl, 1);
    *decl = (AnnotDecl){.kind = ANNOT_DECL_VARIABLE, .name = "", .at = ANNOT_NO_OFFSET, .type = expr->type};
    g_hash_table_insert(e->literals, (gpointer)expr, decl);
    g_hash_table_insert(e->texts, decl, text);
    return prune_variable(e, decl);
}

/* Returns the place of an object of ours, of that type, that nothing is stored in. */
static const PrunePlace *temporary_place(PruneEncoder *e, const AnnotType *type)
{
    AnnotDecl *decl = htol_arena_new0(e->encoding->arena, AnnotDecl, 1);
    *decl = (AnnotDecl){.kind = ANNOT_DECL_VARIABLE, .name = "", .at = ANNOT_NO_OFFSET, .type = type};
    const PrunePlace *place = prune_variable(e, decl);
    prune_state_write(e->state, place, NULL);
    return place;
}

/* On a single way, a compound literal is an object, and so is the value of a record; NULL: it is none of these. */
static const PrunePlace *value_place(PruneEncoder *e, const AnnotExpr *expr)
{
    gboolean is_list = expr->kind == ANNOT_EXPR_INITIALIZER;
    if (!prune_way(e) || !(is_list ? prune_is_fillable(e, expr->type) : expr->type->kind == ANNOT_TYPE_RECORD))
        return NULL;
    const PrunePlace *place = temporary_place(e, expr->type);
    if (is_list)
        prune_fill(e, place, expr->type, expr);
    else
        prune_state_write(e->state, place, prune_evaluate_bits(e, expr));
    return place;
}

/* Evaluates what leads to the place of `expr` and returns it; NULL: it may be any place that is not private. */
static const PrunePlace *find_place(PruneEncoder *e, const AnnotExpr *expr)
{
    const AnnotDecl *decl = expr->decl;
    switch (expr->kind) {
    case ANNOT_EXPR_NAME:
        return decl && (decl->kind == ANNOT_DECL_VARIABLE || decl->kind == ANNOT_DECL_PARAMETER)
                   ? prune_variable(e, decl)
                   : NULL;
    case ANNOT_EXPR_LITERAL: return literal_place(e, expr);
    case ANNOT_EXPR_PAREN: return find_place(e, expr->operands[0]);
    case ANNOT_EXPR_MEMBER: return expr->n_operands == 1 ? member_place(e, expr) : NULL;
    case ANNOT_EXPR_INDEX: return expr->n_operands == 2 ? index_place(e, expr) : NULL;
    case ANNOT_EXPR_UNARY:
        if (expr->op == ANNOT_OP_DEREF)
            return pointed(e, prune_evaluate_bits(e, expr->operands[0]), expr->type);
        if (expr->op == ANNOT_OP_EXTENSION)
            return find_place(e, expr->operands[0]);
        break;
    default: break;
    }
    const PrunePlace *value = value_place(e, expr);
    if (!value)
        prune_evaluate(e, expr);
    return value;
}

/* Whether the member is a bit-field wider than int, on whose type compilers disagree. */
static gboolean is_wide(const AnnotDecl *member)
{
    return member && member->is_bit_field && member->bits > 32;
}

/* Returns what is read after `bits` was stored in `member` (NULL: in none): a bit-field cuts them. */
static PruneTerm kept(PruneEncoder *e, PruneTerm bits, const AnnotDecl *member, const AnnotType *type)
{
    if (!bits || !member || !member->is_bit_field || member->bits == 0 || type->kind == ANNOT_TYPE_BOOL)
        return bits;
    PruneTerm cut = prune_resize(e->logic, bits, MIN(member->bits, prune_bits_of(type)), FALSE);
    return prune_resize(e->logic, cut, prune_bits_of(type), type->is_signed);
}

/* Returns the initial value of a variable that no function of the unit may change; NULL: it has none that is known. */
static const AnnotExpr *initial_value(const PruneEncoder *e, const AnnotDecl *variable)
{
    const AnnotTree *tree = e->encoding->tree;
    for (guint i = 0; i < tree->n_statics && variable->is_const && variable->is_static; i++)
        if (tree->statics[i].decl == variable)
            return tree->statics[i].init;
    return NULL;
}

/* Returns the number that the literal is; NULL: it is none that is followed. */
static PruneTerm floating_literal(const PruneEncoder *e, const AnnotExpr *expr)
{
    if (!prune_has_bits(e->logic, expr->type) || !prune_is_floating(expr->type) || !expr->placed)
        return NULL;
    g_autofree char *text = g_strndup(e->encoding->text->bytes + expr->at.begin, expr->at.end - expr->at.begin);
    char *end;
    double value = g_ascii_strtod(text, &end);
    return end == text ? NULL : prune_floating_number(e->logic, expr->type, value);
}

/* Finds the initial value of a constant, or of a part of one: *init, NULL if it is 0. FALSE: there is none. */
static gboolean find_initial(const PruneEncoder *e, const PrunePlace *place, const AnnotExpr **init)
{
    guint64 index = place->member ? place->member->index : 0;
    if (!place->whole) {
        *init = place->object ? initial_value(e, place->object) : NULL;
        return *init != NULL;
    }
    if (!find_initial(e, place->whole, init) || (place->member && place->member->is_in_union) ||
        (place->index && !Z3_get_numeral_uint64(e->logic->z3, place->index, &index)))
        return FALSE;
    if (*init && !(prune_is_plain_list(e, *init) && prune_is_listed(place->whole->type)))
        return FALSE;
    *init = *init && index < (*init)->n_operands ? (*init)->operands[index] : NULL;
    return TRUE;
}

/* Returns what a constant, or a part of one, always holds; NULL: that is not known. */
static PruneTerm table_value(PruneEncoder *e, const PrunePlace *place)
{
    const AnnotExpr *init;
    if (!find_initial(e, place, &init) || !prune_has_bits(e->logic, place->type))
        return NULL;
    if (init && prune_is_floating(place->type))
        return floating_literal(e, annot_expr_bare(init));
    if (init && !init->has_value)
        return NULL;
    return prune_number(e->logic, init ? (guint64)init->value : 0, prune_bits_of(place->type));
}

/* Returns the characters of the constant array; NULL: it is none, or has no text. Those of a literal itself, or of one
 * that is its initial value. */
static const GByteArray *text_of(PruneEncoder *e, const AnnotDecl *array)
{
    GByteArray *text = g_hash_table_lookup(e->texts, array);
    const AnnotExpr *init = text ? NULL : initial_value(e, array);
    if (!init || init->kind != ANNOT_EXPR_LITERAL || array->type->kind != ANNOT_TYPE_ARRAY || !init->placed)
        return text;
    text = prune_literal_bytes(e->encoding->text->bytes + init->at.begin, init->at.end - init->at.begin);
    if (text)
        g_hash_table_insert(e->texts, (gpointer)array, text);
    return text;
}

/* Returns a character of a constant text; NULL: it is none. */
static PruneTerm text_value(PruneEncoder *e, const PrunePlace *place)
{
    guint64 index;
    if (!place->whole || !place->whole->object || !place->index || place->type->size != 1)
        return NULL;
    const GByteArray *text = text_of(e, place->whole->object);
    if (!text || !Z3_get_numeral_uint64(e->logic->z3, place->index, &index))
        return NULL;
    return prune_number(e->logic, index < text->len ? text->data[index] : 0, 8);
}

PruneTerm prune_constant(gpointer encoder, const PrunePlace *place)
{
    PruneTerm character = text_value(encoder, place);
    return character ? character : table_value(encoder, place);
}

PruneTerm prune_literal_array(PruneEncoder *e, const AnnotExpr *init, guint64 size)
{
    g_autoptr(GByteArray) text = NULL;
    PruneTerm bytes = NULL;
    if (init->kind == ANNOT_EXPR_LITERAL && init->placed)
        text = prune_literal_bytes(e->encoding->text->bytes + init->at.begin, init->at.end - init->at.begin);
    else
        prune_evaluate(e, init);
    for (guint64 i = 0; text && i < MIN(size, text->len); i++) {
        PruneTerm next = prune_number(e->logic, text->data[i], 8);
        bytes = bytes ? prune_concat(e->logic, next, bytes) : next;
    }
    return bytes ? prune_resize(e->logic, bytes, (guint)size * 8, FALSE) : NULL;
}

static PruneTerm read_place(PruneEncoder *e, const PrunePlace *place)
{
    if (!place || is_wide(place->member))
        return NULL;
    return kept(e, prune_state_read(e->state, place), place->member, place->type);
}

/* Stores `bits` in the place (NULL: in any that is not private); returns what it holds then. */
static PruneTerm write_place(PruneEncoder *e, const PrunePlace *place, PruneTerm bits)
{
    if (!place) {
        prune_state_forget_shared(e->state);
        return NULL;
    }
    bits = is_wide(place->member) ? NULL : kept(e, bits, place->member, place->type);
    prune_state_write(e->state, place, bits);
    return bits;
}

static PruneOutcome address_of(PruneEncoder *e, const PrunePlace *place, const AnnotType *type)
{
    if (!place || !prune_has_bits(e->logic, type))
        return unknown;
    if (prune_way(e))
        return of_bits(prune_place_address(&e->way.layout, place));
    if (place->whole)
        return e->matching ? of_bits(prune_part_address(e, place, address_of(e, place->whole, type).bits)) : unknown;
    if (place->pointer)
        return of_bits(prune_width(e->logic, place->pointer) == prune_bits_of(type) ? place->pointer : NULL);
    PruneTerm address = g_hash_table_lookup(e->addresses, place->object);
    if (!address) {
        address = prune_free_bits(e->logic, prune_bits_of(type));
        g_hash_table_insert(e->addresses, (gpointer)place->object, address);
    }
    return of_bits(address);
}

/* ---- kinds of expressions ---- */

static PruneOutcome constant(PruneEncoder *e, const AnnotExpr *expr)
{
    return of_bits(prune_number(e->logic, (guint64)expr->value, prune_bits_of(expr->type)));
}

static PruneOutcome evaluate_step(PruneEncoder *e, const AnnotExpr *expr)
{
    const AnnotExpr *operand = expr->operands[0];
    gboolean adds = expr->op == ANNOT_OP_PRE_INC || expr->op == ANNOT_OP_POST_INC;
    gboolean before = expr->op == ANNOT_OP_POST_INC || expr->op == ANNOT_OP_POST_DEC;
    const AnnotType *type = operand->type;
    const PrunePlace *place = find_place(e, operand);
    PruneTerm old = read_place(e, place), new = NULL;
    if (old && type->kind == ANNOT_TYPE_POINTER) {
        const AnnotType one = {.kind = ANNOT_TYPE_INTEGER, .size = 8, .is_signed = TRUE};
        new = advance_pointer(e, old, type, prune_number(e->logic, adds ? 1 : G_MAXUINT64, 64), &one);
    } else if (old && type->kind != ANNOT_TYPE_BOOL) {
        PruneTerm one = prune_is_floating(type) ? prune_floating_number(e->logic, type, 1)
                                                : prune_number(e->logic, 1, prune_bits_of(type));
        new = prune_compute(e->logic, adds ? ANNOT_OP_ADD : ANNOT_OP_SUB, type, old, one);
    }
    new = write_place(e, place, new);
    return of_bits(before ? old : new);
}

static PruneOutcome evaluate_unary(PruneEncoder *e, const AnnotExpr *expr)
{
    PruneMoment *moment = prune_moment(e, expr);
    if (expr->op == ANNOT_OP_ADDRESS)
        return address_of(e, find_place(e, expr->operands[0]), expr->type);
    if (expr->op == ANNOT_OP_DEREF)
        return of_bits(read_place(e, find_place(e, expr)));
    if (expr->op >= ANNOT_OP_PRE_INC && expr->op <= ANNOT_OP_POST_DEC)
        return evaluate_step(e, expr);
    if (expr->op == ANNOT_OP_NOT)
        return of_truth(prune_not(e->logic, prune_evaluate_truth(e, expr->operands[0])));
    PruneOutcome operand = prune_evaluate(e, expr->operands[0]);
    if (expr->op == ANNOT_OP_EXTENSION)
        return operand;
    PruneTerm bits = bits_of(e, &operand, expr->operands[0]);
    if (moment)
        moment->operands[0] = bits;
    if (!bits || !prune_has_bits(e->logic, expr->type) || prune_width(e->logic, bits) != prune_bits_of(expr->type))
        return unknown;
    switch (expr->op) {
    case ANNOT_OP_PLUS: return of_bits(bits);
    case ANNOT_OP_MINUS:
        return of_bits(prune_is_floating(expr->type) ? prune_floating_negate(e->logic, bits)
                                                     : prune_negate(e->logic, bits));
    case ANNOT_OP_COMPLEMENT: return of_bits(prune_complement(e->logic, bits));
    default: return unknown;
    }
}

static gboolean is_pointer(const AnnotExpr *expr)
{
    return expr->type && expr->type->kind == ANNOT_TYPE_POINTER;
}

static PruneTerm pointer_arithmetic(PruneEncoder *e, const AnnotExpr *expr, const PruneTerm bits[2])
{
    guint at = is_pointer(expr->operands[0]) ? 0 : 1;
    if (!is_pointer(expr) || is_pointer(expr->operands[1 - at]) ||
        !prune_has_bits(e->logic, expr->operands[1 - at]->type))
        return NULL; /* the difference of two */
    PruneTerm index = bits[1 - at];
    if (index && expr->op == ANNOT_OP_SUB)
        index = prune_negate(e->logic, prune_resize(e->logic, index, 64, expr->operands[1]->type->is_signed));
    return advance_pointer(e, bits[at], expr->operands[at]->type, index, expr->operands[1 - at]->type);
}

/* Whether `op` may trap with this divisor: one that is not known, 0 or -1. */
static gboolean may_trap(PruneEncoder *e, AnnotOp op, PruneTerm divisor)
{
    if (op != ANNOT_OP_DIV && op != ANNOT_OP_REM)
        return FALSE;
    guint width = divisor ? prune_width(e->logic, divisor) : 0;
    return !divisor || !prune_is_number(e->logic, divisor) || divisor == prune_number(e->logic, 0, width) ||
           divisor == prune_number(e->logic, G_MAXUINT64, width);
}

static PruneOutcome binary(PruneEncoder *e, const AnnotExpr *expr)
{
    PruneMoment *moment = prune_moment(e, expr);
    const PruneTerm *bits = evaluate_all(e, expr->operands, 2);
    if (may_trap(e, expr->op, bits[1]))
        prune_may_end(e);
    for (guint i = 0; moment && i < 2; i++)
        moment->operands[i] = bits[i];
    if (expr->op >= ANNOT_OP_LT && expr->op <= ANNOT_OP_NE)
        return of_truth(prune_compare(e->logic, expr->op, expr->operands[0]->type, bits[0], bits[1]));
    if (is_pointer(expr->operands[0]) || is_pointer(expr->operands[1]))
        return of_bits(pointer_arithmetic(e, expr, bits));
    return of_bits(prune_compute_noted(e, expr->op, expr->type, bits[0], bits[1]));
}

static PruneTerm compound_value(PruneEncoder *e, const AnnotExpr *expr, PruneTerm old, PruneTerm right)
{
    AnnotType room;
    const AnnotType *to = expr->operands[0]->type, *from = expr->operands[1]->type;
    if (is_pointer(expr->operands[0])) {
        if (right && expr->op == ANNOT_OP_SUB && prune_has_bits(e->logic, from))
            right = prune_negate(e->logic, prune_resize(e->logic, right, 64, from->is_signed));
        return advance_pointer(e, old, to, right, from);
    }
    const AnnotType *common = prune_common_type(expr->op, to, from, &room);
    if (!common)
        return NULL;
    gboolean shifts = expr->op == ANNOT_OP_SHL || expr->op == ANNOT_OP_SHR;
    PruneTerm result = prune_compute_noted(e, expr->op, common, prune_convert(e->logic, old, to, common),
                                           shifts ? right : prune_convert(e->logic, right, from, common));
    return prune_convert(e->logic, result, common, to);
}

/* Evaluates an assignment: both operands, in either order, then the store. A store to the same variable in the right
 * operand may come after it. */
static PruneOutcome evaluate_assignment(PruneEncoder *e, const AnnotExpr *expr)
{
    const AnnotExpr *left = expr->operands[0], *right = expr->operands[1];
    PruneUnordered group = prune_unordered_new(e, expr->operands, 2);
    prune_unordered_before(e, &group, 0);
    const PrunePlace *place = find_place(e, left);
    prune_unordered_before(e, &group, 1);
    PruneTerm bits = prune_evaluate_bits(e, right);
    const AnnotDecl *root = prune_root_variable(left);
    gboolean twice = group.effects && root && g_hash_table_contains(group.effects[1].writes, root);
    prune_unordered_end(e, &group);
    if (expr->op == ANNOT_OP_ASSIGN)
        bits = prune_convert(e->logic, bits, right->type, left->type);
    else if (may_trap(e, expr->op, bits))
        prune_may_end(e);
    if (expr->op != ANNOT_OP_ASSIGN)
        bits = compound_value(e, expr, twice ? NULL : read_place(e, place), bits);
    bits = write_place(e, place, bits);
    if (!twice)
        return of_bits(bits);
    prune_forget_variable(e, root);
    return unknown;
}

static PruneOutcome logical(PruneEncoder *e, const AnnotExpr *expr)
{
    gboolean is_and = expr->op == ANNOT_OP_AND;
    PruneTerm left = prune_evaluate_truth(e, expr->operands[0]);
    PruneTerm goes_on = is_and ? left : prune_not(e->logic, left);
    if (prune_way(e) && prune_way(e)->is_fine)
        return prune_follow(e, expr, goes_on) ? of_truth(prune_evaluate_truth(e, expr->operands[1])) : of_truth(left);
    PruneState *skipped = prune_state_copy(e->state);
    prune_state_assume(e->state, goes_on);
    prune_state_assume(skipped, prune_not(e->logic, goes_on));
    PruneTerm right = prune_evaluate_truth(e, expr->operands[1]);
    e->state = prune_state_join(e->state, skipped);
    return of_truth(is_and ? prune_and(e->logic, left, right) : prune_or(e->logic, left, right));
}

static PruneOutcome either_outcome(PruneEncoder *e, PruneTerm condition, const PruneOutcome *then,
                                   const PruneOutcome *otherwise)
{
    PruneOutcome outcome = {0};
    if (then->bits && otherwise->bits && prune_width(e->logic, then->bits) == prune_width(e->logic, otherwise->bits))
        outcome.bits = prune_choose(e->logic, condition, then->bits, otherwise->bits);
    else if (then->truth && otherwise->truth)
        outcome.truth = prune_choose(e->logic, condition, then->truth, otherwise->truth);
    return outcome;
}

/* Evaluates the operand that a single way chooses. */
static PruneOutcome follow_choice(PruneEncoder *e, PruneOutcome condition, const AnnotExpr *then,
                                  const AnnotExpr *otherwise)
{
    gboolean holds = prune_follow(e, otherwise, condition.truth);
    if (holds && !then)
        return condition;
    const AnnotExpr *chosen = holds ? then : otherwise;
    PruneOutcome value = prune_evaluate(e, chosen);
    value.bits = bits_of(e, &value, chosen);
    return value;
}

/* Evaluates the operand that is chosen; NULL: the condition is the value. */
static PruneOutcome evaluate_chosen(PruneEncoder *e, PruneOutcome condition, const AnnotExpr *chosen)
{
    if (!chosen)
        return condition;
    PruneOutcome value = prune_evaluate(e, chosen);
    return of_bits(bits_of(e, &value, chosen));
}

/* What a mutant chooses is often known where it stands: abs(i) where i was counted up from 0 is i, in the same words as
 * in the program, which proofs about memory need. */
static PruneTerm known_choice(const PruneEncoder *e, PruneTerm truth)
{
    return e->encoding->pair && !prune_way(e) ? prune_state_known(e->state, truth) : NULL;
}

/* Evaluates c ? a : b, or GNU c ?: b where `then` is NULL: then the value is the condition's. */
static PruneOutcome evaluate_choice(PruneEncoder *e, PruneOutcome condition, const AnnotExpr *then,
                                    const AnnotExpr *otherwise)
{
    PruneTerm truth = truth_of(e, &condition);
    if (prune_way(e) && prune_way(e)->is_fine)
        return follow_choice(e, condition, then, otherwise);
    PruneTerm known = known_choice(e, truth);
    if (known)
        return evaluate_chosen(e, condition, known == e->logic->yes ? then : otherwise);
    PruneState *other = prune_state_copy(e->state);
    PruneOutcome values[2] = {condition};
    prune_state_assume(e->state, truth);
    if (then) {
        values[0] = prune_evaluate(e, then);
        values[0].bits = bits_of(e, &values[0], then);
    }
    PruneState *after = e->state;
    e->state = other;
    prune_state_assume(e->state, prune_not(e->logic, truth));
    values[1] = prune_evaluate(e, otherwise);
    values[1].bits = bits_of(e, &values[1], otherwise);
    e->state = prune_state_join(after, e->state);
    return either_outcome(e, truth, &values[0], &values[1]);
}

static void note_call(PruneEncoder *e, const AnnotExpr *expr, PruneTerm *arguments)
{
    PruneCall call = {expr, e->state->guard, arguments};
    if (e->encoding->calls)
        g_ptr_array_add(e->encoding->calls, htol_arena_memdup(e->encoding->arena, &call, sizeof call));
}

/* Of two regions the second one is returned what the first one was; NULL: that called the stub less often. */
static PruneTerm returned_before(PruneEncoder *e, const AnnotDecl *stub)
{
    const GArray *results = e->encoding->unrolled->results;
    if (!e->stubbed || !results)
        return NULL;
    guint before = GPOINTER_TO_UINT(g_hash_table_lookup(e->stubbed, stub));
    g_hash_table_insert(e->stubbed, (gpointer)stub, GUINT_TO_POINTER(before + 1));
    for (guint i = 0, k = 0; i < results->len; i++) {
        const PruneResult *result = &g_array_index(results, PruneResult, i);
        if (result->function == stub && k++ == before)
            return result->value;
    }
    return NULL;
}

/* What the way says of a call of the stub; NULL: nothing. */
static PruneTerm told_result(PruneEncoder *e, const AnnotExpr *call, const PruneTerm *bits)
{
    const AnnotType *type = call->decl->type;
    g_autofree PruneTerm *arguments = g_new0(PruneTerm, call->n_operands);
    if (!type->is_exact || call->n_operands != type->n_parameters + 1)
        return NULL;
    for (guint i = 0; i < type->n_parameters; i++)
        arguments[i] = prune_convert(e->logic, bits[i + 1], call->operands[i + 1]->type, type->parameters[i]);
    return prune_way(e)->result(prune_way(e)->data, call->decl, e->state->guard, arguments);
}

/* What a stub returns on a single way. */
static PruneOutcome stub_result(PruneEncoder *e, const AnnotExpr *call, const PruneTerm *bits)
{
    if (call->decl->no_return) {
        prune_note_access(e, NULL, NULL); /* nobody knows what comes */
        prune_state_stop(e->state);
    }
    if (!prune_has_bits(e->logic, call->type))
        return unknown;
    PruneTerm told = told_result(e, call, bits);
    PruneTerm again = told ? told : returned_before(e, call->decl);
    if (again)
        return of_bits(again);
    const PruneResult result = {call->decl, e->state->guard, prune_free_bits(e->logic, prune_bits_of(call->type))};
    if (e->encoding->unrolled->results)
        g_array_append_val(e->encoding->unrolled->results, result);
    return of_bits(result.value);
}

/* Bytes at most of an object that is allocated on a single way. */
enum { MOST_ALLOCATED = 1 << 16 };

/* Sets *size to how many bytes the call allocates; FALSE: it allocates none, or nobody knows how many. */
static gboolean find_allocated(PruneEncoder *e, const AnnotExpr *call, const PruneTerm *bits, guint64 *size)
{
    gboolean is_calloc = call->decl && strcmp(call->decl->name, "calloc") == 0 && call->n_operands == 3;
    if (!is_calloc && !(call->decl && strcmp(call->decl->name, "malloc") == 0 && call->n_operands == 2))
        return FALSE;
    PruneTerm wanted =
        is_calloc && bits[1] && bits[2] ? prune_operate(e->logic, Z3_mk_bvmul, bits[1], bits[2]) : bits[1];
    wanted = pinned(e, call, wanted);
    return wanted && prune_is_number(e->logic, wanted) && Z3_get_numeral_uint64(e->logic->z3, wanted, size) &&
           *size > 0 && *size <= MOST_ALLOCATED;
}

/* On a single way there is memory: a new object, which is none of the input's. */
static gboolean allocate(PruneEncoder *e, const AnnotExpr *call, const PruneTerm *bits, PruneOutcome *outcome)
{
    static const AnnotType character = {.kind = ANNOT_TYPE_INTEGER, .size = 1};
    guint64 size;
    if (!prune_way(e) || prune_defined_function(e->encoding->tree, call->decl) || !find_allocated(e, call, bits, &size))
        return FALSE;
    AnnotType *type = htol_arena_new0(e->encoding->arena, AnnotType, 1);
    *type = (AnnotType){.kind = ANNOT_TYPE_ARRAY, .size = size, .target = &character};
    const PrunePlace *place = temporary_place(e, type);
    if (call->n_operands == 3)
        prune_state_write(e->state, place, prune_number(e->logic, 0, (guint)size * 8));
    prune_way(e)->concretise(prune_way(e)->data);
    *outcome = address_of(e, place, call->type);
    return TRUE;
}

/* Whether the call releases what was allocated: on a single way nothing follows from that. */
static gboolean releases(const PruneEncoder *e, const AnnotExpr *call)
{
    return prune_way(e) && call->decl && strcmp(call->decl->name, "free") == 0 &&
           !prune_defined_function(e->encoding->tree, call->decl);
}

static PruneOutcome evaluate_call(PruneEncoder *e, const AnnotExpr *expr)
{
    if (annot_is_expect(expr)) {
        for (guint i = 2; i < expr->n_operands; i++)
            prune_evaluate(e, expr->operands[i]);
        return prune_evaluate(e, expr->operands[1]);
    }
    PruneTerm *bits = evaluate_all(e, expr->operands, expr->n_operands);
    PruneOutcome outcome;
    note_call(e, expr, bits);
    if (prune_inline(e, expr, bits, &outcome) || allocate(e, expr, bits, &outcome))
        return outcome;
    if (releases(e, expr))
        return unknown;
    if (prune_way(e) && expr->decl && prune_way(e)->is_stub(prune_way(e)->data, expr->decl))
        return stub_result(e, expr, bits);
    if (e->matching)
        return prune_match_call(e, expr, bits);
    prune_note_access(e, NULL, NULL); /* by what is called */
    if (!expr->decl || !expr->decl->is_pure)
        prune_state_forget_shared(e->state);
    if (!expr->decl || !prune_surely_returns(e->encoding->tree, expr->decl)) {
        if (!expr->decl || !expr->decl->returns)
            prune_state_assume(e->state, prune_free_truth(e->logic));
        prune_may_end(e);
    }
    if (expr->decl && expr->decl->no_return)
        prune_state_stop(e->state);
    if (!prune_has_bits(e->logic, expr->type) || (expr->decl && expr->decl->is_implicit))
        return unknown;
    return of_bits(prune_free_bits(e->logic, prune_bits_of(expr->type)));
}

/* Whether statements stand in the expression, which may jump. */
static gboolean has_body(const AnnotExpr *expr)
{
    gboolean found = expr->body != NULL;
    for (guint i = 0; i < expr->n_operands && !found; i++)
        found = has_body(expr->operands[i]);
    return found;
}

/* Evaluates what is not understood: it may end the program, or change all that is shared, as all variables in it are.
 */
static PruneOutcome evaluate_unknown(PruneEncoder *e, const AnnotExpr *expr)
{
    if (has_body(expr))
        e->given_up = "statements in an expression that is not understood";
    prune_state_forget_shared(e->state);
    prune_may_end(e);
    return unknown;
}

/* Whether a value of type `from` is as true as what it is converted to in type `to`. */
static gboolean keeps_truth(const AnnotType *from, const AnnotType *to)
{
    if (!from || !to || !annot_kind_is_scalar(from->kind) || !annot_kind_is_scalar(to->kind))
        return FALSE;
    gboolean integers = from->kind != ANNOT_TYPE_FLOAT && to->kind != ANNOT_TYPE_FLOAT;
    return to->kind == ANNOT_TYPE_BOOL || from == to || (integers && to->size >= from->size) ||
           (from->kind == to->kind && to->size >= from->size);
}

static PruneOutcome conversion(PruneEncoder *e, const AnnotExpr *expr)
{
    const AnnotExpr *operand = expr->operands[0];
    if (prune_decays(expr))
        return address_of(e, find_place(e, operand), expr->type);
    PruneOutcome outcome = prune_evaluate(e, operand);
    PruneTerm bits = bits_of(e, &outcome, operand);
    PruneTerm truth = keeps_truth(operand->type, expr->type) ? outcome.truth : NULL;
    return (PruneOutcome){prune_convert(e->logic, bits, operand->type, expr->type), truth};
}

/* Whether nothing inside of the expression is asked about, so that its value is enough. */
static gboolean is_leaf(const AnnotExpr *expr)
{
    return expr->n_operands == 0 || expr->kind == ANNOT_EXPR_INDEX;
}

/* Returns the call that leads to one of the tables of glibc by which characters are classified and converted, if the
 * expression is an element of it; else NULL. */
static const AnnotExpr *table_call(const AnnotExpr *element)
{
    const AnnotExpr *leading = annot_expr_bare(element->operands[prune_indexed(element)]);
    if (leading->kind != ANNOT_EXPR_UNARY || leading->op != ANNOT_OP_DEREF)
        return NULL;
    const AnnotExpr *call = annot_expr_bare(leading->operands[0]);
    gboolean found = call->kind == ANNOT_EXPR_CALL && call->decl && call->n_operands == 1 &&
                     g_str_has_prefix(call->decl->name, "__ctype_");
    return found ? call : NULL;
}

/* Evaluates an element of such a table, on a single way, as what its model says of the index. */
static gboolean evaluate_table(PruneEncoder *e, const AnnotExpr *element, PruneOutcome *outcome)
{
    const AnnotExpr *call = prune_way(e) && element->n_operands == 2 ? table_call(element) : NULL;
    if (!call)
        return FALSE;
    const AnnotExpr *index = element->operands[1 - prune_indexed(element)];
    AnnotExpr *operands[] = {call->operands[0], (AnnotExpr *)index};
    AnnotExpr asked = *call;
    asked.operands = operands;
    asked.n_operands = 2;
    PruneTerm bits[] = {NULL, prune_evaluate_bits(e, index)};
    return prune_inline(e, &asked, bits, outcome);
}

/* A list is a value, if it is that of a record on a single way. */
static PruneOutcome evaluate_list(PruneEncoder *e, const AnnotExpr *expr)
{
    gboolean is_record = expr->type && expr->type->kind == ANNOT_TYPE_RECORD;
    const PrunePlace *place = is_record ? value_place(e, expr) : NULL;
    if (place)
        return of_bits(read_place(e, place));
    evaluate_all(e, expr->operands, expr->n_operands);
    return unknown;
}

static PruneOutcome evaluate_element(PruneEncoder *e, const AnnotExpr *expr)
{
    PruneOutcome outcome;
    return evaluate_table(e, expr, &outcome) ? outcome : of_bits(read_place(e, find_place(e, expr)));
}

static PruneOutcome by_kind(PruneEncoder *e, const AnnotExpr *expr)
{
    if (expr->has_value && is_leaf(expr) && expr->type->kind != ANNOT_TYPE_FLOAT)
        return constant(e, expr);
    PruneTerm address = e->matching ? prune_matched_address(e, expr) : NULL;
    if (address)
        return of_bits(address);
    switch (expr->kind) {
    case ANNOT_EXPR_LITERAL: return of_bits(floating_literal(e, expr));
    case ANNOT_EXPR_INDEX: return evaluate_element(e, expr);
    case ANNOT_EXPR_NAME:
    case ANNOT_EXPR_MEMBER: return of_bits(read_place(e, find_place(e, expr)));
    case ANNOT_EXPR_CALL: return evaluate_call(e, expr);
    case ANNOT_EXPR_UNARY: return evaluate_unary(e, expr);
    case ANNOT_EXPR_BINARY: return binary(e, expr);
    case ANNOT_EXPR_LOGICAL: return logical(e, expr);
    case ANNOT_EXPR_ASSIGN: return evaluate_assignment(e, expr);
    case ANNOT_EXPR_COMMA: prune_evaluate(e, expr->operands[0]); return prune_evaluate(e, expr->operands[1]);
    case ANNOT_EXPR_CONDITIONAL:
        return evaluate_choice(e, prune_evaluate(e, expr->operands[0]), expr->operands[1], expr->operands[2]);
    case ANNOT_EXPR_ELVIS: return evaluate_choice(e, prune_evaluate(e, expr->operands[0]), NULL, expr->operands[1]);
    case ANNOT_EXPR_PAREN: return prune_evaluate(e, expr->operands[0]);
    case ANNOT_EXPR_CAST:
    case ANNOT_EXPR_IMPLICIT: return conversion(e, expr);
    case ANNOT_EXPR_INITIALIZER: return evaluate_list(e, expr);
    case ANNOT_EXPR_STATEMENT: return expr->body ? prune_run_body(e, expr->body) : unknown;
    case ANNOT_EXPR_UNEVALUATED:
        if (expr->constant == ANNOT_NOT_CONSTANT)
            prune_state_forget_all(e->state);
        return unknown;
    case ANNOT_EXPR_OTHER: break;
    }
    g_assert_not_reached();
}

/* Evaluates the conditions, which have no effects, all in the state before the decision. */
static void evaluate_early(PruneEncoder *e, const GArray *conditions)
{
    PruneTerm guard = e->state->guard;
    e->muted = TRUE; /* it was not: the caller asks */
    for (guint i = 0; i < conditions->len; i++) {
        PruneEarly *early = &g_array_index(conditions, PruneEarly, i);
        early->moment =
            (PruneMoment){.visits = prune_way(e) ? 1 : early->moment.visits + 1, .before = guard, .after = guard};
        early->moment.truth = prune_evaluate_truth(e, early->expr);
        e->state->guard = guard;
    }
    e->muted = FALSE;
}

static void record_moment(PruneEncoder *e, const AnnotExpr *expr, PruneMoment *moment, PruneOutcome *outcome)
{
    moment->visits++;
    moment->after = e->state->guard;
    moment->bits = bits_of(e, outcome, expr);
    moment->truth = truth_of(e, outcome);
}

/* Notes the accesses of the expression to variables that are followed, and sets their shadows. */
static void follow_accesses(PruneEncoder *e, const AnnotExpr *expr)
{
    GHashTable *accesses = e->muted && !e->encoding->unrolled ? NULL : e->encoding->accesses;
    const GPtrArray *all = accesses ? g_hash_table_lookup(accesses, expr) : NULL;
    for (guint i = 0; all && i < all->len; i++) {
        PruneTracked *tracked = all->pdata[i];
        const PrunePlace *place = prune_variable(e, &tracked->shadow->decl);
        if (!e->muted) {
            tracked->visits++;
            tracked->guard = e->state->guard;
            tracked->last = prune_state_read(e->state, place);
        }
        if (tracked->number > 0)
            prune_state_write(e->state, place, prune_number(e->logic, tracked->number, prune_bits_of(place->type)));
    }
}

PruneOutcome prune_evaluate(PruneEncoder *e, const AnnotExpr *expr)
{
    PruneMoment *moment = prune_moment(e, expr);
    const GArray *early = e->muted ? NULL : g_hash_table_lookup(e->encoding->early, expr);
    PruneTerm before = e->state->guard, path = e->state->path;
    if (moment && prune_way(e))
        *moment = (PruneMoment){0};
    if (early)
        evaluate_early(e, early);
    PruneOutcome outcome = prune_is_understood(expr) ? by_kind(e, expr) : evaluate_unknown(e, expr);
    if (outcome.bits && !outcome.truth && expr->type && prune_is_floating(expr->type))
        outcome.truth = prune_floating_is_true(e->logic, outcome.bits);
    follow_accesses(e, expr);
    if (moment) {
        moment->before = before;
        moment->path = path;
        record_moment(e, expr, moment, &outcome);
        prune_visited(e, expr);
    }
    return outcome;
}
