/* Objects, byte by byte; see memory.h. The values of a state are the last stores into its objects here, by the places
 * of variables; those at other addresses are under NULL. */
#include "prune/state/memory.h"

#include <stdlib.h>

#include "prune/state/bytes.h"

static const PruneStore *stores_of(const PruneState *state, const PrunePlace *object)
{
    return g_hash_table_lookup(state->values, object);
}

/* NULL: any bytes. */
static void add_store(PruneState *state, const PrunePlace *object, guint64 at, guint64 size, PruneTerm bytes)
{
    const PruneStore *store = prune_store(state->all->way->arena, stores_of(state, object), at, size, bytes);
    g_hash_table_insert(state->values, (gpointer)object, (gpointer)store);
}

/* ---- what lies there at first ---- */

static PruneTerm first_value(PruneState *state, const PrunePlace *place)
{
    const PruneWayStates *way = state->all->way;
    PruneTerm constant = way->constant(way->data, place);
    return constant ? constant : prune_state_first(state, place);
}

/* Makes the bits from `bit` on, at most 8, of the byte where bit-fields lie; *length is how many are of one field. */
static PruneTerm first_bits(PruneState *state, const PruneExtent *byte, guint bit, guint *length)
{
    PruneLogic *logic = state->all->logic;
    PruneExtent extent;
    const PrunePlace *place = prune_scalar_at(&state->all->way->layout, byte->object, byte->at, bit, &extent);
    if (!place || extent.bits == 0) {
        *length = 1;
        return prune_free_bits(logic, 1);
    }
    guint from = (guint)(byte->at - extent.at) * 8 + bit - extent.bit;
    *length = MIN(8 - bit, extent.bits - from);
    return prune_extract(logic, prune_state_first(state, place), from, *length);
}

/* Makes a byte where bit-fields lie. */
static PruneByte first_fields(PruneState *state, const PruneExtent *byte)
{
    PruneTerm bits = NULL;
    for (guint bit = 0, length; bit < 8; bit += length) {
        PruneTerm next = first_bits(state, byte, bit, &length);
        bits = bits ? prune_concat(state->all->logic, next, bits) : next;
    }
    return (PruneByte){bits, 0};
}

/* Whether some bit of the byte is that of a bit-field. */
static gboolean has_field(PruneState *state, const PruneExtent *byte)
{
    PruneExtent extent;
    for (guint bit = 0; bit < 8; bit++)
        if (prune_scalar_at(&state->all->way->layout, byte->object, byte->at, bit, &extent) && extent.bits > 0)
            return TRUE;
    return FALSE;
}

/* Sets bytes that no store wrote, from the first of `n` on, those of one scalar; returns how many are done. */
static guint set_first(PruneState *state, const PruneExtent *at, PruneByte *bytes, guint n)
{
    PruneExtent extent;
    const PrunePlace *scalar = prune_scalar_at(&state->all->way->layout, at->object, at->at, 0, &extent);
    guint done = 1;
    if ((!scalar || extent.bits > 0) && has_field(state, at)) {
        bytes[0] = first_fields(state, at);
        return 1;
    }
    if (!scalar) {
        bytes[0] = (PruneByte){prune_free_bits(state->all->logic, 8), 0};
        return 1;
    }
    guint before = (guint)(at->at - extent.at);
    PruneTerm value = first_value(state, scalar);
    bytes[0] = (PruneByte){value, before};
    for (; done < n && before + done < extent.size && !bytes[done].whole; done++)
        bytes[done] = (PruneByte){value, before + done};
    return done;
}

/* ---- reading ---- */

/* Whether nothing is known of what lies there but the type by which it is read: nothing was stored there. */
static gboolean is_strange(PruneState *state, const PruneExtent *extent, const PruneByte *bytes)
{
    PruneExtent own;
    for (guint64 i = 0; i < extent->size; i++)
        if (bytes[i].whole)
            return FALSE;
    return !prune_scalar_at(&state->all->way->layout, extent->object, extent->at, 0, &own) && !has_field(state, extent);
}

