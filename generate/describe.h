/* Contracts in words, for who wants to see what was inferred. It infers nothing. */
#ifndef GENERATE_DESCRIBE_H
#define GENERATE_DESCRIBE_H

#include "generate/contract.h"

/* Returns the contract as lines: the function, then a line for each thing that it takes, what it gives, and what is
 * assumed. To be freed. */
char *generate_describe(const GenerateContract *contract);

#endif
