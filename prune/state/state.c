/* What places hold; see state.h. */
#include "prune/state/state.h"

#include <stdlib.h>

typedef struct {
    const PrunePlace *place;
    guint epoch;
} First;

static guint hash_first(gconstpointer key)
{
    const First *first = key;
    return g_direct_hash(first->place) * 31 + first->epoch;
}

static gboolean equal_first(gconstpointer left, gconstpointer right)
{
    const First *one = left, *other = right;
    return one->place == other->place && one->epoch == other->epoch;
}

/* What began an epoch: a store, or (place NULL) something that may have changed all. */
typedef struct {
    const PrunePlace *place;
    guint before; /* the epoch of the region that ended there */
} Beginning;

/* What begins the same epoch whenever it is done: a store to the place of that value, when there was epoch `one`; or
 * (place NULL) ways that meet, from `one` if `value` holds. */
typedef struct {
    const PrunePlace *place;
    PruneTerm value;
    guint one, other;
} Cause;

static guint hash_cause(gconstpointer key)
{
    const Cause *cause = key;
    return ((g_direct_hash(cause->place) * 31 + g_direct_hash(cause->value)) * 31 + cause->one) * 31 + cause->other;
}

static gboolean equal_cause(gconstpointer left, gconstpointer right)
{
    const Cause *one = left, *other = right;
    return one->place == other->place && one->value == other->value && one->one == other->one &&
           one->other == other->other;
}

void prune_states_init(PruneStates *states, PruneLogic *logic)
{
    *states = (PruneStates){.logic = logic,
                            .epochs = g_array_new(FALSE, FALSE, sizeof(Beginning)),
                            .first = g_hash_table_new_full(hash_first, equal_first, g_free, NULL)};
}

void prune_states_clear(PruneStates *states)
{
    g_array_unref(states->epochs);
    g_hash_table_unref(states->first);
    g_clear_pointer(&states->forgotten, g_hash_table_unref);
    g_clear_pointer(&states->written, g_ptr_array_unref);
    g_clear_pointer(&states->again, g_hash_table_unref);
}

void prune_states_note(PruneStates *states)
{
    g_clear_pointer(&states->forgotten, g_hash_table_unref);
    g_clear_pointer(&states->written, g_ptr_array_unref);
    g_clear_pointer(&states->again, g_hash_table_unref);
    states->forgotten = g_hash_table_new(NULL, NULL);
    states->written = g_ptr_array_new();
    states->again = g_hash_table_new_full(hash_cause, equal_cause, g_free, NULL);
}

/* `variable`: NULL for all that is not private. */
static void note_forgotten(const PruneState *state, const AnnotDecl *variable)
{
    if (state->all->forgotten)
        g_hash_table_add(state->all->forgotten, (gpointer)variable);
}

/* Epochs are numbers from 1. */
static guint begin_by(PruneState *state, const PrunePlace *place, guint before)
{
    const Beginning beginning = {place, before};
    g_array_append_val(state->all->epochs, beginning);
    return state->all->epochs->len;
}

static guint new_epoch(PruneState *state)
{
    return begin_by(state, NULL, 0);
}

/* Returns the epoch that began, or begins, by that cause; `before` as in Beginning. */
static guint begin_again(PruneState *state, Cause cause, guint before)
{
    GHashTable *again = state->all->again;
    gpointer known = again && cause.value ? g_hash_table_lookup(again, &cause) : NULL;
    if (known)
        return GPOINTER_TO_UINT(known);
    guint epoch = begin_by(state, cause.place, before);
    if (again && cause.value)
        g_hash_table_insert(again, g_memdup2(&cause, sizeof cause), GUINT_TO_POINTER(epoch));
    return epoch;
}

static guint begin_store(PruneState *state, const PrunePlace *place, PruneTerm value, guint before)
{
    return begin_again(state, (Cause){place, value, before, 0}, before);
}

PruneState *prune_state_new(PruneStates *states)
{
    PruneState *state = g_new0(PruneState, 1);
    *state = (PruneState){.all = states, .guard = states->logic->yes, .path = states->logic->yes};
    state->values = g_hash_table_new(NULL, NULL);
    state->own = (PruneEpochs){new_epoch(state), g_hash_table_new(NULL, NULL)};
    state->shared = (PruneEpochs){new_epoch(state), g_hash_table_new(NULL, NULL)};
    return state;
}

