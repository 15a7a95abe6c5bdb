/* The join: hand-made cases, and random joins against a nested loop over all combinations of rows. */
#include <stdlib.h>
#include <string.h>

#include "htol/judge/relation.h"
#include "tests/unit/sample_guard.h"

enum { JOINS = 60000, MOST_MEMBERS = 4, MOST_COLUMNS = 3, MOST_ROWS = 7, MOST_VALUES = MOST_MEMBERS * MOST_COLUMNS };

static HtolRelation relation(guint columns, gsize rows, const HtolValue *values)
{
    return (HtolRelation){.columns = columns, .rows = rows, .values = values};
}

static HtolValue integer(gint64 value)
{
    return (HtolValue){.kind = HTOL_VALUE_SIGNED, .s = value};
}

/* Random joins
 * ----------------------------------------------------------------------------------------------------------- */

typedef enum { INTEGERS, ANY_KIND, POINTERS, THEMES } Theme;

/* Where pointers are the theme, one value of ten is none. */
static HtolValue random_value(GRand *random, Theme theme)
{
    if (theme == POINTERS && g_rand_int_range(random, 0, 10) > 0)
        return sample_pointer(random);
    return sample_value(random, theme == ANY_KIND);
}

static HtolRelation *random_relation(HtolArena *arena, GRand *random, Theme theme)
{
    HtolRelation *made = htol_arena_new0(arena, HtolRelation, 1);
    guint columns = g_rand_int_range(random, 0, MOST_COLUMNS + 1);
    gsize rows = g_rand_int_range(random, g_rand_int_range(random, 0, 20) != 0, MOST_ROWS);
    HtolValue *values = htol_arena_new0(arena, HtolValue, columns * rows);
    for (gsize i = 0; i < columns * rows; i++)
        values[i] = random_value(random, theme);
    *made = relation(columns, rows, values);
    return made;
}

static guint count_columns(const HtolJoin *join)
{
    guint columns = 0;
    for (guint i = 0; i < join->n_members; i++)
        columns += join->members[i]->columns;
    return columns;
}

/* Whether the guard is true of these rows, by plain evaluation. */
static gboolean holds(const HtolJoin *join, const gsize *rows)
{
    HtolValue values[MOST_VALUES] = {0};
    guint first = 0;
    for (guint i = 0; i < join->n_members; i++) {
        const HtolRelation *member = join->members[i];
        for (guint k = 0; k < member->columns; k++)
            values[first++] = member->values[rows[i] * member->columns + k];
    }
    return !join->guard || sample_guard_holds(join->guard, values) == 1;
}

static gboolean nested_loop(const HtolJoin *join, gsize *rows, guint depth)
{
    if (depth == join->n_members)
        return holds(join, rows);
    for (rows[depth] = 0; rows[depth] < join->members[depth]->rows; rows[depth]++)
        if (nested_loop(join, rows, depth + 1))
            return TRUE;
    return FALSE;
}

/* That two variables agree, as criteria write it of conditions that may not have been evaluated; 2 agrees with all. */
static const HtolExpr *agreement(HtolArena *arena, const HtolExpr *left, const HtolExpr *right)
{
    const HtolExpr *two = htol_constant(arena, integer(2));
    const HtolExpr *any = htol_binary(arena, HTOL_OP_BOR, htol_binary(arena, HTOL_OP_EQ, left, two),
                                      htol_binary(arena, HTOL_OP_EQ, right, two));
    return htol_binary(arena, HTOL_OP_BOR, htol_binary(arena, HTOL_OP_EQ, left, right), any);
}

