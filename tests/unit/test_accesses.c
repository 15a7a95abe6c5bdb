/* What a function's body does to its objects, and in which orders: its accesses, and which of them may follow which.
 *
 * An access is written as what it does (r reads, w writes, s steps, b begins, & takes the address, ? is unknown), its
 * object, and marks: `P` it is used in a predicate; `!` it is not done whenever its node is entered; `~` operands
 * beside it are in no order; `@` too many orders are open; `-` nothing can be inserted beside it; `<` and `>` its place
 * is before or behind a statement. What may follow is written behind the accesses, each by its index: `^` is the entry.
 */
#include "annot/flow/defuse_make.h"

#include <string.h>

#include "annot/graph/cfg_make.h"

static const char prelude[] =
    "int get(int), pure(int) __attribute__((pure)), setjmp(void *); void look(void *), die(void) "
    "__attribute__((noreturn));\n"
    "struct s { int a; int t[4]; struct { int k; } in; } gs, *gp; int g;\n";

static void describe_object(const AnnotObject *object, GString *out)
{
    g_string_append(out, object->decl ? object->decl->name : "");
    for (guint i = 0; i < object->n_members; i++)
        g_string_append_printf(out, ".%s", object->members[i]->name);
    g_string_append(out, object->part ? "[]" : "");
}

static void describe_marks(const AnnotAccess *access, GString *out)
{
    static const char *const places[] = {"-", "", "<", ">"};
    gboolean uses = access->kind == ANNOT_ACCESS_READ || access->kind == ANNOT_ACCESS_STEP;
    g_string_append(out, uses && access->uses == HTOL_USE_PREDICATE ? "P" : "");
    g_string_append(out, access->sure ? "" : "!");
    g_string_append(out, access->loose ? "~" : "");
    g_string_append(out, access->tangled ? "@" : "");
    g_string_append(out, places[access->beside]);
}

static void describe_accesses(const AnnotDefUse *defuse, GString *out)
{
    for (guint i = 0; i < defuse->accesses->len; i++) {
        const AnnotAccess *access = annot_defuse_access(defuse, i);
        g_string_append_printf(out, "%s%c", i > 0 ? " " : "", "rwsb&?"[access->kind]);
        describe_object(&access->object, out);
        describe_marks(access, out);
    }
}

/* Notes that the accesses at `point`, or at what it leads to if it has none, may follow `from`, in row `from` + 1. */
static void follow_point(const AnnotDefUse *defuse, guint32 point, gint64 from, guint8 *follows, guint8 *seen)
{
    guint n = defuse->accesses->len;
    guint32 access = g_array_index(defuse->points, guint32, point);
    if (seen[point])
        return;
    seen[point] = TRUE;
    if (access != ANNOT_NO_ACCESS) {
        follows[(gsize)(from + 1) * n + access] = TRUE;
        return;
    }
    for (guint i = 0; i < defuse->passes->len; i++) {
        const AnnotPass *pass = &g_array_index(defuse->passes, AnnotPass, i);
        if (pass->from == point)
            follow_point(defuse, pass->to, from, follows, seen);
    }
}

static guint8 *find_follows(const AnnotDefUse *defuse)
{
    guint8 *follows = g_new0(guint8, (gsize)(defuse->accesses->len + 1) * (defuse->accesses->len + 1));
    g_autofree guint8 *entry = g_new0(guint8, defuse->points->len);
    follow_point(defuse, 0, -1, follows, entry);
    for (guint i = 0; i < defuse->passes->len; i++) {
        const AnnotPass *pass = &g_array_index(defuse->passes, AnnotPass, i);
        guint32 from = g_array_index(defuse->points, guint32, pass->from);
        g_autofree guint8 *seen = g_new0(guint8, defuse->points->len);
        if (from != ANNOT_NO_ACCESS)
            follow_point(defuse, pass->to, from, follows, seen);
    }
    return follows;
}

