/* A C text in which every criterion asks for something, and what is recorded of it: the criteria are
 * described by what they ask for there. It is never compiled or run. */
#ifndef TOOLS_SPECIMEN_H
#define TOOLS_SPECIMEN_H

#include "htol/files/table.h"

/* Its table, all of it recorded, in `arena`. On failure, which is a bug or that of the front end, returns
 * NULL and sets *error. */
const HtolTable *specimen_table(HtolArena *arena, GError **error);

#endif
