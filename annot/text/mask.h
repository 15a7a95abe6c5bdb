/* The copy of the preprocessed text that the front end sees: gcc's own extensions that clang lacks, replaced
 * by text of the same length, so that every offset holds for the original. The original is never changed. */
#ifndef ANNOT_MASK_H
#define ANNOT_MASK_H

#include "annot/text/text.h"

/* Declarations that gcc has built in and clang has not; stands before the copy, on a line of its own. */
extern const char annot_mask_prelude[];

/* Returns the prelude, then the masked text; NUL-terminated, to be freed. Its offsets are those of `text` plus the
 * length of the prelude. */
char *annot_mask(const AnnotText *text);

/* Changes the result of annot_mask for AArch64: long double is what has 128 bits there, and no __float128 is. */
void annot_mask_aarch64(char *masked);

#endif
