/* Files that writers left half done in a data directory because they were killed: no reader looks at them. It removes
 * nothing: a writer may be at work. */
#ifndef REPORT_LEFT_H
#define REPORT_LEFT_H

#include <glib.h>

/* Adds their paths (char *, to be freed) to `paths`, in order. A directory that cannot be read has none. */
void report_left_find(const char *directory, GPtrArray *paths);

#endif
