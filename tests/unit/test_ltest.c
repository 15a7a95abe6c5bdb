/* The reader of LTest's .hyperlabels files: what is read, which faults are told where, and what is decided of
 * it. */
#include <string.h>

#include "htol/judge/decide.h"
#include "htol/lang/ltest.h"
#include "htol/lang/print.h"
#include "htol/lang/wellformed.h"

static HtolText text_in(const char *file, const char *text)
{
    return (HtolText){{file, 1, 1}, text, strlen(text)};
}

static HtolText text_of(const char *text)
{
    return text_in("a.hyperlabels", text);
}

static char *faults_of(const HtolFaults *faults)
{
    GString *out = g_string_new(NULL);
    htol_faults_print(faults, out);
    return g_string_free(out, FALSE);
}

/* Reading
 * -----------------------------------------------------------------------------------------------------------
 */

static void check_read(gconstpointer data)
{
    const char *const *pair = data;
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GString) printed = g_string_new(NULL);
    HtolFaults faults = {.arena = arena};
    HtolScript script = {0};
    HtolText text = text_of(pair[0]);
    gboolean read = htol_ltest_parse(arena, &text, &script, &faults);
    g_autofree char *told = faults_of(&faults);
    g_assert_cmpstr(told, ==, "");
    g_assert_true(read);
    htol_script_print(&script, printed);
    g_assert_cmpstr(printed->str, ==, pair[1]);
}

static const char *const good[][2] = {
    {"", ""},
    {",", ""},
    {"\r\n \t,\n", ""},
    {"1) <l1.l2|;pa!=pb;>,\n", "hyper h1 : < l1 . l2 | pa != pb >;\n"},
    {"3) <s3+s5+s28|; ;>,\n", "label s3 : 1;\nlabel s5 : 1;\nlabel s28 : 1;\nhyper h3 : s3 + s5 + s28;\n"},
    {"1) <l1.l2|; ;>,\n2) <l3.l4|;cA1 == cB1 && cA2== cB2;>,\n\n",
     "hyper h1 : l1 . l2;\nhyper h2 : < l3 . l4 | cA1 == cB1 && cA2 == cB2 >;\n"},
    {"1) <s1|; ;>,\n2) <s1.s1|;;>,\n", "label s1 : 1;\nhyper h1 : s1;\nhyper h2 : s1 . s1;\n"},
    {"<l1.l2|;pa!=pb;>,\n<l3.l4|;pa!=pb;>,\n",
     "hyper h1 : < l1 . l2 | pa != pb >;\nhyper h2 : < l3 . l4 | pa != pb >;\n"},
    {"7) l1,\nl2,\n0) l3,l4", "hyper h7 : l1;\nhyper h8 : l2;\nhyper h0 : l3;\nhyper h1 : l4;\n"},
    {"1) l1\n2) l2 - COVERED - [l1]\n3) l3", "hyper h1 : l1;\nhyper h2 : l2;\nhyper h3 : l3;\n"},
    {"1) <s10.s14|;;> - UNKNOWN - [ ],\n2) <l1|;;>-COVERED-[(l1,pa-1) (b, 2)],\n3) l1 - UNCOVERABLE - [-],",
     "label s10 : 1;\nlabel s14 : 1;\nhyper h1 : s10 . s14;\nhyper h2 : l1;\nhyper h3 : l1;\n"},
    {"1) ((l1+l2).(l3.l4)+l5),", "hyper h1 : (l1 + l2) . (l3 . l4) + l5;\n"},
    {"1) <<l1|;a==b;>.<l2+l3|;;>|;a != c;>,", "hyper h1 : < < l1 | a == b > . (l2 + l3) | a != c >;\n"},
    {"(l1+l2).l3,", "hyper h1 : (l1 + l2) . l3;\n"},
    {"1) <l1|a<b>, 2) <l1|;a>b;>,3) <l1|;>,4) <l1|a;>,",
     "hyper h1 : < l1 | a < b >;\nhyper h2 : < l1 | a > b >;\nhyper h3 : l1;\nhyper h4 : < l1 | a >;\n"},
    {"1) l007.l0.l12345678901234567890,", "hyper h1 : l7 . l0 . l12345678901234567890;\n"},
    {"1) <l1.l1'|;pa!=pa';>,", "hyper h1 : < l1 . l1' | pa != pa' >;\n"},
    {"1) <\nl1\n.\nl2|;\n;>\n,", "hyper h1 : l1 . l2;\n"},
    {"1) l1,\n2) l2,\n1) l3,\n2) l4,\n1) l5,\nl6", "hyper h1 : l1;\nhyper h2 : l2;\nhyper h1_2 : l3;\nhyper "
                                                   "h2_2 : l4;\nhyper h1_3 : l5;\nhyper h2_3 : l6;\n"},
    {"<l1.l2|;cA1 == cB1 && cA2== cB2;>\n\n<s3|; ;>\n<s4.s5|;;>\n",
     "label s3 : 1;\nlabel s4 : 1;\nlabel s5 : 1;\nhyper h1 : < l1 . l2 | cA1 == cB1 && cA2 == cB2 >;\n"
     "hyper h2 : s3;\nhyper h3 : s4 . s5;\n"},
    {"2147483646) l1,l2,", "hyper h2147483646 : l1;\nhyper h2147483647 : l2;\n"},
};

