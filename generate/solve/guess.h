/* Guesses: inputs for which a formula holds, as a model of it says. It runs none of them. */
#ifndef GENERATE_GUESS_H
#define GENERATE_GUESS_H

#include "generate/contract/contract.h"
#include "prune/formula/prover.h"
#include "prune/state/encoding.h"

/* What guesses about one encoding of a function have in common. */
typedef struct {
    const GenerateContract *contract;
    PruneLogic *logic;
    PruneProver *prover;
    const PruneUnrolled *unrolled; /* filled by the encoding */
    PruneTerm shape, returns;      /* set by generate_guessing, and so is the next one */
    PruneTerm same;                /* part of the shape that holds of any memory: what was read twice is the same */
} GenerateGuessing;

/* Makes what guesses have in common. */
GenerateGuessing generate_guessing(const GenerateContract *contract, PruneLogic *logic, PruneProver *prover,
                                   const PruneUnrolled *unrolled);

/* An input, and how well it is founded. */
typedef struct {
    Z3_model model;    /* to be released; NULL: there is no guess */
    GByteArray *input; /* its bytes; to be unreferenced */
    gboolean is_built; /* it holds all that the model says */
    gboolean is_sure;  /* the formula holds for that input whatever else happens, and nothing undefined does */
} GenerateGuess;

/* Looks for an input for which `term` holds: if there is one, where pointers lead somewhere and the function returns.
 */
GenerateGuess generate_guess(const GenerateGuessing *guessing, PruneTerm term);

/* Looks for an input of the contract for which `term` holds, wherever the function goes then. */
GenerateGuess generate_guess_within(const GenerateGuessing *guessing, PruneTerm term);

/* Looks for one as above, and takes that of the model if `term` holds in it. */
GenerateGuess generate_guess_like(const GenerateGuessing *guessing, PruneTerm term, Z3_model model);

/* Frees what a guess holds. */
void generate_guess_clear(const GenerateGuessing *guessing, GenerateGuess *guess);

#endif
