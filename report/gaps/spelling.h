/* How the source spells decisions and conditions, and where: before macros are expanded, as far as the source tells. */
#ifndef REPORT_SPELLING_H
#define REPORT_SPELLING_H

#include "report/model/model.h"

/* The text of a condition, or of a decision if `condition` is 0, as the source spells it; as preprocessed where that
 * cannot be told. Conditions count from 1. UTF-8; to be freed. */
char *report_spelling(const ReportFile *file, const ReportFunction *function, guint32 decision, guint32 condition);

/* The name of the macro that holds the decision among other things, as `MAX(a, b)` holds the one of its `?:`; NULL if
 * there is none, or the macro is all that is decided. To be freed. */
char *report_macro_around(const ReportFile *file, const ReportFunction *function, guint32 decision);

/* The text of a condition as preprocessed, without the parentheses that macros leave; counts and is freed as above. */
char *report_compiled(const ReportFunction *function, guint32 decision, guint32 condition);

/* An expression as preprocessed without the parentheses that add nothing: around all, around a name. To be freed. */
char *report_without_idle(const char *text);

/* Whether the source spells any condition of the decision differently from what the compiler saw, and is shown so. */
gboolean report_is_expanded(const ReportFile *file, const ReportFunction *function, guint32 decision);

/* "case LUA_OPSUB" of a switch's arm, as the source spells it; as its value where it stands in another file. UTF-8; to
 * be freed. */
char *report_case_spelling(const ReportFile *file, const ReportFunction *function, guint32 arm);

/* `text` in backquotes, made plain, cut between words if it is long; to be freed. */
char *report_quoted(const char *text);

/* "`a < b`", as report_spelling has it, or "in `MAX`, `a < b`" of what a macro holds; to be freed. */
char *report_quoted_place(const ReportFile *file, const ReportFunction *function, guint32 decision, guint32 condition);

/* Where an expression begins that the compiler says begins in `column`: an argument of a macro belongs to its name. And
 * where one ends that the compiler says ends before `end_column`: what comes out of a macro ends behind the
 * macro's name, and the arguments belong to it. Columns are bytes from 1 on, the end is the first one behind. */
guint32 report_begin_of_use(const ReportFile *file, guint32 line, guint32 column);
guint32 report_end_of_use(const ReportFile *file, guint32 line, guint32 end_column);

#endif
