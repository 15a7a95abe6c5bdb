/* How the calls of a function are recorded. A call is written as its callee, or what is called through a
 * pointer in brackets with its callees behind; then its terms: s a slot that no block or decision has, b of a
 * block's or a decision's own, T and F an outcome of a decision, A an arm, - none; and how many of its
 * arguments may leave. */
#include "annot/probes/calls.h"
#include "annot/graph/cfg_make.h"

#include <string.h>

static gboolean is_own(const AnnotCall *call, const HtolRowTerm *term)
{
    return call->own && term->index == call->slot;
}

static void describe_call(const AnnotText *text, const AnnotCall *call, GString *out)
{
    AnnotExtent at = call->expr->operands[0]->at;
    if (call->callee)
        g_string_append_printf(out, "%s:", call->callee);
    else
        g_string_append_printf(out, "[%.*s]", (int)(at.end - at.begin), text->bytes + at.begin);
    for (guint i = 0; call->callees && i < call->callees->len; i++)
        g_string_append_printf(out, "%s%s", i ? "," : "", (const char *)call->callees->pdata[i]);
    for (guint i = 0; i < call->terms->len; i++) {
        const HtolRowTerm *term = &g_array_index(call->terms, HtolRowTerm, i);
        if (term->kind != HTOL_TERM_SLOT)
            g_string_append_printf(out, "%c%u", "sFTA"[term->kind], term -> index);
        else
            g_string_append_c(out, is_own(call, term) ? 's' : 'b');
    }
    g_string_append(out, call->terms->len + call->source > 0 ? "" : "-");
    if (call->behind > 0)
        g_string_append_printf(out, "%u", call->behind);
}

static char *describe(const AnnotText *text, const AnnotCfg *cfg)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < cfg->calls->len; i++) {
        g_string_append(out, i ? " " : "");
        describe_call(text, g_ptr_array_index(cfg->calls, i), out);
    }
    return g_string_free(out, FALSE);
}

/* `body` is that of the last function of the text, `before` stands before it. */
static void check_behind(const char *before, const char *body, const char *expected)
{
    g_autofree char *source = g_strdup_printf(
        "int g(int), h(int), strcmp(const char *, const char *); void die(void) __attribute__((noreturn));\n"
        "struct s { int x : 3; char name[4]; int (*go)(int), (*come)(int); }; struct s make(void), "
        "*get(void);\n"
        "int take(struct s *), sum(int, int), _setjmp(void *), many(const char *, ...); typedef int "
        "fn(int);\n"
        "%s\nint f(int a, int b, fn *p, struct s *q)\n{%s}\n",
        before, body);
    AnnotText text = {source, (guint32)strlen(source)};
    g_autoptr(HtolArena) arena = htol_arena_new();
    AnnotTree *tree = annot_tree_parse(arena, &text, NULL, FALSE, NULL);
    g_assert_nonnull(tree);
    g_assert_cmpuint(tree->n_errors, ==, 0);
    AnnotCallees *callees = annot_callees_new(&text, tree);
    AnnotOptions rules = {.records = HTOL_RECORDS_CALLS};
    AnnotCfg *cfg = annot_cfg_new(arena, &text, tree->functions[tree->n_functions - 1], rules);
    annot_calls_place(callees, cfg);
    g_autofree char *found = describe(&text, cfg);
    g_assert_cmpstr(found, ==, expected);
    annot_cfg_free(cfg);
    annot_callees_free(callees);
}

static void check(const char *body, const char *expected)
{
    check_behind("", body, expected);
}

static void test_the_first_call_of_a_block_is_implied(void)
{
    check("g(1); h(2);", "g:b h:b");
    check("a = 1; a = *&b; return g(a);", "g:b");
    check("g(q->x + a / b);", "g:b");
    check("if (a) g(1); else h(1); return a;", "g:T0 h:F0");
    check("switch (a) { case 1: g(1); break; default: h(1); } return a;", "g:A0 h:A1");
    check("return a ? g(1) : h(2);", "g:T0 h:F0");
    check("while (g(a)) a--; return a;", "g:b");
    check("for (a = g(1); h(a); a++) ; return a;", "g:b h:b");
    check("int x = g(1), y = h(2); return x + y;", "g:b h:s");
    check("a = strcmp(\"\", \"\") + g(1);", "strcmp:s g:b");
    check("a = strcmp(\"\", \"\") + strcmp(\"a\", \"b\");", "strcmp:b strcmp:b");
}

static void test_another_call_that_may_leave_comes_before(void)
{
    check("a = g(1) + h(2);", "g:s h:s");
    check("a = (g(1), h(2));", "g:b h:s");
    check("sum(a = 1, g(2));", "sum:s1 g:b");
    check("p = g(1) ? g : h; return 0;", "g:b");
    check("a = (a ? 1 : 2) + g(1);", "g:s");
}

