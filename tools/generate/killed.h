/* Which tests fail with which mutants of a strong build, and which of them are enough. A mutant is killed when the
 * test, as it is written, fails with it; nothing else counts. It finds no inputs. */
#ifndef TOOLS_KILLED_H
#define TOOLS_KILLED_H

#include "annot/strong/change.h"
#include "tools/compile/harness_build.h"

/* What became of a mutant. */
typedef enum {
    KILLED_LEFT,       /* no test kills it */
    KILLED_NOTICED,    /* some test of the user notices it: nothing is looked for */
    KILLED_COVERING,   /* killed by tests that are written for what they cover */
    KILLED_MORE,       /* killed by tests that are written for that */
    KILLED_EQUIVALENT, /* proved */
    KILLED_IMPOSSIBLE, /* all ways that the contract has were followed, and none tells it */
    KILLED_UNWRITTEN,  /* it does not stand in the program */
    KILLED_STATES
} KilledState;

/* A mutant of a wanted function, and which tests fail with it. */
typedef struct {
    const AnnotSurveyed *surveyed; /* its function */
    guint index;                   /* among the changes of that */
    KilledState state;
    gboolean told;         /* some input tells it from the program */
    guint pass;            /* that told it first, and what it was killed by: the caller's to set and read */
    GArray *failed;        /* guint: indexes of the cases that fail with it */
    GenerateFound *killer; /* the input that killed_choose chose for it; NULL: none, others kill it */
} KilledMutant;

/* Mutants of the wanted functions of a unit; those of a function stand together, in the order of its changes. To be
 * cleared. */
typedef struct {
    const HarnessBuild *build;
    GenerateUnit *unit;
    GArray *mutants;  /* KilledMutant */
    guint runs;       /* of the program of the tests */
    guint candidates; /* inputs that killed_choose chose from */
    guint needless;   /* of those that it chose one by one, how many it took back in the end */
    guint chosen;     /* tests that killed_settle ran last */
    char *broken;     /* why nothing could be tried; NULL: all was */
} Killed;

/* Looks up the mutants; those in `noticed`, names as Needed has them, are that. */
Killed killed_new(const HarnessBuild *build, GenerateUnit *unit, GHashTable *noticed);
void killed_clear(Killed *killed);

/* The change that the mutant is. */
const AnnotChange *killed_change(const KilledMutant *mutant);

/* Returns the mutant's name in the environment of a strong build; to be freed. */
char *killed_name(const KilledMutant *mutant);

/* Returns the mutant in words: what stands for what. To be freed. */
char *killed_words(const KilledMutant *mutant);

/* Runs the tests of the needed inputs with the mutants, and sets which of these are told. */
void killed_try(Killed *killed);

/* Marks those of the needed inputs that are enough: those that cover something, and as few of the others as kill what
 * they do not, none of which the rest makes needless. Those others may be changed before killed_settle. */
void killed_choose(Killed *killed);

/* Runs the tests of the needed inputs with the mutants once more, and sets the states of what they kill. Returns
 * whether all were killed for which an input was chosen. */
gboolean killed_settle(Killed *killed);

#endif
