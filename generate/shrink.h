/* Makes the values of a kept input smaller and more usual, as long as it sets the same slots. */
#ifndef GENERATE_SHRINK_H
#define GENERATE_SHRINK_H

#include "generate/search.h"

/* Shrinks `found`, an input of the contract's function, and finds out what it leaves behind in several runs. FALSE and
 * *error if the program is gone. */
gboolean generate_shrink(GenerateSearch *search, const GenerateContract *contract, GenerateFound *found,
                         GError **error);

#endif