static void test_conditions(void)
{
    check("if (g(a) && h(b)) a = 1; return a;", "g:b h:b");
    check("if (a && g(b) && h(a)) a = 1; return a;", "g:b h:b");
    check("if (a && g(h(b))) a = 1; return a;", "g:s1 h:b");
    check("if (a && strcmp(\"\", \"\")) a = 1; return a;", "strcmp:s");
    check("if (a && g(1) + h(2)) a = 1; return a;", "g:s h:s");
    check("if (a && (b ? g(1) : h(1))) a = 1; return a;", "g:s h:s");
    check("if (a && ({ if (b) g(1); 1; })) a = 1; return a;", "g:s");
    check("if (sum(a && g(1), h(1))) a = 1; return a;", "sum:s2 g:s h:s");
    check("if (0 && g(1)) a = 1; return a;", "g:s");
}

static void test_arguments_that_may_leave(void)
{
    check("g(h(1));", "g:s1 h:b");
    check("sum(g(1), h(2));", "sum:s2 g:s h:s");
    check("sum(a, h(2));", "sum:s1 h:b");
    check("g(strcmp(\"\", \"\"));", "g:b strcmp:b");
    check("g(g(g(1)));", "g:s1 g:s1 g:b");
    check("many(\"\", get()->name, get()->x, make());", "many:s3 get:s get:s make:s");
    check("take(&(struct s){g(1)});", "take:- g:b");
    check("many(make().name);", "many:- make:b");
    check("die(); g(1);", "die:b g:b");
}

static void test_direct_calls(void)
{
    check("(g)(1); (&g)(1); (*g)(1); (**g)(1); ((int (*)(int))h)(1);", "g:b g:b g:b g:b h:b");
    check("unknown(1);", "unknown:b");
    check("__builtin_memcpy(q, q, 1); __builtin_popcount(a); if (__builtin_expect(g(a), 1)) a = 1; return a;",
          "memcpy:b g:b");
    check("__builtin_memcpy(get(), q, 1);", "memcpy:s1");
    check("a = sizeof(g(1)); return a;", "");
    check("if (_setjmp(q)) a = 1; return _setjmp(q) + g(1);", "_setjmp:b _setjmp:- g:s");
}

static void test_pointers(void)
{
    check("p(1); (*p)(h(1)); q->go(1);", "[p] [(*p)]1 h:b [q->go]");
    check("get()->go(h(1));", "get:s [get()->go]1 h:s");
    check("(a ? g : h)(1);", "[(a ? g : h)]g,h");
    check("(b, g)(1); ((int (*)(int))p)(1);", "[(b, g)]g [((int (*)(int))p)]");
    check("fn *l = g; if (a) l = h; l(1); return 0;", "[l]g,h");
    check("fn *l = g, **m = &l; l(1); (*m)(1); return 0;", "[l] [(*m)]");
    check("fn *l = g; l = p; return l(1);", "[l]");
    check("fn *l = 0; l = (fn *)0; return l(1);", "[l]");
}

static void test_objects_of_the_unit(void)
{
    check_behind("static fn *v = g; static void set(void) { v = v ? h : 0; }", "return v(1);", "[v]g,h");
    check_behind("static fn *v = g; static fn **w(void) { return &v; }", "return v(1);", "[v]");
    check_behind("fn *v = g;", "return v(1);", "[v]");
    check_behind("fn *const v = g;", "return v(1);", "[v]g");
    check_behind("static fn *const t[] = {g, h, 0};", "return t[a](1) + (*t[1])(2);", "[t[a]]g,h [(*t[1])]g,h");
    check_behind("static fn *t[] = {g, h};", "return t[a](1);", "[t[a]]");
    check_behind("static fn *const t[2][2] = {{g}, {h, g}};", "return t[a][b](1);", "[t[a][b]]g,h");
    check_behind("static fn *const t[2][2] = {g, h};", "return t[a][b](1);", "[t[a][b]]");
    check_behind("static const struct s o = {1, \"\", g, h};", "return o.go(1) + o.come(2);", "[o.go]g [o.come]h");
    check_behind("static const struct s o = {.come = h, .go = g};", "return o.go(1) + o.come(2);", "[o.go]g [o.come]h");
    check_behind("static const struct s t[] = {{.go = g}, {.go = h, .come = g}};", "return t[a].go(1) + t[1].come(2);",
                 "[t[a].go]g,h [t[1].come]g");
    check_behind("static const struct s t[] = {[1] = {.go = g}};", "return t[a].go(1);", "[t[a].go]g");
    check_behind("static const struct s t[] = {[1].go = g};", "return t[a].go(1);", "[t[a].go]");
    check_behind("static const struct s o = {1, .go = g};", "return o.go(1);", "[o.go]");
}

static void test_left_as_they_are(void)
{
    check("\n#pragma omp parallel for\nfor (int i = 0; i < g(1) + h(2); i++) h(i); return 0;", "g:- h:- h:b");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/calls/implied", test_the_first_call_of_a_block_is_implied);
    g_test_add_func("/calls/leaving-before", test_another_call_that_may_leave_comes_before);
    g_test_add_func("/calls/conditions", test_conditions);
    g_test_add_func("/calls/arguments", test_arguments_that_may_leave);
    g_test_add_func("/calls/direct", test_direct_calls);
    g_test_add_func("/calls/pointers", test_pointers);
    g_test_add_func("/calls/objects", test_objects_of_the_unit);
    g_test_add_func("/calls/left-alone", test_left_as_they_are);
    return g_test_run();
}
