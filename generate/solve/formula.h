/* Formulas of a function's slots, solved: candidates for inputs that set a slot which nothing sets yet, and proofs that
 * others cannot be set. Candidates are only guesses until they have run; proofs are prune's. */
#ifndef GENERATE_FORMULA_H
#define GENERATE_FORMULA_H

#include "annot/survey.h"
#include "generate/contract/contract.h"
#include "prune/facts/callers.h"
#include "prune/objectives/request.h"

/* What is asked. */
typedef struct {
    const GArray *surveyed; /* AnnotSurveyed: all functions of the unit */
    const PruneCallers *callers;
    const PruneRequest *request; /* how hard to try, and of which criteria proofs are wanted */
    guint bound;                 /* loops run so many times at most */
    const AnnotTree *library;    /* as in PruneEncoding */
    gboolean is_direct;          /* ways branch at each slot, too: the naive way, to compare */
} GenerateQuestion;

/* A guess. */
typedef struct {
    guint32 slot;     /* of the function, from 0 */
    gboolean is_sure; /* nothing but the input decides whether the slot is set, says the formula */
    GBytes *bytes;
} GenerateCandidate;

/* What was answered. */
typedef struct {
    GArray *candidates; /* GenerateCandidate */
    char *proved;       /* a line that htol_proved_read reads; NULL: the solver's process failed */
} GenerateAnswer;

/* Asks about the function `surveyed`, in a process of its own, for the solver may crash. `known` has a byte for each
 * of its slots, 1: nothing is asked about it. To be cleared. */
GenerateAnswer generate_formula(const GenerateQuestion *question, const AnnotSurveyed *surveyed,
                                const GenerateContract *contract, const guint8 *known);
void generate_answer_clear(GenerateAnswer *answer);

#endif
