/* Places and addresses; see layout.h. */
#include "prune/state/layout.h"

PruneLayout prune_layout(PruneLogic *logic, PrunePlaces *places)
{
    return (PruneLayout){logic, places, g_ptr_array_new()};
}

void prune_layout_clear(PruneLayout *layout)
{
    g_ptr_array_unref(layout->variables);
}

/* ---- from places to bytes ---- */

static gboolean is_variable_at(guint64 address)
{
    return address >= PRUNE_FIRST_VARIABLE && address < PRUNE_LAST_VARIABLE;
}

static gboolean number_of(const PruneLayout *layout, PruneTerm term, guint64 *number)
{
    return term && prune_is_number(layout->logic, term) && Z3_get_numeral_uint64(layout->logic->z3, term, number);
}

gboolean prune_leads_to_variable(const PruneLayout *layout, PruneTerm address)
{
    guint64 number;
    return number_of(layout, address, &number) && is_variable_at(number);
}

static gboolean root_extent(const PruneLayout *layout, const PrunePlace *root, PruneExtent *extent)
{
    *extent = (PruneExtent){.object = root->object ? root : NULL, .size = root->type->size};
    if (root->object)
        return TRUE;
    if (!number_of(layout, root->pointer, &extent->at))
        return FALSE;
    guint64 variable = (extent->at - PRUNE_FIRST_VARIABLE) / PRUNE_ADDRESS_STEP;
    if (!is_variable_at(extent->at))
        return TRUE;
    if (variable >= layout->variables->len)
        return FALSE;
    extent->object = layout->variables->pdata[variable];
    extent->at = (extent->at - PRUNE_FIRST_VARIABLE) % PRUNE_ADDRESS_STEP;
    return TRUE;
}

/* Narrows the extent of a whole to that of its member. */
static gboolean enter_member(const AnnotDecl *member, guint64 size, PruneExtent *extent)
{
    guint bits = member->is_bit_field ? member->bits : 0;
    if (member->bit_at < 0 || extent->bits > 0)
        return FALSE;
    extent->at += (guint64)member->bit_at / 8;
    extent->size = size;
    if (!member->is_bit_field)
        return TRUE;
    extent->bit = (guint)(member->bit_at % 8);
    extent->bits = bits;
    extent->size = (extent->bit + bits + 7) / 8;
    return bits > 0;
}

gboolean prune_place_extent(const PruneLayout *layout, const PrunePlace *place, PruneExtent *extent)
{
    guint64 index;
    if (!place->whole)
        return root_extent(layout, place, extent);
    if (!prune_place_extent(layout, place->whole, extent))
        return FALSE;
    if (place->member)
        return enter_member(place->member, place->type->size, extent);
    if (!number_of(layout, place->index, &index))
        return FALSE;
    extent->at += index * place->type->size;
    extent->size = place->type->size;
    return TRUE;
}

/* ---- from bytes to places ---- */

static guint64 bits_of(const AnnotDecl *field)
{
    return field->is_bit_field ? field->bits : field->type->size * 8;
}

/* Returns the first member of the record that has the bit; NULL: none. */
static const AnnotDecl *member_at(const AnnotType *record, guint64 bit)
{
    for (guint i = 0; i < record->n_fields; i++) {
        const AnnotDecl *field = record->fields[i];
        if (field->bit_at >= 0 && bit >= (guint64)field->bit_at && bit - (guint64)field->bit_at < bits_of(field))
            return field;
    }
    return NULL;
}

/* Returns the part of the place that has the bit; NULL: there is none. Takes what is before it from *bit. */
static const PrunePlace *part_at(const PruneLayout *layout, const PrunePlace *whole, guint64 *bit)
{
    const AnnotType *type = whole->type;
    if (type->kind == ANNOT_TYPE_RECORD) {
        const AnnotDecl *member = member_at(type, *bit);
        *bit -= member ? (guint64)member->bit_at : 0;
        return member ? prune_place_member(layout->places, whole, member, member->type) : NULL;
    }
    guint64 size = type->target ? type->target->size : 0;
    if (size == 0 || *bit / 8 >= type->size)
        return NULL;
    PruneTerm index = prune_number(layout->logic, *bit / (size * 8), 64);
    *bit %= size * 8;
    return prune_place_element(layout->places, whole, index, type->target);
}

/* Returns the place of the element, of what the input's pointer leads to, that has the address. */
static const PrunePlace *pointed_at(const PruneLayout *layout, guint64 address)
{
    guint64 number = (address - PRUNE_FIRST_ADDRESS) / PRUNE_ADDRESS_STEP;
    if (address < PRUNE_FIRST_ADDRESS || number >= prune_places_count(layout->places))
        return NULL;
    const AnnotType *type = prune_place_numbered(layout->places, (guint)number)->type;
    if (type->kind != ANNOT_TYPE_POINTER || !type->target || type->target->size == 0)
        return NULL;
    guint64 begin = address - (address - PRUNE_FIRST_ADDRESS) % PRUNE_ADDRESS_STEP % type->target->size;
    return prune_place_pointed(layout->places, prune_number(layout->logic, begin, 64), type->target);
}

const PrunePlace *prune_scalar_at(const PruneLayout *layout, const PrunePlace *object, guint64 at, guint bit,
                                  PruneExtent *extent)
{
    const PrunePlace *place = object ? object : pointed_at(layout, at);
    if (!place || !prune_place_extent(layout, place, extent))
        return NULL;
    guint64 rest = (at - extent->at) * 8 + bit;
    while (place && (place->type->kind == ANNOT_TYPE_RECORD || place->type->kind == ANNOT_TYPE_ARRAY))
        place = part_at(layout, place, &rest);
    return place && prune_has_bits(layout->logic, place->type) && prune_place_extent(layout, place, extent) ? place
                                                                                                            : NULL;
}

/* ---- addresses ---- */

static PruneTerm variable_address(PruneLayout *layout, const PrunePlace *variable)
{
    guint number;
    if (!g_ptr_array_find(layout->variables, variable, &number)) {
        number = layout->variables->len;
        g_ptr_array_add(layout->variables, (gpointer)variable);
    }
    return prune_number(layout->logic, PRUNE_FIRST_VARIABLE + number * PRUNE_ADDRESS_STEP, 64);
}

PruneTerm prune_place_address(PruneLayout *layout, const PrunePlace *place)
{
    PruneLogic *logic = layout->logic;
    if (!place->whole && place->pointer)
        return prune_width(logic, place->pointer) == 64 ? place->pointer : NULL;
    if (!place->whole)
        return variable_address(layout, place);
    PruneTerm whole = prune_place_address(layout, place->whole);
    if (!whole || (place->member && place->member->bit_at < 0))
        return NULL;
    PruneTerm size = prune_number(logic, place->member ? (guint64)place->member->bit_at / 8 : place->type->size, 64);
    return prune_operate(logic, Z3_mk_bvadd, whole,
                         place->member ? size : prune_operate(logic, Z3_mk_bvmul, place->index, size));
}
