/* States: what they remember of places, what a store or a call makes them forget, and what holds where ways meet.
 * Variables are made by hand, no text is parsed. */
#include "prune/state/state.h"

#include "tests/unit/sample_logic.h"

enum { WIDTH = 32 };

static const AnnotType number = {.kind = ANNOT_TYPE_INTEGER, .size = 4, .is_signed = TRUE};
static const AnnotType real = {.kind = ANNOT_TYPE_FLOAT, .size = 4};
static const AnnotDecl own_decl = {.kind = ANNOT_DECL_VARIABLE, .type = &number};
static const AnnotDecl shared_decl = {.kind = ANNOT_DECL_VARIABLE, .type = &number};
static const AnnotDecl other_decl = {.kind = ANNOT_DECL_VARIABLE, .type = &number};
static const AnnotDecl real_decl = {.kind = ANNOT_DECL_VARIABLE, .type = &real};

typedef struct {
    HtolArena *arena;
    PruneLogic *logic;
    PrunePlaces *places;
    PruneStates states;
    PruneState *state;
    const PrunePlace *own, *shared, *other,
        *pointed; /* a private variable, two that are not, what a pointer leads to */
} Fixture;

static void set_up(Fixture *f, gconstpointer data)
{
    (void)data;
    *f = (Fixture){.arena = htol_arena_new(), .logic = prune_logic_new()};
    f->places = prune_places_new(f->arena);
    f->own = prune_place_variable(f->places, &own_decl, TRUE);
    f->shared = prune_place_variable(f->places, &shared_decl, FALSE);
    f->other = prune_place_variable(f->places, &other_decl, FALSE);
    f->pointed = prune_place_pointed(f->places, prune_free_bits(f->logic, 64), &number);
    prune_states_init(&f->states, f->logic);
    f->state = prune_state_new(&f->states);
}

static void tear_down(Fixture *f, gconstpointer data)
{
    (void)data;
    prune_state_free(f->state);
    prune_states_clear(&f->states);
    prune_places_free(f->places);
    prune_logic_free(f->logic);
    htol_arena_free(f->arena);
}

static PruneTerm value_of(Fixture *f, guint64 value)
{
    return prune_number(f->logic, value, WIDTH);
}

static void assert_holds(Fixture *f, const PrunePlace *place, guint64 value)
{
    g_assert_true(prune_state_read(f->state, place) == value_of(f, value));
}

/* It is some variable's value, which formulas know nothing of. */
static void assert_open(Fixture *f, const PrunePlace *place, guint64 value)
{
    PruneTerm equal = prune_equal(f->logic, prune_state_read(f->state, place), value_of(f, value));
    g_assert_true(sample_can_hold(f->logic, equal) && !sample_holds_always(f->logic, equal));
}

static void write_all(Fixture *f)
{
    prune_state_write(f->state, f->own, value_of(f, 1));
    prune_state_write(f->state, f->shared, value_of(f, 2));
    prune_state_write(f->state, f->other, value_of(f, 3));
}

static void test_new(Fixture *f, gconstpointer data)
{
    (void)data;
    g_assert_true(f->state->guard == f->logic->yes && f->state->path == f->logic->yes);
    g_assert_false(prune_state_is_dead(f->state));
    assert_open(f, f->own, 0);
    g_assert_true(prune_state_read(f->state, f->own) == prune_state_read(f->state, f->own));
    g_assert_true(prune_state_read(f->state, f->own) != prune_state_read(f->state, f->shared));
    g_assert_null(prune_state_read(f->state, prune_place_variable(f->places, &real_decl, TRUE)));
}

static void test_write(Fixture *f, gconstpointer data)
{
    (void)data;
    write_all(f);
    assert_holds(f, f->own, 1);
    assert_holds(f, f->shared, 2);
    assert_holds(f, f->other, 3);
    prune_state_write(f->state, f->own, NULL);
    g_assert_null(prune_state_read(f->state, f->own));
}

