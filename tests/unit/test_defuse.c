/* Definitions, uses and what reaches what, without a compiler: for a body, its variables and their flows,
 * each as the letter of a definition (`e`: at the entry, `0`: none, `?`: unknown, else a, b, c in the order
 * of the text) and the number of a use in that order, with p if it is in a predicate. */
#include "annot/graph/cfg_make.h"
#include "annot/flow/flow_make.h"

#include <string.h>

static const char prelude[] =
    "int get(int), pure(int) __attribute__((pure)), setjmp(void *); void look(void *), die(void) "
    "__attribute__((noreturn));\n"
    "struct s { int a, b : 3; int t[4]; struct { int k; } in; union { int i; float f; } u; } gs, *gp;\n"
    "int g; extern volatile int device; _Atomic int counter;\n";

static void append_definition(const AnnotFlows *flows, guint32 number, GString *out)
{
    if (number == 0) {
        g_string_append_c(out, '0');
        return;
    }
    const AnnotDefinition *definition = &g_array_index(flows->definitions, AnnotDefinition, number - 1);
    guint32 first = number - definition->number;
    gboolean enters = g_array_index(flows->definitions, AnnotDefinition, first).kind == HTOL_DEFINITION_ENTRY;
    if (definition->kind == HTOL_DEFINITION_ENTRY || definition->kind == HTOL_DEFINITION_UNKNOWN)
        g_string_append_c(out, definition->kind == HTOL_DEFINITION_ENTRY ? 'e' : '?');
    else
        g_string_append_c(out, (char)('a' + definition->number - 1 - (enters ? 1 : 0)));
}

static void append_flows(const AnnotFlows *flows, guint32 variable, GString *out)
{
    guint32 first_use = 0;
    while (first_use < flows->uses->len && g_array_index(flows->uses, AnnotUse, first_use).variable < variable)
        first_use++;
    for (guint i = 0; i < flows->flows->len; i++) {
        const HtolRowFlow *flow = &g_array_index(flows->flows, HtolRowFlow, i);
        const AnnotUse *use = &g_array_index(flows->uses, AnnotUse, flow->use);
        if (use->variable != variable)
            continue;
        g_string_append_c(out, ' ');
        append_definition(flows, flow->definition, out);
        g_string_append_printf(out, ">%u%s", flow->use - first_use, use->kind == HTOL_USE_PREDICATE ? "p" : "");
    }
}

/* Appends the number of uses that have stores of their own, without those of cells. */
static void append_leaders(const AnnotFlows *flows, GString *out)
{
    guint leaders = 0, uses = 0;
    for (guint32 i = 0; i < flows->uses->len; i++) {
        const AnnotUse *use = &g_array_index(flows->uses, AnnotUse, i);
        if (g_array_index(flows->variables, AnnotFlowVariable, use->variable).shape == HTOL_SHAPE_CELLS)
            continue;
        leaders += use->leader == i;
        uses++;
    }
    g_string_append_printf(out, "%u of %u", leaders, uses);
}

static gboolean counts_leaders; /* of flows nothing is written */

/* Without cells: tests/semantics/cells.py has those. */
static char *text_of(const AnnotFlows *flows)
{
    static const char *const reasons[] = {"", " many", " volatile", " place", " order"};
    GString *out = g_string_new(NULL);
    if (counts_leaders) {
        append_leaders(flows, out);
        return g_string_free(out, FALSE);
    }
    for (guint32 v = 0; v < flows->variables->len; v++) {
        const AnnotFlowVariable *variable = &g_array_index(flows->variables, AnnotFlowVariable, v);
        if (variable->shape == HTOL_SHAPE_CELLS)
            continue;
        g_string_append_printf(out, "%s%s:%s", v > 0 ? "; " : "", variable->name, reasons[variable->unmeasured]);
        append_flows(flows, v, out);
    }
    return g_string_free(out, FALSE);
}

