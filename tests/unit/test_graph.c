/* The exact control-flow graph: which node is left for which. A graph is written as its edges; the highest
 * number is the exit. */
#include "annot/graph/cfg_make.h"

#include <string.h>

typedef struct {
    HtolArena *arena;
    char *source;
    AnnotText text;
    AnnotCfg *cfg;
} Graph;

/* `body` is that of a function. */
static Graph graph_with(const char *body, AnnotOptions rules)
{
    Graph graph = {.arena = htol_arena_new()};
    graph.source = g_strdup_printf("int g(int); int h(int) __attribute__((const));\n"
                                   "void die(void) __attribute__((noreturn));\n"
                                   "int f(int a, int b, int c, int *p)\n{%s}\n",
                                   body);
    graph.text = (AnnotText){graph.source, (guint32)strlen(graph.source)};
    AnnotTree *tree = annot_tree_parse(graph.arena, &graph.text, NULL, FALSE, NULL);
    g_assert_nonnull(tree);
    g_assert_cmpuint(tree->n_functions, ==, 1);
    g_assert_cmpuint(tree->functions[0]->skipped, ==, HTOL_MEASURED);
    graph.cfg = annot_cfg_new(graph.arena, &graph.text, tree->functions[0], rules);
    return graph;
}

static void graph_free(Graph *graph)
{
    annot_cfg_free(graph->cfg);
    g_free(graph->source);
    htol_arena_free(graph->arena);
}

static char *edges_of(const AnnotCfg *cfg)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < cfg->flow->len; i++) {
        AnnotFlowEdge edge = g_array_index(cfg->flow, AnnotFlowEdge, i);
        g_string_append_printf(out, "%s%u>%u", i > 0 ? " " : "", edge.from, edge.to);
    }
    return g_string_free(out, FALSE);
}

static void check(const char *body, const char *expected)
{
    Graph graph = graph_with(body, (AnnotOptions){0});
    g_autofree char *found = edges_of(graph.cfg);
    g_assert_cmpstr(found, ==, expected);
    graph_free(&graph);
}

static void test_straight_text(void)
{
    check("a = 1; return a;", "0>1");
    check("g(1); a = 2; return a;", "0>1 1>2");
    check("", "0>1");
}

static void test_branches(void)
{
    check("if (a) b = 1; return b;", "0>1 0>2 1>2 2>3");
    check("if (a) b = 1; else b = 2; return b;", "0>1 0>2 1>3 2>3 3>4");
    check("if (a) return 1; return b;", "0>1 0>2 1>3 2>3");
    check("if (a) ; return b;", "0>1 1>2");
    check("if (a && b || c) b = 1; return b;", "0>1 0>2 1>2 2>3");
}

static void test_constant_conditions(void)
{
    check("if (1) b = 1; else b = 2; return b;", "0>1 1>3 2>3 3>4");
    check("if (0) b = 1; return b;", "0>2 1>2 2>3");
    check("if (__builtin_constant_p(a) && b) a = 2; return a;", "0>1 0>2 1>2 2>3");
}

static void test_what_does_not_return(void)
{
    check("die(); a = 1; return a;", "1>2");
    check("if (a) die(); b = 1; return b;", "0>1 0>2 2>3");
    check("a = b && (die(), 1); return a;", "0>1 1>2");
    check("return a; b = 1;", "0>2 1>2");
}

static void test_loops(void)
{
    check("while (a) a--; return b;", "0>1 1>2 1>3 2>1 3>4");
    check("while (a) { if (b) continue; if (c) break; a--; } return b;", "0>1 1>2 1>7 2>3 2>4 3>1 4>5 4>6 5>7 6>1 7>8");
    check("do a--; while (a); return b;", "0>1 1>1 1>2 2>3");
    check("do { if (b) continue; a--; } while (a); return b;", "0>1 1>2 1>3 2>4 3>4 4>1 4>5 5>6");
    check("for (a = 0; a < 3; a++) b++; return b;", "0>1 1>2 1>3 2>1 3>4");
    check("do { a = 1; } while (0); return a;", "0>1 1>2 2>3");
}

static void test_endless_loops(void)
{
    check("for (;;) if (a) break; return b;", "0>1 1>1 1>2 2>3 3>4");
    check("while (1) { g(1); a = 1; }", "0>1 1>2 2>1");
    check("for (;;);", "0>1 1>1");
    check("do {} while (1);", "0>1 1>1");
    check("do {} while (0); return b;", "0>1 1>2");
}

static void test_empty_bodies(void)
{
    check("while (a--) ; return b;", "0>1 1>1 1>2 2>3");
    check("for (a = 0; a < 3; a++) ; return b;", "0>1 1>2 1>3 2>1 3>4");
}

