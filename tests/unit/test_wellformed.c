/* The rules for scripts: what is refused, with which words and where. */
#include <string.h>

#include "htol/lang/parse.h"
#include "htol/lang/wellformed.h"

/* Labels for all cases; the script of a case begins on line 1 of a.htol. */
static const char labels[] = "label A { x = a } : 1; label B { x = b, y = b } : 1; label C { z = c } : 1;\n"
                             "label N : 1; label K : k == x && p->z == s.y; label M : z == 1;\n"
                             "label Q { v = 1 } : v; label R : p->v; label S : s == \"x \\\" x\" || c == 'x';\n"
                             "label D at f@decision 0 { x = c1, d = d } : c1 && active(c2)";

static char *faults_of(const char *source)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolFaults faults = {.arena = arena};
    HtolScript script = {0};
    HtolText given = {{"labels.htol", 1, 1}, labels, strlen(labels)}, text = {{"a.htol", 1, 1}, source, strlen(source)};
    GString *out = g_string_new(NULL);
    g_assert_true(htol_parse_comment(arena, &given, &script, &faults));
    g_assert_true(htol_parse_comment(arena, &text, &script, &faults));
    gboolean passed = htol_wellformed(&script, &faults);
    g_assert_cmpint(passed, ==, faults.count == 0);
    htol_faults_print(&faults, out);
    return g_string_free(out, FALSE);
}

static void check(gconstpointer data)
{
    const char *const *pair = data;
    g_autofree char *told = faults_of(pair[0]);
    g_assert_cmpstr(told, ==, pair[1]);
}

static const char *const well[][2] = {
    {"hyper H : A + B . C", ""},
    {"hyper H : < A . A' | x == x' >", ""},
    {"hyper H : < A + B | x == 1 >", ""},
    {"hyper H : < A + B . C | x == 1 > . N . N", ""},
    {"hyper H : < < A | x == 1 > . C | z == x >", ""},
    {"hyper H : A + A", ""},
    {"hyper H : < N | 1 >", ""},
    {"hyper H : < [ A --> C ] . [ A' --> C' ] | x == x' && z != z' >", ""},
    {"hyper H : [ A -!K-> C ]", ""},
    {"hyper H : [ N -!S-> A ]", ""},
    {"hyper H : [ A ]", ""},
    {"hyper H : [ N --> N -!K-> N ]", ""},
    {"hyper H : [ N -!K-> C ]", ""},
    {"hyper H : [ A -!K-> A' ]", ""},
    {"hyper H : [ C -!M-> A ]", ""},
    {"hyper H : [ N -!R-> Q ]", ""},
    {"hyper H : A''.A'.A", ""},
    {"hyper A : A", ""},
    {"hyper H : < D . D' . N | x == x' && d != d' >", ""},
    {"label E at g@block 1 : true; hyper H : [ E ]", ""},
};

static const char *const ill[][2] = {
    {"hyper H : [ N --> D ]",
     "a.htol:1:19: D is at a site, of which no order is recorded: it cannot be part of a sequence\n"},
    {"hyper H : [ N -!D-> N ]",
     "a.htol:1:17: D is at a site, of which no order is recorded: it cannot be part of a sequence\n"},
    {"hyper H : < D | c1 >", "a.htol:1:17: the guard uses `c1`, which no label before its `|` binds\n"},
    {"hyper H : D . A", "a.htol:1:15: metavariable `x` is bound on both sides of `.`: by D at 1:11 and by A at 1:15\n"},
    {"label L { v = 1, w = 2, v = 3 } : 1", "a.htol:1:25: metavariable `v` is bound twice by label L: first at 1:11\n"},
    {"label L : 1;\nlabel L : 2;", "a.htol:2:7: label L is declared twice: first at a.htol:1:7\n"},
    {"label A : 1", "a.htol:1:7: label A is declared twice: first at labels.htol:1:7\n"},
    {"hyper H : A; hyper H : B", "a.htol:1:20: hyperlabel H is declared twice: first at a.htol:1:7\n"},
    {"hyper H : X . [ A -!Y-> Z ]",
     "a.htol:1:11: there is no label X\na.htol:1:25: there is no label Z\na.htol:1:21: there is no label Y\n"},
    {"hyper H : A; hyper I : H", "a.htol:1:24: H is a hyperlabel: only labels can be used in hyperlabels\n"},
    {"hyper H : A . A",
     "a.htol:1:15: metavariable `x` is bound on both sides of `.`: by A at 1:11 and by A at 1:15; a prime would make "
     "the second an occurrence of its own\n"},
    {"hyper H : A . B", "a.htol:1:15: metavariable `x` is bound on both sides of `.`: by A at 1:11 and by B at 1:15\n"},
    {"hyper H : (A + N) . (N + C . < B' . B | 1 >)",
     "a.htol:1:37: metavariable `x` is bound on both sides of `.`: by A at 1:12 and by B at 1:37\n"},
    {"hyper H : B . B' . C . A'",
     "a.htol:1:24: A' has a prime too many: there is no A in this hyperlabel to tell it from\n"
     "a.htol:1:24: metavariable `x'` is bound on both sides of `.`: by B' at 1:15 and by A' at 1:24\n"},
    {"hyper H : [ A --> N --> B ]",
     "a.htol:1:25: metavariable `x` is bound twice in a sequence: by A at 1:13 and by B at 1:25\n"},
    {"hyper H : < C | x == 1 >", "a.htol:1:17: the guard uses `x`, which no label before its `|` binds\n"},
    {"hyper H : < A | x == x' >", "a.htol:1:22: the guard uses `x'`, which no label before its `|` binds\n"},
    {"hyper H : < A | 1 > . < C | z == x >", "a.htol:1:34: the guard uses `x`, which no label before its `|` binds\n"},
    {"hyper H : < A + N . C | z == 1 >",
     "a.htol:1:25: the guard uses `z`, which C at 1:21 binds, but not the branch of `+` with A at 1:13: every branch "
     "must\n"},
    {"hyper H : < N . (A + (B + < C . N | 1 >)) | -(1 + x) >",
     "a.htol:1:51: the guard uses `x`, which B at 1:23 binds, but not the branch of `+` with C at 1:29: every branch "
     "must\n"},
    {"hyper H : A''", "a.htol:1:11: A'' has a prime too many: there is no A' in this hyperlabel to tell it from\n"},
    {"hyper H : A; hyper I : A'",
     "a.htol:1:24: A' has a prime too many: there is no A in this hyperlabel to tell it from\n"},
    {"hyper H : [ N -!K-> A ]",
     "a.htol:1:17: the predicate of killing label K uses `x`, which is bound only later, by A at 1:21; if a variable "
     "of the program is meant, give the metavariable another name\n"},
    {"hyper H : [ A --> N -!K, !M-> N --> C ]",
     "a.htol:1:27: the predicate of killing label M uses `z`, which is bound only later, by C at 1:37; if a variable "
     "of the program is meant, give the metavariable another name\n"},
};

static void add(const char *group, const char *const (*cases)[2], guint count)
{
    for (guint i = 0; i < count; i++) {
        g_autofree char *path = g_strdup_printf("/wellformed/%s/%u", group, i);
        g_test_add_data_func(path, cases[i], check);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    add("well", well, G_N_ELEMENTS(well));
    add("ill", ill, G_N_ELEMENTS(ill));
    return g_test_run();
}