static void describe_follows(const AnnotDefUse *defuse, GString *out)
{
    guint n = defuse->accesses->len;
    g_autofree guint8 *follows = find_follows(defuse);
    for (guint from = 0; from <= n; from++)
        for (guint to = 0; to < n; to++)
            if (follows[from * n + to] && from == 0)
                g_string_append_printf(out, " ^%u", to);
            else if (follows[from * n + to])
                g_string_append_printf(out, " %u%u", from - 1, to);
}

/* A function, parsed, and its accesses. */
typedef struct {
    HtolArena *arena;
    AnnotCfg *cfg;
    AnnotDefUse *defuse;
} Parsed;

static Parsed parse(gboolean unknown, const char *body)
{
    Parsed parsed = {.arena = htol_arena_new()};
    g_autofree char *source = g_strdup_printf("%sint f(int p)\n{%s}\n", prelude, body);
    AnnotText text = {source, (guint32)strlen(source)};
    AnnotTree *tree = annot_tree_parse(parsed.arena, &text, NULL, FALSE, NULL);
    g_assert_nonnull(tree);
    g_assert_cmpuint(tree->n_errors, ==, 0);
    parsed.cfg = annot_cfg_new(parsed.arena, &text, tree->functions[0], (AnnotOptions){0});
    parsed.defuse = annot_defuse_new(&text, tree->functions[0], parsed.cfg->facts, unknown);
    return parsed;
}

static void clear(Parsed *parsed)
{
    annot_defuse_free(parsed->defuse);
    annot_cfg_free(parsed->cfg);
    htol_arena_free(parsed->arena);
}

static void check_with(gboolean unknown, const char *body, const char *accesses, const char *follows)
{
    Parsed parsed = parse(unknown, body);
    g_autoptr(GString) found = g_string_new(NULL), then = g_string_new(NULL);
    describe_accesses(parsed.defuse, found);
    describe_follows(parsed.defuse, then);
    if (!g_str_equal(found->str, accesses) || !g_str_equal(then->str, follows))
        g_test_fail_printf("%s: %s,%s", body, found->str, then->str);
    clear(&parsed);
}

static void check(const char *body, const char *accesses, const char *follows)
{
    check_with(FALSE, body, accesses, follows);
}

static void test_kinds(void)
{
    check("int x; x = p; return x;", "bx< rp wx rx", " ^0 01 12 23");
    check("p++; p += 2; return -p;", "sp sp rp", " ^0 01 12");
    check("look(&p); return g = 1;", "&p ? wg", " ^0 01 12");
    check("int x = p; (void)x; return 0;", "rp wx<", " ^0 01");
}

static void test_objects(void)
{
    check("gs.in.k = gs.t[p]; return gp->a;", "rp rgs.t[] wgs.in.k rgp", " ^0 01 12 23");
    check("int t[2]; look(t); return *t;", "bt< &t ? rt[]", " ^0 01 12 23");
    check("struct s s = gs; return s.a;", "rgs ws< rs.a", " ^0 01 12");
}

static void test_branches(void)
{
    check("if (p) g = 1; return g;", "rpP wg rg", " ^0 01 02 12");
    check("if (p && g) return 1; return 2;", "rpP rgP!", " ^0 01");
    check("if (!(p || g)) p = 1; return 2;", "rpP rgP! wp", " ^0 01 12");
    check("if (!p) g = 1; return g;", "rpP wg rg", " ^0 01 02 12");
    check("return p ? g : 1;", "rpP rg", " ^0 01");
    check("if (p) die(); return g;", "rpP ? rg", " ^0 01 02");
}

static void test_loops(void)
{
    check("while (p) p--; return g;", "rpP sp rg", " ^0 01 02 10");
    check("do p--; while (p); return g;", "sp rpP rg", " ^0 01 10 12");
    check("for (; p; p--) if (g) break; return 1;", "rpP rgP sp", " ^0 01 12 20");
    check("while (1) if (p) break; else continue; return g;", "rpP rg", " ^0 00 01");
}

static void test_jumps(void)
{
    check("switch (p) { case 1: g = 1; case 2: return g; default: g = 3; } return 0;", "rpP wg rg wg",
          " ^0 01 02 03 12");
    check("if (p) goto out; g = 1; out: return g;", "rpP wg rg", " ^0 01 02 12");
    check("if (setjmp(0)) return p; get(1); return g;", "? rp ? rg", " ^0 01 02 21 22 23");
}

