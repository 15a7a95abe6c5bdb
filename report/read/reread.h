/* Tables that are read again when they are needed, so that memory does not grow with them: where they lie, and which
 * files have functions there. */
#ifndef REPORT_REREAD_H
#define REPORT_REREAD_H

#include "report/inputs/inputs.h"

/* Where a table lies: in a file, or in memory as it was read from a program or shard. */
struct ReportTablePlace {
    const char *path;    /* of the file */
    gsize at;            /* where it begins in the file */
    const guint8 *bytes; /* the table as it was in `path`; NULL: it is read from the file again */
    gsize size;          /* of `bytes` */
};

/* Sets the paths of a unit by its whole table. `known` is a set of paths (const char *) that are copied into the arena
 * as they are met. */
void report_unit_find_paths(HtolArena *arena, GHashTable *known, const HtolTable *table, ReportUnit *unit);

/* Returns the whole table of a unit: its own, or read again into the arena. NULL and an error that names the file if it
 * is not there any more, or is another one. */
const HtolTable *report_unit_table(HtolArena *arena, const ReportUnit *unit, GError **error);

#endif
