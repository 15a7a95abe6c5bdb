/* Sorts objectives by cause; see gap_kind.h. */
#include "report/gaps/gap_kind.h"

static ReportGapKind kind_of_criterion(HtolCriterion criterion)
{
    switch (criterion) {
    case HTOL_CRIT_fc: return REPORT_GAP_CALL;
    case HTOL_CRIT_stmt:
    case HTOL_CRIT_bbc: return REPORT_GAP_RUN;
    case HTOL_CRIT_bc:
    case HTOL_CRIT_dc: return REPORT_GAP_DECISION;
    case HTOL_CRIT_cc:
    case HTOL_CRIT_dcc:
    case HTOL_CRIT_gacc:
    case HTOL_CRIT_cacc:
    case HTOL_CRIT_racc: return REPORT_GAP_CONDITION;
    case HTOL_CRIT_elo:
    case HTOL_CRIT_slo:
    case HTOL_CRIT_mlo: return REPORT_GAP_LOOP;
    case HTOL_CRIT_fcc: return REPORT_GAP_CALLEE;
    case HTOL_CRIT_user: return REPORT_GAP_USER;
    case HTOL_CRIT_limit:
    case HTOL_CRIT_rb: return REPORT_GAP_LIMIT;
    case HTOL_CRIT_abs:
    case HTOL_CRIT_idp: return REPORT_GAP_SIGN;
    default: return REPORT_GAP_OTHER;
    }
}

static ReportGapKind kind_of_site(HtolSiteKind site)
{
    switch (site) {
    case HTOL_SITE_BLOCK: return REPORT_GAP_RUN;
    case HTOL_SITE_DECISION: return REPORT_GAP_VECTOR;
    case HTOL_SITE_ARM: return REPORT_GAP_CASE;
    case HTOL_SITE_CALL: return REPORT_GAP_CALLEE;
    case HTOL_SITE_PATH: return REPORT_GAP_WAY;
    case HTOL_SITE_FLOW:
    case HTOL_SITE_FLOW_PATH: return REPORT_GAP_FLOW;
    case HTOL_SITE_CHANGE:
    case HTOL_SITE_OPERATION: return REPORT_GAP_MUTANT;
    }
    return REPORT_GAP_OTHER;
}

ReportGapKind report_gap_kind(const ReportFunction *function, const HtolObjective *what)
{
    ReportGapKind kind = kind_of_criterion(what->criterion);
    const ReportMutant *mutant = report_mutant_of(function, what);
    if (mutant)
        return mutant->state == REPORT_MUTANT_UNREACHED ? REPORT_GAP_MUTANT : REPORT_GAP_UNNOTICED;
    if (what->user)
        return REPORT_GAP_USER;
    if (what->site.kind == HTOL_SITE_ARM)
        return REPORT_GAP_CASE;
    if (kind == REPORT_GAP_CONDITION && what->condition == 0)
        return REPORT_GAP_DECISION;
    return kind == REPORT_GAP_OTHER ? kind_of_site(what->site.kind) : kind;
}
