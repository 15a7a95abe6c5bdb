/* A C text in which every criterion has an objective: hlcov criteria describes criteria by their objectives there. It
 * is never compiled or run. */
#ifndef TOOLS_SPECIMEN_H
#define TOOLS_SPECIMEN_H

#include "htol/files/table.h"

/* Returns the table of the specimen, with all records, or as that of a strong build, in `arena`. NULL and *error if the
 * front end fails. */
const HtolTable *specimen_table(HtolArena *arena, gboolean strong, GError **error);

#endif
