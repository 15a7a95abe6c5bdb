/* Which mutants of a function are equivalent: a region around the change does the same with the mutant as without,
 * whenever it is reached. The smallest region is asked about first, then the next around it, up to
 * the function's body. Mutants that it says nothing of may be equivalent nevertheless: loops are compared in no region,
 * and what is called, if it is not followed, may do anything (matched.h).
 *
 * Source: Zhang, "Automatic Test Generation System for Software", USC 2021, chapter 2. */
#ifndef PRUNE_EQUIVALENT_H
#define PRUNE_EQUIVALENT_H

#include "annot/survey.h"
#include "htol/notes/proof.h"
#include "prune/objectives/request.h"

/* Regions of a mutant that are asked about: the smallest ones, and the last. */
enum { PRUNE_MOST_WIDTHS = 8 };

/* What came of the mutants of a function. */
typedef struct {
    guint *widths;   /* by mutant: 1: its statement, or a part of that, proves it equivalent; 2 and more: a wider region
                        (annot/strong/beside.h) does; 0: none does */
    gboolean *whole; /* by mutant: that region is the function's body */
    guint questions; /* that were asked about regions */
    guint unanswered; /* of these, those that the solver did not answer in time */
} PruneEquivalents;

/* Asks about the mutants of the function (surveyed->changes): those with a 1 in `asked`; NULL: all of them. What it
 * returns lies in the arena. The solver may end the process, as with prune_function. */
PruneEquivalents prune_equivalents(const AnnotSurveyed *surveyed, const guint8 *asked, HtolArena *arena,
                                   PrunePatience patience);

/* Asks the same in a process of its own, which has so many seconds of a processor: the solver may end that. Sets *told
 * and returns TRUE; FALSE: it did, or there is no such process, and nothing was answered. */
gboolean prune_equivalents_apart(const AnnotSurveyed *surveyed, const guint8 *asked, HtolArena *arena,
                                 PrunePatience patience, guint64 seconds, PruneEquivalents *told);

/* Returns the mutants that are equivalent as proofs, in the arena: infeasible objectives of SM by the name that
 * htol_change_name gives them. */
HtolProved prune_equivalents_proved(const AnnotSurveyed *surveyed, const PruneEquivalents *equivalents,
                                    HtolArena *arena);

#endif
