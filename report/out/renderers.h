/* The renderers: one function for each row of renderers.def, and the tables for a terminal. */
#ifndef REPORT_RENDERERS_H
#define REPORT_RENDERERS_H

#include <stdio.h>

#include "htol/base/plain.h"
#include "report/compare/compare.h"
#include "report/model/model.h"

#define RENDERER_FILE(option, function, needs, doc) void function(const ReportModel *model, FILE *out);
#define RENDERER_STREAM(option, function, needs, doc)                                                                  \
    gboolean function(const ReportModel *model, FILE *out, GError **error);
#define RENDERER_PATH(option, function, needs, doc)                                                                    \
    gboolean function(const ReportModel *model, const char *path, GError **error);
#define RENDERER_DIRECTORY RENDERER_PATH
#include "report/out/renderers.def"
#undef RENDERER_FILE
#undef RENDERER_STREAM
#undef RENDERER_PATH
#undef RENDERER_DIRECTORY

/* From here on JSON is made in GLib's memory: where there is none the process ends, and nothing is missing in a report
 * instead. Called once, before the first. */
void report_json_begin(void);

/* Tables of all criteria and files, and what they do not say: `--details`. */
void report_text(const ReportModel *model, FILE *out);

/* Writes the first part of report_text: a line for each selected criterion. */
void report_text_totals(const ReportModel *model, GString *out);

/* The end of the line TOTAL: "  STMT 91%", one percentage, a whole number. */
void report_text_headline(const ReportModel *model, GString *out);

/* Users' objectives, the first REPORT_MOST_USERS of them: a line with status, name, place and why, and one for the
 * first warning about it; none is longer than REPORT_LONGEST_USER characters. Empty if there are none. */
enum { REPORT_MOST_USERS = 100, REPORT_LONGEST_USER = 400 };
void report_text_users(const ReportModel *model, GString *out);

/* What comments exclude: a line for each of the first REPORT_MOST_EXCLUSIONS justifications, cut as above, and one for
 * all markers that give no reason. Empty if there are none. */
enum { REPORT_MOST_EXCLUSIONS = 50 };
void report_text_exclusions(const ReportModel *model, GString *out);

/* The names of the two, and a line for each criterion that is shown. */
void report_compare_scores(const ReportComparison *comparison, GString *out);

/* Write the comparison to `out`: for a terminal, as JSON, as Markdown. Whoever closes the stream asks it for errors. */
void report_compare_text(const ReportComparison *comparison, FILE *out);
/* Writes the comparison as compare.schema.json says. */
void report_compare_json(const ReportComparison *comparison, FILE *out);
void report_compare_markdown(const ReportComparison *comparison, FILE *out);

#endif
