/* What an encoding accesses, and which operations it makes that C defines for some values alone: noted for whoever
 * looks for runs, or compares regions. Private to the encoder. */
#ifndef PRUNE_ACCESS_H
#define PRUNE_ACCESS_H

#include "prune/encode/encoder.h"

/* Notes that a value of the type is accessed at `pointer`; NULL: that may lead anywhere. */
void prune_note_access(PruneEncoder *encoder, PruneTerm pointer, const AnnotType *type);

/* Makes the truth that some element has that index; NULL: nobody knows how many there are. */
PruneTerm prune_in_bounds(PruneEncoder *encoder, PruneTerm index, const AnnotType *array);

/* Notes that the element `index` (64 bits) of the array is accessed. */
void prune_note_index(PruneEncoder *encoder, PruneTerm index, const AnnotType *array);

/* Computes as prune_compute does, and notes for which values the operation is defined. */
PruneTerm prune_compute_noted(PruneEncoder *encoder, AnnotOp op, const AnnotType *type, PruneTerm left,
                              PruneTerm right);

#endif
