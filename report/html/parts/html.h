/* What the pages of the HTML report share. Every text of the user goes through report_html_text. */
#ifndef REPORT_HTML_H
#define REPORT_HTML_H

#include <stdio.h>

#include "report/inputs/files.h"
#include "report/model/model.h"

/* How the pages show a status: of an objective, or of a line that has some. */
typedef struct {
    const char *class, *glyph, *word;
} ReportMark;

/* The marks, by ReportStatus; and that of a line some of whose objectives are covered. */
extern const ReportMark report_marks[REPORT_STATUSES];
extern const ReportMark report_mark_partly;

/* Writes text so that it stands for itself in an element or in an attribute between double quotes. What is not UTF-8,
 * and what would hide from the reader, is written as a sign that can be seen. */
void report_html_text(FILE *out, const char *text, gsize size);
void report_html_string(FILE *out, const char *text);

/* A sentence in which code stands between backquotes. */
void report_html_sentence(FILE *out, const char *sentence);

/* Text that needs no escaping, and a number behind it. */
void report_html_number(FILE *out, const char *text, guint number);

/* A line of C as code with colours: elements b, u, q, i and em for keywords, types, literals, comments and
 * directives. `in_comment` says whether one is open where it begins; returns whether one is at its end. */
gboolean report_html_code(FILE *out, const char *text, gsize size, gboolean in_comment);

/* Returns the name of a source file's page: letters, digits and -.+=_ only, another one for every path, the same in
 * every report. To be freed. */
char *report_html_page_name(const char *path);

/* Returns the name of the page of a part of a file, counted from 0: the first is the file's own page. To be freed. */
char *report_html_part_name(const char *path, guint part);

/* Makes the directory, and in it the style and the script of pages. */
gboolean report_html_prepare(const char *directory, GError **error);

/* Opens a page in it. */
gboolean report_html_open(const char *directory, const char *name, ReportOutput *output, GError **error);

/* A time of so many microseconds: "0.4 ms", "8 ms", and "2.05 s" from a tenth of a second on. To be freed. */
char *report_html_time(gint64 microseconds);

/* What the marks mean, folded. */
void report_html_legend(FILE *out);

/* A path whose directory is set apart. */
void report_html_path(FILE *out, const char *path);

/* "97.5", "100", a dash of 0 of 0. */
void report_html_score(FILE *out, const ReportTotals *totals);

/* What a user's objective says, its witness or reason, and what was recorded of its labels. */
void report_html_user(FILE *out, const ReportObjective *objective);

/* The list of all users' objectives, with links to the pages; nothing if there are none. */
void report_html_users(const ReportModel *model, FILE *out);

/* A user's Markdown, maybe an empty one, rendered so that nothing in it runs, loads or hides anything. */
void report_html_markdown(FILE *out, const char *markdown);

/* What a comment claims of the objective: the reason for which it is excluded, or the claim that it disproves. Returns
 * whether anything was written. */
gboolean report_html_excluded(FILE *out, const ReportObjective *objective);

/* The list of claims of comments, with links to the pages; nothing if there are none. */
void report_html_exclusions(const ReportModel *model, FILE *out);

#endif
