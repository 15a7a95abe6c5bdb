/* Makes the values of an input smaller and more usual, as long as it does the same. */
#ifndef GENERATE_SHRINK_H
#define GENERATE_SHRINK_H

#include "generate/search.h"
#include "generate/tellers.h"

/* Finds out what `found` leaves behind in several runs. FALSE and *error if the program is gone. */
gboolean generate_observe(GenerateSearch *search, GenerateFound *found, GError **error);

/* Shrinks `found`, an input of the contract's function, and observes it. Errors as above. */
gboolean generate_shrink(GenerateSearch *search, const GenerateContract *contract, GenerateFound *found,
                         GError **error);

/* Shrinks `found` as long as it also tells what `tellers` run, and observes it. Errors as above. */
gboolean generate_shrink_telling(GenerateSearch *search, const GenerateContract *contract, GenerateFound *found,
                                 const GenerateTellers *tellers, GError **error);

/* Shrinks the input of what ended badly: it then ends so behind the same slots. One that ends otherwise each time
 * stays. Errors as above. */
gboolean generate_shrink_bad(GenerateSearch *search, const GenerateContract *contract, GenerateBad *bad,
                             GError **error);

#endif
