/* Definite assignment: at which calls use(x) the variable x holds a value for certain. Written as a sign for
 * each call, in the order of the text. */
#include "annot/facts/assigned.h"

#include <string.h>

static AnnotFacts *facts; /* of the function that is looked through */

static void find_in_stmt(const AnnotStmt *stmt, GString *out);

static const AnnotExpr *variable_of(const AnnotExpr *object)
{
    for (object = annot_expr_bare(object); object->kind == ANNOT_EXPR_MEMBER;)
        object = annot_expr_bare(object->operands[0]);
    return object;
}

static void find_in_expr(const AnnotExpr *expr, GString *out)
{
    if (expr->kind == ANNOT_EXPR_CALL && expr->decl && strcmp(expr->decl->name, "use") == 0)
        g_string_append_c(out, annot_fact(facts, variable_of(expr->operands[1]))->assigned ? '+' : '-');
    if (expr->body)
        find_in_stmt(expr->body, out);
    for (guint i = 0; i < expr->n_operands; i++)
        find_in_expr(expr->operands[i], out);
}

static void find_in_stmt(const AnnotStmt *stmt, GString *out)
{
    if (!stmt)
        return;
    find_in_stmt(stmt->init, out);
    if (stmt->expr && stmt->kind != ANNOT_STMT_DO)
        find_in_expr(stmt->expr, out);
    for (guint i = 0; i < stmt->n_inits; i++)
        find_in_expr(stmt->inits[i], out);
    for (guint i = 0; i < stmt->n_parts; i++)
        find_in_stmt(stmt->parts[i], out);
    find_in_stmt(stmt->body, out);
    find_in_stmt(stmt->other, out);
    if (stmt->expr && stmt->kind == ANNOT_STMT_DO)
        find_in_expr(stmt->expr, out);
    if (stmt->step)
        find_in_expr(stmt->step, out);
}

static void check(const char *body, const char *expected)
{
    g_autofree char *source =
        g_strdup_printf("int use(int), g(int); int get(int *); int setjmp(void *); void die(void) "
                        "__attribute__((noreturn));\n"
                        "struct s { int m; struct { int k; } in; }; struct s make(void); int look(struct s *);\n"
                        "static int global;\n"
                        "int f(int a, struct s p)\n{%s}\n",
                        body);
    AnnotText text = {source, (guint32)strlen(source)};
    g_autoptr(HtolArena) arena = htol_arena_new();
    AnnotTree *tree = annot_tree_parse(arena, &text, NULL, FALSE, NULL);
    g_assert_nonnull(tree);
    g_assert_cmpuint(tree->functions[0]->skipped, ==, HTOL_MEASURED);
    facts = annot_facts_new(arena, tree->functions[0]);
    annot_assigned_fill(&text, tree->functions[0], facts);
    g_autoptr(GString) found = g_string_new(NULL);
    find_in_stmt(tree->functions[0]->body, found);
    g_test_message("%s", body);
    g_assert_cmpstr(found->str, ==, expected);
}

static void test_straight(void)
{
    check("int x; use(x); x = 1; use(x);", "-+");
    check("int x = 1; use(x);", "+");
    check("int y, x = use(y); use(x);", "-+");
    check("int x = use(x); return 0;", "-");
    check("use(a); use(global); static int x; use(x);", "+++");
    check("extern int x; use(x); return 0;", "+");
    check("int x; x++; x += 1; use(x);", "-");
}

static void test_only_the_address(void)
{
    check("int x; get(&x); use(x);", "-");
    check("int x = 1; get(&x); use(x);", "+");
    check("int x; get(&x); x = 2; use(x);", "+");
}

static void test_branches(void)
{
    check("int x; if (a) x = 1; use(x);", "-");
    check("int x; if (a) x = 1; else x = 2; use(x);", "+");
    check("int x; if (a) x = 1; else die(); use(x);", "+");
    check("int x; if (a) x = 1; else return 0; use(x);", "+");
    check("int x; if (a) { use(x); x = 1; use(x); } use(x);", "-+-");
    check("int x; a ? (x = 1) : (x = 2); use(x);", "+");
    check("int x; a ? (x = 1) : 2; use(x);", "-");
}

static void test_conditions(void)
{
    check("int x; if (a && (x = g(a))) use(x); else use(x); use(x);", "+--");
    check("int x; if (a || (x = g(a))) use(x); else use(x);", "-+");
    check("int x; if (!(a && (x = g(a)) > 3)) use(x); else use(x);", "-+");
    check("int x; if (__builtin_expect(a && (x = g(a)), 1)) use(x);", "+");
    check("int x, y = a && (x = 1); use(x); return y;", "-");
    check("int x; if ((x = g(a)) && use(x)) use(x); use(x);", "+++");
    check("int x; if (0) use(x); x = 1; if (1) use(x); else use(x);", "+++");
}

