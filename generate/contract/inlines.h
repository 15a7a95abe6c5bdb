/* Definitions of inline functions that no object of the unit would hold: what links a harness or a test, which call
 * them where the compiler does not put their bodies. It writes no text of theirs again. */
#ifndef GENERATE_CONTRACT_INLINES_H
#define GENERATE_CONTRACT_INLINES_H

#include "generate/contract/contract.h"

/* Writes what stands before the unit's text: where others define the functions as well, theirs are linked. Nothing if
 * there are none. */
void generate_inlines_before(const GenerateContracts *contracts, GString *out);

/* Writes what stands behind the unit's text, and has the compiler define the functions. Source: C11 6.7.4; gnu_inline
 * in the manual of GCC. */
void generate_inlines_behind(const GenerateContracts *contracts, GString *out);

#endif
