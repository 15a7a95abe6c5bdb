/* Inputs that tell a mutant from the program: both are followed along a way of their own from the same input, one
 * behind the other, and one question is asked: the ways so far, and what they leave behind differs. Mutants are texts
 * (annot/strong/beside.h); whether a test notices the input that is found, it does not know.
 *
 * Source: pairs of values, original and mutant: Zhang, "Automatic Test Generation System for Software", USC 2021,
 * chapter 4. */
#ifndef GENERATE_PAIRS_H
#define GENERATE_PAIRS_H

#include "generate/solve/apart.h"
#include "generate/solve/formula.h"

/* What came of a mutant. */
typedef enum {
    GENERATE_PAIR_LEFT,     /* not asked, or nothing was found */
    GENERATE_PAIR_FOUND,    /* an input that tells it was run, and kept */
    GENERATE_PAIR_FOLLOWED, /* all ways that the contract has were followed, and no input tells it */
    GENERATE_PAIR_STATES
} GeneratePairState;

/* A unit, how contracts of it are made, as generate_contracts_new has it, and how inputs are looked for. */
typedef struct {
    const char *source;
    const GenerateHooks *hooks;
    guint most_ways; /* of a mutant that are followed: the limit of backtracking. 0: both functions are taken as
                        formulas instead, with loops that run a few times */
} GeneratePairUnit;

/* Asks about the mutants of the function (surveyed->changes) with a 1 in `asked`, for at most `time` microseconds, in a
 * process of its own. What is found is run to be kept. Returns a GeneratePairState for each mutant; to be freed. */
guint8 *generate_pairs(const GenerateQuestion *question, const GeneratePairUnit *unit, const AnnotSurveyed *surveyed,
                       const guint8 *asked, const GenerateContract *contract, const GenerateRunner *runner,
                       gint64 time);

#endif
