/* Faults: what is wrong with a user's text, each with its place. It does not say what is right, and does not print to
 * anyone. */
#ifndef HTOL_FAULT_H
#define HTOL_FAULT_H

#include "htol/base/arena.h"

/* Where in a user's text; line and column count from 1, columns in bytes. */
typedef struct {
    const char *file;
    guint32 line, column;
} HtolWhere;

/* One fault, linked with those found after it. Its texts are not its own: the message lies in the arena of the list. */
typedef struct HtolFault HtolFault;
struct HtolFault {
    HtolWhere where;
    const char *name; /* of the label or hyperlabel that it is in; NULL if it has none */
    const char *message;
    HtolFault *next;
};

/* The first HTOL_MOST_FAULTS of them are kept, in the order in which they were found; all are counted. */
enum { HTOL_MOST_FAULTS = 50 };

/* The faults of a text. Begins as { .arena = arena }, all else 0. */
typedef struct {
    HtolArena *arena; /* of the faults: outlives them */
    HtolFault *first, *last;
    guint count;
    const char *name; /* of the declaration that is looked at; whoever looks at one sets it */
} HtolFaults;

/* Adds the fault at `where`, in the declaration `faults->name`, with a message as printf makes it of `format`; only
 * counts it if HTOL_MOST_FAULTS are kept already. The file's name in `where` is not copied. */
void htol_fault(HtolFaults *faults, HtolWhere where, const char *format, ...) G_GNUC_PRINTF(3, 4);

/* Appends a line for each fault: `a.htol:3:14: expected the name of a label, found `)``. A last line tells how many
 * were not kept. */
void htol_faults_print(const HtolFaults *faults, GString *out);

#endif
