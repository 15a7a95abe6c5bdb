/* A badge: one score as a small picture (SVG), or as JSON for an endpoint of shields. */
#ifndef REPORT_BADGE_H
#define REPORT_BADGE_H

#include "report/model/model.h"

/* What a badge is written as. */
typedef enum { REPORT_BADGE_SVG, REPORT_BADGE_JSON } ReportBadgeKind;

/* What a user asks for: FILE, or CRITERION=FILE. */
typedef struct {
    HtolCriterion criterion;
    ReportBadgeKind kind;
    const char *path;  /* part of the request's text */
    const char *label; /* what it says before the score; NULL: "coverage" */
} ReportBadge;

/* Understands `[CRITERION=]FILE.svg` or `.json`; without a criterion it is the headline's. On another suffix
 * sets *error and returns FALSE. */
gboolean report_badge_parse(const ReportModel *model, const char *text, ReportBadge *badge, GError **error);

/* Writes the badge of the score that the model has for badge->criterion. */
void report_badge_write(const ReportModel *model, const ReportBadge *badge, FILE *out);

#endif
