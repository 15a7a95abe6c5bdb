/* Expressions as formulas: their values where those of their parameters are given, what is left open, and whether they
 * are surely evaluated to their ends. */
#include "prune/encode/encode.h"

#include <string.h>

#include "tests/unit/sample_logic.h"

static const char prelude[] =
    "int get(int), pure(int) __attribute__((pure)); void die(void) __attribute__((noreturn));\n"
    "static int twice(int v) { return v * 2; }\n"
    "struct s { int a, t[3]; unsigned low : 3; int high : 4; struct { int k; } in; } gs, *gp;\n"
    "int g; volatile int device; enum e { RED = 5 };\n";

/* `a` and `b` are signed, `u` is unsigned, `c` is a signed char; of `q` and `d` nothing is known. */
static const gint64 values[] = {7, -2, 3, -1};

typedef struct {
    HtolArena *arena;
    PruneLogic *logic;
    AnnotTree *tree;
    char *source;
    AnnotText text;
    PruneMoment *moment; /* of the expression */
} Fixture;

static const AnnotFunction *last_function(const Fixture *f)
{
    return f->tree->functions[f->tree->n_functions - 1];
}

/* The expression that the last statement returns; a conversion to the type returned is left out. */
static const AnnotExpr *returned(const Fixture *f)
{
    const AnnotStmt *body = last_function(f)->body;
    return annot_expr_bare(body->parts[body->n_parts - 1]->expr);
}

static PruneTerm *parameters_of(const Fixture *f)
{
    const AnnotFunction *function = last_function(f);
    PruneTerm *parameters = htol_arena_new0(f->arena, PruneTerm, function->n_parameters);
    for (guint i = 0; i < G_N_ELEMENTS(values); i++)
        parameters[i] = prune_number(f->logic, (guint64)values[i], (guint)function->parameters[i]->type->size * 8);
    return parameters;
}

static void encode(Fixture *f)
{
    g_autoptr(GHashTable) moments = g_hash_table_new(NULL, NULL), early = g_hash_table_new(NULL, NULL);
    PruneContext context = {f->logic->yes, parameters_of(f)};
    PruneEncoding encoding = {.arena = f->arena,
                              .logic = f->logic,
                              .text = &f->text,
                              .tree = f->tree,
                              .function = last_function(f),
                              .moments = moments,
                              .early = early,
                              .depth = 1,
                              .context = &context};
    f->moment = htol_arena_new0(f->arena, PruneMoment, 1);
    g_hash_table_insert(moments, (gpointer)returned(f), f->moment);
    g_assert_cmpstr(prune_encode(&encoding), ==, NULL);
    g_assert_cmpuint(f->moment->visits, ==, 1);
}

/* Behind the statements, in a function with those parameters. */
static Fixture fixture_new(const char *statements, const char *expression)
{
    Fixture f = {.arena = htol_arena_new(), .logic = prune_logic_new()};
    f.source = g_strdup_printf("%sint f(int a, int b, unsigned u, signed char c, int *q, double d)\n{%s return %s;}\n",
                               prelude, statements, expression);
    f.text = (AnnotText){f.source, (guint32)strlen(f.source)};
    f.tree = annot_tree_parse(f.arena, &f.text, NULL, FALSE, NULL);
    g_assert_nonnull(f.tree);
    g_assert_cmpuint(f.tree->n_errors, ==, 0);
    g_test_message("%s %s", statements, expression);
    encode(&f);
    return f;
}

static void fixture_clear(Fixture *f)
{
    prune_logic_free(f->logic);
    htol_arena_free(f->arena);
    g_free(f->source);
}

static PruneTerm equals(const Fixture *f, gint64 value)
{
    g_assert_nonnull(f->moment->bits);
    return prune_equal(f->logic, f->moment->bits,
                       prune_number(f->logic, (guint64)value, prune_width(f->logic, f->moment->bits)));
}

