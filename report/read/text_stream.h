/* A stream whose text is kept in memory. open_memstream loses text silently where memory is short; here the program
 * ends, as everywhere. */
#ifndef REPORT_TEXT_STREAM_H
#define REPORT_TEXT_STREAM_H

#include <glib.h>
#include <stdio.h>

typedef struct {
    FILE *out; /* what is written to */
    GString *text;
} ReportTextStream;

void report_text_stream_open(ReportTextStream *stream);

/* The text, to be freed. */
char *report_text_stream_close(ReportTextStream *stream);

#endif