static void check_with(AnnotOptions rules, const char *body, const char *expected)
{
    g_autofree char *source = g_strdup_printf("%sint f(int p)\n{%s}\n", prelude, body);
    AnnotText text = {source, (guint32)strlen(source)};
    g_autoptr(HtolArena) arena = htol_arena_new();
    AnnotTree *tree = annot_tree_parse(arena, &text, NULL, FALSE, NULL);
    g_assert_nonnull(tree);
    g_assert_cmpuint(tree->functions[0]->skipped, ==, HTOL_MEASURED);
    AnnotCfg *cfg = annot_cfg_new(arena, &text, tree->functions[0], (AnnotOptions){0});
    AnnotFlows *flows = annot_flows_new(arena, &text, tree->functions[0], rules, cfg);
    g_autofree char *found = text_of(flows);
    if (g_strcmp0(found, expected) != 0)
        g_test_fail_printf("%s: %s, not %s", body, found, expected);
    annot_flows_free(flows);
    annot_cfg_free(cfg);
}

static void check(const char *body, const char *expected)
{
    check_with((AnnotOptions){.flows = 100}, body, expected);
}

static void test_straight(void)
{
    check("int x = p; return x;", "p: e>0; x: a>0");
    check("int x; x = 1; x = 2; return x + x;", "x: b>0 b>1");
    check("int x; return x;", "x: 0>0");
    check("p++; p += 2; return -p;", "p: e>0 a>1 b>2");
    check("int x = 1; x = x + 1; return x;", "x: a>0 b>1");
    check("int a, b; a = b = p; return a * b;", "p: e>0; b: a>0; a: a>0");
}

static void test_no_uses(void)
{
    check("int x = 1; look(&x); return sizeof x + _Alignof(x);", "x:");
    check("int x = 1; (void)x; (x, get(1)); return _Generic(x, int: 1);", "x:");
    check("int x = 1; return __builtin_constant_p(x) ? 1 : 2;", "x:");
    check("int t[2] = {1, 2}; look(t); int *q = t; return *q;", "t[]:; q: a>0");
}

static void test_predicates(void)
{
    check("if (p > 1) return p; while (p) p--; return 0;", "p: e>0p e>1 e>2p a>2p e>3 a>3");
    check("switch (p) { case 1: return p; } return p ? p : 1;", "p: e>0p e>1 e>2p e>3");
    check("return p && get(p);", "p: e>0p e>1p");
    check("return (get(p), get(1)) ? 0 : !p;", "p: e>0 e>1");
    check("if ((get(p), get(1)) || !(p + 1)) return 2; return 3;", "p: e>0 e>1p");
}

static void test_branches(void)
{
    check("int x = 1; if (p) x = 2; return x;", "x: a>0 b>0; p: e>0p");
    check("int x; if (p) x = 2; else die(); return x;", "p: e>0p; x: a>0");
    check("int x = 1; while (1) { if (p) break; x = 2; } return x;", "x: a>0 b>0; p: e>0p");
    check("int x = 1; if (0) x = 2; return x;", "x: a>0");
    check("int x = 1; do { if (p) continue; x = 2; } while (x < 3); return x;", "x: a>0p b>0p a>1 b>1; p: e>0p");
    check("int x = 1; p && (x = 2); return x;", "x: a>0 b>0; p: e>0p");
    check("int x = 1; (p || (x = 2)) && (x = 3); return x;", "x: b>0 c>0; p: e>0p");
    check("int x = 1; if (!(p && (x = 2))) return x; return x;", "x: a>0 b>0 b>1; p: e>0p");
    check("int x = 1; p ? (x = 2) : (x = 3); return x;", "x: b>0 c>0; p: e>0p");
}

