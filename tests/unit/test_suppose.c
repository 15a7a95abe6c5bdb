/* Suppositions: on random functions they cover what they are made for, by facts that are new, of which none
 * can be left out; what is near, and the way in, by hand. */
#include <string.h>

#include "htol/expand/expansion.h"
#include "htol/judge/eval.h"
#include "htol/words/suppose.h"
#include "tests/unit/sample_function.h"

enum { ROUNDS = 400, MOST_ATOMS = 4, NO_CAP = G_MAXINT32 };

typedef struct {
    HtolRecorded recorded;
    guint8 *slots;
    HtolObserved *observed, *possible;
    HtolSuppose *suppose;
    guint n_objectives;
    const HtolObjective *objectives;
} Sample;

static void ask(HtolArena *arena, const HtolFunction *function, guint8 *slots, const char *criteria, Sample *sample)
{
    HtolSelection selection;
    g_assert_true(htol_selection_parse(criteria, &selection, NULL));
    *sample = (Sample){.recorded = {.function = function, .slots = slots}, .slots = slots};
    sample->observed = htol_observed_of(arena, &sample->recorded);
    sample->possible = htol_possible_new(arena, function);
    HtolMissing *missing = htol_missing_new(arena, function, sample->observed);
    sample->suppose = htol_suppose_new(arena, &sample->recorded, sample->observed, missing);
    sample->objectives = htol_expand(arena, function, &selection, &sample->n_objectives);
}

static const HtolFunction *random_function(HtolArena *arena, GRand *random)
{
    SampleFunction *made = sample_function_new(arena, "f");
    for (gint i = g_rand_int_range(random, 1, 4); i > 0; i--) {
        g_autofree char *text = sample_formula_random(random, MOST_ATOMS);
        sample_function_add_decision(made, i == 2 ? HTOL_DECISION_VALUE : HTOL_DECISION_IF, text, NO_CAP);
    }
    sample_function_add_switch(made, 2);
    sample_function_add_flows(made, "v");
    return sample_function_end(made);
}

static guint8 *random_slots(HtolArena *arena, const HtolFunction *function, GRand *random)
{
    guint8 *slots = htol_arena_alloc(arena, function->row.slots);
    gint often = g_rand_int_range(random, 0, 4);
    for (guint32 i = 0; i < function->row.slots; i++)
        slots[i] = g_rand_int_range(random, 0, 6) < often;
    return slots;
}

static gboolean is_covered_without(const Sample *sample, const HtolObjective *objective,
                                   const HtolSupposition *supposed, guint left_out)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autofree guint32 *slots = g_new(guint32, MAX(supposed->n_slots, 1));
    HtolSupposition less = *supposed;
    less.n_slots = 0;
    less.slots = slots;
    for (guint32 i = 0; i < supposed->n_slots; i++)
        if (i != left_out)
            slots[less.n_slots++] = supposed->slots[i];
    return htol_covered(objective->hyper, htol_supposed(arena, sample->suppose, &less));
}

static gboolean is_slot_of(const HtolRowDecision *decision, guint32 slot)
{
    return slot >= decision->slot && slot - decision->slot < decision->ways;
}

static void check_slots(const Sample *sample, const HtolObjective *objective, const HtolSupposition *supposed)
{
    for (guint32 i = 0; i < supposed->n_slots; i++) {
        const HtolFunction *function = sample->recorded.function;
        g_assert_cmpuint(sample->slots[supposed->slots[i]], ==, 0);
        g_assert_true(i == 0 || supposed->slots[i - 1] < supposed->slots[i]);
        gboolean own = objective->site.kind == HTOL_SITE_DECISION &&
                       is_slot_of(&function->decisions[objective->site.index], supposed->slots[i]);
        g_assert_false(own && is_covered_without(sample, objective, supposed, i));
    }
}

static guint check_objective(const Sample *sample, const HtolObjective *objective)
{
    HtolSupposition supposed;
    if (!objective->hyper || htol_covered(objective->hyper, sample->observed) ||
        !htol_covered(objective->hyper, sample->possible))
        return 0;
    g_assert_true(htol_suppose(sample->suppose, objective, &supposed));
    g_assert_true(is_covered_without(sample, objective, &supposed, G_MAXUINT));
    g_assert_true(supposed.environments == 1 || supposed.environments == 2);
    check_slots(sample, objective, &supposed);
    if (supposed.is_near)
        g_assert_cmpuint(supposed.row, <, htol_observed_at(sample->observed, supposed.nearest).rows);
    return 1;
}