/* Makes the bytes of the extent; they are those of `place`, if it is not NULL. */
static PruneTerm read_extent(PruneState *state, const PruneExtent *extent, const PrunePlace *place)
{
    PruneLogic *logic = state->all->logic;
    const PruneStore *last = stores_of(state, extent->object);
    PruneTerm whole = prune_stored_whole(logic, last, extent->at, extent->size);
    if (whole)
        return whole;
    g_autofree PruneByte *bytes = g_new0(PruneByte, extent->size);
    prune_stored_bytes(logic, last, extent->at, extent->size, bytes);
    if (place && is_strange(state, extent, bytes))
        return prune_state_first(state, place);
    for (guint i = 0, done; i < extent->size; i += done) {
        PruneExtent at = {extent->object, extent->at + i, 1, 0, 0};
        done = bytes[i].whole ? 1 : set_first(state, &at, bytes + i, (guint)extent->size - i);
    }
    return prune_bytes_join(logic, bytes, (guint)extent->size);
}

/* Whether something was stored that a pointer may lead to. */
static gboolean is_any_stored(const PruneState *state)
{
    GHashTableIter iter;
    gpointer object;
    g_hash_table_iter_init(&iter, state->values);
    while (g_hash_table_iter_next(&iter, &object, NULL))
        if (!object || !((const PrunePlace *)object)->is_private)
            return TRUE;
    return FALSE;
}

/* A place with an index or a pointer that is no number: nothing is known of it but that nothing has changed it yet. */
static PruneTerm read_somewhere(PruneState *state, const PrunePlace *place)
{
    const PrunePlace *root = prune_place_root(place);
    gboolean is_stored = root->object ? stores_of(state, root) != NULL : is_any_stored(state);
    return is_stored ? prune_free_bits(state->all->logic, prune_bits_of(place->type)) : prune_state_first(state, place);
}

static PruneTerm read_place(PruneState *state, const PrunePlace *place)
{
    PruneExtent extent;
    if (!prune_place_extent(&state->all->way->layout, place, &extent))
        return read_somewhere(state, place);
    PruneTerm bytes = read_extent(state, &extent, extent.bits > 0 ? NULL : place);
    if (extent.bits == 0)
        return bytes;
    PruneTerm field =
        Z3_simplify(state->all->logic->z3, prune_extract(state->all->logic, bytes, extent.bit, extent.bits));
    return prune_resize(state->all->logic, field, prune_bits_of(place->type), place->type->is_signed);
}

/* ---- writing ---- */

/* Puts the bits of a bit-field among those around it. */
static PruneTerm with_field(PruneState *state, const PruneExtent *extent, PruneTerm value)
{
    PruneLogic *logic = state->all->logic;
    PruneTerm old = read_extent(state, extent, NULL), bits = prune_resize(logic, value, extent->bits, FALSE);
    guint above = extent->bit + extent->bits, width = (guint)extent->size * 8;
    if (extent->bit > 0)
        bits = prune_concat(logic, bits, prune_extract(logic, old, 0, extent->bit));
    if (above < width)
        bits = prune_concat(logic, prune_extract(logic, old, above, width - above), bits);
    return bits;
}

/* A whole variable of any value: as if nothing had been done to it, and it were another one. */
static void forget_object(PruneState *state, const PrunePlace *object)
{
    g_hash_table_remove(state->values, object);
    prune_state_renew(state, object);
}

/* Something of the object is written, or of anything that is not private. */
static void write_somewhere(PruneState *state, const PrunePlace *place)
{
    const PrunePlace *root = prune_place_root(place);
    if (root->object)
        add_store(state, root, 0, G_MAXINT64, NULL);
    else
        prune_state_forget_shared(state);
}

