/* Words for the rows of a decision. What a row covers was found by report/judge/rows.h. */
#ifndef REPORT_ROW_WORDS_H
#define REPORT_ROW_WORDS_H

#include "report/judge/rows.h"

/* Returns what a wanted row would cover: "covers 19 of the 59 objectives missing here, and line 286"; if it is not the
 * first, "covers 11, and 3 more with the row above". `before` counts the wanted rows above. To be freed. */
char *report_wanted_gain(const ReportRow *row, guint missing, guint before);

/* Returns the words of report_wanted_gain behind "wanted: ". To be freed. */
char *report_wanted_words(const ReportRow *row, guint missing, guint before);

/* What would run with the row: "line 286", "lines 121 to 131", "the rest of this line"; "" of none. To be freed. */
char *report_lines_words(const ReportRow *row);

/* "true", "false", "-" of a condition that was not evaluated. */
const char *report_truth_word(guint8 truth);

/* By which conditions a vector of a decision (values of its conditions behind its outcome) comes to its outcome:
 * " by `a` true, `b < c` false", spelled as in the source; "" if there is only one. To be freed. */
char *report_conditions_words(const ReportFile *file, const ReportFunction *function, guint32 decision,
                              const guint8 *vector);

#endif
