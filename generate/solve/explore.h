/* Ways through a function, one after the other: each is followed as a run would go that its values come from, then
 * branches are turned, those first that were taken least and lead soon to what is looked for. What is asked on a way is
 * the caller's to say, and so is who runs inputs.
 *
 * Source: turning branches of what is followed: Godefroid, Levin, Molnar, "Automated Whitebox Fuzz Testing", NDSS 2008.
 */
#ifndef GENERATE_EXPLORE_H
#define GENERATE_EXPLORE_H

#include "generate/solve/guess.h"
#include "generate/solve/seen.h"

/* Nesting of calls that are followed. */
enum { GENERATE_DEPTH = 8 };

/* What a caller does on ways; `data` is what all are handed. */
typedef struct {
    /* Encodes the way of `unrolled`, whose formulas' other parts live in `arena`. Returns why it cannot, or NULL. */
    const char *(*encode)(gpointer data, const PruneUnrolled *unrolled, HtolArena *arena);
    /* Has the input run, and returns whether the run did something else than the way says for the model. */
    gboolean (*strays)(gpointer data, const GenerateGuess *guess);
    /* Is told of a way that was followed, whose first `first` branches are those of a way before. What was encoded
     * lives in *arena, which it may take: then it sets that to NULL. */
    void (*look)(gpointer data, const GenerateGuessing *guessing, guint first, HtolArena **arena);
    /* Whether another way is wanted. */
    gboolean (*goes_on)(gpointer data);
    /* Returns how far it is to something that is looked for from where `node` leads if its condition holds, or does
     * not: as generate_distance_from does. NULL: nobody knows. */
    guint (*distance)(gpointer data, gconstpointer node, gboolean holds);
    gpointer data;
    guint most_branches; /* that are turned on a way */
    /* What functions outside of the unit return, to which runs add; NULL: nobody looks, they return what a way wants.
     */
    const GenerateSeen *seen;
} GenerateExploring;

/* An exploration. */
typedef struct {
    const GenerateExploring *exploring;
    const GenerateContract *contract;
    PruneLogic *logic;
    PruneProver *prover;
    /* What came of it so far. */
    guint ways;
    guint concretised; /* results of calls that were taken to be what they usually are */
    gboolean is_cut;   /* something was not followed to its end, not decided, or concretised */
    const char *why;   /* why the function cannot be followed; NULL: it can */
    /* Of the way that is followed. */
    gboolean is_fine;                           /* as PruneWay has it */
    Z3_model model;                             /* the values that it comes from */
    GArray *branches;                           /* where it branched so far */
    GArray *inputs, *accesses, *ends, *results; /* as PruneUnrolled has them */
    GHashTable *addresses;                      /* PruneTerm: guint64, where pointers lead that were followed */
    PruneTerm path, labels; /* where it went so far: at branches of the function, and at those of the caller */
    guint steps;
    GArray *calls;    /* GenerateCalled, of all ways: calls of functions outside of the unit */
    guint first_call; /* of the way that is followed */
    /* Ways that are not followed yet. */
    GArray *turns;                   /* Turn */
    GHashTable *taken;               /* statement, with its lowest bit set if its condition holds: how often */
    HtolArena *arena;                /* has what turns know of ways */
    const struct GenerateTurn *turn; /* that the way which is followed was made for; valid as long as it is */
} GenerateExplorer;

/* Makes an exploration that has followed nothing; to be cleared. */
GenerateExplorer generate_explorer(const GenerateExploring *exploring, const GenerateContract *contract,
                                   PruneLogic *logic, PruneProver *prover);
void generate_explorer_clear(GenerateExplorer *explorer);

/* Follows ways from the beginning on; `is_fine`: operators inside of expressions branch, too. Returns whether all that
 * the contract has were followed, and run. */
gboolean generate_explore(GenerateExplorer *explorer, gboolean is_fine);

/* Returns the number of branches on the way so far. */
guint generate_explorer_branches(const GenerateExplorer *explorer);

/* Make the truth that calls on the way, of functions outside of the unit, return what was seen so far; and that all of
 * them were seen, so that nothing about them is a guess. */
PruneTerm generate_explorer_facts(const GenerateExplorer *explorer);
PruneTerm generate_explorer_foreseen(const GenerateExplorer *explorer);

/* To be called while a way is encoded: it branches here, too, at something of the caller's, `node`, where `term` holds.
 */
void generate_explorer_branch(GenerateExplorer *explorer, gconstpointer node, PruneTerm term);

#endif