static void write_place(PruneState *state, const PrunePlace *place, PruneTerm value)
{
    PruneExtent extent;
    if (!prune_place_extent(&state->all->way->layout, place, &extent))
        write_somewhere(state, place);
    else if (!value && place->object)
        forget_object(state, place);
    else if (value && extent.bits > 0)
        add_store(state, extent.object, extent.at, extent.size, with_field(state, &extent, value));
    else
        add_store(state, extent.object, extent.at, extent.size,
                  value || !prune_has_bits(state->all->logic, place->type)
                      ? value
                      : prune_free_bits(state->all->logic, (guint)extent.size * 8));
}

/* ---- variables of a call around another one ---- */

PruneHeld prune_memory_held(const PruneState *state, const PrunePlace *variable)
{
    return (PruneHeld){variable, stores_of(state, variable), g_hash_table_lookup(state->own.others, variable->object)};
}

static void put_back(GHashTable *table, gconstpointer key, gconstpointer value)
{
    if (value)
        g_hash_table_insert(table, (gpointer)key, (gpointer)value);
    else
        g_hash_table_remove(table, key);
}

void prune_memory_restore(PruneState *state, const PruneHeld *held)
{
    put_back(state->values, held->variable, held->stores);
    put_back(state->own.others, held->variable->object, held->epoch);
}

/* ---- where ways meet ---- */

typedef struct {
    PruneState *one, *other, *joined;
    PruneTerm first;
    const PrunePlace *object;
} Meeting;

/* Stores of one side behind those of both, each as what the bytes hold on either side. */
static void join_side(const Meeting *meeting, const PruneStore *last, const PruneStore *common)
{
    for (const PruneStore *store = last; store != common; store = store->before) {
        PruneExtent extent = {meeting->object, store->at, store->size, 0, 0};
        if (!store->bytes)
            continue;
        PruneTerm one = read_extent(meeting->one, &extent, NULL), other = read_extent(meeting->other, &extent, NULL);
        PruneTerm value = prune_choose(meeting->one->all->logic, meeting->first, one, other);
        if (prune_stored_whole(meeting->one->all->logic, stores_of(meeting->joined, meeting->object), extent.at,
                               extent.size) != value)
            add_store(meeting->joined, meeting->object, extent.at, extent.size, value);
    }
}

/* What was stored somewhere in the object may lie anywhere in it. */
static void join_unknown(const Meeting *meeting, const PruneStore *last, const PruneStore *common)
{
    for (const PruneStore *store = last; store != common; store = store->before)
        if (!store->bytes)
            add_store(meeting->joined, meeting->object, store->at, store->size, NULL);
}

static void join_object(const Meeting *meeting)
{
    const PruneStore *one = stores_of(meeting->one, meeting->object),
                     *other = stores_of(meeting->other, meeting->object);
    const PruneStore *common = prune_common_store(one, other);
    if (common)
        g_hash_table_insert(meeting->joined->values, (gpointer)meeting->object, (gpointer)common);
    join_unknown(meeting, one, common);
    join_unknown(meeting, other, common);
    join_side(meeting, one, common);
    join_side(meeting, other, common);
}

static int compare_objects(gconstpointer left, gconstpointer right)
{
    const PrunePlace *one = *(const PrunePlace *const *)left, *other = *(const PrunePlace *const *)right;
    guint first = one ? one->number + 1 : 0, second = other ? other->number + 1 : 0;
    return (first > second) - (first < second);
}

/* In an order that is the same in every run. */
static void join_objects(Meeting *meeting, const PruneState *side)
{
    guint n;
    g_autofree gpointer *objects = g_hash_table_get_keys_as_array(side->values, &n);
    qsort(objects, n, sizeof *objects, compare_objects);
    for (guint i = 0; i < n; i++) {
        meeting->object = objects[i];
        if (!g_hash_table_contains(meeting->joined->values, objects[i]))
            join_object(meeting);
    }
}

/* Fills joined->values. */
static void join_states(PruneState *one, PruneState *other, PruneTerm first, PruneState *joined)
{
    Meeting meeting = {one, other, joined, first, NULL};
    join_objects(&meeting, one);
    join_objects(&meeting, other);
}

const PruneMemory prune_memory = {read_place, write_place, join_states};
