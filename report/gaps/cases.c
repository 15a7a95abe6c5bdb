/* Finds the cases of switches; see cases.h. */
#include "report/gaps/cases.h"

#include "report/gaps/spelling.h"

static void clear_case(gpointer data)
{
    g_free(((ReportCase *)data)->label);
}

/* Of each arm of the function whether the line lacks it; to be freed. */
static gboolean *lacked_arms(const ReportGaps *gaps, const ReportGapLine *line)
{
    gboolean *lacked = g_new0(gboolean, gaps->function->function->n_arms + 1);
    for (guint i = 0; i < line->uncovered->len; i++) {
        const HtolObjective *what = g_array_index(line->uncovered, const ReportObjective *, i)->objective;
        if (what->site.kind == HTOL_SITE_ARM && !what->user)
            lacked[what->site.index] = TRUE;
    }
    return lacked;
}

static void add_case(const ReportGaps *gaps, guint32 arm, HtolEnvs taken, gboolean lacked, GArray *cases)
{
    const HtolRowArm *row = &gaps->function->function->arms[arm];
    if (taken.rows == 0 && !lacked)
        return; /* excluded, or proved impossible */
    ReportCase one = {report_case_spelling(gaps->file, gaps->function, arm), row->file == 0 ? row->line : 0,
                      taken.rows == 0, taken.rows > 0 && taken.tests ? taken.tests[0] : HTOL_NO_TESTS};
    g_array_append_val(cases, one);
}

static void add_switch(const ReportGaps *gaps, const HtolRowSwitch *row, const gboolean *lacked, GArray *cases)
{
    gboolean is_lacking = FALSE;
    for (guint32 i = 0; i < row->arms; i++)
        is_lacking |= lacked[row->first_arm + i];
    if (!is_lacking)
        return;
    g_autoptr(HtolArena) scratch = htol_arena_new();
    HtolObserved *observed = htol_observed_of(scratch, gaps->function->recorded);
    for (guint32 arm = row->first_arm; arm < row->first_arm + row->arms; arm++)
        add_case(gaps, arm, htol_observed_at(observed, (HtolSite){HTOL_SITE_ARM, arm}), lacked[arm], cases);
}

GArray *report_cases_of(const ReportGaps *gaps, const ReportGapLine *line)
{
    const HtolFunction *function = gaps->function->function;
    g_autofree gboolean *lacked = lacked_arms(gaps, line);
    GArray *cases = g_array_new(FALSE, FALSE, sizeof(ReportCase));
    g_array_set_clear_func(cases, clear_case);
    for (guint32 i = 0; i < function->n_switches; i++)
        if (function->switches[i].file == 0 && function->switches[i].line == line->line)
            add_switch(gaps, &function->switches[i], lacked, cases);
    return cases;
}
