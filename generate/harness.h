/* The text of a harness: the user's unit with the tables of inside.h behind it. It writes C and runs nothing. */
#ifndef GENERATE_HARNESS_H
#define GENERATE_HARNESS_H

#include "generate/contract/contract.h"

/* As texts: inside.h; what runs in the program beside the harness, a unit in one file. */
extern const char generate_inside_h[], generate_inside_c[];

/* Returns the C text of the harness; to be freed. `source` is the user's text, `path` its path as the compiler was
 * given it, which its macros and its line numbers tell. */
char *generate_harness(const GenerateContracts *contracts, const char *source, const char *path);

/* The name of the variable in a harness that may stand for a variable that nothing defines; in the arena. */
const char *generate_spare(const GenerateContracts *contracts, const AnnotDecl *variable);

#endif