static void test_jumps(void)
{
    check("int x = 1; if (p) goto out; x = 2; out: return x;", "x: a>0 b>0; p: e>0p");
    check("int x = 1; switch (p) { case 1: x = 2; case 2: return x; default: x = 3; } return x;",
          "x: a>0 b>0 c>1; p: e>0p");
    check("int x = 1; switch (p) { x = 5; case 1: break; } return x;", "x: a>0; p: e>0p");
    check("void *t[] = {&&one, &&two}; int x = 1; goto *t[p]; one: x = 2; two: return x;",
          "t[]: a>0; x: a>0 b>0; p: e>0");
    check("void *t[] = {&&one}; int x = 1; if (p) goto two; x = 2; goto *t[p]; one: return x; two: return x;",
          "t[]: a>0; x: b>0 a>1; p: e>0p e>1");
    check("int x = 1; { __label__ out; if (p) goto out; x = 2; out: x++; } if (p > 1) goto out; return 1; "
          "out: return x;",
          "x: a>0 b>0 c>1; p: e>0p e>1p");
    check("int x = 1; __asm__ goto(\"\" : : : : out); x = 2; other: return x; out: return x + 1;", "x: b>0 a>1");
    check("int x = 1; if (setjmp(0)) return x; x = 2; get(1); x = 3; return x;", "x: a>0 b>0 c>1");
    check("int x = 1; again: if (x) { int y; if (p) y = 2; x = y; } goto again;", "x: a>0p b>0p; p: e>0p; y: 0>0 a>0");
}

static void test_open_order(void)
{
    check("int x = 1; return x + (x = 2);", "x: a>0 b>0");
    check("int x = 1; return get(x++) + get(x);", "x: a>0 a>1 b>1");
    check("int x = 1; return x && (x = 2);", "x: a>0p");
    check("int t[3] = {0}; t[p] = p++; return t[0];", "t[]: a>0 b>0; p: e>0 a>0 e>1");
}

static void test_members(void)
{
    check("struct s s; s.a = 1; s.b = 2; return s.a + s.in.k;", "s.a: a>0; s.b:; s.in.k: 0>0");
    check("struct s s = gs; s.a++; return s.a + s.b;", "gs: e>0; s.a: a>0 b>1; s.b: a>0");
    check("struct s s; look(&s.a); s.a = 1; return s.a;", "s.a: a>0");
    check("struct s s; look(&s); s.a = 1; s.b = 2; return s.a;", "s: a>0 b>0");
    check("struct s s; s.t[1] = 1; s.t[2] = 2; return s.t[p];", "s.t[]: a>0 b>0; p: e>0");
    check("struct s s; s.u.i = 1; s.u.f = 2; return s.u.i;", "s.u: b>0");
    check("return gp->a + gp->t[p];", "gp: e>0 e>1; p: e>0");
    check("struct s s; s.in.k = 1; struct s t = s; return t.in.k;", "s.in.k: a>0; t.in.k: a>0");
}

static void test_arrays(void)
{
    check("int t[2]; t[0] = 1; t[1] = 2; return t[p];", "t[]: a>0 b>0; p: e>0");
    check("int t[2][2] = {{0}}; t[p][1] += 2; return *t[0];", "t[]: a>0 a>1 b>1; p: e>0");
    check("static int t[2]; return t[0];", "t[]: e>0");
    check("_Complex double z; __real__ z = 1; return z == 0;", "z: a>0");
}

static void test_unmeasured(void)
{
    check("volatile int x = 1; return x + device;", "x: volatile; device: volatile");
    check("counter++; return 0;", "counter: volatile");
    check("struct { volatile int v; int w; } s; s.v = 1; s.w = 2; return s.w;", "s.v: volatile; s.w: a>0");
    check("int x = x; return p;", "x: place; p: e>0");
    check("return __builtin_choose_expr(1, p + 1, 2);", "p: place");
    check("return __builtin_popcount(p) + __builtin_abs(p ? 1 : 2);", "p: place");
    check("return __builtin_popcount(p);", "p: e>0");
    check("int y = p;\n#pragma omp parallel\n{ y++; }\nreturn y;", "p: place; y: place");
    check("return sizeof(int[p++]);", "");
    check_with((AnnotOptions){.flows = 5}, "return p + p;", "p: e>0 e>1");
    check_with((AnnotOptions){.flows = 3}, "int x = p; return p + x;", "p: many; x: a>0");
}

