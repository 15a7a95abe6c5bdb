/* Claims in comments: which there are, the lines that they are about, and what is wrong with some. */
#include "report/model/claims.h"

#include <string.h>

/* A line for each claim, `FIRST-LAST WORDS|REASON`, ends of lines in reasons as /; then one for each fault,
 * `!LINE:COLUMN MESSAGE`. */
static char *found_in(const char *source)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GArray) claims = g_array_new(FALSE, FALSE, sizeof(ReportClaim));
    HtolFaults faults = {.arena = arena};
    HtolText text = {{"a.c", 1, 1}, source, strlen(source)};
    GString *out = g_string_new(NULL);
    report_claims_find(arena, &text, claims, &faults);
    for (guint i = 0; i < claims->len; i++) {
        const ReportClaim *claim = &g_array_index(claims, ReportClaim, i);
        g_autofree char *reason = g_strdelimit(g_strdup(claim->reason), "\n", '/');
        g_autofree char *last = claim->last == G_MAXUINT32 ? g_strdup("end") : g_strdup_printf("%u", claim->last);
        g_string_append_printf(out, "%u-%s %s|%s\n", claim->first, last, claim->words, reason);
    }
    for (const HtolFault *fault = faults.first; fault; fault = fault->next)
        g_string_append_printf(out, "!%u:%u %s\n", fault->where.line, fault->where.column, fault->message);
    return g_string_free(out, FALSE);
}

static void check(gconstpointer data)
{
    const char *const *pair = data;
    g_autofree char *found = found_in(pair[0]);
    g_assert_cmpstr(found, ==, pair[1]);
}

