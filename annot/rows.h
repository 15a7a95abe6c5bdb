/* From a function's control-flow graph to its rows of the table. */
#ifndef ANNOT_ROWS_H
#define ANNOT_ROWS_H

#include "annot/cfg.h"
#include "annot/step.h"

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

/* The path relative to the root where it lies below it, else as it is. In `arena`. */
const char *annot_relative_path(HtolArena *arena, const char *root, const char *path);

#endif