static void test_unknown(void)
{
    AnnotOptions rules = {.flows = 100, .kills = TRUE};
    check_with(rules, "g = 1; get(2); return g;", "g: ?>0");
    check_with(rules, "g = 1; pure(2); return g;", "g: a>0");
    check_with(rules, "int x = 1; get(2); return x;", "x: a>0");
    check_with(rules, "int x = 1, *q = &x; if (p) *q = 2; return x;", "x: a>0 ?>0; q: a>0; p: e>0p");
    check_with(rules, "get(g); return g;", "g: e>0 ?>1");
}

/* A call beside other operands may be made before them or behind them. */
static void test_unknown_order(void)
{
    AnnotOptions rules = {.flows = 100, .kills = TRUE};
    check_with(rules, "return g + get(1);", "g: e>0 ?>0");
    check_with(rules, "return get(1) + g;", "g: e>0 ?>0");
    check_with(rules, "return (g = 2) + get(1) + g;", "g: e>0 a>0 ?>0");
    check_with(rules, "return p + get(1);", "p: e>0");
    check_with(rules, "int x = 1; look(&x); return x + get(1);", "x: ?>0");
    check_with(rules, "int x, *q = &x; return (x = 1) + (*q = 2) + x;", "q: a>0; x: 0>0 a>0 ?>0");
    check_with(rules, "return g && get(1) && g;", "g: e>0p ?>1p");
    check_with(rules, "return get(1) ? g : 0;", "g: ?>0");
    check_with(rules, "g = get(1); return g;", "g: a>0");
    check_with(rules, "return g + get(g + get(g + get(1)));", "g: e>0 ?>0 e>1 ?>1 e>2 ?>2");
    check_with(rules, "return g + get(g + get(g + get(g + get(1))));", "g: order");
    check("return g + get(g + get(g + get(g + get(1))));", "g: e>0 e>1 e>2 e>3");
    check_with(rules, "return g + ({ get(p); });", "g: order; p: e>0");
}

static void test_statement_expressions(void)
{
    check("int x = ({ int y = p; if (y) y = 2; y; }); return x;", "p: e>0; y: a>0p a>1 b>1; x: a>0");
}

/* A run of uses that only one definition reaches has one store; else each variable has one until it is
 * defined. */
static void test_shared(void)
{
    counts_leaders = TRUE;
    check("int a = p, b = p; return a + b * p;", "1 of 5");
    check("int a = get(p); return a + p;", "2 of 3");
    check("if (p) g = p; return g;", "3 of 3");
    check("return p && p > 1;", "2 of 2");
    check("while (p) p--; return p + p + p;", "3 of 5");
    check("while (p > 9) p--; int x = p + p; p++; return p + p;", "4 of 7");
    check("while (p > 9) p--; return p + pure(p) + g + get(p) + p;", "5 of 7");
    check("int t[2]; while (get(1)) t[g] = g; t[0] += 2; return t[0] + t[1];", "3 of 5");
    check("if (setjmp(0)) return p + p; return p + p;", "4 of 4");
    check("return p + p++;", "2 of 2");
    counts_leaders = FALSE;
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/defuse/straight", test_straight);
    g_test_add_func("/defuse/no uses", test_no_uses);
    g_test_add_func("/defuse/predicates", test_predicates);
    g_test_add_func("/defuse/branches", test_branches);
    g_test_add_func("/defuse/jumps", test_jumps);
    g_test_add_func("/defuse/open order", test_open_order);
    g_test_add_func("/defuse/members", test_members);
    g_test_add_func("/defuse/arrays", test_arrays);
    g_test_add_func("/defuse/unmeasured", test_unmeasured);
    g_test_add_func("/defuse/unknown", test_unknown);
    g_test_add_func("/defuse/unknown-order", test_unknown_order);
    g_test_add_func("/defuse/statement expressions", test_statement_expressions);
    g_test_add_func("/defuse/shared", test_shared);
    return g_test_run();
}