static GHashTable *copy_table(GHashTable *table)
{
    GHashTable *copy = g_hash_table_new(NULL, NULL);
    GHashTableIter iter;
    gpointer key, value;
    g_hash_table_iter_init(&iter, table);
    while (g_hash_table_iter_next(&iter, &key, &value))
        g_hash_table_insert(copy, key, value);
    return copy;
}

PruneState *prune_state_copy(const PruneState *state)
{
    PruneState *copy = g_memdup2(state, sizeof *state);
    copy->values = copy_table(state->values);
    copy->own.others = copy_table(state->own.others);
    copy->shared.others = copy_table(state->shared.others);
    return copy;
}

void prune_state_free(PruneState *state)
{
    g_hash_table_unref(state->values);
    g_hash_table_unref(state->own.others);
    g_hash_table_unref(state->shared.others);
    g_free(state);
}

void prune_state_assume(PruneState *state, PruneTerm condition)
{
    state->guard = prune_and(state->all->logic, state->guard, condition);
    state->path = prune_and(state->all->logic, state->path, condition);
}

/* Looks at `*patience` terms at most. */
static gboolean has_conjunct(PruneLogic *logic, PruneTerm term, PruneTerm wanted, guint *patience)
{
    for (; term && *patience > 0; term = prune_conjunct(logic, term, 0)) {
        --*patience;
        if (term == wanted)
            return TRUE;
        PruneTerm last = prune_conjunct(logic, term, 1);
        if (last && has_conjunct(logic, last, wanted, patience))
            return TRUE;
    }
    return FALSE;
}

PruneTerm prune_state_known(const PruneState *state, PruneTerm condition)
{
    enum { PATIENCE = 200 };
    PruneLogic *logic = state->all->logic;
    guint holds = PATIENCE, fails = PATIENCE;
    if (has_conjunct(logic, state->guard, condition, &holds))
        return logic->yes;
    return has_conjunct(logic, state->guard, prune_not(logic, condition), &fails) ? logic->no : NULL;
}

void prune_state_stop(PruneState *state)
{
    state->guard = state->path = state->all->logic->no;
}

gboolean prune_state_is_dead(const PruneState *state)
{
    return state->guard == state->all->logic->no;
}

/* ---- reading and writing ---- */

static guint epoch_of(const PruneEpochs *epochs, const AnnotDecl *variable)
{
    gpointer epoch = g_hash_table_lookup(epochs->others, variable);
    return epoch ? GPOINTER_TO_UINT(epoch) : epochs->base;
}

/* Stores apart from a place that are passed over on the way back to when it may have changed. */
enum { MOST_PASSED = 256 };

/* Returns the epoch in which the place may have changed last: stores that are apart from it have not. */
static guint place_epoch(const PruneState *state, const PrunePlace *place)
{
    const PrunePlace *root = prune_place_root(place);
    guint epoch = epoch_of(root->is_private ? &state->own : &state->shared, root->object);
    for (guint i = 0; i < MOST_PASSED; i++) {
        const Beginning *beginning = &g_array_index(state->all->epochs, Beginning, epoch - 1);
        if (!beginning->place || !prune_places_are_apart(state->all->logic, beginning->place, place))
            break;
        epoch = beginning->before;
    }
    return epoch;
}

PruneTerm prune_state_first(PruneState *state, const PrunePlace *place)
{
    First key = {place, place_epoch(state, place)};
    PruneTerm value = g_hash_table_lookup(state->all->first, &key);
    if (!value) {
        value = prune_free_bits(state->all->logic, prune_bits_of(place->type));
        g_hash_table_insert(state->all->first, g_memdup2(&key, sizeof key), value);
    }
    return value;
}

PruneTerm prune_state_read(PruneState *state, const PrunePlace *place)
{
    gpointer value;
    if (!prune_has_bits(state->all->logic, place->type))
        return NULL;
    if (state->all->way)
        return state->all->way->memory->read(state, place);
    if (g_hash_table_lookup_extended(state->values, place, NULL, &value))
        return value;
    return prune_state_first(state, place);
}

static void begin_epoch(PruneState *state, PruneEpochs *epochs, const AnnotDecl *variable)
{
    g_hash_table_insert(epochs->others, (gpointer)variable, GUINT_TO_POINTER(new_epoch(state)));
}

