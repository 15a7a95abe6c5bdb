/* Who calls the functions that were never called, by the calls in the text: gathered of file after file, whose
 * functions may be dropped then. It judges nothing. */
#ifndef REPORT_CALLERS_H
#define REPORT_CALLERS_H

#include "report/model/model.h"

/* Makes calls of no file; report_calls_free frees them. */
ReportCalls *report_calls_new(void);
void report_calls_free(ReportCalls *calls);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportCalls, report_calls_free)

/* Adds the functions of a judged file, and the calls in them. */
void report_calls_add(ReportCalls *calls, const ReportFile *file);

/* Appends all that was added, and adds what was appended: for processes that share the files. */
void report_calls_put(const ReportCalls *calls, GByteArray *out);
void report_calls_take(ReportCalls *calls, HtolStream *in);

/* Sets `callers` of each function of the model that was never called, when all files were added: the first ones by
 * path, and the text. Where several functions have one name, only calls in the function's own file count: the name
 * there may be that of a static one. They lie in the model's arena, and point into `calls`. */
void report_calls_give(const ReportCalls *calls, const ReportModel *model);

#endif
