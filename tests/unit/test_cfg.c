/* The control-flow graph: which blocks a function has, and from which facts it follows that each was reached.
 * A block is written as its first token and its terms: s a slot of its own, e one that is set at the ends of branches
 * that lead to it, h one that is set before the loop of which it is the head, T and F an outcome of a decision, A an
 * arm. */
#include "annot/graph/cfg_make.h"

#include <string.h>

static char *describe(const AnnotText *text, const AnnotCfg *cfg)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < cfg->blocks->len; i++) {
        const AnnotBlock *block = g_ptr_array_index(cfg->blocks, i);
        if (!block->listed)
            continue;
        guint32 at = annot_text_skip(text, block->at), end = annot_text_token_end(text, at);
        g_string_append_printf(out, "%s%.*s:", out->len > 0 ? " " : "", (int)(end - at), text->bytes + at);
        for (guint t = 0; t < block->terms->len; t++) {
            const HtolRowTerm *term = &g_array_index(block->terms, HtolRowTerm, t);
            const char *kinds = block->behind ? "eFTA" : block->ahead ? "hFTA" : "sFTA";
            g_string_append_c(out, kinds[term->kind]);
            if (term->kind != HTOL_TERM_SLOT)
                g_string_append_printf(out, "%u", term->index);
        }
        g_string_append(out, block->lost ? "lost" : "");
    }
    return g_string_free(out, FALSE);
}

/* `body` is that of the last function of the text. */
static void check(const char *body, const char *expected)
{
    g_autofree char *source = g_strdup_printf("int g(int); int h(int) __attribute__((const));\n"
                                              "void die(void) __attribute__((noreturn));\n"
                                              "int f(int a, int b, int *p)\n{%s}\n",
                                              body);
    AnnotText text = {source, (guint32)strlen(source)};
    g_autoptr(HtolArena) arena = htol_arena_new();
    AnnotTree *tree = annot_tree_parse(arena, &text, NULL, FALSE, NULL);
    g_assert_nonnull(tree);
    g_assert_cmpuint(tree->n_functions, ==, 1);
    g_assert_cmpuint(tree->functions[0]->skipped, ==, HTOL_MEASURED);
    AnnotCfg *cfg = annot_cfg_new(arena, &text, tree->functions[0], (AnnotOptions){0});
    g_autofree char *found = describe(&text, cfg);
    g_assert_cmpstr(found, ==, expected);
    annot_cfg_free(cfg);
}

static void test_straight_text_is_one_block(void)
{
    check("a = 1; *p = b; return a;", "{:s");
}

static void test_a_decision_tells_of_what_leads_to_it(void)
{
    check("a = 1; if (a) b = 2; return b;", "{:F0T0 b:T0 return:F0T0");
    check("a = *p; if (a) b = 2; return b;", "{:s b:T0 return:F0T0");
    check("if (*p) b = 2; return b;", "{:s b:T0 return:F0T0");
    check("if (a || g(b)) b = 2; return b;", "{:s b:T0 return:F0T0");
    check("b = a && (b || *p); return b;", "{:s");
    check("b = 1 / a + (a && b); return b;", "{:s");
}

static void test_a_call_that_may_not_return_ends_its_block(void)
{
    check("g(1); a = 2; b = 3; return a;", "{:s a:s");
    check("a = h(1); a = 2; return a;", "{:s");
    check("a = __builtin_popcount(b); a = 2; return a;", "{:s");
}

static void test_what_follows_a_call_that_never_returns_is_not_reached(void)
{
    check("if (a) die(); b = 1; return b;", "{:F0T0 die:T0 b:F0");
}

static void test_branches_imply_their_bodies(void)
{
    check("if (a) b = 1; else b = 2; return b;", "{:F0T0 b:T0 b:F0 return:F0T0");
}

static void test_a_join_behind_what_may_trap_has_a_slot_at_its_end(void)
{
    check("if (a) *p = 1; return b;", "{:F0T0 *:T0 return:F0e");
    check("if (a) { g(1); if (b) return 1; *p = 2; } return b;", "{:F0T0 g:T0 if:F1T1 return:T1 *:F1 return:F0e");
    check("if (a) *p = 1; else p[1] = 2; return b;", "{:F0T0 *:T0 p:F0 return:s");
    check("if (a) { if (b) *p = 1; } return b;", "{:F0T0 if:T0 *:T1 return:F0F1e");
    check("if (a) { if (b) *p = 1; a += *p; } g(1); return b;", "{:F0T0 if:T0 *:T1 a:F1e g:F0e return:s");
    check("if (a) b = a / b; return b;", "{:F0T0 b:T0 return:F0e");
}

