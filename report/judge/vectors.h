/* Vectors of decisions that a justification says need not occur, and which objectives need them. The evaluator decides;
 * nothing is excluded here. */
#ifndef REPORT_VECTORS_H
#define REPORT_VECTORS_H

#include "report/model/model.h"

/* What is asked about an objective of a decision: vectors of a pattern, which has a letter for each condition: T, F, or
 * - for any value and for none. What was found out of a decision and a pattern is kept for the next question. */
typedef struct ReportVectors ReportVectors;
ReportVectors *report_vectors_new(void);
void report_vectors_free(ReportVectors *vectors);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportVectors, report_vectors_free)

/* Whether it could not be covered without such vectors. FALSE if the decision has another number of conditions, or is
 * over the cap, where nobody can look at all vectors. */
gboolean report_vectors_needed(ReportVectors *vectors, const ReportFunction *function, const HtolObjective *objective,
                               const char *pattern);

/* Whether such a vector was observed. */
gboolean report_vectors_seen(ReportVectors *vectors, const ReportFunction *function, const HtolObjective *objective,
                             const char *pattern);

#endif
