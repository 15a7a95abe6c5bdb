/* Which conditions may be evaluated before what guards them, and as what. What compilers make of it is tested
 * by tests/semantics. */
#include "annot/facts/assigned.h"
#include "annot/graph/early.h"

#include <string.h>

static const char declarations[] = "struct s { int m, bits : 3; _Bool flag; float d; struct { int k; } in; "
                                   "union { int u; float v; }; int a[2];\n"
                                   "  _Atomic int at; volatile int vol; };\n"
                                   "typedef float vector __attribute__((vector_size(16)));\n"
                                   "enum e { ONE, TWO };\n"
                                   "int g(int), h(int) __attribute__((const));\n"
                                   "extern int weak __attribute__((weak)), outside, array[9];\n"
                                   "static struct s global, *pointer;\n"
                                   "static volatile struct s hardware;\n"
                                   "static _Atomic int atomic;\n"
                                   "static _Thread_local int mine;\n"
                                   "static const int table[4] = {1}, grid[2][4];\n";

/* The condition's text for early evaluation; NULL: it must not be. */
static void check(const char *condition, const char *expected)
{
    g_autofree char *source = g_strdup_printf("%sint f(int a, int b, unsigned u, long l, char c, _Bool t, double d, "
                                              "float z, long double w, int *p, enum e e, struct s s)\n"
                                              "{ int x, here[3]; static int y; if (%s) return 1; return 0; }\n",
                                              declarations, condition);
    AnnotText text = {source, (guint32)strlen(source)};
    g_autoptr(HtolArena) arena = htol_arena_new();
    AnnotTree *tree = annot_tree_parse(arena, &text, NULL, FALSE, NULL);
    g_assert_cmpuint(tree->functions[0]->skipped, ==, HTOL_MEASURED);
    AnnotFacts *facts = annot_facts_new(arena, tree->functions[0]);
    annot_assigned_fill(&text, tree->functions[0], facts);
    const AnnotExpr *expr = tree->functions[0]->body->parts[2]->expr;
    g_autoptr(GHashTable) none = g_hash_table_new(g_str_hash, g_str_equal);
    const AnnotExpr *guarded;
    gboolean may = annot_early_why_not(&text, facts, expr, none, &guarded) == HTOL_FALLBACK_NONE;
    g_autofree char *found = may ? annot_early_text(&text, expr) : NULL;
    g_test_message("%s", condition);
    g_assert_cmpstr(found, ==, expected);
}

static void check_same(const char *condition)
{
    check(condition, condition);
}

static void test_reads(void)
{
    check_same("a");
    check_same("y");
    check_same("mine");
    check_same("outside");
    check_same("p");
    check_same("e == TWO");
    check_same("g == h");
    check_same("array == p");
    check_same("&array != 0");
    check_same("global.m");
    check_same("global.bits");
    check_same("global.in.k");
    check_same("(global.in).k");
    check_same("p == &global.m");
    check("x", NULL);
    check("s.m", NULL);
    check("weak", NULL);
    check_same("&weak != 0");
    check("global.u", NULL);
    check("global.v == 0", NULL);
    check("global.at", NULL);
    check("global.vol", NULL);
    check("hardware.m", NULL);
    check("atomic", NULL);
    check("*p", NULL);
    check("pointer->m", NULL);
    check("&pointer->m == p", NULL);
    check_same("global.a[1]");
    check("array[0]", NULL);
    check("&array[7] == p", NULL);
}

static void test_elements(void)
{
    check_same("table[2]");
    check_same("table[a & 3] == b");
    check_same("table[u % 4]");
    check_same("grid[u & 1][(unsigned char)c >> 6]");
    check_same("&table[u & 3] == p");
    check_same("global.a[t]");
    check("table[(a + 1) & 3]", "table[ ( ((int)((unsigned int)(a)+(unsigned int)(1))))& 3]");
    check("table[4]", NULL);
    check("table[-1]", NULL);
    check("table[a]", NULL);
    check("table[a % 4]", NULL);
    check("table[x & 3]", NULL);
    check("grid[u & 1][u & 7]", NULL);
    check("grid[u & 3][0]", NULL);
    check("p[0]", NULL);
    check("s.a[0]", NULL);
    check("here[0]", NULL);
    check("array[u & 1]", NULL);
    check("hardware.a[1]", NULL);
    check("pointer->a[1]", NULL);
}