static const char *const texts[][2] = {
    {"", ""},
    /* markers */
    {"a; // LCOV_EXCL_LINE\n", "1-1 LCOV_EXCL_LINE|\n"},
    {"a; /* x GCOVR_EXCL_BR_LINE: y */\nb; // (GCOV_EXCL_LINE)\n", "1-1 GCOVR_EXCL_BR_LINE|\n2-2 GCOV_EXCL_LINE|\n"},
    {"/*\n LCOV_EXCL_LINE */\n", "2-2 LCOV_EXCL_LINE|\n"},
    {"// LCOV_EXCL_START\na;\n// LCOV_EXCL_STOP\n", "1-2 LCOV_EXCL_START|\n"},
    {"// GCOV_EXCL_BR_START\n//\n//\n// GCOV_EXCL_BR_STOP\n", "1-3 GCOV_EXCL_BR_START|\n"},
    {"// LCOV_UNREACHABLE_START\n//\n// LCOV_UNREACHABLE_STOP\nx; // LCOV_UNREACHABLE_LINE\n",
     "1-2 LCOV_UNREACHABLE_START|\n4-4 LCOV_UNREACHABLE_LINE|\n"},
    {"// LCOV_EXCL_START GCOVR_EXCL_START\n// LCOV_EXCL_STOP\n// GCOVR_EXCL_STOP\n",
     "1-1 LCOV_EXCL_START|\n1-2 GCOVR_EXCL_START|\n"},
    {"// LCOV_EXCL_START\n// LCOV_EXCL_BR_START\n// LCOV_EXCL_STOP\n// LCOV_EXCL_BR_STOP\n",
     "1-2 LCOV_EXCL_START|\n2-3 LCOV_EXCL_BR_START|\n"},
    /* what is none */
    {"char *s = \"// LCOV_EXCL_LINE\"; int LCOV_EXCL_LINE;\n", ""},
    {"// LCOV_EXCL_* LCOV_EXCL_, XLCOV_EXCL_LINE, LCOV_EXCLUDE\n", ""},
    /* what is wrong */
    {"// LCOV_EXCL_START\n", "1-end LCOV_EXCL_START|\n!1:4 LCOV_EXCL_START is not ended: it holds up to the end of the "
                             "file\n"},
    {"a; // LCOV_EXCL_STOP\n", "!1:7 LCOV_EXCL_STOP ends nothing\n"},
    {"// LCOV_EXCL_START\n  // LCOV_EXCL_START\n// LCOV_EXCL_STOP\n",
     "1-2 LCOV_EXCL_START|\n!2:6 LCOV_EXCL_START stands inside of what began in line 1, and is not seen\n"},
    {"// LCOV_EXCL_FILE\n", "!1:4 LCOV_EXCL_FILE is no marker that is known here: it excludes nothing\n"},
    {"// GCOV_UNREACHABLE_LINE\n", ""},
    {"// LCOV_UNREACHABLE\n// LCOV_UNREACHABLE_HERE\n",
     "!2:4 LCOV_UNREACHABLE_HERE is no marker that is known here: it excludes nothing\n"},
    /* justifications: their lines */
    {"a; //! justify CC: why\nb;\n", "1-1 justify CC|why\n"},
    {"//! justify CC: why\n\n// prose\n#if 1\n  b;\n", "1-5 justify CC|why\n"},
    {"//! justify CC: one\n//! justify DC: two\nb;\n", "1-3 justify CC|one\n1-3 justify DC|two\n"},
    {"/*! justify CC: why */ b;\n", "1-1 justify CC|why\n"},
    {"a; /*! justify CC: why\n   it is */ b;\n", "1-1 justify CC|why/it is\n"},
    {"//! justify CC: why\n", "1-0 justify CC|why\n"},
    {"a;\n\n#if 1\n//! justify CC: why\nb;\n//! justify CC: so\n//\nc;", "2-5 justify CC|why\n6-8 justify CC|so\n"},
    {"x = \"a\\\nb\"\n//! justify CC: why\nb;\n", "3-4 justify CC|why\n"},
    {"int a; //! justify CC: why\n// LCOV_EXCL_START\n//! justify DC: x\n// LCOV_EXCL_STOP\nb;\n",
     "1-1 justify CC|why\n2-3 LCOV_EXCL_START|\n2-5 justify DC|x\n"},
    /* several lines */
    {"a; //! justify CC: one\n   //! two\n   //!\n   //!     four\n//! label L : x\n",
     "1-1 justify CC|one/two//    four\n"},
    {"//! justify CC: one\n// not this\n//! nor this\na;\n", "1-4 justify CC|one\n"},
    {"//! justify CC:\n//! * a\n//! * b\na;\n", "1-4 justify CC|* a/* b\n"},
    {"  /*! justify CC: one\n   *  - two\n   *\n   *  - three\n   */\na;\n", "1-6 justify CC|one/ - two// - three\n"},
    {"/*!\n  justify CC: one\n        two\n  three */ a;\n", "1-4 justify CC|one/    two/three\n"},
    {"//! justify CC: one \\\n two\r\n//! three\r\na;\n", "1-4 justify CC|one  / two/three\n"},
    /* what they are about */
    {"a; //! justify  cc ,2-CC,\tlogic, WM:mujava : why: so\n", "1-1 justify cc ,2-CC, logic, WM:mujava|why: so\n"},
    {"a; //! justify data flow: why\n", "1-1 justify data flow|why\n"},
    {"a; //! justify all `p ? q : r` true: why\n", "1-1 justify all `p ? q : r` true|why\n"},
    {"a; //! justify MCC TF-: why\n", "1-1 justify MCC TF-|why\n"},
    /* what is wrong */
    {"a; //! justify XY: why\n",
     "!1:4 the justification is not understood: `XY` is no criterion, no family of criteria, and not `all`\n"},
    {"a; //! justify MCDC, branch: why\n", "1-1 justify MCDC, branch|why\n"},
    {"a; //! justify 2-CC, 3-CC: why\n",
     "!1:4 the justification is not understood: 3-CC and another n-CC: justify one\n"},
    {"a; //! justify : why\n",
     "!1:4 the justification is not understood: behind `justify` stand names of criteria or of families, or `all`\n"},
    {"a; //! justify CC `x` often: why\n", "!1:4 the justification is not understood: behind the text may stand true, "
                                           "false, or a vector of T, F and -, not `often`\n"},
    {"a; //! justify CC\nb; //! justify DC:\nc; //! justify the left margin\n",
     "!1:4 the justification gives no reason: `justify CC: REASON`\n"
     "!2:4 the justification gives no reason: `justify DC: REASON`\n"},
    {"//! justified CC: x\n// justify CC: x\n/* justify CC: x */\n/** justify CC: x */\n", ""},
    {"/*! justify CC: cut", "1-0 justify CC|cut\n"},
    {"/*!", ""},
    {"//!", ""},
};