/* A store through a pointer may change all that is not private; one to a variable may change what pointers lead to. */
static void test_stores(Fixture *f, gconstpointer data)
{
    (void)data;
    write_all(f);
    prune_state_write(f->state, f->pointed, value_of(f, 4));
    assert_holds(f, f->pointed, 4);
    assert_holds(f, f->own, 1);
    assert_open(f, f->shared, 2);
    assert_open(f, f->other, 3);
    prune_state_write(f->state, f->shared, value_of(f, 5));
    assert_open(f, f->pointed, 4);
}

/* What is not known stays what it is until something may write it; then it is another. */
static void test_epochs(Fixture *f, gconstpointer data)
{
    (void)data;
    PruneTerm own = prune_state_read(f->state, f->own), shared = prune_state_read(f->state, f->shared);
    PruneTerm pointed = prune_state_read(f->state, f->pointed);
    prune_state_write(f->state, f->other, value_of(f, 1));
    g_assert_true(prune_state_read(f->state, f->own) == own);
    g_assert_true(prune_state_read(f->state, f->shared) == shared);
    g_assert_true(prune_state_read(f->state, f->pointed) != pointed);
    prune_state_write(f->state, f->pointed, value_of(f, 1));
    g_assert_true(prune_state_read(f->state, f->own) == own);
    g_assert_true(prune_state_read(f->state, f->shared) != shared);
    prune_state_forget(f->state, &own_decl);
    g_assert_true(prune_state_read(f->state, f->own) != own);
}

static const AnnotDecl first_decl = {.kind = ANNOT_DECL_FIELD, .type = &number, .index = 0};
static const AnnotDecl second_decl = {.kind = ANNOT_DECL_FIELD, .type = &number, .index = 1};

/* What is read first behind a store to what is surely another place is what it was when the function was entered. */
static void test_apart(Fixture *f, gconstpointer data)
{
    (void)data;
    const PrunePlace *first = prune_place_member(f->places, f->pointed, &first_decl, &number);
    const PrunePlace *second = prune_place_member(f->places, f->pointed, &second_decl, &number);
    g_autoptr(GArray) inputs = g_array_new(FALSE, FALSE, sizeof(PruneInput));
    guint own = f->state->own.base, shared = f->state->shared.base;
    prune_state_write(f->state, first, value_of(f, 1));
    prune_state_write(f->state, first, value_of(f, 2));
    PruneTerm value = prune_state_read(f->state, second);
    prune_states_first(&f->states, own, shared, inputs);
    g_assert_cmpuint(inputs->len, ==, 1);
    g_assert_true(g_array_index(inputs, PruneInput, 0).value == value);
    prune_state_forget_shared(f->state);
    g_assert_true(prune_state_read(f->state, second) != value);
}

static void test_forget(Fixture *f, gconstpointer data)
{
    (void)data;
    write_all(f);
    prune_state_forget(f->state, &own_decl);
    assert_open(f, f->own, 1);
    assert_holds(f, f->shared, 2);
}

static void test_forget_shared(Fixture *f, gconstpointer data)
{
    (void)data;
    write_all(f);
    PruneTerm pointed = prune_state_read(f->state, f->pointed);
    prune_state_forget_shared(f->state);
    assert_holds(f, f->own, 1);
    assert_open(f, f->shared, 2);
    assert_open(f, f->other, 3);
    g_assert_true(prune_state_read(f->state, f->pointed) != pointed);
}

static void test_forget_all(Fixture *f, gconstpointer data)
{
    (void)data;
    write_all(f);
    prune_state_forget_all(f->state);
    assert_open(f, f->own, 1);
    assert_open(f, f->shared, 2);
}

static void test_copy(Fixture *f, gconstpointer data)
{
    (void)data;
    write_all(f);
    g_autoptr(PruneState) copy = prune_state_copy(f->state);
    prune_state_write(copy, f->own, value_of(f, 9));
    prune_state_forget_shared(copy);
    prune_state_stop(copy);
    assert_holds(f, f->own, 1);
    assert_holds(f, f->shared, 2);
    g_assert_false(prune_state_is_dead(f->state));
    g_assert_true(prune_state_is_dead(copy));
}

static void test_assume(Fixture *f, gconstpointer data)
{
    (void)data;
    PruneTerm condition = prune_free_truth(f->logic);
    prune_state_assume(f->state, condition);
    g_assert_true(f->state->guard == condition && f->state->path == condition);
    prune_state_assume(f->state, prune_not(f->logic, condition));
    g_assert_true(prune_state_is_dead(f->state));
}