/* Links between members, of which indexes are made: a conjunction, seldom with a disjunction in it. */
static const HtolExpr *random_links(HtolArena *arena, GRand *random, guint variables)
{
    static const HtolOp ops[] = {HTOL_OP_EQ, HTOL_OP_EQ, HTOL_OP_NE, HTOL_OP_NE,
                                 HTOL_OP_LT, HTOL_OP_LE, HTOL_OP_GT, HTOL_OP_GE};
    const HtolExpr *guard = NULL;
    gint32 agreements = g_rand_int_range(random, -4, 5);
    for (gint32 links = g_rand_int_range(random, 1, 8); links > 0; links--, agreements--) {
        const HtolExpr *left = htol_variable(arena, g_rand_int_range(random, 0, variables));
        const HtolExpr *right = htol_variable(arena, g_rand_int_range(random, 0, variables));
        HtolOp op = ops[g_rand_int_range(random, 0, G_N_ELEMENTS(ops))];
        const HtolExpr *link = agreements > 0 ? agreement(arena, left, right) : htol_binary(arena, op, left, right);
        gboolean either = guard && g_rand_int_range(random, 0, 8) == 0;
        guard = either ? htol_binary(arena, HTOL_OP_OR, guard, link) : htol_and(arena, guard, link);
    }
    return guard;
}

static const HtolExpr *random_guard(HtolArena *arena, GRand *random, guint variables)
{
    if (variables == 0 || g_rand_int_range(random, 0, 50) == 0)
        return NULL;
    if (g_rand_boolean(random))
        return random_links(arena, random, variables);
    return sample_guard(arena, random, variables, g_rand_int_range(random, 1, 5));
}

static gboolean check_random(HtolArena *arena, GRand *random)
{
    const HtolRelation *members[MOST_MEMBERS];
    gsize witness[MOST_MEMBERS], rows[MOST_MEMBERS];
    guint n = g_rand_int_range(random, 1, MOST_MEMBERS + 1);
    Theme theme = g_rand_int_range(random, 0, THEMES);
    for (guint i = 0; i < n; i++)
        members[i] =
            i > 0 && g_rand_int_range(random, 0, 4) == 0 ? members[i - 1] : random_relation(arena, random, theme);
    HtolJoin join = {.n_members = n, .members = members};
    join.guard = random_guard(arena, random, count_columns(&join));
    gboolean expected = nested_loop(&join, rows, 0);
    g_assert_cmpint(htol_join(&join, witness, NULL), ==, expected);
    if (expected) {
        for (guint i = 0; i < n; i++)
            g_assert_cmpuint(witness[i], <, members[i]->rows);
        g_assert_true(holds(&join, witness));
    }
    return expected;
}

static void test_random(void)
{
    const char *seed = g_getenv("SEED"), *joins = g_getenv("JOINS");
    guint count = joins ? (guint)atoi(joins) : JOINS, covered = 0;
    g_autoptr(GRand) random = g_rand_new_with_seed(seed ? (guint32)atoi(seed) : 3);
    for (guint i = 0; i < count; i++) {
        g_autoptr(HtolArena) arena = htol_arena_new();
        covered += check_random(arena, random);
    }
    g_test_message("%u of %u joins have a witness", covered, count);
    g_assert_cmpuint(covered, >, count / 10 * 3);
    g_assert_cmpuint(covered, <, count / 10 * 7);
}

/* Hand-made joins
 * ----------------------------------------------------------------------------------------------------------- */

/* Non-interference: the columns are low and out. */
static void test_non_interference(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolValue rows[] = {integer(1), integer(10), integer(2), integer(20), integer(1), integer(11)};
    HtolRelation kept = relation(2, 2, rows), broken = relation(2, 3, rows);
    const HtolExpr *same = htol_binary(arena, HTOL_OP_EQ, htol_variable(arena, 0), htol_variable(arena, 2));
    const HtolExpr *differ = htol_binary(arena, HTOL_OP_NE, htol_variable(arena, 1), htol_variable(arena, 3));
    const HtolExpr *guard = htol_and(arena, same, differ);
    gsize witness[2];
    g_assert_false(htol_join(&(HtolJoin){2, (const HtolRelation *[]){&kept, &kept}, guard}, witness, NULL));
    g_assert_true(htol_join(&(HtolJoin){2, (const HtolRelation *[]){&broken, &broken}, guard}, witness, NULL));
    g_assert_cmpuint(witness[0] + witness[1], ==, 2);
    g_assert_true(witness[0] == 0 || witness[0] == 2);
}

