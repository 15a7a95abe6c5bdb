/* The solver; see prover.h. */
#include "prune/prover.h"

struct PruneProver {
    PruneLogic *logic;
    Z3_solver solver;
    GHashTable *names; /* PruneTerm: the variable that implies it */
    gint64 end; /* of the budget */
    guint questions, unanswered;
};

static void set_timeout(PruneProver *prover, guint timeout)
{
    Z3_context z3 = prover->logic->z3;
    Z3_params params = Z3_mk_params(z3);
    Z3_params_inc_ref(z3, params);
    Z3_params_set_uint(z3, params, Z3_mk_string_symbol(z3, "timeout"), timeout);
    Z3_solver_set_params(z3, prover->solver, params);
    Z3_params_dec_ref(z3, params);
}

PruneProver *prune_prover_new(PruneLogic *logic, guint timeout, guint budget)
{
    PruneProver *prover = g_new0(PruneProver, 1);
    prover->logic = logic;
    prover->names = g_hash_table_new(NULL, NULL);
    prover->solver = Z3_mk_solver_for_logic(logic->z3, Z3_mk_string_symbol(logic->z3, "QF_BV"));
    Z3_solver_inc_ref(logic->z3, prover->solver);
    prover->end = g_get_monotonic_time() + (gint64)budget * 1000;
    set_timeout(prover, timeout);
    return prover;
}

void prune_prover_free(PruneProver *prover)
{
    Z3_solver_dec_ref(prover->logic->z3, prover->solver);
    g_hash_table_unref(prover->names);
    g_free(prover);
}

/* A variable that is true only if the formula is: the solver takes nothing else for an assumption. */
static PruneTerm name_of(PruneProver *prover, PruneTerm term)
{
    PruneTerm name = g_hash_table_lookup(prover->names, term);
    if (name)
        return name;
    name = prune_free_truth(prover->logic);
    g_hash_table_insert(prover->names, term, name);
    Z3_solver_assert(prover->logic->z3, prover->solver, prune_implies(prover->logic, name, term));
    return name;
}

static gboolean is_time_up(const PruneProver *prover)
{
    return g_get_monotonic_time() > prover->end;
}

PruneAnswer prune_ask(PruneProver *prover, PruneTerm term)
{
    if (term == prover->logic->no)
        return PRUNE_IMPOSSIBLE;
    if (term == prover->logic->yes)
        return PRUNE_POSSIBLE;
    prover->questions++;
    if (is_time_up(prover)) {
        prover->unanswered++;
        return PRUNE_UNKNOWN;
    }
    PruneTerm name = name_of(prover, term);
    switch (Z3_solver_check_assumptions(prover->logic->z3, prover->solver, 1, &name)) {
    case Z3_L_TRUE: return PRUNE_POSSIBLE;
    case Z3_L_FALSE: return PRUNE_IMPOSSIBLE;
    default: prover->unanswered++; return PRUNE_UNKNOWN;
    }
}

void prune_evaluate_last(PruneProver *prover, const PruneTerm *terms, guint n, guint8 *holds)
{
    Z3_context z3 = prover->logic->z3;
    Z3_model model = Z3_solver_get_model(z3, prover->solver);
    Z3_model_inc_ref(z3, model);
    for (guint i = 0; i < n; i++) {
        Z3_ast value;
        holds[i] = terms[i] && Z3_model_eval(z3, model, terms[i], TRUE, &value) && value == prover->logic->yes;
    }
    Z3_model_dec_ref(z3, model);
}

/* Marks those that hold by what makes the last answer true. */
static void mark_others(PruneProver *prover, const PruneTerm *terms, guint n, PruneAnswer *answers)
{
    g_autofree guint8 *holds = g_malloc(n);
    prune_evaluate_last(prover, terms, n, holds);
    for (guint i = 0; i < n; i++)
        if (holds[i] && answers[i] == PRUNE_UNKNOWN)
            answers[i] = PRUNE_POSSIBLE;
}

void prune_ask_all(PruneProver *prover, const PruneTerm *terms, guint n, PruneAnswer *answers)
{
    for (guint i = 0; i < n; i++)
        answers[i] = PRUNE_UNKNOWN;
    for (guint i = 0; i < n; i++) {
        if (!terms[i] || answers[i] != PRUNE_UNKNOWN)
            continue;
        guint asked = prover->questions;
        answers[i] = prune_ask(prover, terms[i]);
        if (answers[i] == PRUNE_POSSIBLE && prover->questions > asked)
            mark_others(prover, terms, n, answers);
    }
}

guint prune_questions(const PruneProver *prover)
{
    return prover->questions;
}

guint prune_unanswered(const PruneProver *prover)
{
    return prover->unanswered;
}