/* Two ways, of which the condition takes the first; `f->state` is where they meet. */
static PruneTerm fork_state(Fixture *f, PruneState **other)
{
    PruneTerm condition = prune_free_truth(f->logic);
    *other = prune_state_copy(f->state);
    prune_state_assume(f->state, condition);
    prune_state_assume(*other, prune_not(f->logic, condition));
    return condition;
}

static void test_join(Fixture *f, gconstpointer data)
{
    (void)data;
    PruneState *other;
    write_all(f);
    PruneTerm before = prune_state_read(f->state, f->pointed), condition = fork_state(f, &other);
    prune_state_write(f->state, f->own, value_of(f, 7));
    prune_state_forget(other, &own_decl);
    prune_state_write(other, f->own, value_of(f, 8));
    f->state = prune_state_join(f->state, other);
    PruneTerm chosen = prune_choose(f->logic, condition, value_of(f, 7), value_of(f, 8));
    g_assert_true(sample_is_same(f->logic, prune_state_read(f->state, f->own), chosen));
    g_assert_true(sample_holds_always(f->logic, f->state->guard));
    g_assert_true(sample_holds_always(f->logic, f->state->path));
    assert_holds(f, f->shared, 2);
    g_assert_true(prune_state_read(f->state, f->pointed) == before);
}

/* What only one way forgot is open behind it: no value of before. */
static void test_join_epochs(Fixture *f, gconstpointer data)
{
    (void)data;
    PruneState *other;
    PruneTerm own = prune_state_read(f->state, f->own), shared = prune_state_read(f->state, f->shared);
    fork_state(f, &other);
    prune_state_forget_shared(other);
    f->state = prune_state_join(f->state, other);
    g_assert_true(prune_state_read(f->state, f->own) == own);
    g_assert_false(sample_is_same(f->logic, prune_state_read(f->state, f->shared), shared));
}

/* A way that is never taken adds nothing, nor does none. */
static void test_join_dead(Fixture *f, gconstpointer data)
{
    (void)data;
    write_all(f);
    PruneState *state = f->state, *dead = prune_state_copy(state);
    prune_state_write(dead, f->own, value_of(f, 9));
    prune_state_stop(dead);
    f->state = prune_state_join(prune_state_join(state, dead), NULL);
    assert_holds(f, f->own, 1);
    dead = prune_state_copy(f->state);
    prune_state_stop(dead);
    f->state = prune_state_join(dead, prune_state_join(NULL, f->state));
    assert_holds(f, f->own, 1);
    g_assert_false(prune_state_is_dead(f->state));
    g_assert_null(prune_state_join(NULL, NULL));
}

/* Where both guards may hold, which way it was is open: the value and the guard may be those of either. */
static void test_join_wild(Fixture *f, gconstpointer data)
{
    (void)data;
    f->states.wild = TRUE;
    PruneState *other = prune_state_copy(f->state);
    prune_state_write(f->state, f->own, value_of(f, 7));
    prune_state_write(other, f->own, value_of(f, 8));
    prune_state_assume(other, prune_free_truth(f->logic));
    f->state = prune_state_join(f->state, other);
    g_assert_false(sample_holds_always(f->logic, f->state->guard));
    assert_open(f, f->own, 7);
    assert_open(f, f->own, 8);
}

static void add(const char *path, void (*test)(Fixture *, gconstpointer))
{
    g_test_add(path, Fixture, NULL, set_up, test, tear_down);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    add("/state/new", test_new);
    add("/state/write", test_write);
    add("/state/stores", test_stores);
    add("/state/epochs", test_epochs);
    add("/state/apart", test_apart);
    add("/state/forget", test_forget);
    add("/state/forget-shared", test_forget_shared);
    add("/state/forget-all", test_forget_all);
    add("/state/copy", test_copy);
    add("/state/assume", test_assume);
    add("/state/join", test_join);
    add("/state/join-epochs", test_join_epochs);
    add("/state/join-dead", test_join_dead);
    add("/state/join-wild", test_join_wild);
    return g_test_run();
}
