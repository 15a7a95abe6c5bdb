/* Questions to Z3; see sample_logic.h. */
#include "tests/unit/sample_logic.h"

gboolean sample_can_hold(const PruneLogic *logic, PruneTerm truth)
{
    Z3_solver solver = Z3_mk_simple_solver(logic->z3);
    Z3_solver_inc_ref(logic->z3, solver);
    Z3_solver_assert(logic->z3, solver, truth);
    Z3_lbool answer = Z3_solver_check(logic->z3, solver);
    Z3_solver_dec_ref(logic->z3, solver);
    g_assert_cmpint(answer, !=, Z3_L_UNDEF);
    return answer == Z3_L_TRUE;
}

gboolean sample_holds_always(PruneLogic *logic, PruneTerm truth)
{
    return !sample_can_hold(logic, prune_not(logic, truth));
}

gboolean sample_is_same(PruneLogic *logic, PruneTerm one, PruneTerm other)
{
    return prune_width(logic, one) == prune_width(logic, other) &&
           sample_holds_always(logic, prune_equal(logic, one, other));
}