static void test_a_branch_that_leaves_makes_no_join(void)
{
    check("if (a) return *p; return b;", "{:F0T0 return:T0 return:F0");
}

static void test_loops(void)
{
    check("while (a) a--; return b;", "{:s while:s a:T0 return:F0");
    check("g(1); while (a) a--; return b;", "{:s while:F0T0 a:T0 return:F0");
    check("for (a = 0; a < 3; a++) g(a); return b;", "{:s a:s g:T0 a:s return:F0");
    check("do a--; while (a); return b;", "{:s a:s return:F0");
}

static void test_the_slot_of_a_loop_s_head_is_set_before_the_loop(void)
{
    check("a = *p; for (;;) { g(1); if (a) break; } return b;", "{:s g:h if:F0T0 break:T0 return:T0");
    check("for (a = *p; a < *p; a++) b++; return b;", "{:s a:h b:T0 return:F0");
    check("for (a = g(1); ; a++) g(a);", "{:s g:h a:s");
    check("for (int c = 1 / a; ; c++) g(c);", "{:s g:s c:s");
    check("for (int c = a; ; c++) g(c);", "{:s g:s c:s");
    check("*p = 1; do { g(b); } while (a--); return b;", "{:s g:h a:F0T0 return:F0");
    check("*p = 1; do { g(b); in: g(a); } while (a--); goto in;", "{:s g:s in:s a:F0T0 goto:F0");
    check("*p = 1; do { do g(b); while (*p); } while (a); return b;", "{:s g:h *:s a:F0 return:F1");
}

/* The inner loop's head is the outer one's too, and a label leads to it from inside. */
static void test_loops_may_share_their_head(void)
{
    check("if (a) goto in; for (;;) { while (b) { in: a--; } }", "{:F0T0 goto:T0 for:F0 while:F0T1T0F1 in:T1T0");
}

static void test_an_endless_loop_is_left_by_break_only(void)
{
    check("for (;;) if (a) break; return b;", "{:s if:s break:T0 return:T0");
    check("while (1) { g(1); } ", "{:s g:s");
}

static void test_arms_of_a_switch(void)
{
    check("switch (a) { case 1: b = 1; break; case 2: b = 2; default: b = 3; } return b;",
          "{:s b:A0 b:A1 b:A1A2 return:A1A2A0");
    check("switch (a) { case 1: return 1; } return b;", "{:s return:A0 return:A1");
}

static void test_falling_from_a_call_needs_a_slot(void)
{
    check("switch (a) { case 1: g(1); case 2: b = 2; } return b;", "{:s g:A0 b:s return:sA2");
}

static void test_goto(void)
{
    check("if (a) goto out; if (b) goto out; return 1; out: return 2;",
          "{:F0T0 goto:T0 if:F0 goto:T1 return:F1 out:T0T1");
    check("again: g(1); if (a) goto again; return 2;", "{:s again:sT0 if:F0T0 goto:T0 return:F0");
}

static void test_arms_of_a_conditional(void)
{
    check("a = b ? 1 : 2; return a;", "{:F0T0 1:T0 2:F0 return:F0T0");
    check("a = b ? *p : 2; return a;", "{:F0T0 *:T0 2:F0 return:s");
    check("return a ?: b;", "{:F0T0 b:F0");
}

static void test_constant_conditions_choose(void)
{
    check("if (1) a = 2; return a;", "{:s a:s return:s");
    check("if (0) a = 2; return a;", "{:s a:s return:ss"); /* what is never reached has a slot too */
    check("do { a = 1; } while (0); return a;", "{:s a:s return:s");
}

static void test_asm_goto_ends_its_block(void)
{
    check("__asm__ goto(\"\" : : : : out); a = 1; out: return a;", "{:s a:s out:s");
}