static void test_random(void)
{
    GRand *random = g_rand_new_with_seed(7);
    guint checked = 0;
    for (guint round = 0; round < ROUNDS; round++) {
        Sample sample;
        g_autoptr(HtolArena) arena = htol_arena_new();
        const HtolFunction *function = random_function(arena, random);
        ask(arena, function, random_slots(arena, function, random), "all", &sample);
        for (guint i = 0; i < sample.n_objectives; i++)
            checked += check_objective(&sample, &sample.objectives[i]);
    }
    g_assert_cmpuint(checked, >, 20 * ROUNDS);
    g_rand_free(random);
}

static const HtolObjective *find(const Sample *sample, const char *id)
{
    for (guint i = 0; i < sample->n_objectives; i++)
        if (strcmp(sample->objectives[i].id, id) == 0)
            return &sample->objectives[i];
    g_assert_not_reached();
}

/* Of a && b && c, TTT and F-- were seen: TF- is nearer to F-- than TTF is to TTT in nothing; TFx differs from
 * TTT in b. */
static void test_near(void)
{
    Sample sample;
    HtolSupposition supposed;
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GString) vector = g_string_new(NULL);
    SampleFunction *made = sample_function_new(arena, "f");
    sample_function_add_decision(made, HTOL_DECISION_IF, "a && b && c", NO_CAP);
    const HtolFunction *function = sample_function_end(made);
    guint8 *slots = htol_arena_alloc(arena, function->row.slots);
    const guint8 all[] = {HTOL_TRUE, HTOL_TRUE, HTOL_TRUE, HTOL_TRUE};
    const guint8 none[] = {HTOL_FALSE, HTOL_FALSE, HTOL_UNKNOWN, HTOL_UNKNOWN};
    sample_function_record(function, 0, all, slots);
    sample_function_record(function, 0, none, slots);
    slots[0] = 1;
    ask(arena, function, slots, "CC", &sample);
    g_assert_true(htol_suppose(sample.suppose, find(&sample, "d0.c3=F"), &supposed));
    g_assert_true(supposed.is_near);
    g_assert_cmpint(supposed.nearest.kind, ==, HTOL_SITE_DECISION);
    HtolEnvs envs = htol_observed_at(sample.observed, supposed.nearest);
    htol_vector_append(envs.values + (gsize)supposed.row * envs.columns, 3, vector);
    g_assert_cmpstr(vector->str, ==, "TTT -> true");
    g_assert_cmpuint(supposed.n_turns, ==, 1);
    g_assert_cmpuint(supposed.n_slots, ==, 1);
}

/* Nothing ran: the block that a decision leads to asks for the decision and the entry. */
static void test_way_in(void)
{
    Sample sample;
    HtolSupposition supposed;
    g_autoptr(HtolArena) arena = htol_arena_new();
    SampleFunction *made = sample_function_new(arena, "f");
    sample_function_add_decision(made, HTOL_DECISION_IF, "a || b", NO_CAP);
    const HtolFunction *function = sample_function_end(made);
    ask(arena, function, htol_arena_alloc(arena, function->row.slots), "BBC", &sample);
    g_assert_true(htol_suppose(sample.suppose, find(&sample, "b1"), &supposed));
    g_assert_false(supposed.is_near);
    g_assert_cmpuint(supposed.n_turns, ==, 1);
    g_assert_cmpuint(supposed.turns[0].decision, ==, 0);
    g_assert_cmpuint(supposed.slots[0], ==, 0);
    g_assert_cmpuint(supposed.n_slots, ==, 2);
    g_assert_true(is_covered_without(&sample, find(&sample, "b0"), &supposed, G_MAXUINT));
}

/* Over the cap, single values are all there is: a pair cannot be supposed, a value can. */
static void test_over_the_cap(void)
{
    Sample sample;
    HtolSupposition supposed;
    g_autoptr(HtolArena) arena = htol_arena_new();
    SampleFunction *made = sample_function_new(arena, "f");
    sample_function_add_decision(made, HTOL_DECISION_IF, "a || b", 1);
    const HtolFunction *function = sample_function_end(made);
    ask(arena, function, htol_arena_alloc(arena, function->row.slots), "CC", &sample);
    g_assert_true(htol_suppose(sample.suppose, find(&sample, "d0.c2=T"), &supposed));
    g_assert_cmpuint(supposed.n_turns, ==, 0);
    g_assert_true(is_covered_without(&sample, find(&sample, "d0.c2=T"), &supposed, G_MAXUINT));
    g_assert_false(is_covered_without(&sample, find(&sample, "d0.c1=T"), &supposed, G_MAXUINT));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/suppose/random", test_random);
    g_test_add_func("/suppose/near", test_near);
    g_test_add_func("/suppose/way-in", test_way_in);
    g_test_add_func("/suppose/over-the-cap", test_over_the_cap);
    return g_test_run();
}
