/* From a function's control-flow graph to its rows of the table. */
#ifndef ANNOT_ROWS_H
#define ANNOT_ROWS_H

#include "annot/graph/cfg.h"
#include "annot/users/step.h"

typedef struct {
    HtolArena *arena;
    const AnnotText *text;
    AnnotPlaces *places;
    const char *root; /* that paths are relative to, absolute */
    gboolean graph;   /* with the rows of the control-flow graph */
} AnnotRows;

/* Fills the function's rows; `cfg` is NULL for one that was passed through. `steps`: its users' labels. */
void annot_rows_fill(const AnnotRows *rows, const AnnotFunction *function, AnnotCfg *cfg,
                     const AnnotFunctionSteps *steps, HtolFunction *out);

#endif
