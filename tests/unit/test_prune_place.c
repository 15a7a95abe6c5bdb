/* Places of values: which are one, and which pairs of them a store to one may not change the other of. Variables are
 * made by hand, no text is parsed. */
#include "prune/state/place.h"

static const AnnotType number = {.kind = ANNOT_TYPE_INTEGER, .size = 4, .is_signed = TRUE};
static const AnnotType record = {.kind = ANNOT_TYPE_RECORD, .size = 8};
static const AnnotDecl x = {.kind = ANNOT_DECL_VARIABLE, .type = &number};
static const AnnotDecl y = {.kind = ANNOT_DECL_VARIABLE, .type = &number};
static const AnnotDecl first = {.kind = ANNOT_DECL_FIELD, .type = &number, .index = 0};
static const AnnotDecl second = {.kind = ANNOT_DECL_FIELD, .type = &number, .index = 1};
static const AnnotDecl choice = {.kind = ANNOT_DECL_FIELD, .type = &number, .index = 2, .is_in_union = TRUE};

typedef struct {
    HtolArena *arena;
    PruneLogic *logic;
    PrunePlaces *places;
} Fixture;

static void set_up(Fixture *fixture, gconstpointer data)
{
    (void)data;
    *fixture = (Fixture){.arena = htol_arena_new(), .logic = prune_logic_new()};
    fixture->places = prune_places_new(fixture->arena);
}

static void tear_down(Fixture *fixture, gconstpointer data)
{
    (void)data;
    prune_places_free(fixture->places);
    prune_logic_free(fixture->logic);
    htol_arena_free(fixture->arena);
}

static const PrunePlace *variable(Fixture *fixture, const AnnotDecl *decl, gboolean is_private)
{
    return prune_place_variable(fixture->places, decl, is_private);
}

static const PrunePlace *member(Fixture *fixture, const PrunePlace *whole, const AnnotDecl *decl)
{
    return prune_place_member(fixture->places, whole, decl, decl->type);
}

static const PrunePlace *element(Fixture *fixture, const PrunePlace *whole, PruneTerm index)
{
    return prune_place_element(fixture->places, whole, index, &number);
}

static PruneTerm index_of(Fixture *fixture, guint64 value)
{
    return prune_number(fixture->logic, value, 64);
}

/* In both directions: it does not matter which one is written. */
static void assert_apart(Fixture *fixture, const PrunePlace *one, const PrunePlace *other, gboolean apart)
{
    g_assert_cmpint(prune_places_are_apart(fixture->logic, one, other), ==, apart);
    g_assert_cmpint(prune_places_are_apart(fixture->logic, other, one), ==, apart);
}

static void test_one_place_is_one_pointer(Fixture *fixture, gconstpointer data)
{
    (void)data;
    const PrunePlace *whole = variable(fixture, &x, TRUE);
    g_assert_true(whole == variable(fixture, &x, TRUE));
    g_assert_true(whole != variable(fixture, &y, TRUE));
    g_assert_true(member(fixture, whole, &first) == member(fixture, whole, &first));
    g_assert_true(member(fixture, whole, &first) != member(fixture, whole, &second));
    g_assert_true(member(fixture, whole, &first) != member(fixture, variable(fixture, &y, TRUE), &first));
    g_assert_true(element(fixture, whole, index_of(fixture, 1)) == element(fixture, whole, index_of(fixture, 1)));
    g_assert_true(element(fixture, whole, index_of(fixture, 1)) != element(fixture, whole, index_of(fixture, 2)));
}

/* A pointer leads to one place for each type: a store through one type may change what is read through another. */
static void test_pointed(Fixture *fixture, gconstpointer data)
{
    (void)data;
    PruneTerm pointer = prune_free_bits(fixture->logic, 64), other = prune_free_bits(fixture->logic, 64);
    const PrunePlace *place = prune_place_pointed(fixture->places, pointer, &number);
    g_assert_true(place == prune_place_pointed(fixture->places, pointer, &number));
    g_assert_true(place != prune_place_pointed(fixture->places, pointer, &record));
    g_assert_true(place != prune_place_pointed(fixture->places, other, &number));
    assert_apart(fixture, place, prune_place_pointed(fixture->places, pointer, &record), FALSE);
    assert_apart(fixture, place, prune_place_pointed(fixture->places, other, &number), FALSE);
}

/* Places are numbered as they are asked for: formulas are made in that order. */
static void test_numbers(Fixture *fixture, gconstpointer data)
{
    (void)data;
    const PrunePlace *one = variable(fixture, &y, TRUE), *other = variable(fixture, &x, TRUE);
    variable(fixture, &y, TRUE);
    g_assert_cmpuint(one->number, ==, 0);
    g_assert_cmpuint(other->number, ==, 1);
    g_assert_cmpuint(member(fixture, other, &first)->number, ==, 2);
}

static void test_roots(Fixture *fixture, gconstpointer data)
{
    (void)data;
    const PrunePlace *whole = variable(fixture, &x, TRUE), *part = member(fixture, whole, &first);
    g_assert_true(prune_place_root(whole) == whole);
    g_assert_true(prune_place_root(element(fixture, part, index_of(fixture, 0))) == whole);
}