static void test_jumps_out_of_statement_expressions_may_lead_to_labels(void)
{
    check("a += ({ if (b) goto *&&out; 1; }); if (a) goto out; return 1; out: return 2;",
          "{:F0T0 goto:T0 1:F0 goto:T1 return:F1 out:s");
    check("a += ({ asm goto(\"\" : : : : out); 1; }); if (a) goto out; return 1; out: return 2;",
          "{:s 1:F0T0 goto:T0 return:F0 out:s");
}

static void test_statement_expressions(void)
{
    check("a = ({ if (b) goto out; 3; }); a++; out: return a;", "{:F0T0 goto:T0 3:F0 out:F0T0");
}

/* What a decision may skip does not tell that control got behind it, nor do its statements belong to it. */
static void test_operands_that_may_be_skipped(void)
{
    check("a = a && (b ? 1 : 2); return a;", "{:s 1:T1 2:F1 return:s");
    check("if (a && ({ b = 1; b; })) a = 2; return a;", "{:s b:s a:T0 return:F0T0");
    check("a = ({ b = 1; b; }) && a; return a;", "{:F0T0");
}

static void test_local_labels(void)
{
    check("{ __label__ l; if (a) goto l; l: b = 2; } if (b) { __label__ l; goto l; l: b = 3; } return a;",
          "{:F0T0 goto:T0 l:F0T0 goto:T1 l:T1 return:F1T1");
}

static void test_decisions_in_sealed_operands_are_listed(void)
{
    const char *source = "int f(int a, int b, int *p) { __atomic_store_n(p, (a && b) ? 1 : 2, 0); return 1; }";
    AnnotText text = {source, (guint32)strlen(source)};
    g_autoptr(HtolArena) arena = htol_arena_new();
    AnnotTree *tree = annot_tree_parse(arena, &text, NULL, FALSE, NULL);
    AnnotCfg *cfg = annot_cfg_new(arena, &text, tree->functions[0], (AnnotOptions){0});
    g_assert_cmpuint(cfg->decisions->len, ==, 1);
    const AnnotDecision *decision = g_ptr_array_index(cfg->decisions, 0);
    g_assert_true(decision->opaque);
    g_assert_cmpuint(decision->rows[1].state, ==, HTOL_CONDITION_ALONE);
    annot_cfg_free(cfg);
}

static void test_what_asks_for_constants_is_left_alone(void)
{
    check("if (__builtin_constant_p(a) && b) a = 2; return a;", "{:s a:s return:s");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/cfg/head-before-loop", test_the_slot_of_a_loop_s_head_is_set_before_the_loop);
    g_test_add_func("/cfg/straight", test_straight_text_is_one_block);
    g_test_add_func("/cfg/tells", test_a_decision_tells_of_what_leads_to_it);
    g_test_add_func("/cfg/call", test_a_call_that_may_not_return_ends_its_block);
    g_test_add_func("/cfg/no-return", test_what_follows_a_call_that_never_returns_is_not_reached);
    g_test_add_func("/cfg/branches", test_branches_imply_their_bodies);
    g_test_add_func("/cfg/join", test_a_join_behind_what_may_trap_has_a_slot_at_its_end);
    g_test_add_func("/cfg/leave", test_a_branch_that_leaves_makes_no_join);
    g_test_add_func("/cfg/loops", test_loops);
    g_test_add_func("/cfg/shared-head", test_loops_may_share_their_head);
    g_test_add_func("/cfg/endless", test_an_endless_loop_is_left_by_break_only);
    g_test_add_func("/cfg/arms", test_arms_of_a_switch);
    g_test_add_func("/cfg/fall", test_falling_from_a_call_needs_a_slot);
    g_test_add_func("/cfg/goto", test_goto);
    g_test_add_func("/cfg/conditional", test_arms_of_a_conditional);
    g_test_add_func("/cfg/constants", test_constant_conditions_choose);
    g_test_add_func("/cfg/asm-goto", test_asm_goto_ends_its_block);
    g_test_add_func("/cfg/jumps-out", test_jumps_out_of_statement_expressions_may_lead_to_labels);
    g_test_add_func("/cfg/statement-expressions", test_statement_expressions);
    g_test_add_func("/cfg/skipped", test_operands_that_may_be_skipped);
    g_test_add_func("/cfg/local-labels", test_local_labels);
    g_test_add_func("/cfg/sealed", test_decisions_in_sealed_operands_are_listed);
    g_test_add_func("/cfg/constant-p", test_what_asks_for_constants_is_left_alone);
    return g_test_run();
}
