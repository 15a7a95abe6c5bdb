/* Writes clean copies (copy.h) into the text, and what asks whether they may run.
 *
 * A copy waits for one of its slots at a time. While that is not set, asking costs two loads; when it is, a function
 * looks for another one that is not, and if there is none the copy is done. Which it waits for is the process's own
 * knowledge, and may be wrong at any time: it only says where to look first. */
#ifndef ANNOT_CLEAN_H
#define ANNOT_CLEAN_H

#include "annot/copy.h"
#include "annot/probe.h"

/* What the copies of a unit wait for. */
typedef struct AnnotWaits AnnotWaits;

AnnotWaits *annot_waits_new(void);
void annot_waits_free(AnnotWaits *waits);

/* Appends the declarations that the copies need. */
void annot_waits_declare(const AnnotWaits *waits, GString *out);

/* Puts the function's copies (AnnotCopy) into its text, whose other probes are all there. */
void annot_clean_function(AnnotWaits *waits, const AnnotProbe *probe, const AnnotFunction *function,
                          const AnnotCfg *cfg, const GArray *copies);

#endif
