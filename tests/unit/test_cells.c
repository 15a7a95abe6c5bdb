/* Elements of arrays: which expressions name one, by which indices, and which are told apart. What is kept of
 * them is run in tests/semantics/cells.py. */
#include "annot/probes/cells.h"

#include <string.h>

typedef struct {
    HtolArena *arena;
    AnnotText text;
    const AnnotExpr *expr;
} Parsed;

/* The expression is that of a return statement, with its conversions. */
static Parsed parse(HtolArena *arena, const char *expression)
{
    const char *source =
        htol_arena_printf(arena,
                          "struct s { int t[4]; int x; }; enum e { RED, GREEN };\n"
                          "int a[10], m[2][3], deep[2][2][2][2][2], *pointers[3]; struct s s, array[3], *p;\n"
                          "volatile int device[4]; _Complex double c[2]; extern int open[];\n"
                          "long f(int i, unsigned char b, enum e e, __int128 wide, int parameter[5], int n)\n"
                          "{ int vla[n]; return (long)(%s); }\n",
                          expression);
    AnnotText text = {source, (guint32)strlen(source)};
    AnnotTree *tree = annot_tree_parse(arena, &text, NULL, FALSE, NULL);
    g_assert_nonnull(tree);
    g_assert_nonnull(tree->functions[0]->body);
    const AnnotExpr *expr = tree->functions[0]->body->parts[1]->expr;
    while (expr->kind == ANNOT_EXPR_CAST || expr->kind == ANNOT_EXPR_PAREN)
        expr = expr->operands[0];
    return (Parsed){arena, text, expr};
}

/* `[i of 2][j of 3]`, or nothing. */
static void check(const char *expression, const char *wanted)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GString) found = g_string_new(NULL);
    AnnotCell cell;
    Parsed parsed = parse(arena, expression);
    g_test_message("%s", expression);
    for (guint i = 0; annot_cell_of(parsed.expr, &cell) && i < cell.n; i++) {
        g_autofree char *index = annot_text_folded(&parsed.text, cell.indices[i]->at, 99);
        g_string_append_printf(found, "[%s of %u]", index, (guint)cell.lengths[i]);
    }
    g_assert_cmpstr(found->str, ==, wanted);
}

static void test_elements(void)
{
    check("a[i]", "[i of 10]");
    check("((a)[(i + 1)])", "[(i + 1) of 10]");
    check("i[a]", "[i of 10]");
    check("m[i][b]", "[i of 2][b of 3]");
    check("a[e]", "[e of 10]");
    check("s.t[i]", "[i of 4]");
    check("p->t[i]", "[i of 4]");
    check("array[1].t[i]", "[i of 4]");
    check("pointers[i]", "[i of 3]");
    check("a[a[i]]", "[a[i] of 10]");
}

static void test_no_elements(void)
{
    check("a", "");
    check("m[i]", "");
    check("parameter[i]", "");
    check("vla[i]", "");
    check("*a", "");
    check("deep[0][1][0][1][0]", "");
    check("device[i]", "");
    check("c[i]", "");
    check("open[i]", "");
    check("a[wide]", "");
    check("array[i].x", "");
    check("pointers[i][0]", "");
    check("i", "");
}

static gboolean differ(const char *one, const char *other)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autofree char *both = g_strdup_printf("%s + %s", one, other);
    Parsed parsed = parse(arena, both);
    AnnotCell left, right;
    g_assert_true(annot_cell_of(parsed.expr->operands[0], &left));
    g_assert_true(annot_cell_of(parsed.expr->operands[1], &right));
    return annot_cells_differ(&left, &right);
}

static void test_differ(void)
{
    g_assert_true(differ("a[1]", "a[2]"));
    g_assert_true(differ("m[i][0]", "m[i][2]"));
    g_assert_true(differ("a[i & 3]", "a[7]"));
    g_assert_false(differ("a[1]", "a[1]"));
    g_assert_false(differ("a[i]", "a[1]"));
    g_assert_false(differ("m[0][i]", "m[0][1]"));
    g_assert_false(differ("a[i & 3]", "a[3]"));
}

static void check_count(const char *expression, guint64 count)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    Parsed parsed = parse(arena, expression);
    const AnnotType *type = parsed.expr->operands[0]->type;
    g_assert_cmpuint(annot_cells_fit(type), ==, count > 0);
    if (count > 0)
        g_assert_cmpuint(annot_cells_count(type), ==, count);
}

static void test_arrays(void)
{
    check_count("a", 10);
    check_count("m", 6);
    check_count("s.t", 4);
    check_count("array", 0);
    check_count("deep", 0);
    check_count("vla", 0);
    g_assert_false(annot_cells_have_table(ANNOT_CELLS_EACH));
    g_assert_true(annot_cells_have_table(ANNOT_CELLS_EACH + 1));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/cells/elements", test_elements);
    g_test_add_func("/cells/no-elements", test_no_elements);
    g_test_add_func("/cells/differ", test_differ);
    g_test_add_func("/cells/arrays", test_arrays);
    return g_test_run();
}
