/* Two texts of one region of a function, one in the program and one with a mutant: whether they leave the same behind,
 * with all values that variables may have when the region begins. It asks no solver.
 *
 * Source: what a mutant controls and feeds until values join, Zhang, "Automatic Test Generation System for Software",
 * USC 2021, chapter 2. */
#ifndef PRUNE_PAIR_H
#define PRUNE_PAIR_H

#include "prune/state/encoding.h"

/* Two regions, and what is known of them. */
struct PrunePair {
    const AnnotStmt *stmt;         /* an `if`: `other` is the region in the program, `body` the one with the mutant */
    const AnnotFunction *original; /* the function without a mutant: no call of it may be followed */
    /* Set by prune_encode, for runs in which nothing traps and loops end: */
    PruneTerm differs;   /* that they leave the region in other ways, with other values of what is used behind it, or
                            access other memory. Where runs are looked for (PruneUnrolled): that both come to their
                            ends, and leave other values, or only one of them does what is not defined. NULL: `why` */
    PruneTerm elsewhere; /* where runs are looked for: that both come to their ends, and one of them accesses memory
                            that the other does not; the truth if not both come to their ends */
    const char *why;     /* what they do is not known, in words; NULL: it is */
};

#endif