static void check_behind(const char *statements, const char *expression, gint64 value)
{
    Fixture f = fixture_new(statements, expression);
    if (!sample_holds_always(f.logic, equals(&f, value)))
        g_test_fail_printf("%s %s: is not always %d", statements, expression, (int)value);
    fixture_clear(&f);
}

static void check(const char *expression, gint64 value)
{
    check_behind("", expression, value);
}

/* The value may be this one, and may be another. */
static void check_open_behind(const char *statements, const char *expression, gint64 value)
{
    Fixture f = fixture_new(statements, expression);
    if (f.moment->bits &&
        (!sample_can_hold(f.logic, equals(&f, value)) || sample_holds_always(f.logic, equals(&f, value))))
        g_test_fail_printf("%s %s: is known", statements, expression);
    fixture_clear(&f);
}

static void check_open(const char *expression, gint64 value)
{
    check_open_behind("", expression, value);
}

/* Whether the expression comes to its end: always, perhaps or never. */
static void check_end(const char *expression, const char *expected)
{
    Fixture f = fixture_new("", expression);
    const char *found = sample_holds_always(f.logic, f.moment->after) ? "always"
                        : sample_can_hold(f.logic, f.moment->after)   ? "perhaps"
                                                                      : "never";
    g_assert_cmpstr(found, ==, expected);
    fixture_clear(&f);
}

static void check_truth(const char *expression, gboolean truth)
{
    Fixture f = fixture_new("", expression);
    g_assert_true(sample_holds_always(f.logic, truth ? f.moment->truth : prune_not(f.logic, f.moment->truth)));
    fixture_clear(&f);
}

static void test_constants(void)
{
    check("41 + RED", 46);
    check("(int)sizeof(struct s)", 24);
    check("sizeof g++ == 4", 1);
}

static void test_arithmetic(void)
{
    check("a + b", 5);
    check("a - b", 9);
    check("a * b", -14);
    check("a / b", -3);
    check("a % b", 1);
    check("a << u", 56);
    check("b >> 1", -1);
    check("u >> 1", 1);
    check("(a & u) | (a ^ u)", 7);
    check("-a", -7);
    check("+b", -2);
    check("~a", -8);
    check("__extension__ a", 7);
    check_open("a << 33", 0);
    check_open("(a, b)[q]", 0);
}

static void test_comparisons(void)
{
    check("a > b", 1);
    check("b < u", 0);
    check("b == -2", 1);
    check("b != -2", 0);
    check("c <= -1", 1);
    check("a >= 8", 0);
}

static void test_conversions(void)
{
    check("(unsigned char)b", 254);
    check("(long)c", -1);
    check("(unsigned)c == 0xffffffff", 1);
    check("(_Bool)a", 1);
    check("(short)70000", 4464);
    check_open("(int)d", 0);
}

static void test_logic(void)
{
    check("a && b", 1);
    check("a && !b", 0);
    check("!a || b", 1);
    check("!a", 0);
    check("g && !g", 0);
    check("g || !g", 1);
    check_truth("a - 7 || u", TRUE);
    check_truth("d != d && 0", FALSE);
}

static void test_choices(void)
{
    check("a ? b : u", -2);
    check("!a ? 1 : b", -2);
    check("g ? 4 : 4", 4);
    check("(a - 7) ?: 9", 9);
    check("a ?: 9", 7);
    check("(g, a)", 7);
    check_open("g ? 1 : 2", 1);
}

static void test_assignments(void)
{
    check("a = 12", 12);
    check("c = 300", 44);
    check("a += b", 5);
    check("c += 130", -127);
    check("a <<= 2", 28);
    check_open("a <<= (1L << 32) + 1", 14);
    check("a++", 7);
    check("a--", 7);
    check("++a", 8);
    check("--a", 6);
    check_behind("a++; b = a;", "a + b", 16);
    check_behind("a && (b = 4);", "b", 4);
    check_behind("!a && (b = 4);", "b", -2);
    check_behind("!a || (b = 4);", "b", 4);
    check_behind("!a ? (b = 1) : (u = 9);", "b + (int)u", 7);
    check_behind("a ? (b = 1) : (u = 9);", "b + (int)u", 4);
}

