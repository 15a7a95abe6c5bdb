/* Writes clean copies (copy.h) into the text, and what asks whether they may run. */
#ifndef ANNOT_CLEAN_H
#define ANNOT_CLEAN_H

#include "annot/copies/waits.h"

/* Puts the function's copies (AnnotCopy) into its text, whose other probes are all there. */
void annot_clean_function(AnnotWaits *waits, const AnnotProbe *probe, const AnnotFunction *function,
                          const AnnotCfg *cfg, const GArray *copies);

#endif
