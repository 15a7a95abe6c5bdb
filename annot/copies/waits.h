/* What texts without probes wait for, as text: each may run once all slots are set that it asks for.
 *
 * It waits for one of them at a time. While that is not set, asking costs three loads; when it is, a function looks for
 * another one that is not, and if there is none the text is done: asking costs one. Which it waits for is the process's
 * own knowledge, and may be wrong at any time: it only says where to look first. */
#ifndef ANNOT_WAITS_H
#define ANNOT_WAITS_H

#include "annot/copies/copy.h"
#include "annot/probes/probe.h"

/* What the texts of a unit wait for. */
typedef struct AnnotWaits AnnotWaits;

AnnotWaits *annot_waits_new(void);
void annot_waits_free(AnnotWaits *waits);

/* The condition, in parentheses, that holds once all slots are set that the copy asks for. To be freed. */
char *annot_waits_ready(AnnotWaits *waits, const AnnotProbe *probe, const AnnotCopy *copy);

/* Appends the declarations that these expressions need. */
void annot_waits_declare(const AnnotWaits *waits, GString *out);

#endif