static void test_members(void)
{
    check_behind("gs.a = 1; gs.in.k = 2;", "gs.a + gs.in.k", 3);
    check_behind("gs.low = 9; gs.high = 9;", "gs.low + gs.high", -6);
    check_behind("struct s s; s.t[1] = 4; s.t[2] = 5;", "s.t[1]", 4);
    check_behind("struct s s; s.t[1] = 4; s.t[a] = 5;", "s.t[1]", 4);
    check_behind("struct s *p = gp; p->a = 1; p->in.k = 2;", "p->a", 1);
    check_open_behind("gp->a = 1; gp->in.k = 2;", "gp->a", 1);
    check_open_behind("struct s s; s.t[1] = 4; s.t[g] = 5;", "s.t[1]", 4);
}

static void test_pointers(void)
{
    check_behind("*q = 3;", "*q", 3);
    check_behind("q[1] = 3;", "*(q + 1)", 3);
    check_behind("q[1] = 3; q++;", "*q", 3);
    check_behind("q[2] = 3; q += 2;", "*q", 3);
    check_behind("q[-1] = 3; q -= 1;", "*q", 3);
    check_behind("q[-1] = 3; q--;", "*q", 3);
    check_behind("int t[2]; *(t + 1) = 4;", "*(t + 1)", 4);
    check("(char *)(q + 1) == (char *)q + 4", 1);
    check_open("*&a", 7);
    check("(q + 2 > q) == (q + 2 > q)", 1);
    check_behind("int x = 1; *q = 3;", "x", 1);
    check_open_behind("g = 1; *q = 3;", "g", 1);
    check_open_behind("int x = 1; q = &x; *q = 3;", "x", 3);
}

static void test_calls(void)
{
    check("twice(a)", 14);
    check("__builtin_expect(a, 1) == 7", 1);
    check_behind("int x = 1; get(0);", "x", 1);
    check_behind("g = 1; pure(0);", "g", 1);
    check_open_behind("g = 1; get(0);", "g", 1);
    check_open("get(1)", 0);
    check_open("device", 0);
}

/* What one operand writes, another may read before or after. */
static void test_order(void)
{
    check_open("a + (a = 2)", 9);
    check("(a = 2) + b", 0);
    check("(a = 2, a) + b", 0);
    check("(a = 2) && a == 2", 1);
}

static void test_ends(void)
{
    check_end("a + b", "always");
    check_end("a / b", "always");
    check_end("a / g", "perhaps");
    check_end("a / (a - 7)", "perhaps");
    check_end("a % -1", "perhaps");
    check_end("*q", "perhaps");
    check_end("get(1)", "perhaps");
    check_end("twice(a)", "always");
    check_end("(die(), 1)", "never");
    check_end("!a && get(1)", "always");
}

/* What no table of operators knows leaves its value open, and may end the program. */
static void test_strange(void)
{
    check_open("_Generic(a, int: g)", 0);
    check_open("((union { int i; float f; }){.f = 1}).i", 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/evaluate/constants", test_constants);
    g_test_add_func("/evaluate/arithmetic", test_arithmetic);
    g_test_add_func("/evaluate/comparisons", test_comparisons);
    g_test_add_func("/evaluate/conversions", test_conversions);
    g_test_add_func("/evaluate/logic", test_logic);
    g_test_add_func("/evaluate/choices", test_choices);
    g_test_add_func("/evaluate/assignments", test_assignments);
    g_test_add_func("/evaluate/members", test_members);
    g_test_add_func("/evaluate/pointers", test_pointers);
    g_test_add_func("/evaluate/calls", test_calls);
    g_test_add_func("/evaluate/order", test_order);
    g_test_add_func("/evaluate/ends", test_ends);
    g_test_add_func("/evaluate/strange", test_strange);
    return g_test_run();
}