static void test_without_columns(void)
{
    HtolRelation covered = relation(0, 1, NULL), missed = relation(0, 0, NULL);
    gsize witness[2] = {7, 7};
    g_assert_true(htol_join(&(HtolJoin){2, (const HtolRelation *[]){&covered, &covered}, NULL}, witness, NULL));
    g_assert_cmpuint(witness[0] + witness[1], ==, 0);
    g_assert_false(htol_join(&(HtolJoin){2, (const HtolRelation *[]){&covered, &missed}, NULL}, NULL, NULL));
}

static void test_division(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolValue zero[] = {integer(0)};
    HtolRelation only = relation(1, 1, zero);
    const HtolExpr *quotient =
        htol_binary(arena, HTOL_OP_DIV, htol_constant(arena, integer(1)), htol_variable(arena, 0));
    const HtolExpr *yes = htol_constant(arena, integer(1)), *checked = htol_variable(arena, 0);
    gboolean divided;
    HtolJoin join = {1, (const HtolRelation *[]){&only}, htol_binary(arena, HTOL_OP_OR, quotient, yes)};
    g_assert_false(htol_join(&join, NULL, &divided));
    g_assert_true(divided);
    join.guard = htol_and(arena, checked, quotient);
    g_assert_false(htol_join(&join, NULL, &divided));
    g_assert_false(divided);
}

/* Whether the join of one column with itself is covered. */
static gboolean check_pair(HtolOp op, const HtolValue *values, gsize rows, gboolean wrong)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolRelation pointers = relation(1, rows, values);
    HtolJoin join = {2, (const HtolRelation *[]){&pointers, &pointers}, NULL};
    gboolean divided;
    join.guard = htol_binary(arena, op, htol_variable(arena, 0), htol_variable(arena, 1));
    gboolean covered = htol_join(&join, NULL, &divided);
    g_assert_cmpint(divided, ==, wrong);
    return covered;
}

static void test_pointers(void)
{
    const HtolValue mine = {.kind = HTOL_VALUE_POINTER, .process = 1, .u = 16};
    const HtolValue next = {.kind = HTOL_VALUE_POINTER, .process = 1, .u = 32};
    const HtolValue stranger = {.kind = HTOL_VALUE_POINTER, .process = 2, .u = 16};
    const HtolValue null = {.kind = HTOL_VALUE_POINTER};
    g_assert_false(check_pair(HTOL_OP_NE, (const HtolValue[]){mine, stranger}, 2, TRUE));
    g_assert_true(check_pair(HTOL_OP_NE, (const HtolValue[]){mine, next}, 2, FALSE));
    g_assert_true(check_pair(HTOL_OP_NE, (const HtolValue[]){mine, null}, 2, FALSE));
    g_assert_true(check_pair(HTOL_OP_NE, (const HtolValue[]){mine, integer(16)}, 2, FALSE));
    g_assert_false(check_pair(HTOL_OP_NE, (const HtolValue[]){null, null}, 2, FALSE));
    g_assert_false(check_pair(HTOL_OP_NE, (const HtolValue[]){null, integer(0)}, 2, FALSE));
    g_assert_true(check_pair(HTOL_OP_NE, (const HtolValue[]){null, integer(1)}, 2, FALSE));
    g_assert_true(check_pair(HTOL_OP_EQ, (const HtolValue[]){null, null}, 2, FALSE));
    g_assert_true(check_pair(HTOL_OP_EQ, (const HtolValue[]){mine, stranger}, 2, TRUE));
    g_assert_true(check_pair(HTOL_OP_EQ, (const HtolValue[]){mine, next}, 2, FALSE));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/join/non_interference", test_non_interference);
    g_test_add_func("/join/without_columns", test_without_columns);
    g_test_add_func("/join/division", test_division);
    g_test_add_func("/join/pointers", test_pointers);
    g_test_add_func("/join/random", test_random);
    return g_test_run();
}
