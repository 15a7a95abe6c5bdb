/* Slots of sites: what env.c reads for a site is what is marked, no less and no more. */
#include "htol/judge/env.h"
#include "htol/judge/slots.h"
#include "tests/unit/sample_function.h"

static HtolFunction *make_function(HtolArena *arena)
{
    SampleFunction *sample = sample_function_new(arena, "f");
    sample_function_add_decision(sample, HTOL_DECISION_IF, "a && (b() || !c)", 1024);
    sample_function_add_decision(sample, HTOL_DECISION_WHILE, "a || b", 2);
    sample_function_add_switch(sample, 3);
    sample_function_add_flows(sample, "x");
    return sample_function_end(sample);
}

/* Whether something is observed at the site when these slots are set. */
static gboolean is_observed(HtolArena *arena, const HtolFunction *function, HtolSite site, const guint8 *slots)
{
    return htol_observed_at(htol_observed_new(arena, function, slots), site).rows > 0;
}

/* Each slot alone, set: something is observed at the site exactly if the slot is one of its. */
static void check_site(HtolArena *arena, const HtolFunction *function, HtolSite site)
{
    guint32 n = function->row.slots;
    guint8 *marks = htol_arena_new0(arena, guint8, n), *slots = htol_arena_new0(arena, guint8, n);
    htol_site_slots(function, site, 1, marks);
    for (guint32 i = 0; i < n; i++) {
        slots[i] = 1;
        if (is_observed(arena, function, site, slots))
            g_assert_cmpuint(marks[i], ==, 1);
        slots[i] = 0;
    }
    g_assert_false(is_observed(arena, function, site, slots));
    for (guint32 i = 0; i < n; i++)
        slots[i] = marks[i];
    g_assert_true(is_observed(arena, function, site, slots));
    for (guint32 i = 0; i < n; i++)
        slots[i] = !marks[i];
    g_assert_false(is_observed(arena, function, site, slots));
}

static void test_sites(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolFunction *function = make_function(arena);
    for (guint32 i = 0; i < function->n_blocks; i++)
        check_site(arena, function, (HtolSite){HTOL_SITE_BLOCK, i});
    for (guint32 i = 0; i < function->n_decisions; i++)
        check_site(arena, function, (HtolSite){HTOL_SITE_DECISION, i});
    for (guint32 i = 0; i < function->n_arms; i++)
        check_site(arena, function, (HtolSite){HTOL_SITE_ARM, i});
    for (guint32 i = 0; i < function->n_flows; i++)
        check_site(arena, function, (HtolSite){HTOL_SITE_FLOW, i});
    g_assert_cmpuint(function->n_blocks, >, 3);
    g_assert_cmpuint(function->n_flows, >, 0);
}

/* A hyperlabel has the slots of all its sites. */
static void test_hyperlabels(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolFunction *function = make_function(arena);
    const HtolSite one = {HTOL_SITE_DECISION, 0}, other = {HTOL_SITE_ARM, 1};
    const HtolHyper *hyper = htol_guarded(
        arena, htol_conjunction(arena, htol_label(arena, one, NULL), htol_label(arena, other, NULL)), NULL);
    guint8 *marks = htol_arena_new0(arena, guint8, function->row.slots);
    guint8 *expected = htol_arena_new0(arena, guint8, function->row.slots);
    htol_hyper_slots(function, hyper, 1, marks);
    htol_site_slots(function, one, 1, expected);
    htol_site_slots(function, other, 1, expected);
    g_assert_cmpmem(marks, function->row.slots, expected, function->row.slots);
}

/* All sites of the function have the slots of each. */
static void test_function(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolFunction *function = make_function(arena);
    guint8 *marks = htol_arena_new0(arena, guint8, function->row.slots);
    guint8 *decision = htol_arena_new0(arena, guint8, function->row.slots);
    htol_function_slots(function, 1, marks);
    htol_site_slots(function, (HtolSite){HTOL_SITE_DECISION, 1}, 1, decision);
    for (guint32 i = 0; i < function->row.slots; i++)
        g_assert_cmpuint(marks[i], >=, decision[i]);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/slots/sites", test_sites);
    g_test_add_func("/slots/hyperlabels", test_hyperlabels);
    g_test_add_func("/slots/function", test_function);
    return g_test_run();
}
