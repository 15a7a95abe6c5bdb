/* Inputs out of models of formulas: what the solver says of places becomes the bytes of an input. It asks nothing.
 * Objects lie in a model as prune/state/layout.h says. */
#ifndef GENERATE_MODEL_H
#define GENERATE_MODEL_H

#include "generate/contract/contract.h"
#include "prune/state/encoding.h"

/* Makes the truth that all pointers among the inputs (PruneInput) are NULL, lead to an object of their own or, if
 * `aliases`, to that of an input before. */
PruneTerm generate_model_layout(PruneLogic *logic, const GArray *inputs, gboolean aliases);

/* Makes the truth that the pointer leads to an object. */
PruneTerm generate_model_leads(PruneLogic *logic, PruneTerm pointer);

/* Whether both are pointers that may lead to one object. */
gboolean generate_model_may_alias(const PruneInput *one, const PruneInput *other);

/* Makes the truth that places which are read through pointers to one address held the same, where one of the addresses
 * is known: on a single way all are but those of expressions that it skips. */
PruneTerm generate_model_same(PruneLogic *logic, const GArray *inputs);

/* Makes the truth that no text of the contract ends before a character of it that is among the inputs, on a single way.
 */
PruneTerm generate_model_texts(PruneLogic *logic, const GenerateContract *contract, const GArray *inputs);

/* Makes the truth that numbers among the inputs are at most `most`, and at least the negative of that: loops end soon
 * then, and people can read them. */
PruneTerm generate_model_small(PruneLogic *logic, const GArray *inputs, guint most);

/* Makes the truth that no access (PruneAccess) is made through NULL, and that all operations are defined. */
PruneTerm generate_model_defined(PruneLogic *logic, const GArray *accesses);

/* Makes the truth that what is accessed is what the model accesses, and that all else is defined. */
PruneTerm generate_model_accesses(PruneLogic *logic, Z3_model model, const PruneUnrolled *unrolled);

/* How the input that was made of a model holds what a place held in it. */
typedef enum { GENERATE_NOT_GIVEN, GENERATE_GIVEN, GENERATE_NULL_OR_NOT } GenerateGiven;

/* Appends the bytes of the input that the model describes. What it says nothing of is small: 0, an empty text, an array
 * of one element. Sets `given`, one for each of the inputs (PruneInput). Returns whether all accesses that the model
 * makes lie in the objects of the input; else the program would touch what is not there. */
gboolean generate_model_input(const GenerateContract *contract, PruneLogic *logic, Z3_model model,
                              const PruneUnrolled *unrolled, GByteArray *out, guint8 *given);

/* Whether what is given of an input decides the term: its variables have the values of the model whatever else holds,
 * for they are given, results of stubs, or the same as these by generate_model_same. */
gboolean generate_model_decides(PruneLogic *logic, Z3_model model, const PruneUnrolled *unrolled, const guint8 *given,
                                PruneTerm term);

#endif