static void test_variables_apart(Fixture *fixture, gconstpointer data)
{
    (void)data;
    PruneTerm pointer = prune_free_bits(fixture->logic, 64);
    const PrunePlace *own = variable(fixture, &x, TRUE), *shared = variable(fixture, &y, FALSE);
    const PrunePlace *pointed = prune_place_pointed(fixture->places, pointer, &number);
    assert_apart(fixture, own, own, FALSE);
    assert_apart(fixture, own, shared, TRUE);
    assert_apart(fixture, own, pointed, TRUE);
    assert_apart(fixture, shared, pointed, FALSE);
    assert_apart(fixture, member(fixture, shared, &first), pointed, FALSE);
    assert_apart(fixture, member(fixture, shared, &first), own, TRUE);
}

/* Members overlap if one is a union's. */
static void test_members_apart(Fixture *fixture, gconstpointer data)
{
    (void)data;
    const PrunePlace *whole = variable(fixture, &x, TRUE);
    assert_apart(fixture, member(fixture, whole, &first), member(fixture, whole, &second), TRUE);
    assert_apart(fixture, member(fixture, whole, &first), member(fixture, whole, &choice), FALSE);
    assert_apart(fixture, member(fixture, whole, &first), whole, FALSE);
}

/* Elements overlap unless their indices are different numbers. */
static void test_elements_apart(Fixture *fixture, gconstpointer data)
{
    (void)data;
    const PrunePlace *whole = variable(fixture, &x, TRUE), *zero = element(fixture, whole, index_of(fixture, 0));
    const PrunePlace *one = element(fixture, whole, index_of(fixture, 1));
    const PrunePlace *any = element(fixture, whole, prune_free_bits(fixture->logic, 64));
    assert_apart(fixture, zero, one, TRUE);
    assert_apart(fixture, zero, whole, FALSE);
    assert_apart(fixture, zero, any, FALSE);
    assert_apart(fixture, member(fixture, zero, &first), member(fixture, one, &first), TRUE);
    assert_apart(fixture, member(fixture, zero, &first), zero, FALSE);
    assert_apart(fixture, member(fixture, zero, &first), member(fixture, any, &second), FALSE);
}

/* Parts of parts without end are taken to overlap. */
static void test_deep(Fixture *fixture, gconstpointer data)
{
    (void)data;
    const PrunePlace *one = variable(fixture, &x, TRUE), *other = one;
    for (guint i = 0; i < 100; i++) {
        one = element(fixture, one, index_of(fixture, 0));
        other = element(fixture, other, index_of(fixture, 1));
    }
    assert_apart(fixture, one, other, FALSE);
}

static void assert_bits(AnnotType type, gboolean has)
{
    g_assert_cmpint(prune_has_bits(&(PruneLogic){0}, &type), ==, has);
}

static void test_bits(void)
{
    assert_bits(number, TRUE);
    assert_bits((AnnotType){.kind = ANNOT_TYPE_POINTER, .size = 8}, TRUE);
    assert_bits((AnnotType){.kind = ANNOT_TYPE_ENUM, .size = 4}, TRUE);
    assert_bits((AnnotType){.kind = ANNOT_TYPE_BOOL, .size = 1}, TRUE);
    assert_bits((AnnotType){.kind = ANNOT_TYPE_FLOAT, .size = 8}, FALSE);
    assert_bits((AnnotType){.kind = ANNOT_TYPE_INTEGER, .size = 32}, FALSE);
    assert_bits((AnnotType){.kind = ANNOT_TYPE_INTEGER, .size = 4, .is_volatile = TRUE}, FALSE);
    assert_bits((AnnotType){.kind = ANNOT_TYPE_INTEGER}, FALSE);
    assert_bits(record, FALSE);
    g_assert_false(prune_has_bits(&(PruneLogic){0}, NULL));
    const AnnotType wide = {.kind = ANNOT_TYPE_FLOAT, .size = 16}, real = {.kind = ANNOT_TYPE_FLOAT, .size = 8};
    g_assert_true(prune_has_bits(&(PruneLogic){.follows_ways = TRUE}, &real));
    g_assert_false(prune_has_bits(&(PruneLogic){.follows_ways = TRUE}, &wide));
    g_assert_cmpuint(prune_bits_of(&number), ==, 32);
}

static void add(const char *path, void (*test)(Fixture *, gconstpointer))
{
    g_test_add(path, Fixture, NULL, set_up, test, tear_down);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    add("/place/one", test_one_place_is_one_pointer);
    add("/place/pointed", test_pointed);
    add("/place/numbers", test_numbers);
    add("/place/roots", test_roots);
    add("/place/variables", test_variables_apart);
    add("/place/members", test_members_apart);
    add("/place/elements", test_elements_apart);
    add("/place/deep", test_deep);
    g_test_add_func("/place/bits", test_bits);
    return g_test_run();
}