static void test_order_is_open(void)
{
    check("int x; g((x = 1) + use(x)); use(x);", "-+");
    check("int x; g(((x = 1), use(x)) + use(x)); use(x);", "+-+");
    check("int x; (x = 1) && use(x);", "+");
    check("int x; x = use(x); use(x);", "-+");
}

static void test_loops(void)
{
    check("int x; while (a) { x = 1; use(x); } use(x);", "+-");
    check("int x; while (1) { x = 1; if (a) break; } use(x);", "+");
    check("int x; for (;;) { if (a) break; x = 1; } use(x);", "-");
    check("int x; do { x = 1; } while (use(x)); use(x);", "++");
    check("int x; do { if (a) continue; x = 1; } while (use(x)); use(x);", "--");
    check("int x; for (x = 0; use(x); x++) { } use(x);", "++");
    check("for (int x; a; use(x)) { x = 1; }", "+");
    check("for (int x; a; use(x)) { if (a > 1) continue; x = 1; }", "-");
    check("while (a) { int x; use(x); x = 1; use(x); }", "-+");
}

static void test_switches(void)
{
    check("int x; switch (a) { case 1: x = 1; break; default: x = 2; } use(x);", "+");
    check("int x; switch (a) { case 1: x = 1; break; case 2: x = 2; } use(x);", "-");
    check("int x; switch (a) { case 1: x = 1; case 2: use(x); }", "-");
    check("switch (a) { int x = 1; use(x); case 1: use(x); }", "+-");
    /* a second life of x: what the first one was given is gone */
    check("while (g(a)) { switch (a) { int x; case 1: x = 1; continue; case 2: use(x); } }", "-");
}

static void test_labels(void)
{
    check("int x; if (a) goto out; x = 1; use(x); out: use(x);", "+-");
    check("int x; if (a) { x = 2; goto out; } x = 1; out: use(x);", "+");
    check("int x = 0; again: use(x); if (a) goto again;", "+");
    check("int x; goto in; again: use(x); in: x = 1; if (a) goto again;", "+");
    check("int x; if (a) goto in; while (g(a)) { x = 1; in: use(x); }", "-");
    /* jumps into a scope, past an initialiser */
    check("goto in; { int x = 1; in: use(x); }", "-");
    check("{ int x = 1; if (a) goto out; in: use(x); } out: goto in;", "-");
    check("int x = 1; void *to = &&l; goto *to; l: use(x);", "-");
    check("int x = 1; if (a) { l: use(x); return 0; } __asm__ goto(\"\" : : : : l); use(x);", "-+");
}

static void test_assembler(void)
{
    check("int x, y = 1; __asm__(\"\" : \"=r\"(x) : \"r\"(y)); use(x); use(y);", "++");
    check("int x; __asm__(\"\" : : \"r\"(x)); use(x);", "-");
    check("int x; __asm__ goto(\"\" : \"=r\"(x) : : : l); use(x); l: use(x);", "--");
}

static void test_statement_expressions(void)
{
    check("int x; int y = ({ x = 1; use(x); }); use(x); return y;", "++");
    check("int x; int y = a ? ({ goto out; 1; }) : (x = 2); use(x); out: use(x); return y;", "+-");
}

static void test_structures(void)
{
    check("use(p.m);", "-"); /* passed by value: a copy of who knows what */
    check("struct s x = {0}; use(x.m); use(x.in.k);", "++");
    check("struct s x = {.in = {1}}, y = x; use(x.m); use(y.m);", "+-");
    check("struct s x; x.m = 1; use(x.m); x = (struct s){1, {2}}; use(x.m);", "-+");
    check("struct s x = make(); use(x.m);", "-");
    check("struct s x = {0}; use(x.m); x = make(); use(x.m);", "--");
    check("struct s x = {0}; use(x.m); look(&x); use(x.m);", "--");
    check("struct s x = {0}; get(&x.in.k); use(x.m);", "-");
    check("struct s x = {0}; x.in = p.in; use(x.m);", "-");
    check("static struct s x; use(x.m); x = make(); use(x.m);", "++");
}

static void test_hopeless(void)
{
    check("int x = 1; if (setjmp(0)) use(x); use(a); use(global);", "--+");
    check("int x = 1;\n#pragma omp parallel private(x)\n{ use(x); }", "-");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/assigned/straight", test_straight);
    g_test_add_func("/assigned/address", test_only_the_address);
    g_test_add_func("/assigned/branches", test_branches);
    g_test_add_func("/assigned/conditions", test_conditions);
    g_test_add_func("/assigned/order", test_order_is_open);
    g_test_add_func("/assigned/loops", test_loops);
    g_test_add_func("/assigned/switches", test_switches);
    g_test_add_func("/assigned/labels", test_labels);
    g_test_add_func("/assigned/assembler", test_assembler);
    g_test_add_func("/assigned/statement-expressions", test_statement_expressions);
    g_test_add_func("/assigned/structures", test_structures);
    g_test_add_func("/assigned/hopeless", test_hopeless);
    return g_test_run();
}
