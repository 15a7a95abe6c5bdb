/* Questions to the solver: wishes beside a formula, what an answer says of the formula alone, and beginning anew. */
#include "prune/formula/prover.h"

#include <glib.h>

enum { BYTE = 8 };

typedef struct {
    PruneLogic *logic;
    PruneProver *prover;
    PruneTerm x, is_1, is_2, is_both;
} Fixture;

static PruneTerm equals(Fixture *f, PruneTerm bits, guint64 number)
{
    return prune_equal(f->logic, bits, prune_number(f->logic, number, BYTE));
}

static void set_up(Fixture *f, gconstpointer data)
{
    (void)data;
    f->logic = prune_logic_new();
    f->prover = prune_prover_new(f->logic, (PrunePatience){.timeout = 1000, .budget = 10000});
    f->x = prune_free_bits(f->logic, BYTE);
    f->is_1 = equals(f, f->x, 1);
    f->is_2 = equals(f, f->x, 2);
    f->is_both = prune_and(f->logic, f->is_1, f->is_2);
}

static void tear_down(Fixture *f, gconstpointer data)
{
    (void)data;
    prune_prover_free(f->prover);
    prune_logic_free(f->logic);
}

static void test_possible(Fixture *f, gconstpointer data)
{
    (void)data;
    PruneTerm small = prune_not(f->logic, f->is_2);
    Z3_model model = prune_ask_wish(f->prover, f->is_1, small);
    g_assert_nonnull(model);
    g_assert_cmpuint(prune_value(f->logic, model, f->x), ==, 1);
}

/* A wish that cannot be says nothing of the formula. */
static void test_wish(Fixture *f, gconstpointer data)
{
    (void)data;
    g_assert_null(prune_ask_wish(f->prover, f->is_1, f->is_2));
    g_assert_cmpint(prune_ask(f->prover, f->is_1), ==, PRUNE_POSSIBLE);
}

/* A formula that cannot be is known from then on, whatever was wished for. */
static void test_impossible(Fixture *f, gconstpointer data)
{
    (void)data;
    PruneTerm wish = equals(f, prune_free_bits(f->logic, BYTE), 3);
    g_assert_null(prune_ask_wish(f->prover, f->is_both, wish));
    guint before = prune_questions(f->prover);
    g_assert_cmpint(prune_ask(f->prover, f->is_both), ==, PRUNE_IMPOSSIBLE);
    g_assert_cmpuint(prune_questions(f->prover), ==, before);
}

/* Variables are numbered as if nobody had asked: ways that begin anew name the same things by the same ones. */
static void test_names(Fixture *f, gconstpointer data)
{
    (void)data;
    guint before = f->logic->fresh;
    g_assert_nonnull(prune_ask_model(f->prover, f->is_1));
    g_assert_nonnull(prune_ask_wish(f->prover, f->is_2, prune_not(f->logic, f->is_1)));
    g_assert_cmpuint(f->logic->fresh, ==, before);
}

static void test_renew(Fixture *f, gconstpointer data)
{
    (void)data;
    g_assert_null(prune_ask_model(f->prover, f->is_both));
    Z3_model before = prune_ask_model(f->prover, f->is_2);
    Z3_model_inc_ref(f->logic->z3, before);
    prune_prover_renew(f->prover);
    g_assert_null(prune_ask_model(f->prover, f->is_both));
    g_assert_nonnull(prune_ask_wish(f->prover, f->is_1, f->logic->yes));
    g_assert_cmpuint(prune_value(f->logic, before, f->x), ==, 2);
    Z3_model_dec_ref(f->logic->z3, before);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add("/prover/possible", Fixture, NULL, set_up, test_possible, tear_down);
    g_test_add("/prover/wish", Fixture, NULL, set_up, test_wish, tear_down);
    g_test_add("/prover/impossible", Fixture, NULL, set_up, test_impossible, tear_down);
    g_test_add("/prover/names", Fixture, NULL, set_up, test_names, tear_down);
    g_test_add("/prover/renew", Fixture, NULL, set_up, test_renew, tear_down);
    return g_test_run();
}
