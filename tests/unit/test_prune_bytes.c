/* Stores into an object: which bytes are left of them, and that values of copied bytes are whole again. */
#include "prune/state/bytes.h"

#include "tests/unit/sample_logic.h"

enum { INT = 4, MOST = 8 };

typedef struct {
    HtolArena *arena;
    PruneLogic *logic;
    PruneTerm one, other; /* two values of 4 bytes */
} Fixture;

static void set_up(Fixture *f, gconstpointer data)
{
    (void)data;
    *f = (Fixture){.arena = htol_arena_new(), .logic = prune_logic_new()};
    f->one = prune_free_bits(f->logic, 8 * INT);
    f->other = prune_free_bits(f->logic, 8 * INT);
}

static void tear_down(Fixture *f, gconstpointer data)
{
    (void)data;
    prune_logic_free(f->logic);
    htol_arena_free(f->arena);
}

/* What the stores left; NULL: some byte is of none of them. */
static PruneTerm read_bytes(Fixture *f, const PruneStore *last, guint64 at, guint size)
{
    PruneByte bytes[MOST] = {{NULL, 0}};
    prune_stored_bytes(f->logic, last, at, size, bytes);
    for (guint i = 0; i < size; i++)
        if (!bytes[i].whole)
            return NULL;
    return prune_bytes_join(f->logic, bytes, size);
}

/* One store behind the other, of which two bytes are left. */
static void test_overlap(Fixture *f, gconstpointer data)
{
    (void)data;
    const PruneStore *first = prune_store(f->arena, NULL, 0, INT, f->one);
    const PruneStore *last = prune_store(f->arena, first, 2, INT, f->other);
    PruneTerm expected =
        Z3_mk_concat(f->logic->z3, prune_extract(f->logic, f->other, 0, 16), prune_extract(f->logic, f->one, 0, 16));
    g_assert_true(sample_is_same(f->logic, read_bytes(f, last, 0, INT), expected));
    g_assert_true(read_bytes(f, last, 2, INT) == f->other);
    g_assert_null(read_bytes(f, last, 4, INT));
    g_assert_true(prune_stored_whole(f->logic, last, 2, INT) == f->other);
    g_assert_null(prune_stored_whole(f->logic, last, 0, INT));
    g_assert_true(prune_stored_whole(f->logic, first, 0, INT) == f->one);
}

/* Bytes that are copied one by one, or in one piece with others, are the value again: one and the same formula. */
static void test_copy(Fixture *f, gconstpointer data)
{
    (void)data;
    const PruneStore *last = NULL;
    PruneTerm both = prune_concat(f->logic, f->other, f->one);
    for (guint i = 0; i < INT; i++)
        last = prune_store(f->arena, last, i, 1, prune_extract(f->logic, f->one, 8 * i, 8));
    g_assert_true(read_bytes(f, last, 0, INT) == f->one);
    last = prune_store(f->arena, last, 0, MOST, both);
    g_assert_true(read_bytes(f, last, 4, INT) == f->other);
    g_assert_true(read_bytes(f, last, 0, INT) == f->one);
}

static void test_numbers(Fixture *f, gconstpointer data)
{
    (void)data;
    const PruneStore *last = prune_store(f->arena, NULL, 0, INT, prune_number(f->logic, 0x11223344, 32));
    last = prune_store(f->arena, last, 1, 1, prune_number(f->logic, 0xaa, 8));
    g_assert_true(read_bytes(f, last, 0, INT) == prune_number(f->logic, 0x1122aa44, 32));
    g_assert_true(read_bytes(f, last, 1, 2) == prune_number(f->logic, 0x22aa, 16));
}

/* What was stored somewhere is any value, and another one each time. */
static void test_anything(Fixture *f, gconstpointer data)
{
    (void)data;
    const PruneStore *last = prune_store(f->arena, prune_store(f->arena, NULL, 0, INT, f->one), 0, MOST, NULL);
    PruneTerm value = read_bytes(f, last, 0, INT);
    g_assert_true(value != f->one && value != read_bytes(f, last, 0, INT));
    g_assert_false(sample_holds_always(f->logic, prune_equal(f->logic, value, f->one)));
    g_assert_null(prune_stored_whole(f->logic, last, 0, INT));
}

static void test_common(Fixture *f, gconstpointer data)
{
    (void)data;
    const PruneStore *both = prune_store(f->arena, NULL, 0, INT, f->one);
    const PruneStore *one = prune_store(f->arena, both, 0, INT, f->other);
    const PruneStore *other = prune_store(f->arena, prune_store(f->arena, both, 4, 1, NULL), 5, 1, NULL);
    g_assert_true(prune_common_store(one, other) == both && prune_common_store(both, other) == both);
    g_assert_true(prune_common_store(one, one) == one);
    g_assert_null(prune_common_store(one, NULL));
    g_assert_null(prune_common_store(one, prune_store(f->arena, NULL, 0, INT, f->one)));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add("/bytes/overlap", Fixture, NULL, set_up, test_overlap, tear_down);
    g_test_add("/bytes/copy", Fixture, NULL, set_up, test_copy, tear_down);
    g_test_add("/bytes/numbers", Fixture, NULL, set_up, test_numbers, tear_down);
    g_test_add("/bytes/anything", Fixture, NULL, set_up, test_anything, tear_down);
    g_test_add("/bytes/common", Fixture, NULL, set_up, test_common, tear_down);
    return g_test_run();
}