/* ---- which objectives ---- */

static gboolean matches(const char *justification, const HtolObjective *objective)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GArray) claims = g_array_new(FALSE, FALSE, sizeof(ReportClaim));
    g_autofree char *source = g_strdup_printf("a; //%s\n", justification);
    HtolFaults faults = {.arena = arena};
    HtolText text = {{"a.c", 1, 1}, source, strlen(source)};
    report_claims_find(arena, &text, claims, &faults);
    g_assert_cmpuint(claims->len, ==, 1);
    g_assert_cmpuint(faults.count, ==, 0);
    return report_claim_matches(&g_array_index(claims, ReportClaim, 0), objective, 3);
}

static void test_matches(void)
{
    const HtolObjective condition = {
        .criterion = HTOL_CRIT_cc, .site = {HTOL_SITE_DECISION, 0}, .text = "x == y", .value = 1, .id = "d0.c1=T"};
    const HtolObjective vector = {
        .criterion = HTOL_CRIT_ncc, .site = {HTOL_SITE_DECISION, 0}, .text = "x: T, y: F", .value = -1, .id = "d0:TF-"};
    const HtolObjective statement = {
        .criterion = HTOL_CRIT_stmt, .site = {HTOL_SITE_BLOCK, 0}, .text = "", .value = -1, .id = "s0"};
    g_assert_true(matches("! justify CC: r", &condition));
    g_assert_true(matches("! justify stmt, cc: r", &condition));
    g_assert_true(matches("! justify Logic: r", &condition));
    g_assert_true(matches("! justify all `x  ==\ty` true: r", &condition));
    g_assert_true(matches("! justify CC true: r", &condition));
    g_assert_false(matches("! justify DC: r", &condition));
    g_assert_false(matches("! justify CC false: r", &condition));
    g_assert_false(matches("! justify CC `x`: r", &condition));
    g_assert_false(matches("! justify CC `x == y`  false: r", &condition));
    g_assert_true(matches("! justify 3-CC T-F: r", &vector));
    g_assert_false(matches("! justify all T: r", &statement));
    g_assert_true(matches("! justify logic `x: T, y: F`: r", &vector));
    g_assert_true(matches("! justify all `x`: r", &vector));
    g_assert_false(matches("! justify 2-CC TF-: r", &vector));
    g_assert_false(matches("! justify 3-CC true: r", &vector));
    g_assert_true(matches(" LCOV_EXCL_BR_LINE", &condition));
    g_assert_false(matches(" LCOV_EXCL_BR_LINE", &statement));
    g_assert_true(matches(" LCOV_EXCL_LINE", &statement));
    g_assert_false(matches("! justify all true: r", &statement));
}

/* ---- lines ---- */

/* Of every line what a search of all claims finds. */
static void test_lines(void)
{
    ReportClaim claims[] = {{.first = 1, .last = 0}, {.first = 2, .last = 9}, {.first = 3, .last = 3},
                            {.first = 3, .last = 5}, {.first = 5, .last = 5}, {.first = 12, .last = G_MAXUINT32}};
    for (guint i = 0; i < G_N_ELEMENTS(claims); i++)
        claims[i].reach = MAX(claims[i].last, i > 0 ? claims[i - 1].reach : 0);
    for (guint32 line = 0; line < 15; line++) {
        guint at = 0;
        for (guint i = 0; i < G_N_ELEMENTS(claims); i++)
            if (claims[i].first <= line && line <= claims[i].last)
                g_assert_true(report_claim_at(claims, G_N_ELEMENTS(claims), line, &at) == &claims[i]);
        g_assert_null(report_claim_at(claims, G_N_ELEMENTS(claims), line, &at));
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autofree char *name = g_strdup_printf("/claims/%u", i);
        g_test_add_data_func(name, texts[i], check);
    }
    g_test_add_func("/claims/matches", test_matches);
    g_test_add_func("/claims/lines", test_lines);
    return g_test_run();
}