static void begin_epochs(PruneState *state, PruneEpochs *epochs)
{
    g_hash_table_remove_all(epochs->others);
    epochs->base = new_epoch(state);
}

/* Begins an epoch of the region by a store to the place. */
static void begin_stored(PruneState *state, PruneEpochs *epochs, const AnnotDecl *variable, const PrunePlace *place,
                         PruneTerm value)
{
    guint epoch = begin_store(state, place, value, epoch_of(epochs, variable));
    g_hash_table_insert(epochs->others, (gpointer)variable, GUINT_TO_POINTER(epoch));
}

/* Begins epochs of all regions by a store to the place. */
static void begin_all_stored(PruneState *state, PruneEpochs *epochs, const PrunePlace *place, PruneTerm value)
{
    GHashTableIter iter;
    gpointer epoch;
    g_hash_table_iter_init(&iter, epochs->others);
    while (g_hash_table_iter_next(&iter, NULL, &epoch))
        g_hash_table_iter_replace(&iter, GUINT_TO_POINTER(begin_store(state, place, value, GPOINTER_TO_UINT(epoch))));
    epochs->base = begin_store(state, place, value, epochs->base);
}

/* Begins an epoch of each region that a store to the place may change. */
static void begin_written_epochs(PruneState *state, const PrunePlace *place, PruneTerm value)
{
    const PrunePlace *root = prune_place_root(place);
    if (root->is_private) {
        begin_stored(state, &state->own, root->object, place, value);
    } else if (root->object) {
        begin_stored(state, &state->shared, root->object, place, value);
        begin_stored(state, &state->shared, NULL, place, value);
    } else {
        begin_all_stored(state, &state->shared, place, value);
    }
}

void prune_state_write(PruneState *state, const PrunePlace *place, PruneTerm value)
{
    GHashTableIter iter;
    gpointer key;
    if (state->all->written)
        g_ptr_array_add(state->all->written, (gpointer)place);
    if (state->all->way) {
        state->all->way->memory->write(state, place, value);
        return;
    }
    g_hash_table_iter_init(&iter, state->values);
    while (g_hash_table_iter_next(&iter, &key, NULL))
        if (key != place && !prune_places_are_apart(state->all->logic, key, place))
            g_hash_table_iter_remove(&iter);
    begin_written_epochs(state, place, value);
    g_hash_table_insert(state->values, (gpointer)place, value);
}

/* ---- forgetting ---- */

static gboolean is_of(gpointer place, gpointer value, gpointer variable)
{
    (void)value;
    return place && prune_place_root(place)->object == variable;
}

static gboolean is_shared(gpointer place, gpointer value, gpointer data)
{
    (void)value;
    (void)data;
    return !place || !prune_place_root(place)->is_private;
}

void prune_state_forget(PruneState *state, const AnnotDecl *variable)
{
    note_forgotten(state, variable);
    g_hash_table_foreach_remove(state->values, is_of, (gpointer)variable);
    begin_epoch(state, &state->own, variable);
}

void prune_state_renew(PruneState *state, const PrunePlace *variable)
{
    begin_epoch(state, variable->is_private ? &state->own : &state->shared, variable->object);
}

void prune_state_forget_shared(PruneState *state)
{
    note_forgotten(state, NULL);
    g_hash_table_foreach_remove(state->values, is_shared, NULL);
    begin_epochs(state, &state->shared);
}

guint prune_state_new_epoch(PruneState *state)
{
    return new_epoch(state);
}

void prune_state_enter_epoch(PruneState *state, guint epoch)
{
    g_hash_table_foreach_remove(state->values, is_shared, NULL);
    g_hash_table_remove_all(state->shared.others);
    state->shared.base = epoch;
}

void prune_state_forget_all(PruneState *state)
{
    note_forgotten(state, NULL);
    g_hash_table_remove_all(state->values);
    begin_epochs(state, &state->own);
    begin_epochs(state, &state->shared);
}

GPtrArray *prune_states_written(const PruneStates *states)
{
    g_autoptr(GHashTable) known = g_hash_table_new(NULL, NULL);
    GPtrArray *written = g_ptr_array_new();
    for (guint i = 0; i < states->written->len; i++)
        if (g_hash_table_add(known, states->written->pdata[i]))
            g_ptr_array_add(written, states->written->pdata[i]);
    return written;
}

