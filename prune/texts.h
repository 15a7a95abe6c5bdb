/* The texts of a unit's functions, as hashes for the cache: what is proved of a function's mutants depends on its text,
 * on that of the functions it names, and on all that stands outside of functions. It asks nothing. */
#ifndef PRUNE_TEXTS_H
#define PRUNE_TEXTS_H

#include "annot/survey.h"

typedef struct PruneTexts PruneTexts;

/* Reads the unit once; text, tree and options must outlive the result. To be freed. */
PruneTexts *prune_texts_new(const AnnotText *text, const AnnotTree *tree, const char *const *clang_args);
void prune_texts_free(PruneTexts *texts);

/* Hashes all that verdicts on the mutants of the function depend on, except the solver's time and this program: where
 * lines begin is no part of it. Returns hexadecimal digits, to be freed. */
char *prune_texts_key(const PruneTexts *texts, const AnnotSurveyed *surveyed);

#endif
