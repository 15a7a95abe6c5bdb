/* Writes clean copies (copy.h) and the conditions under which they run into the text. It does not choose them. */
#ifndef ANNOT_CLEAN_H
#define ANNOT_CLEAN_H

#include "annot/copies/waits.h"

/* Puts `copies` (AnnotCopy) of the function into its text. Call it after all other probes of the function. */
void annot_clean_function(AnnotWaits *waits, const AnnotProbe *probe, const AnnotFunction *function,
                          const AnnotCfg *cfg, const GArray *copies);

#endif
