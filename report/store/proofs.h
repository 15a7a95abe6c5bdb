/* Which of several files of proofs of a unit is kept when shards are made: always the same one, whatever the order. It
 * proves nothing.
 *
 * One file is kept as it is, not the union of all: of two objectives that are proved duplicates of each other, one file
 * leaves one to be covered, but two files may each leave another one, and then no one would be left. */
#ifndef REPORT_STORE_PROOFS_H
#define REPORT_STORE_PROOFS_H

#include "report/store/gather.h"

/* Adds the proofs of a file's text, `size` bytes that need not end with a zero, to what is gathered: unless those that
 * are there say more (htol_proofs_compare). What is kept has the marks of both. On damage FALSE and *error, and nothing
 * was added. */
gboolean report_proofs_add(ReportGather *gather, const char *text, gsize size, GError **error);

#endif
