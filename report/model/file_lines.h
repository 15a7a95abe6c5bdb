/* The lines of a file's source: found once when the model is made, asked for by number. */
#ifndef REPORT_FILE_LINES_H
#define REPORT_FILE_LINES_H

#include "report/model/model.h"

/* Sets n_lines and lines of a file whose source is there, in the arena. */
void report_file_find_lines(HtolArena *arena, ReportFile *file);

/* The text of a line, from 1 on, and its length without what ends it (LF, CR LF); NULL and 0 if there is no such line.
 */
const char *report_file_line(const ReportFile *file, guint32 number, gsize *length);

#endif
