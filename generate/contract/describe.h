/* Contracts as C to be edited: what was inferred in a comment, and hooks that say nothing yet. It infers nothing. */
#ifndef GENERATE_DESCRIBE_H
#define GENERATE_DESCRIBE_H

#include "generate/contract/contract.h"

/* Returns the comment above all contracts of the source, which says how the file is used. To be freed. */
char *generate_describe_head(const char *path);

/* Returns the contract: a comment with a line for each thing that the function takes and what is assumed, then hooks.
 * To be freed. */
char *generate_describe(const GenerateContract *contract);

#endif