static void test_divisions_and_shifts(void)
{
    check_same("u / 3");
    check_same("a % 3");
    check("a / -2 == b", "a/ ((int)(-(unsigned int)(2)))== b");
    check_same("u / sizeof(int)");
    check_same("a % ((u & 7) + 1)");
    check("a / 0", NULL);
    check("a / -1", NULL);
    check("a % b", NULL);
    check("a / c", NULL);
    check("d / 2 == 1", NULL);
    check_same("u << 1");
    check_same("u >> (b & 31)");
    check_same("a >> 1");
    check("a << 3 > b", "((int)((unsigned int)(a)<<(unsigned int)(3)))> b");
    check("u << 32", NULL);
    check("u << -1", NULL);
    check("l >> b", NULL);
}

static void test_effects(void)
{
    check("g(a)", NULL);
    check("h(a)", NULL);
    check("(a = b)", NULL);
    check("a++", NULL);
    check("({ a; })", NULL);
    check("__builtin_popcount(a)", NULL);
    check("(a, b)", NULL);
    check("a ?: b", NULL);
    check("((struct s){1}).m", NULL);
}

static void test_integers(void)
{
    check_same("a > 3");
    check_same("u + 1 > 3u");
    check_same("u * u - 7 == -u");
    check_same("(a & 3 | b ^ 7) == ~a");
    check_same("(unsigned char)a");
    check_same("(long)p == l");
    check_same("!a == t");
    check_same("+c");
    check_same("sizeof(int) == u");
    check("sizeof(int[a]) == u", NULL);
    check("sizeof(struct twice { int i; }) == u", NULL);
    check_same("a == '{'");
    check("_Generic(a, int: b)", NULL);
    check("(__int128)a + 1 == l", NULL);
    check("p + 1 == p", NULL);
    check("p - p", NULL);
    check("p < p", NULL);
}

static void test_signed_arithmetic_wraps(void)
{
    check("a + 1 > b", "((int)((unsigned int)(a)+(unsigned int)(1)))> b");
    check("-l", "((long)(-(unsigned long)(l)))");
    check("b == a * (l - c)", "b== ((long)((unsigned long)(a)*(unsigned long)(( ((long)((unsigned "
                              "long)(l)-(unsigned long)(c)))))))");
    check("(a + 1 && b) == t", "( ((int)((unsigned int)(a)+(unsigned int)(1)))&& b)== t");
    check("(char)(a - 1)", "(char) ( ((int)((unsigned int)(a)-(unsigned int)(1))))");
    check("a ? -a : b", "a? ((int)(-(unsigned int)(a))): b");
}

static void test_floating_point(void)
{
    check_same("d");
    check_same("d == z");
    check_same("d != 0");
    check_same("-d == 1.5");
    check_same("(_Bool)d");
    check_same("(float)1.1 == z");
    check("d < z", "__builtin_isless((d),(z))");
    check("d >= 3", "__builtin_isgreaterequal((d),(3))");
    check("(d > a) != (z <= 1)", "( __builtin_isgreater((d),(a)))!= ( __builtin_islessequal((z),(1)))");
    check("w > a", "__builtin_isgreater((w),(a))");
    check("z < -1", "__builtin_isless((z),(((int)(-(unsigned int)(1)))))");
    check("d + 1 == 2", NULL);
    check("(int)d", NULL);
    check("(float)d == z", NULL);
    check("z == a", NULL); /* 2^24 + 1 is no float: inexact */
    check("d == l", NULL);
}

static void test_one_line(void)
{
    check("a\n# 7 \"x.h\"\n >\n b", "a > b");
    check("a\n + 1 >\n b", "((int)((unsigned int)(a)+(unsigned int)(1)))> b");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/early/reads", test_reads);
    g_test_add_func("/early/elements", test_elements);
    g_test_add_func("/early/divisions", test_divisions_and_shifts);
    g_test_add_func("/early/effects", test_effects);
    g_test_add_func("/early/integers", test_integers);
    g_test_add_func("/early/signed", test_signed_arithmetic_wraps);
    g_test_add_func("/early/floating-point", test_floating_point);
    g_test_add_func("/early/one-line", test_one_line);
    return g_test_run();
}
