/* What functions outside of the unit returned when runs called them, as facts about their calls on ways: one that was
 * called with arguments that a run gave it returns what it did then. It runs nothing.
 *
 * A function that returned two values for the same arguments is none of them alone: there are no facts about it.
 *
 * Source: samples of functions that are not interpreted: Godefroid, "Higher-Order Test Generation", PLDI 2011. */
#ifndef GENERATE_SEEN_H
#define GENERATE_SEEN_H

#include "generate/inside/inside.h"
#include "prune/formula/logic.h"

/* Calls that were seen. */
typedef struct {
    GArray *calls;      /* struct hlcov_call, no two of the same arguments */
    GHashTable *counts; /* number of a stub: calls of it that are kept; a larger number: no facts */
    guint news;         /* calls that were added */
} GenerateSeen;

/* Makes one that has seen nothing; it stays as long as the process. */
GenerateSeen *generate_seen_new(void);

/* Adds a call; returns whether nothing like it is known. Of a function only the last ones are kept. */
gboolean generate_seen_add(GenerateSeen *seen, const struct hlcov_call *call);

/* Whether it returned two values for the same arguments. */
gboolean generate_seen_is_fickle(const GenerateSeen *seen, guint stub);

/* A call on a way. */
typedef struct {
    guint stub, count; /* of arguments */
    PruneTerm guard;   /* that it is made */
    PruneTerm arguments[HLCOV_MOST_ARGUMENTS];
    PruneTerm result; /* any value */
} GenerateCalled;

/* Makes the truth that the calls return what they were seen to return, if they have such arguments. */
PruneTerm generate_seen_facts(const GenerateSeen *seen, PruneLogic *logic, const GenerateCalled *calls, guint n);

/* Makes the truth that all of the calls that are made have arguments with which they were seen. */
PruneTerm generate_seen_all(const GenerateSeen *seen, PruneLogic *logic, const GenerateCalled *calls, guint n);

#endif
