/* Words for objectives: what they are called, and why they are not covered. They are the same in all renderers. */
#ifndef REPORT_WORDS_H
#define REPORT_WORDS_H

#include "htol/words/missing.h"
#include "report/judge/objectives.h"

/* Words for objectives; what was last asked for is kept, so ask for those of one function in a row. */
typedef struct ReportWords ReportWords;
ReportWords *report_words_new(const ReportModel *model);
void report_words_free(ReportWords *words);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportWords, report_words_free)

/* The objectives of a function, until another one's are asked for. */
const ReportObjectives *report_words_objectives(ReportWords *words, const ReportFunction *function);

/* Returns what finds out what is missing in the function, which also has the environments of a decision; valid until
 * that of another function is asked for. */
HtolMissing *report_words_missing(ReportWords *words, const ReportFunction *function);
HtolEnvs report_words_seen(ReportWords *words, const ReportFunction *function, guint32 decision);
/* Whether the block ran. */
gboolean report_words_ran(ReportWords *words, const ReportFunction *function, guint32 block);

/* Why an objective is not covered: of an uncovered one of a decision, what is missing (missing.h), in the spelling of
 * the source; "" of other uncovered ones, and if it is covered. To be freed. */
char *report_why(ReportWords *words, const ReportFunction *function, const ReportObjective *objective);

/* What an objective is about, in the spelling of the source: "x == y"; "" if it has no text. To be freed. */
char *report_objective_text(ReportWords *words, const ReportFunction *function, const ReportObjective *objective);

/* What an objective is called: "CC x == y true". To be freed. */
char *report_objective_name(ReportWords *words, const ReportFunction *function, const ReportObjective *objective);

/* The line of source in which an objective begins, without blanks around it, cut if it is long: what statements and
 * blocks, which have no text, are known by. UTF-8; "" if the source is not there, or is not what was compiled. To be
 * freed. */
char *report_line_text(ReportWords *words, const ReportFunction *function, const ReportObjective *objective);

/* An objective by what it asks for: "CC x == y true"; `value` and `level` are those of HtolObjective. To be freed. */
char *report_named(const char *criterion, const char *text, int value, const char *level);

/* An uncovered objective in a sentence, "CC x == y true: never evaluated", fit to be shown. To be freed. */
char *report_sentence(ReportWords *words, const ReportFunction *function, const ReportObjective *objective);

#endif
