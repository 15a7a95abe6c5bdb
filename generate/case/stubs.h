/* Definitions of functions and variables that the unit only declares, so that its tests can be linked. */
#ifndef GENERATE_WRITE_STUBS_H
#define GENERATE_WRITE_STUBS_H

#include "generate/case/names.h"
#include "generate/contract/contract.h"

/* Writes the definitions; what is linked with the tests replaces them. A function returns what $NAME_answers points to,
 * and moves that on, $NAME_left times; then it returns zeros. */
void generate_stubs(const GenerateContracts *contracts, const GenerateNames *names, GString *out);

#endif
