/* Interns places and tells them apart; see place.h. */
#include "prune/state/place.h"

#include "prune/formula/floating.h"

/* Limits: parts of a place, and bytes of a record whose value is followed. */
enum { DEEPEST = 64, MOST_RECORD = 512 };

struct PrunePlaces {
    HtolArena *arena;
    GHashTable *all;     /* set of PrunePlace */
    GPtrArray *numbered; /* PrunePlace, by their numbers */
};

static guint hash_place(gconstpointer key)
{
    const PrunePlace *place = key;
    guint hash = g_direct_hash(place->whole);
    hash = hash * 31 + g_direct_hash(place->object);
    hash = hash * 31 + g_direct_hash(place->pointer);
    hash = hash * 31 + g_direct_hash(place->member);
    return hash * 31 + g_direct_hash(place->index);
}

/* Whether values of the types are the same bits: qualifiers may differ, and signs of integers. */
static gboolean are_alike(const AnnotType *one, const AnnotType *other)
{
    if (one == other)
        return TRUE;
    if (one->kind != other->kind || one->size != other->size)
        return FALSE;
    if (one->kind != ANNOT_TYPE_RECORD)
        return one->kind == ANNOT_TYPE_INTEGER || one->kind == ANNOT_TYPE_POINTER || one->kind == ANNOT_TYPE_ENUM;
    return one->n_fields > 0 && one->n_fields == other->n_fields && one->fields[0] == other->fields[0];
}

static gboolean equal_places(gconstpointer left, gconstpointer right)
{
    const PrunePlace *one = left, *other = right;
    return one->whole == other->whole && one->object == other->object && one->pointer == other->pointer &&
           one->member == other->member && one->index == other->index &&
           (!one->pointer || are_alike(one->type, other->type));
}

PrunePlaces *prune_places_new(HtolArena *arena)
{
    PrunePlaces *places = htol_arena_new0(arena, PrunePlaces, 1);
    *places = (PrunePlaces){arena, g_hash_table_new(hash_place, equal_places), g_ptr_array_new()};
    return places;
}

void prune_places_free(PrunePlaces *places)
{
    g_hash_table_unref(places->all);
    g_ptr_array_unref(places->numbered);
}

static const PrunePlace *intern(PrunePlaces *places, PrunePlace place)
{
    const PrunePlace *known = g_hash_table_lookup(places->all, &place);
    if (known)
        return known;
    PrunePlace *added = htol_arena_memdup(places->arena, &place, sizeof place);
    if (place.object && place.object->kind == ANNOT_DECL_PARAMETER && place.type->kind == ANNOT_TYPE_ARRAY)
        added->type = annot_type_decayed(places->arena, place.type);
    added->number = places->numbered->len;
    g_hash_table_add(places->all, added);
    g_ptr_array_add(places->numbered, added);
    return added;
}

guint prune_places_count(const PrunePlaces *places)
{
    return places->numbered->len;
}

const PrunePlace *prune_place_numbered(const PrunePlaces *places, guint number)
{
    return places->numbered->pdata[number];
}

const PrunePlace *prune_place_variable(PrunePlaces *places, const AnnotDecl *variable, gboolean is_private)
{
    return intern(places, (PrunePlace){.object = variable, .type = variable->type, .is_private = is_private});
}

const PrunePlace *prune_place_pointed(PrunePlaces *places, PruneTerm pointer, const AnnotType *type)
{
    return intern(places, (PrunePlace){.pointer = pointer, .type = type});
}

const PrunePlace *prune_place_member(PrunePlaces *places, const PrunePlace *whole, const AnnotDecl *member,
                                     const AnnotType *type)
{
    return intern(places, (PrunePlace){.whole = whole, .member = member, .type = type});
}

const PrunePlace *prune_place_element(PrunePlaces *places, const PrunePlace *whole, PruneTerm index,
                                      const AnnotType *type)
{
    return intern(places, (PrunePlace){.whole = whole, .index = index, .type = type});
}

const PrunePlace *prune_place_root(const PrunePlace *place)
{
    while (place->whole)
        place = place->whole;
    return place;
}

/* Sets `path` to the parts from the whole down to the place; returns how many, or 0 if they are too many. */
static guint path_of(const PrunePlace *place, const PrunePlace *path[DEEPEST])
{
    guint length = 0;
    for (const PrunePlace *part = place; part->whole; part = part->whole)
        if (++length > DEEPEST)
            return 0;
    guint at = length;
    for (; place->whole; place = place->whole)
        path[--at] = place;
    return length;
}

/* Whether two parts of one whole are apart. Members of a union overlap. So may those of unnamed structures in a union,
 * which look as if they were the outer structure's. Two members of one structure, bit-fields too, are apart, and have
 * different numbers. */
static gboolean are_parts_apart(const PruneLogic *logic, const PrunePlace *one, const PrunePlace *other)
{
    if (one->member && other->member)
        return !one->member->is_in_union && !other->member->is_in_union && one->member->index != other->member->index;
    return one->index && other->index && one->index != other->index && prune_is_number(logic, one->index) &&
           prune_is_number(logic, other->index);
}

static gboolean are_paths_apart(const PruneLogic *logic, const PrunePlace *one, const PrunePlace *other)
{
    const PrunePlace *first[DEEPEST], *second[DEEPEST];
    guint lengths[2] = {path_of(one, first), path_of(other, second)};
    for (guint i = 0; i < MIN(lengths[0], lengths[1]); i++)
        if (first[i] != second[i])
            return are_parts_apart(logic, first[i], second[i]);
    return FALSE;
}

/* Whether two wholes lie at addresses that are known, and share no byte. */
static gboolean are_far(const PruneLogic *logic, const PrunePlace *left, const PrunePlace *right)
{
    guint64 one, other;
    if (!prune_is_number(logic, left->pointer) || !prune_is_number(logic, right->pointer) ||
        !Z3_get_numeral_uint64(logic->z3, left->pointer, &one) ||
        !Z3_get_numeral_uint64(logic->z3, right->pointer, &other))
        return FALSE;
    return one < other ? other - one >= left->type->size : one - other >= right->type->size;
}

gboolean prune_places_are_apart(const PruneLogic *logic, const PrunePlace *one, const PrunePlace *other)
{
    const PrunePlace *left = prune_place_root(one), *right = prune_place_root(other);
    if (left == right)
        return are_paths_apart(logic, one, other);
    if (left->pointer && right->pointer && are_far(logic, left, right))
        return TRUE;
    return (left->object && right->object) || left->is_private || right->is_private;
}

gboolean prune_has_bits(const PruneLogic *logic, const AnnotType *type)
{
    if (!type || type->size == 0 || type->is_volatile)
        return FALSE;
    if (type->kind == ANNOT_TYPE_RECORD)
        return logic->follows_ways && type->size <= MOST_RECORD;
    if (type->size > 16)
        return FALSE;
    if (prune_is_floating(type))
        return logic->follows_ways;
    return type->kind == ANNOT_TYPE_BOOL || type->kind == ANNOT_TYPE_INTEGER || type->kind == ANNOT_TYPE_ENUM ||
           type->kind == ANNOT_TYPE_POINTER;
}

guint prune_bits_of(const AnnotType *type)
{
    return (guint)type->size * 8;
}
