/* The functions of a unit, each proved in a process of its own, some at a time: the solver may crash, run out of memory
 * or of time, and the others go on. It knows nothing of how units are compiled. */
#ifndef PRUNE_UNIT_H
#define PRUNE_UNIT_H

#include "annot/survey.h"
#include "prune/texts.h"
#include "prune/verdict.h"

/* How the functions of a unit are to be proved, and those that are being proved. */
typedef struct {
    PruneRequest request;  /* a budget of 0 is replaced by one that follows what is recorded of the function */
    guint jobs;            /* most processes at a time, 1 at least */
    const PruneRuns *runs; /* of the unit; NULL: nothing is known */
    GPtrArray *wanted;     /* ids of tables: the unit is proved only if its table's is among them; NULL: always */
    int output;       /* descriptor of a file that a line is appended to for each function, see htol/notes/proof.h */
    GArray *surveyed; /* AnnotSurveyed so far; NULL before the survey. It and the fields below are for unit.c */
    PruneCallers *callers;
    PruneTexts *texts;   /* NULL: no proof of mutants is looked up or kept */
    GHashTable *running; /* process: index of the function */
} PruneUnit;

/* The callbacks of an AnnotSurvey whose `data` is a PruneUnit: prune_unit_look notes a function, prune_unit_end proves
 * all that were noted. */
void prune_unit_look(gpointer data, const AnnotSurveyed *surveyed);
void prune_unit_end(gpointer data, const guint8 id[HTOL_ID_SIZE]);

#endif
