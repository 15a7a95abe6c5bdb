/* The functions of a unit, each proved in a process of its own, some at a time: the solver may crash, run out of memory
 * or of time, and the others go on. It knows nothing of how units are compiled. */
#ifndef PRUNE_UNIT_H
#define PRUNE_UNIT_H

#include "annot/survey.h"
#include "prune/verdict.h"

typedef struct {
    PruneRequest request;  /* of a budget of 0: it follows what is recorded of the function */
    guint jobs;            /* at most so many processes at a time; 1 at least */
    const PruneRuns *runs; /* of the unit; NULL: nothing is known */
    GPtrArray *wanted;     /* ids of tables: the unit is proved only if its own is among them; NULL: it is */
    int output;            /* a file that is written to at its end: a line for each function, see htol/files/proof.h */
    GArray *surveyed;      /* AnnotSurveyed, so far; NULL before the survey, and what follows until its end */
    PruneCallers *callers;
    GHashTable *running; /* process: index of the function */
} PruneUnit;

/* For a survey, with the PruneUnit for data. The second proves all that the first was shown. */
void prune_unit_look(gpointer data, const AnnotSurveyed *surveyed);
void prune_unit_end(gpointer data, const guint8 id[HTOL_ID_SIZE]);

#endif
