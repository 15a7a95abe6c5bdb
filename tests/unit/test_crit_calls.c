/* FCC on functions made by hand: which pairs are objectives, over which calls, and what covers them. */
#include "htol/base/layout.h"
#include "htol/criteria/criteria.h"
#include "htol/expand/expansion.h"
#include "htol/judge/eval.h"

#include <string.h>

/* Calls: of `a` by slot 1, `a` that is not recorded, through a pointer to `a` or `b` (source 1), through one
 * that nobody knows (source 2), `c` by slot 2 or 3, `d` that is not recorded. */
static HtolRowFile files[] = {{.path = "a.c", .hash = ""}};
static HtolRowTerm terms[] = {{HTOL_TERM_SLOT, 1}, {HTOL_TERM_SLOT, 2}, {HTOL_TERM_SLOT, 3}};
static HtolRowCallee callees[] = {{"a"}, {"b"}};
static HtolRowCall calls[] = {
    {.line = 1, .text = "a", .callee = "a", .first_term = 0, .terms = 1},
    {.line = 2, .text = "a", .callee = "a"},
    {.line = 3, .text = "p", .callee = "", .source = 1, .first_callee = 0, .callees = 2},
    {.line = 4, .text = "q", .callee = "", .source = 2},
    {.line = 5, .text = "c", .callee = "c", .first_term = 1, .terms = 2},
    {.line = 6, .text = "d", .callee = "d"},
};
static const HtolFunction function = {
    .row = {.name = "f", .hash = "", .slots = 4, .sources = 2, .recorded = HTOL_RECORDS_CALLS},
    .n_files = 1,
    .files = files,
    .n_terms = 3,
    .terms = terms,
    .n_callees = 2,
    .callees = callees,
    .n_calls = G_N_ELEMENTS(calls),
    .calls = calls,
};

static const HtolObjective *expand(HtolArena *arena, guint *count)
{
    HtolSelection selection;
    g_assert_true(htol_selection_parse("fcc", &selection, NULL));
    return htol_expand(arena, &function, &selection, count);
}

static void test_pairs(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    static const char *const names[] = {"a", "b", "c", "d"};
    static const char *const hypers[] = {"(call 0) + (call 2: c1)", "call 2: c2", "call 4", NULL};
    static const guint32 lines[] = {1, 3, 5, 6};
    guint count;
    const HtolObjective *objectives = expand(arena, &count);
    g_assert_cmpuint(count, ==, G_N_ELEMENTS(names));
    for (guint i = 0; i < count; i++) {
        g_autoptr(GString) text = g_string_new(NULL);
        if (objectives[i].hyper)
            htol_hyper_print(objectives[i].hyper, text);
        g_assert_cmpstr(objectives[i].text, ==, names[i]);
        g_assert_cmpstr(objectives[i].id, ==, names[i]);
        g_assert_cmpstr(text->str, ==, hypers[i] ? hypers[i] : "");
        g_assert_cmpuint(objectives[i].line, ==, lines[i]);
        g_assert_cmpint(objectives[i].unmeasured != NULL, ==, hypers[i] == NULL);
        g_assert_cmpint(objectives[i].open != NULL, ==, i == 0);
    }
}

/* A letter for each measured pair that is covered. */
static void check(const char *set_slots, const char *const *called, const char *expected)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    static const guint64 words[][2] = {{HTOL_TUPLE_CODE, 1}, {HTOL_TUPLE_CODE, 2}};
    const HtolTuple tuples[] = {{0, 1, words[0]}, {0, 1, words[1]}, {1, 1, words[0]}};
    guint8 slots[4] = {1, 0, 0, 0};
    for (const char *c = set_slots; *c; c++)
        slots[*c - '0'] = 1;
    HtolRecorded recorded = {
        .function = &function, .slots = slots, .callees = called, .n_tuples = called ? 3 : 0, .tuples = tuples};
    HtolObserved *observed = htol_observed_of(arena, &recorded);
    g_autoptr(GString) covered = g_string_new(NULL);
    guint count;
    const HtolObjective *objectives = expand(arena, &count);
    for (guint i = 0; i < count; i++)
        if (objectives[i].hyper && htol_covered(objectives[i].hyper, observed))
            g_string_append(covered, objectives[i].text);
    g_assert_cmpstr(covered->str, ==, expected);
}

static void test_verdicts(void)
{
    check("", NULL, "");
    check("1", NULL, "a");
    check("2", NULL, "c");
    check("3", NULL, "c");
    check("", (const char *const[]){"a", "b", "c"}, "ab");
    check("", (const char *const[]){"b", "b", "a"}, "b");
    check("", (const char *const[]){"c", NULL, "b"}, "");
}

/* Without an environment for it, and with one that nobody has a name for. */
static void test_a_call_through_a_pointer_is_made_whatever_it_calls(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    static const guint64 word[] = {HTOL_TUPLE_CODE, 1};
    const HtolTuple tuple = {1, 1, word};
    guint8 slots[4] = {0};
    HtolRecorded recorded = {.function = &function, .slots = slots, .n_tuples = 1, .tuples = &tuple};
    HtolObserved *observed = htol_observed_of(arena, &recorded);
    g_assert_cmpuint(htol_observed_at(observed, (HtolSite){HTOL_SITE_CALL, 2}).rows, ==, 0);
    g_assert_cmpuint(htol_observed_at(observed, (HtolSite){HTOL_SITE_CALL, 3}).rows, ==, 1);
}

static void test_what_was_not_recorded_is_no_objective(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolFunction copy = function;
    HtolSelection selection;
    guint count;
    copy.row.recorded = 0;
    g_assert_true(htol_selection_parse("all", &selection, NULL));
    htol_expand(arena, &copy, &selection, &count);
    guint before = count;
    g_assert_true(htol_selection_parse("all,fcc", &selection, NULL));
    const HtolObjective *objectives = htol_expand(arena, &copy, &selection, &count);
    g_assert_cmpuint(count, ==, before + 1);
    g_assert_nonnull(strstr(objectives[count - 1].unmeasured, "not recorded"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/crit-calls/pairs", test_pairs);
    g_test_add_func("/crit-calls/verdicts", test_verdicts);
    g_test_add_func("/crit-calls/pointers", test_a_call_through_a_pointer_is_made_whatever_it_calls);
    g_test_add_func("/crit-calls/not-recorded", test_what_was_not_recorded_is_no_objective);
    return g_test_run();
}
