/* Sums of files that were judged before, by the keys of these, in a file that any report may write and that is never
 * needed. It does not know what is in sums, nor what keys are of. */
#ifndef REPORT_KNOWN_H
#define REPORT_KNOWN_H

#include <stdio.h>

#include "report/make/keys.h"

/* The name of the file in a data directory. */
#define REPORT_KNOWN_NAME "judged.hlj"

typedef struct ReportKnown ReportKnown;

/* Reads the file; one that is missing or damaged has no sums. NULL stands for none that is ever written. To be freed by
 * report_known_free. */
ReportKnown *report_known_read(const char *path);
void report_known_free(ReportKnown *known);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportKnown, report_known_free)

/* Returns the sum of that key and its size; NULL if it is not known. It lives until another one is added. */
const guint8 *report_known_find(ReportKnown *known, const guint8 key[REPORT_KEY_BYTES], gsize *size);

/* Adds a sum; one of the same key is replaced. */
void report_known_add(ReportKnown *known, const guint8 key[REPORT_KEY_BYTES], const guint8 *sum, gsize size);

/* Writes the sums that were added to the stream, and adds those of bytes that were written so, as far as they are
 * whole: for processes that share the work. */
void report_known_send(const ReportKnown *known, FILE *out);
void report_known_receive(ReportKnown *known, const guint8 *bytes, const guint8 *end);

/* Writes the file again if sums were added, without those that several reports did not ask for. Whatever goes wrong, it
 * is just not written. */
void report_known_write(const ReportKnown *known);

#endif
