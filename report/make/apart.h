/* Makes the files of a model one by one, where tables were dropped. It takes sums that are known from an earlier
 * report, has several processes judge the other files, and keeps sums of most: functions of those alone whose comments
 * tests disprove, and of new ones that many units have. What is judged how, others know. */
#ifndef REPORT_APART_H
#define REPORT_APART_H

#include "report/make/builder.h"

/* Adds all files to `files` (ReportFile), in no order. FALSE and an error if a table cannot be read again. */
gboolean report_build_apart(const ReportBuilder *builder, GPtrArray *files, GError **error);

#endif
