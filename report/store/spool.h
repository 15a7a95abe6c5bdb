/* Keeps what comes by a pipe in a file without a name, so that it can be read more than once, and in any order. It does
 * not look at what comes. */
#ifndef REPORT_SPOOL_H
#define REPORT_SPOOL_H

#include <glib.h>
#include <stdio.h>

/* Reads `in` to its end and returns what came, to be closed with fclose; NULL and *error, which does not name the
 * input, if it cannot be read or there is no room for it in the directory for temporary files. */
FILE *report_spool(FILE *in, GError **error);

#endif