static void test_gotos(void)
{
    check("again: a--; if (a) goto again; return b;", "0>1 1>2 1>3 2>1 3>4");
    check("if (a) goto in; while (b) { in: b--; } return b;", "0>1 0>2 1>3 2>3 2>4 3>2 4>5");
    check("l: goto l;", "0>1 1>1");
    check("static void *t[] = {&&x, &&y}; goto *t[a]; x: b = 1; y: return b;", "0>1 0>2 1>2 2>3");
    check("static void *t[] = {&&x, &&y}; goto *t[a]; x: b = 1; y: if (b && c) goto z; b = 2; z: return b;",
          "0>1 0>2 1>2 2>3 2>4 3>5 4>5 5>6");
    check("{ __label__ l; if (a) goto l; b = 1; l: b = 2; } { __label__ l; if (a) goto l; b = 1; l: b = 2; }",
          "0>1 0>2 1>3 2>3 3>4 3>5 4>6 5>6 6>7");
    check("__asm__ goto(\"\" : : : : one, two); a = 1; one: a = 2; no: a = 3; two: return a;",
          "0>1 0>2 0>4 1>2 2>3 3>4 4>5");
    check("__asm__ goto(\"\" : : : : out); a = 1; out: return a;", "0>1 0>2 1>2 2>3");
}

static void test_switches(void)
{
    check("switch (a) { case 1: b = 1; break; case 2: b = 2; } return b;", "0>1 0>2 0>3 1>3 2>3 3>4");
    check("switch (a) { case 1: b = 1; default: b = 2; case 2 ... 4: b = 3; } return b;",
          "0>1 0>2 0>3 1>2 2>3 3>4 4>5");
    check("switch (a) { case 1: case 2: b = 1; break; default: ; } return b;", "0>1 0>2 1>2 2>3");
    check("switch (a) { b = 1; } return b;", "0>2 1>2 2>3");
    check("switch (a ? b : c) { case 1: b = 1; } return b;", "0>1 0>2 1>3 2>3 3>4 3>5 4>5 5>6");
    check("switch (a) { do { case 0: g(1); case 1: g(2); } while (--b > 0); } return 1;",
          "0>1 0>2 0>4 1>2 2>3 3>1 3>4 4>5");
}

static void test_conditionals(void)
{
    check("a = b ? 1 : 2; return a;", "0>1 0>2 1>3 2>3 3>4");
    check("return b ? 1 : 2;", "0>1 0>2 1>3 2>3");
    check("a = b ?: c; return a;", "0>1 0>2 1>2 2>3");
    check("a = b ? c ? 1 : 2 : 3; return a;", "0>1 0>4 1>2 1>3 2>5 3>5 4>5 5>6");
    check("g(b ? 1 : 2); return a;", "0>1 0>2 1>3 2>3 3>4 4>5");
    check("if (a ? b : c) return 1; return 2;", "0>1 0>2 1>3 2>3 3>4 3>5 4>6 5>6");
    check("a = 1 ? b : c; return a;", "0>1 1>3 2>3 3>4");
}

/* The rest of an expression is part of the next statement's node, unless it may leave or a loop comes. */
static void test_rest_of_an_expression(void)
{
    check("a = b ? 1 : 2;", "0>1 0>2 1>3 2>3 3>4");
    check("a = b ? 1 : 2; while (a) a--; return a;", "0>1 0>2 1>3 2>3 3>4 4>5 4>6 5>4 6>7");
    check("a = (b ? 1 : 2) + (c ? 3 : 4); return a;", "0>1 0>2 1>3 2>3 3>4 3>5 4>6 5>6 6>7");
}

static void test_skipped_operands(void)
{
    check("if (a && (b ? c : 1)) return 1; return 2;", "0>1 0>2 0>5 1>3 2>3 3>4 3>5 4>6 5>6");
    check("if (a || (b ? c : 1)) return 1; return 2;", "0>1 0>2 0>4 1>3 2>3 3>4 3>5 4>6 5>6");
    check("if ((a && (b ? c : 1)) || c) return 1; return 2;", "0>1 0>2 0>4 1>3 2>3 3>4 3>5 4>5 4>6 5>7 6>7");
    check("a = a && (b ? c : 1); return a;", "0>1 0>2 0>3 1>3 2>3 3>4");
    check("if (a && ((b ? g(1) : g(2)), c)) return 1; return 2;", "0>1 0>2 0>5 1>3 2>3 3>4 3>5 4>6 5>6");
}

static void test_statement_expressions(void)
{
    check("a = ({ if (b) goto out; 3; }); a++; out: return a;", "0>1 0>2 1>3 2>3 3>4");
    check("if (a && ({ b++; b; })) c = 1; return 2;", "0>1 0>3 1>2 1>3 2>3 3>4");
    check("a = b && ({ if (c) return 3; c; }); return a;", "0>1 0>4 1>2 1>3 2>5 3>4 4>5");
    check("while (({ a--; a; })) b++; return b;", "0>1 1>2 1>3 2>1 3>4");
}

