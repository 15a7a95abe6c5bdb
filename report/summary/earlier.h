/* The scores of an earlier report: of a file that --json, --json-summary or the last report wrote. It trusts nothing of
 * the file. */
#ifndef REPORT_EARLIER_H
#define REPORT_EARLIER_H

#include <jansson.h>

#include "report/model/model.h"

/* What the file says. To be freed by report_earlier_free. */
typedef struct {
    char *name;             /* its revision, else the name of its file */
    char *revision;         /* NULL: it does not say */
    char *branch;           /* NULL: it does not say */
    gboolean failed, worse; /* lines of a history: a gate failed; a score was worse than it may be */
    gint64 time;            /* when it was made, in seconds since 1970; 0: it does not say */
    gboolean known[HTOL_CRITERIA];
    ReportTotals totals[HTOL_CRITERIA];
    GHashTable *files; /* path: ReportTotals[HTOL_CRITERIA], of those known; NULL: it says nothing of files */
} ReportEarlier;

/* Reads the scores of the criteria in `selection` from the report at `path`; to be freed with report_earlier_free. If
 * it cannot be read or is no such report, returns NULL and sets *error, which names `path`. */
ReportEarlier *report_earlier_read(const char *path, const HtolSelection *selection, GError **error);
void report_earlier_free(ReportEarlier *earlier);

/* Fills in what the JSON says of the criteria in `selection`, but for the name. Returns what is wrong with it, NULL if
 * nothing is. */
const char *report_earlier_fill(ReportEarlier *earlier, const json_t *root, const HtolSelection *selection);

/* The totals of a model's criteria that have objectives, or those of one of its files, as report_earlier_fill reads
 * them. To be unreferenced. */
json_t *report_earlier_totals(const ReportModel *model, const ReportTotals *totals);

/* The scores that the last report left in the data directory, if they are of another revision than the present one;
 * else those that were kept beside them. Where no revision is known, scores are of another one if they differ. NULL:
 * there are none, or they cannot be read. */
ReportEarlier *report_earlier_left(const ReportModel *model, const char *revision, const char *directory);

/* Leaves the model's scores in the data directory for the next report; the scores of another revision than the present
 * one are kept beside them, so that a second report of one revision still tells what changed since the one before.
 * Failing is no error: a report needs no place to write. */
void report_scores_keep(const ReportModel *model, const char *revision, const char *directory);

#endif
