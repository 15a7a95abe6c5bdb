/* Which way control is guessed to take. */
#include "annot/copies/likely.h"
#include "annot/graph/cfg_make.h"

#include <string.h>

static const char head[] = "enum e { ONE = 1 };\n"
                           "int f(int a, int b, int *p, const char *s, enum e e)\n"
                           "{\n";

/* Guesses for the first loop. */
static AnnotLikely *guess(const AnnotCfg *cfg, gboolean *hot)
{
    const AnnotLoop *loop = g_ptr_array_index(cfg->loops, 0);

    for (guint i = 0; i < cfg->blocks->len; i++) {
        const AnnotBlock *block = g_ptr_array_index(cfg->blocks, i);

        hot[i] = i >= loop->first && i < loop->end && !block->left_by &&
                 (!block->stmt || block->stmt->kind != ANNOT_STMT_BREAK);
    }
    return annot_likely_new(cfg, hot, loop->first, loop->end, loop->head);
}

/* Whether the condition is guessed to be true: 'T', 'F', or '?'. */
static void check_condition(const char *condition, char guessed)
{
    g_autofree char *source = g_strdup_printf("%s for (;;) { if (%s) a++; else b++; } }\n", head, condition);
    AnnotText text = {source, (guint32)strlen(source)};
    g_autoptr(HtolArena) arena = htol_arena_new();
    AnnotTree *tree = annot_tree_parse(arena, &text, NULL, FALSE, NULL);
    AnnotCfg *cfg = annot_cfg_new(arena, &text, tree->functions[0], (AnnotOptions){0});
    const AnnotDecision *decision = g_ptr_array_index(cfg->decisions, 0);
    g_autofree gboolean *hot = g_new0(gboolean, cfg->n_nodes);
    g_autoptr(AnnotLikely) likely = guess(cfg, hot);
    gboolean may_hold = annot_likely_condition(likely, decision, 0, TRUE);
    gboolean may_fail = annot_likely_condition(likely, decision, 0, FALSE);

    g_test_message("%s", condition);
    g_assert_cmpint(may_hold && may_fail ? '?' : may_hold ? 'T' : 'F', ==, guessed);
    annot_cfg_free(cfg);
}

static void test_conditions(void)
{
    check_condition("a == 3", 'F');
    check_condition("'x' == *s", 'F');
    check_condition("e == ONE", 'F');
    check_condition("a != 0", 'T');
    check_condition("a == b", '?');
    check_condition("a < 0", 'F');
    check_condition("a >= 0", 'T');
    check_condition("a < b", '?');
    check_condition("a < 3", '?');
    check_condition("p", 'T');
    check_condition("!p", 'T'); /* the condition is p */
    check_condition("p == 0", 'F');
    check_condition("a", '?');
    check_condition("!(a == 3)", 'F');
    check_condition("__builtin_expect(a == 3, 1)", 'T');
}

/* Returns what of the first loop is likely: the first characters of its statements that are. To be freed. */
static char *likely_statements(const AnnotText *text, const AnnotCfg *cfg)
{
    const AnnotLoop *loop = g_ptr_array_index(cfg->loops, 0);
    g_autofree gboolean *hot = g_new0(gboolean, cfg->n_nodes);
    g_autoptr(AnnotLikely) likely = guess(cfg, hot);
    GString *found = g_string_new(NULL);

    for (guint i = 0; i < cfg->statements->len; i++) {
        const AnnotStatement *statement = g_ptr_array_index(cfg->statements, i);
        guint32 node = statement->block->node;

        if (node >= loop->first && node < loop->end && annot_likely_block(likely, statement->block) &&
            g_ascii_isupper(text->bytes[statement->at]))
            g_string_append_c(found, text->bytes[statement->at]);
    }
    return g_string_free(found, FALSE);
}

/* Statements of a loop's body are called A to D. */
static void check_loop(const char *loop, const char *wanted)
{
    g_autofree char *source =
        g_strdup_printf("void A(void), B(void), C(void), D(void);\n%s %s return 0; }\n", head, loop);
    AnnotText text = {source, (guint32)strlen(source)};
    g_autoptr(HtolArena) arena = htol_arena_new();
    AnnotTree *tree = annot_tree_parse(arena, &text, NULL, FALSE, NULL);
    AnnotCfg *cfg = annot_cfg_new(arena, &text, tree->functions[0], (AnnotOptions){0});
    g_autofree char *found = likely_statements(&text, cfg);

    g_test_message("%s", loop);
    g_assert_cmpstr(found, ==, wanted);
    annot_cfg_free(cfg);
}

static void test_loops(void)
{
    check_loop("while (a < b) { A(); if (a == 3) B(); else C(); D(); }", "ACD");
    check_loop("while (a < b) { A(); if (a < 3) B(); else C(); D(); }", "ABCD");
    check_loop("while (a < b) { if (a == 3) { A(); if (b) B(); } C(); }", "C");
    check_loop("while (a < b) { if (a == 3 || a < b) A(); else B(); C(); }", "ABC");
    check_loop("while (a < b) { if (p && a != 3) A(); else B(); C(); }", "AC");
    check_loop("for (;;) { if (s[a] != 0) break; A(); }", "A");
    check_loop("for (;;) { if (p) return 1; A(); if (a == 3) B(); }", "A");
    check_loop("for (;;) { switch (a) { case 1: A(); break; default: B(); } if (!p) break; C(); }", "ABC");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/likely/conditions", test_conditions);
    g_test_add_func("/likely/loops", test_loops);
    return g_test_run();
}
