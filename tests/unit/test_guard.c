/* Guards as formulas: of values that are known, a guard's formula says what the evaluator of guards says, which
 * sample_guard.c evaluates a second time. */
#include "generate/solve/guard.h"
#include "tests/unit/sample_guard.h"

enum { VARIABLES = 4, ROUNDS = 20000, DEPTH = 4 };

static GenerateBound bound_of(PruneLogic *logic, HtolValue value)
{
    return (GenerateBound){NULL, value.kind, prune_number(logic, value.u, 64), (guint)htol_value_process(value)};
}

/* -1: it asks for what is not followed; else whether the formula of constants holds. */
static int formula_holds(PruneLogic *logic, const HtolExpr *guard, const HtolValue *values)
{
    GenerateBound bound[VARIABLES];
    for (guint i = 0; i < VARIABLES; i++)
        bound[i] = bound_of(logic, values[i]);
    PruneTerm term = generate_guard(logic, guard, bound, VARIABLES);
    if (!term)
        return -1;
    PruneTerm decided = Z3_simplify(logic->z3, term);
    g_assert_true(decided == logic->yes || decided == logic->no);
    return decided == logic->yes;
}

static void check_guards(gconstpointer data)
{
    gboolean has_pointers = GPOINTER_TO_INT(data);
    g_autoptr(GRand) random = g_rand_new_with_seed(1);
    PruneLogic *logic = prune_logic_new();
    guint followed = 0, held = 0;
    for (guint round = 0; round < ROUNDS; round++) {
        g_autoptr(HtolArena) arena = htol_arena_new();
        const HtolExpr *guard = sample_guard(arena, random, VARIABLES, DEPTH);
        HtolValue values[VARIABLES];
        for (guint i = 0; i < VARIABLES; i++)
            values[i] = has_pointers && i % 2 ? sample_pointer(random) : sample_value(random, round % 2);
        int holds = formula_holds(logic, guard, values);
        if (holds < 0)
            continue;
        g_assert_cmpint(holds, ==, sample_guard_holds(guard, values) == 1);
        followed++;
        held += (guint)holds;
    }
    g_assert_cmpuint(followed, >, ROUNDS / 5);
    g_assert_cmpuint(held, >, followed / 10);
    prune_logic_free(logic);
}

/* Without a guard nothing is asked; a name that nothing bears is not followed. */
static void test_edges(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    PruneLogic *logic = prune_logic_new();
    char name[] = "x'";
    const GenerateBound bound = {name, HTOL_VALUE_SIGNED, prune_number(logic, 7, 64), 0};
    g_assert_true(generate_guard(logic, NULL, NULL, 0) == logic->yes);
    g_assert_true(generate_guard(logic, htol_named(arena, "x'"), &bound, 1) == logic->yes);
    g_assert_null(generate_guard(logic, htol_named(arena, "x"), &bound, 1));
    prune_logic_free(logic);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_data_func("/guard/numbers", GINT_TO_POINTER(FALSE), check_guards);
    g_test_add_data_func("/guard/pointers", GINT_TO_POINTER(TRUE), check_guards);
    g_test_add_func("/guard/edges", test_edges);
    return g_test_run();
}