static int compare_inputs(gconstpointer left, gconstpointer right)
{
    guint one = ((const PruneInput *)left)->place->number, other = ((const PruneInput *)right)->place->number;
    return (one > other) - (one < other);
}

void prune_states_first(const PruneStates *states, guint own, guint shared, GArray *inputs)
{
    GHashTableIter iter;
    gpointer key, value;
    g_hash_table_iter_init(&iter, states->first);
    while (g_hash_table_iter_next(&iter, &key, &value)) {
        const First *first = key;
        PruneInput input = {first->place, value};
        if (first->epoch == (prune_place_root(first->place)->is_private ? own : shared))
            g_array_append_val(inputs, input);
    }
    g_array_sort(inputs, compare_inputs);
}

/* ---- where ways meet ---- */

typedef struct {
    PruneState *one, *other, *joined;
    PruneTerm first; /* that the way is that of `one` */
} Join;

static void join_value(const Join *join, gpointer place)
{
    PruneTerm one = prune_state_read(join->one, place), other = prune_state_read(join->other, place);
    PruneTerm value = one && other ? prune_choose(join->joined->all->logic, join->first, one, other) : NULL;
    g_hash_table_insert(join->joined->values, place, value);
}

static int compare_places(gconstpointer left, gconstpointer right)
{
    guint one = (*(const PrunePlace *const *)left)->number, other = (*(const PrunePlace *const *)right)->number;
    return (one > other) - (one < other);
}

/* Joins values in an order that is the same in every run, for the order of formulas decides what the solver finds in
 * time.
 */
static void join_values(const Join *join, GHashTable *values)
{
    guint n;
    g_autofree gpointer *places = g_hash_table_get_keys_as_array(values, &n);
    qsort(places, n, sizeof *places, compare_places);
    for (guint i = 0; i < n; i++)
        if (!g_hash_table_contains(join->joined->values, places[i]))
            join_value(join, places[i]);
}

static void join_all_values(const Join *join)
{
    join_values(join, join->one->values);
    join_values(join, join->other->values);
}

static guint join_epoch(const Join *join, guint one, guint other)
{
    return one == other ? one : begin_again(join->joined, (Cause){NULL, join->first, one, other}, 0);
}

static void join_listed(const Join *join, GHashTable *listed, const PruneEpochs *one, const PruneEpochs *other,
                        PruneEpochs *joined)
{
    GHashTableIter iter;
    gpointer variable;
    g_hash_table_iter_init(&iter, listed);
    while (g_hash_table_iter_next(&iter, &variable, NULL)) {
        guint epoch = join_epoch(join, epoch_of(one, variable), epoch_of(other, variable));
        g_hash_table_insert(joined->others, variable, GUINT_TO_POINTER(epoch));
    }
}

static void join_epochs(const Join *join, const PruneEpochs *one, const PruneEpochs *other, PruneEpochs *joined)
{
    joined->base = join_epoch(join, one->base, other->base);
    join_listed(join, one->others, one, other, joined);
    join_listed(join, other->others, one, other, joined);
}

/* Makes the truth that control came from `one`; if both guards may hold, it is any. */
static PruneTerm first_way(const PruneState *one)
{
    return one->all->wild ? prune_free_truth(one->all->logic) : one->guard;
}

static void join_guards(const Join *join)
{
    PruneLogic *logic = join->one->all->logic;
    const PruneState *one = join->one, *other = join->other;
    join->joined->path = prune_or(logic, one->path, other->path);
    join->joined->guard = one->all->wild ? prune_choose(logic, join->first, one->guard, other->guard)
                                         : prune_or(logic, one->guard, other->guard);
}

static PruneState *free_other(PruneState *state, PruneState *other)
{
    if (other)
        prune_state_free(other);
    return state;
}

PruneState *prune_state_join(PruneState *one, PruneState *other)
{
    if (!one || (other && prune_state_is_dead(one)))
        return one ? free_other(other, one) : other;
    if (!other || prune_state_is_dead(other))
        return free_other(one, other);
    Join join = {one, other, prune_state_new(one->all), first_way(one)};
    join_guards(&join);
    if (one->all->way)
        one->all->way->memory->join(one, other, join.first, join.joined);
    else
        join_all_values(&join);
    join_epochs(&join, &one->own, &other->own, &join.joined->own);
    join_epochs(&join, &one->shared, &other->shared, &join.joined->shared);
    prune_state_free(one);
    prune_state_free(other);
    return join.joined;
}
