/* Inputs that tell mutants from the program by running both: inputs like those that were found go through the program
 * and, in a process of its own, through each mutant, until what they leave behind differs. It knows no text of a
 * mutant; whether a test that is written of the input fails, it does not know. */
#ifndef GENERATE_MUTANTS_H
#define GENERATE_MUTANTS_H

#include "generate/search.h"
#include "generate/tellers.h"

/* Looks for inputs of the contract's function that tell mutants from the program, first among those that were found,
 * then at random for at most `time` microseconds, and keeps some for each mutant: search->found has them, marked as
 * those that only kill. Sets told[i], 0 before, to how many there are for mutant `i`. FALSE and *error if a program is
 * gone. */
gboolean generate_mutants_tell(GenerateSearch *search, const GenerateContract *contract, const GenerateMutants *mutants,
                               gint64 time, guint8 *told, GError **error);

#endif
