/* Lines with checksums (htol/notes/lines.h) from several files and shards, put together: each line once. It does not
 * ask what they say. */
#ifndef REPORT_STORE_LINES_H
#define REPORT_STORE_LINES_H

#include <glib.h>

typedef struct ReportLines ReportLines;

/* Says where a line, with its newline, comes: those of a greater rank come later. -1: it is damaged. */
typedef gint (*ReportLineRank)(const char *line);

/* Makes an empty collection; to be freed with report_lines_free. */
ReportLines *report_lines_new(ReportLineRank rank);
void report_lines_free(ReportLines *lines);

/* Adds the lines of `text`, `size` bytes that need not end with a zero. Returns how many of them are damaged: they are
 * left out. */
guint report_lines_add(ReportLines *lines, const char *text, gsize size);

/* Returns all lines, by their ranks; to be freed. The rest of their order depends on nothing but the lines. "" if there
 * are none. */
char *report_lines_text(const ReportLines *lines);

/* Ranks of trials: those of tests that noticed a mutant come last, as who reads them takes the last of a test. */
gint report_rank_of_trial(const char *line);

/* Ranks of notes of parts (htol/notes/parts.h): no order matters. */
gint report_rank_of_part(const char *line);

#endif
