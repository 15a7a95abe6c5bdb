/* Objectives that ask for a single label, as formulas: one of the slots that htol's evaluator says cover it is set. */
#ifndef PRUNE_LABEL_H
#define PRUNE_LABEL_H

#include "htol/criteria/criteria.h"
#include "prune/objectives/slots.h"

/* The formulas of one label. */
typedef struct {
    PruneTerm term;    /* that it is covered; NULL: not known, or slots alone do not decide it */
    PruneTerm reached; /* that its place is reached */
    PruneTerm path;    /* of its block: of labels with equal paths, one is reached if and only if the other is */
} PruneLabel;

/* Returns the formulas of `objective`. */
PruneLabel prune_label(const PruneSubject *subject, const PruneSlots *slots, const HtolObjective *objective);

#endif
