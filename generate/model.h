/* Inputs out of models of formulas: what the solver says of places becomes the bytes of an input. It asks nothing. */
#ifndef GENERATE_MODEL_H
#define GENERATE_MODEL_H

#include "generate/contract.h"
#include "prune/encoding.h"

/* Where objects lie in a model: pointer number k, of those that are read, is NULL or leads to the object at
 * GENERATE_FIRST_ADDRESS + k * GENERATE_ADDRESS_STEP. */
#define GENERATE_FIRST_ADDRESS ((guint64)1 << 32)
#define GENERATE_ADDRESS_STEP ((guint64)1 << 24)

/* Makes the truth that all pointers among the inputs (PruneInput) are NULL or lead to an object of their own, and that
 * no access (PruneAccess) is made through NULL. */
PruneTerm generate_model_shape(PruneLogic *logic, const PruneUnrolled *unrolled);

/* Whether all accesses that the model makes lie in objects: else the program would touch what is not there. */
gboolean generate_model_is_sound(PruneLogic *logic, Z3_model model, const PruneUnrolled *unrolled);

/* Appends the bytes of the input that the model describes. What it says nothing of is small: 0, an empty text, an array
 * of one element. */
void generate_model_input(const GenerateContract *contract, PruneLogic *logic, Z3_model model, const GArray *inputs,
                          GByteArray *out);

#endif
