/* Writes what stands, in the program of a harness, between the unit and functions that are defined outside of it, and
 * notes what they were given and returned. Which of them, the contracts say. */
#ifndef GENERATE_LOGGED_H
#define GENERATE_LOGGED_H

#include "generate/contract/contract.h"

/* Writes C text that comes before the unit: the assembler knows the function, stub number `number` of the unit, by
 * another name there. */
void generate_logged_rename(const GenerateStub *stub, guint number, GString *out);

/* Writes a function of that other name. If the real one is not linked in, it does what `otherwise` says: statements of
 * C, which return a value. */
void generate_logged(const GenerateStub *stub, guint number, const char *otherwise, GString *out);

#endif
