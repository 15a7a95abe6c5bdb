/* What a summary of a few lines must not leave out: what was not measured, read or believed. A sentence each; --details
 * has the whole. */
#ifndef REPORT_GLANCE_NOTES_H
#define REPORT_GLANCE_NOTES_H

#include "report/model/model.h"

/* char *, fit to be shown, to be unreferenced: "2 files were not measured: a.c, b.c". Empty if there is nothing. */
GPtrArray *report_glance_notes(const ReportModel *model);

#endif
