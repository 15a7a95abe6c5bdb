/* Tests that kill mutants: the passes that look for inputs which tell mutants of a unit from it, or prove that none
 * does; which of the inputs make tests fail, and which are enough, is asked of killed.h.
 *
 * Source: the passes (random inputs, regions, ways with pairs of values and a limit of backtracking, formulas of whole
 * functions, a suite that is made compact in reverse order): Zhang, "Automatic Test Generation System for Software",
 * USC 2021, chapter 5. */
#ifndef TOOLS_KILLING_H
#define TOOLS_KILLING_H

#include <stdio.h>

#include "tools/generate/killed.h"

/* The passes, in their order. */
typedef enum {
    KILLING_INPUTS,   /* inputs like those that cover go through the program and its mutants: generate/mutants.h */
    KILLING_REGIONS,  /* proofs that a mutant is equivalent: prune/equivalent.h */
    KILLING_FEW,      /* both functions along single ways, a few of each mutant: generate/solve/pairs.h */
    KILLING_WAYS,     /* along many more */
    KILLING_FORMULAS, /* both functions as formulas */
    KILLING_PASSES
} KillingPass;

/* All passes, as a mask. */
enum { KILLING_ALL = (1 << KILLING_PASSES) - 1 };

/* Reads names of passes with commas between them, of which one stands for both passes along ways; NULL: all. Returns a
 * mask with a bit for each; 0: some name is none.
 */
guint killing_passes(const char *names);

/* What is asked, and what came of it. To be cleared. */
typedef struct {
    guint passes;              /* mask of those that are run */
    const HarnessBuild *build; /* set with the next one before the first call */
    GenerateUnit *unit;
    GHashTable *noticed;                   /* names of mutants that need no test, as Needed has it */
    Killed killed;                         /* mutants and tests */
    char *program;                         /* the harness with mutants; NULL: it is not built */
    guint equivalent[3];                   /* by their statement, by those around it, by the function */
    double seconds[KILLING_PASSES], tests; /* that each pass took, and the runs of tests, with compilers */
    double shrinking;                      /* and making inputs smaller */
} Killing;

/* Looks for inputs of the function that kill mutants, when it has been searched. FALSE and *error on failure. */
gboolean killing_seek(Killing *killing, const AnnotSurveyed *surveyed, GError **error);

/* Asks about all mutants that no test kills so far, and marks those of the needed inputs that are enough. FALSE and
 * *error on failure. */
gboolean killing_choose(Killing *killing, GError **error);

/* Prints what became of the mutants. */
void killing_print(const Killing *killing, FILE *out);

/* Frees what it holds. */
void killing_clear(Killing *killing);

#endif
