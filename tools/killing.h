/* Tests that kill mutants: which of the inputs make a test fail with which mutants of a strong build of the tests, and
 * which of them are enough. A mutant is killed when the test, as it is written, fails with it; nothing else counts. It
 * finds no inputs. */
#ifndef TOOLS_KILLING_H
#define TOOLS_KILLING_H

#include <stdio.h>

#include "tools/harness_build.h"

/* What became of a mutant. */
typedef enum {
    KILLING_NOTICED,    /* some test of the user notices it: nothing is looked for */
    KILLING_LEFT,       /* no input tells it from the program */
    KILLING_COVERING,   /* killed by tests that are written for what they cover */
    KILLING_MORE,       /* killed by tests that are written for that */
    KILLING_EQUIVALENT, /* proved: prune/equivalent.h */
    KILLING_IMPOSSIBLE, /* all ways that the contract has were followed, and none tells it */
    KILLING_UNWRITTEN,  /* it does not stand in the program */
    KILLING_STATES
} KillingState;

/* What takes time. */
enum { KILLING_RUNS, KILLING_PROOFS, KILLING_PAIRS, KILLING_PARTS };

/* What came of the mutants of a unit. To be cleared. */
typedef struct {
    guint counts[KILLING_STATES];  /* mutants of wanted functions, by KillingState */
    GPtrArray *left;               /* char *: those that are left, in words */
    guint widths[3];               /* equivalent by their statement, by those around it, by the function */
    double seconds[KILLING_PARTS]; /* that each part took */
    guint runs;                    /* of the program of the tests */
    char *broken;                  /* why nothing could be tried; NULL: all was */
} Killing;

/* Marks those of the needed inputs that are enough; mutants in `noticed`, as Needed has it, need none: those that cover
 * something, and as few of the others as kill what they do not. FALSE and *error on failure. */
gboolean killing_choose(Killing *killing, const HarnessBuild *build, GenerateUnit *unit, GHashTable *noticed,
                        GError **error);

/* Prints what became of the mutants. */
void killing_print(const Killing *killing, FILE *out);

/* Frees what it holds. */
void killing_clear(Killing *killing);

#endif
