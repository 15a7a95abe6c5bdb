/* From a function's control-flow graph to its rows of the table. */
#ifndef ANNOT_ROWS_H
#define ANNOT_ROWS_H

#include "annot/graph/cfg.h"
#include "annot/users/step.h"

/* What rows are made with, for all functions of a unit. */
typedef struct {
    HtolArena *arena;
    const AnnotText *text;
    AnnotPlaces *places;
    const char *root; /* absolute directory; paths in rows are relative to it */
    gboolean graph;   /* whether rows of the control-flow graph are wanted */
} AnnotRows;

/* Fills *out with the rows of `function`. `cfg` is NULL if the function is left uninstrumented; `steps` are the users'
 * labels in it. */
void annot_rows_fill(const AnnotRows *rows, const AnnotFunction *function, AnnotCfg *cfg,
                     const AnnotFunctionSteps *steps, HtolFunction *out);

#endif