static void test_order_of_operands(void)
{
    static const char *const ordered[] = {"a = b ? 1 : 2;", "g((b ? 1 : 2) + c);", "(b ? g(1) : 2), (c ? 3 : 4);",
                                          "a = (b ? 1 : 2) && (c ? 3 : 4);", "*p = b ? 1 : 2;"};
    static const char *const unordered[] = {"a = (b ? 1 : 2) + (c ? 3 : 4);", "p[b ? 1 : 2] = c ? 3 : 4;"};
    for (guint i = 0; i < G_N_ELEMENTS(ordered) + G_N_ELEMENTS(unordered); i++) {
        gboolean open = i >= G_N_ELEMENTS(ordered);
        Graph graph = graph_with(open ? unordered[i - G_N_ELEMENTS(ordered)] : ordered[i], (AnnotOptions){0});
        g_assert_cmpint(graph.cfg->unordered, ==, open);
        graph_free(&graph);
    }
}

/* Decisions that are cut lead on as the whole does. */
static void test_cut_decisions(void)
{
    Graph graph = graph_with("if ((a && g(b ? 1 : 2)) || c) return 1; return 2;", (AnnotOptions){.branching = TRUE});
    g_autofree char *found = edges_of(graph.cfg);
    g_assert_cmpstr(found, ==, "0>1 0>2 0>4 1>3 2>3 3>4 3>5 4>5 4>6 5>7 6>7");
    graph_free(&graph);
}

static void check_loops(const char *body, const char *expected)
{
    Graph graph = graph_with(body, (AnnotOptions){0});
    g_autoptr(GString) found = g_string_new(NULL);
    for (guint i = 0; i < graph.cfg->loops->len; i++) {
        const AnnotLoop *loop = g_ptr_array_index(graph.cfg->loops, i);
        g_string_append_printf(found, "%s%c%u:%u-%u-%u", i > 0 ? " " : "", "wdf"[loop->kind], loop -> head,
                               loop -> first, loop -> tested, loop -> end);
    }
    g_assert_cmpstr(found->str, ==, expected);
    graph_free(&graph);
}

/* A loop is written as its kind, its head, its first node, the end of its condition and its own end. */
static void test_members_of_loops(void)
{
    check_loops("while (a) a--; return b;", "w1:1-2-3");
    check_loops("while (a ? b : c) a--; return b;", "w1:1-5-6");
    check_loops("while (1) { if (a) break; }", "w1:1-1-3");
    check_loops("do a--; while (a);", "d1:1-1-2");
    check_loops("for (a = 0; a < 3; a++) while (b) b--;", "f1:1-2-5 w2:2-3-4");
    check_loops("for (;;);", "f1:1-1-2");
    check_loops("do {} while (0);", "");
}

/* How each node can be seen: not, before a statement, behind a label, by a comma, by an outcome, behind a ?:. */
static void test_what_is_seen(void)
{
    Graph graph = graph_with("l: a = g(b ? 1 : 2); while (a) a--; return b;", (AnnotOptions){0});
    g_autoptr(GString) found = g_string_new(NULL);
    for (guint i = 0; i < graph.cfg->blocks->len; i++)
        g_string_append_c(found, "-slcob"[annot_block_seen(g_ptr_array_index(graph.cfg->blocks, i))]);
    g_assert_cmpstr(found->str, ==, "sloobcss");
    graph_free(&graph);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/graph/straight", test_straight_text);
    g_test_add_func("/graph/branches", test_branches);
    g_test_add_func("/graph/constants", test_constant_conditions);
    g_test_add_func("/graph/no-return", test_what_does_not_return);
    g_test_add_func("/graph/loops", test_loops);
    g_test_add_func("/graph/endless", test_endless_loops);
    g_test_add_func("/graph/empty", test_empty_bodies);
    g_test_add_func("/graph/goto", test_gotos);
    g_test_add_func("/graph/switch", test_switches);
    g_test_add_func("/graph/conditional", test_conditionals);
    g_test_add_func("/graph/rest", test_rest_of_an_expression);
    g_test_add_func("/graph/skipped", test_skipped_operands);
    g_test_add_func("/graph/statement-expressions", test_statement_expressions);
    g_test_add_func("/graph/order", test_order_of_operands);
    g_test_add_func("/graph/cut", test_cut_decisions);
    g_test_add_func("/graph/members", test_members_of_loops);
    g_test_add_func("/graph/seen", test_what_is_seen);
    return g_test_run();
}
