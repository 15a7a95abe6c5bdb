/* Objectives that one label is asked by, as formulas: any of the slots that cover it, by htol's evaluator, is set. */
#ifndef PRUNE_LABEL_H
#define PRUNE_LABEL_H

#include "htol/criteria/criteria.h"
#include "prune/slots.h"

typedef struct {
    PruneTerm term;    /* that it is covered; NULL: not known, or it is no label that slots alone decide */
    PruneTerm reached; /* that its place is */
    PruneTerm path;    /* of its block: where this is equal, one is reached if and only if the other is */
} PruneLabel;

PruneLabel prune_label(const PruneSubject *subject, const PruneSlots *slots, const HtolObjective *objective);

#endif