/* An access has a point for each order in which operands may be evaluated. */
static void test_orders(void)
{
    check("return p + g;", "rp rg", " ^0 01");
    check("return p + (p = 2);", "rp~ wp~", " ^0 ^1 01 10");
    check("return p + (g ? 1 : 2);", "rp~ rgP", " ^0 01");
    check("return g + get(1);", "rg ?", " ^0 01");
    check_with(TRUE, "return g + get(1);", "rg~ ?~", " ^0 ^1 01 10");
    check_with(TRUE, "return g + ({ get(p); });", "rg~@ rp~@ ?~@", " ^0 01 12");
}

static void test_places(void)
{
    check("int x; look(&x); { int y = 1; g = y; } return x;", "bx< &x ? wy< ry wg rx", " ^0 01 12 23 34 45 56");
    check("__asm__(\"\" : \"=r\"(g) : \"r\"(p)); return 0;", "rp< wg>", " ^0 01");
    check("return __builtin_popcount(p);", "rp", " ^0");
    check("return __builtin_constant_p(p) + __builtin_popcount(p);", "rp-", " ^0");
}

/* Checks the leaders of all accesses, each by its index; reads of what `but` names are not asked for. */
static void check_leaders(const char *body, const char *but, const char *leaders)
{
    Parsed parsed = parse(FALSE, body);
    g_autoptr(GHashTable) asked = g_hash_table_new(NULL, NULL);
    g_autoptr(GString) found = g_string_new(NULL);
    for (guint i = 0; i < parsed.defuse->accesses->len; i++) {
        const AnnotAccess *access = annot_defuse_access(parsed.defuse, i);
        if (access->object.decl && !g_str_equal(access->object.decl->name, but))
            g_hash_table_add(asked, (gpointer)access->expr);
    }
    g_autofree guint32 *led = annot_defuse_leaders(parsed.defuse, asked);
    for (guint i = 0; i < parsed.defuse->accesses->len; i++)
        g_string_append_printf(found, "%s%u", i > 0 ? " " : "", led[i]);
    if (!g_str_equal(found->str, leaders))
        g_test_fail_printf("%s: %s", body, found->str);
    clear(&parsed);
}

static void test_leaders(void)
{
    check_leaders("return p * p + p;", "", "2 2 2");
    check_leaders("return p * p + p;", "p", "0 1 2");
    check_leaders("g = p; return p;", "", "2 1 2");                          /* from one statement to the next */
    check_leaders("int x = p; p = 2; return p + p + x;", "", "0 1 2 4 4 5"); /* rp wx wp rp rp rx */
    check_leaders("return p++ + p;", "", "0 1");                             /* a step reads, too: it is none */
    check_leaders("return p && p;", "", "0 1");                              /* the second need not be read */
    check_leaders("if (p) g = p; return p;", "", "0 1 2 3");
    check_leaders("while (p) g = p + p; return 0;", "", "0 2 2 3");
    check_leaders("get(p); return p;", "", "0 1 2"); /* it may not come back */
    check_leaders("pure(p); return p;", "", "1 1");
    check_leaders("return g + g;", "", "0 1"); /* others may change it */
    check_leaders("static int x; return x + x;", "", "0 1");
    check_leaders("int x = 1; look(&x); return x + x;", "", "0 1 2 3 4");
    check_leaders("volatile int x = 1; return x + x;", "", "0 1 2");
    check_leaders("return gs.a + gs.a + gp->a;", "", "0 1 2");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/accesses/kinds", test_kinds);
    g_test_add_func("/accesses/objects", test_objects);
    g_test_add_func("/accesses/branches", test_branches);
    g_test_add_func("/accesses/loops", test_loops);
    g_test_add_func("/accesses/jumps", test_jumps);
    g_test_add_func("/accesses/orders", test_orders);
    g_test_add_func("/accesses/places", test_places);
    g_test_add_func("/accesses/leaders", test_leaders);
    return g_test_run();
}
