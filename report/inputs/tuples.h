/* The tuples of one unit, united over data files. Checks them against the unit's table; what they mean for
 * objectives is not known here. */
#ifndef REPORT_TUPLES_H
#define REPORT_TUPLES_H

#include "htol/files/data.h"

typedef struct ReportTuples ReportTuples;

/* None yet. The table and the arena, in which tuples are kept, must outlive the result. */
ReportTuples *report_tuples_new(HtolArena *arena, const HtolTable *table);
void report_tuples_free(ReportTuples *tuples);

/* Whether each tuple of the data is of a source of the table, and has as many values as that gives: vectors for a
 * decision, none for a label, a sequence or a call. */
gboolean report_tuples_fit(const ReportTuples *tuples, const HtolDataUnit *data);

/* Adds copies of those that are not there yet. They must fit. */
void report_tuples_add(ReportTuples *tuples, const HtolDataUnit *data);

/* All that were added, in the order of htol_tuple_compare, in the arena. */
const HtolTuple *report_tuples_sorted(const ReportTuples *tuples, guint32 *count);

#endif