/* Faults
 * -----------------------------------------------------------------------------------------------------------
 */

static void check_fault(gconstpointer data)
{
    const char *const *triple = data;
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GString) printed = g_string_new(NULL);
    HtolFaults faults = {.arena = arena};
    HtolScript script = {0};
    HtolText text = text_of(triple[0]);
    g_assert_false(htol_ltest_parse(arena, &text, &script, &faults));
    g_autofree char *told = faults_of(&faults);
    g_assert_cmpstr(told, ==, triple[1]);
    htol_script_print(&script, printed);
    g_assert_cmpstr(printed->str, ==, triple[2]);
}

/* What follows on other lines is read. */
static const char *const bad[][3] = {
    {"x\n1) l1,", "a.hyperlabels:1:1: `x` is no label of LTest (l1, l2, ...), nor a sequence of it (s1, s2, ...)\n",
     "hyper h1 : l1;\n"},
    {"l1x,s1.l,",
     "a.hyperlabels:1:1: `l1x` is no label of LTest (l1, l2, ...), nor a sequence of it (s1, s2, ...)\n"
     "a.hyperlabels:1:8: `l` is no label of LTest (l1, l2, ...), nor a sequence of it (s1, s2, ...)\n",
     ""},
    {"!\n!!\n3) l1,",
     "a.hyperlabels:1:1: expected the name of a label, `[`, `<` or `(`, found `!`\n"
     "a.hyperlabels:2:1: expected the name of a label, `[`, `<` or `(`, found `!`\n",
     "hyper h3 : l1;\n"},
    {"1 l1,\n2) l2,", "a.hyperlabels:1:3: expected `)` behind the number of a hyperlabel, found `l1`\n",
     "hyper h2 : l2;\n"},
    {"1) <l1.\n2) l2,\n3) l3,", "a.hyperlabels:2:1: expected the name of a label, `[`, `<` or `(`, found `2`\n",
     "hyper h2 : l2;\nhyper h3 : l3;\n"},
    {"1) l1 l2,\n2) l3", "a.hyperlabels:1:7: expected `.`, `+`, or `,` after the hyperlabel, found `l2`\n",
     "hyper h2 : l3;\n"},
    {"1) <l1>,", "a.hyperlabels:1:7: expected `|` and a guard, found `>`\n", ""},
    {"1) <l1|;a==;>,", "a.hyperlabels:1:12: expected a metavariable, a constant, `!`, `~`, `-` or `(`, found `;`\n",
     ""},
    {"1) <l1|;a=b;>,", "a.hyperlabels:1:10: expected an operator, or `>` at the end of the guard, found `=`\n", ""},
    {"1) <l1|;a;;>,", "a.hyperlabels:1:11: expected an operator, or `>` at the end of the guard, found `;`\n", ""},
    {"1) [l1 --> l2],", "a.hyperlabels:1:5: a sequence with steps: LTest's have names (s1, s2, ...)\n", ""},
    {"1) l1 - MAYBE - [],", "a.hyperlabels:1:9: expected `COVERED`, `UNKNOWN` or `UNCOVERABLE`, found `MAYBE`\n", ""},
    {"1) l1 - COVERED [],", "a.hyperlabels:1:17: expected `-` and an environment in brackets, found `[`\n", ""},
    {"1) l1 - COVERED - l1,", "a.hyperlabels:1:19: expected an environment in brackets, found `l1`\n", ""},
    {"1) l1 - COVERED - [ ,\n2) l2", "a.hyperlabels:2:6: expected `]`, found the end of the text\n", ""},
    {"1x) l1,\n2147483647) l1,\n99999999999999999999) l1,\n1) l2",
     "a.hyperlabels:1:1: `1x` is not the number of a hyperlabel\n"
     "a.hyperlabels:2:1: `2147483647` is not the number of a hyperlabel\n"
     "a.hyperlabels:3:1: `99999999999999999999` is not the number of a hyperlabel\n",
     "hyper h1 : l2;\n"},
    {"1) l1,\n\xff", "a.hyperlabels:2:1: byte 0xff is not text in UTF-8\n", ""},
};

/* Deciding
 * -----------------------------------------------------------------------------------------------------------
 */

/* The labels that the program declares. */
static void add_program(HtolArena *arena, HtolScript *script)
{
    static const char source[] = "label l1 { pa = a == b } : a == b; label l2 { pb = a == b } : !(a == b);";
    HtolFaults faults = {.arena = arena};
    HtolText text = {{"a.c", 1, 1}, source, strlen(source)};
    g_assert_true(htol_parse_comment(arena, &text, script, &faults));
}

static const HtolRelation *relation(HtolArena *arena, guint columns, gint64 value)
{
    HtolRelation made = {.columns = columns, .rows = 1};
    HtolValue values[] = {{.kind = HTOL_VALUE_SIGNED, .s = value}};
    made.values = htol_arena_memdup(arena, values, sizeof values);
    return htol_arena_memdup(arena, &made, sizeof made);
}

