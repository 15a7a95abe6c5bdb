/* Words for mutants of strong builds. All that is said of one that no test notices stands here; what became of it is
 * the model's business. */
#ifndef REPORT_MUTANT_WORDS_H
#define REPORT_MUTANT_WORDS_H

#include "report/gaps/gap_item.h"
#include "report/merge/mutants.h"

/* What an unnoticed mutant asks for: "a test lacks an assertion". */
extern const char report_lacks_assertion[];

/* Words a change as an item: "`a < b` -> `a <= b`", "`n = 1` deleted" if `after` is "". */
ReportGapItem report_changed_item(const char *before, const char *after);

/* Words a mutant of a strong build that no test notices: what is changed are lines of source, if that stands in one
 * line of the function's file, and a note says who ran with it. */
ReportGapItem report_change_item(const ReportFile *file, const ReportFunction *function,
                                 const ReportObjective *objective);

/* The phrase and the sentence of a gap whose items report_change_item made: "no test notices `a` -> `b`", "no test
 * notices 3 changes"; `list` names some of them. To be freed. */
char *report_change_phrase(const GArray *items);
char *report_change_sentence(const GArray *items, const char *list);

/* What a test lacks so that the mutant of an uncovered objective of SM is noticed: "ran with it and did not fail:
 * first, second; a test lacks an assertion", or "no test's run differs with it; a test is lacking". NULL of other
 * objectives. To be freed. */
char *report_mutant_why(const ReportFunction *function, const HtolObjective *objective);

/* A step that says what to do about the mutant of an uncovered objective of SM, and so many others of its line, which
 * lack the same. NULL of other objectives. To be freed. */
char *report_mutant_step(const ReportFunction *function, const ReportObjective *objective, guint others);

/* Who noticed the mutant, and how: "first (exit status 1), second (signal 11)"; "" if nobody did. To be freed. */
char *report_mutant_noticed(const ReportMutant *mutant);

#endif
