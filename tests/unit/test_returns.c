/* Which functions of a text surely return. */
#include "annot/tree/tree.h"

#include <string.h>

/* Returns the names of the functions that come back, a blank behind each; to be freed. */
static char *coming_back(const char *source)
{
    AnnotText text = {source, (guint32)strlen(source)};
    g_autoptr(HtolArena) arena = htol_arena_new();
    AnnotTree *tree = annot_tree_parse(arena, &text, NULL, FALSE, NULL);
    GString *names = g_string_new(NULL);

    for (guint i = 0; i < tree->n_functions; i++)
        if (tree->functions[i]->decl->comes_back)
            g_string_append_printf(names, "%s ", tree->functions[i]->name);
    return g_string_free(names, FALSE);
}

static void check(const char *source, const char *names)
{
    g_autofree char *found = coming_back(source);

    g_test_message("%s", source);
    g_assert_cmpstr(found, ==, names);
}

static void test_plain(void)
{
    check("static int f(int *p) { return *p ? p[1] : 2 / p[2]; }", "f ");
    check("static inline int f(int a) { switch (a) { case 1: return 2; default: break; } return 0; }", "f ");
    check("static int f(int a) { int b = a; if (a > 2) { b++; } else b--; do { b += 2; } while (0); return b; }", "f ");
    check("static void f(void) { }", "f ");
}

/* Another definition may take the place of one that is not static. */
static void test_linkage(void)
{
    check("int f(int a) { return a; }", "");
    check("inline int f(int a) { return a; }", "");
    check("static int f(int a); int f(int a) { return a; }", ""); /* its definition does not say so */
}

static void test_loops(void)
{
    check("static int f(int a) { while (a) a--; return a; }", "");
    check("static int f(int a) { for (int i = 0; i < 3; i++) a++; return a; }", "");
    check("static int f(int a) { do { a++; } while (a < 3); return a; }", "");
    check("static int f(int a) { again: if (a--) goto again; return a; }", "");
    check("static int f(int a) { return a ? f(a - 1) : 0; }", "");
}

static void test_calls(void)
{
    check("int g(int); static int f(int a) { return g(a); }", "");
    check("int g(int) __attribute__((const)); static int f(int a) { return g(a); }", "f ");
    check("static int f(int (*g)(int)) { return g(1); }", "");
    check("static int g(int a) { return a; } static int f(int a) { return g(a); }", "g f ");
    check("static int g(int); static int f(int a) { return g(a); } static int g(int a) { return a; }", "g ");
    check("void exit(int); static int f(int a) { if (a) exit(1); return a; }", "");
    check("static void f(void) { __builtin_unreachable(); }", "");
    check("static int f(int a) { int b = ({ a++; a; }); return b; }", "");
}

static void test_others(void)
{
    check("static void f(void) { __asm__(\"\"); }", "");
    check("static int f(int n) { int a[n]; return sizeof a > 3; }", "");
    check("static void f(void) __attribute__((noreturn)); static void f(void) { __builtin_trap(); }", "");
    check("int setjmp(int *); static int f(int *b) { return setjmp(b); }", "");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/returns/plain", test_plain);
    g_test_add_func("/returns/linkage", test_linkage);
    g_test_add_func("/returns/loops", test_loops);
    g_test_add_func("/returns/calls", test_calls);
    g_test_add_func("/returns/others", test_others);
    return g_test_run();
}