/* Of h1 the guard fails; h2 has the sequence that was covered, h3 one that was not. */
static void test_decide(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GHashTable) relations = g_hash_table_new(g_str_hash, g_str_equal);
    HtolFaults faults = {.arena = arena};
    HtolScript script = {0};
    HtolText text = text_of("1) <l1.l2|;pa!=pb;>,\n2) <l1.l2.s3|;pa == pb;>,\n3) <s3.s4|; ;>,\n4) <s4+s3|;;>,");
    const char *const wanted = "0101";
    add_program(arena, &script);
    g_assert_true(htol_ltest_parse(arena, &text, &script, &faults) && htol_wellformed(&script, &faults));
    g_hash_table_insert(relations, (gpointer)"l1", (gpointer)relation(arena, 1, 7));
    g_hash_table_insert(relations, (gpointer)"l2", (gpointer)relation(arena, 1, 7));
    g_hash_table_insert(relations, (gpointer)"s3", (gpointer)relation(arena, 0, 0));
    guint i = 0;
    for (const HtolHyperDecl *decl = script.hypers; decl; decl = decl->next, i++) {
        HtolVerdict verdict;
        g_assert_true(htol_decide(arena, decl->hyper, relations, &verdict, NULL));
        g_assert_cmpint(verdict.covered, ==, wanted[i] == '1');
    }
    g_assert_cmpuint(i, ==, 4);
}

/* A hyperlabel whose labels the program does not have is not well-formed. */
static void test_wellformed(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolFaults faults = {.arena = arena};
    HtolScript script = {0};
    HtolText text = text_of("1) <l1.s1|;pa!=0;>,\n2) l3,\n");
    add_program(arena, &script);
    g_assert_true(htol_ltest_parse(arena, &text, &script, &faults));
    g_assert_false(htol_wellformed(&script, &faults));
    g_autofree char *told = faults_of(&faults);
    g_assert_cmpstr(told, ==, "a.hyperlabels:2:4: there is no label l3\n");
}

/* What several units declare is one label, unless it binds something else. */
static void test_declare(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GString) printed = g_string_new(NULL);
    HtolFaults faults = {.arena = arena};
    HtolScript script = {0};
    HtolText file = text_of("1) <s3+s5|; ;>,");
    HtolText one =
        text_in("a.c", "label\n  l1 { a = x, b = y } : x; label\n\n s3 : 1; label s3 : 1; label l1 {a=0,b=0} : 1");
    HtolText two = text_in("b.c", "label l1 { a = y, b = x } : y; label s3 : 1; label l2 : 1");
    HtolText bad = text_in("c.c", "label\n\n     l1 { a = x } : x; label l4 : [;");
    g_assert_true(htol_ltest_declare(arena, &one, &script, &faults));
    g_assert_true(htol_ltest_parse(arena, &file, &script, &faults));
    g_assert_true(htol_ltest_declare(arena, &two, &script, &faults));
    g_assert_true(htol_wellformed(&script, &faults));
    htol_script_print(&script, printed);
    g_assert_cmpstr(printed->str, ==,
                    "label l1 { a = x, b = y } : x;\nlabel s3 : 1;\nlabel s5 : 1;\nlabel l2 : 1;\n"
                    "hyper h1 : s3 + s5;\n");
    g_assert_false(htol_ltest_declare(arena, &bad, &script, &faults));
    g_assert_false(htol_wellformed(&script, &faults));
    g_autofree char *told = faults_of(&faults);
    g_assert_cmpstr(told, ==,
                    "c.c:3:35: `[` is never closed\n"
                    "c.c:3:6: label l1 is declared twice: first at a.c:2:3\n");
}

/* What nests too deeply or is too long is a fault. */
static void check_limit(const char *before, const char *part, guint count, const char *after)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GString) source = g_string_new(before);
    HtolFaults faults = {.arena = arena};
    HtolScript script = {0};
    for (guint i = 0; i < count; i++)
        g_string_append(source, part);
    g_string_append(source, after);
    HtolText text = text_of(source->str);
    g_assert_false(htol_ltest_parse(arena, &text, &script, &faults));
    g_assert_cmpuint(faults.count, ==, 1);
    g_assert_null(script.hypers);
}

static void test_limits(void)
{
    check_limit("1) ", "(", 201, "l1");
    check_limit("1) ", "<", 100000, "");
    check_limit("1) l1", ".l1", 10000, ",");
    check_limit("1) <l1|;a", "&&a", 10000, ";>,");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(good); i++) {
        g_autofree char *name = g_strdup_printf("/ltest/read/%u", i + 1);
        g_test_add_data_func(name, good[i], check_read);
    }
    for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autofree char *name = g_strdup_printf("/ltest/fault/%u", i + 1);
        g_test_add_data_func(name, bad[i], check_fault);
    }
    g_test_add_func("/ltest/decide", test_decide);
    g_test_add_func("/ltest/wellformed", test_wellformed);
    g_test_add_func("/ltest/declare", test_declare);
    g_test_add_func("/ltest/limits", test_limits);
    return g_test_run();
}
