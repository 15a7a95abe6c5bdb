/* The conditions, as C text, under which clean copies run: all slots that the copy asks for are set.
 *
 * A copy waits for one of its slots at a time. While that is not set, a test costs three loads. Once it is, a function
 * looks for another slot that is not set; if there is none, the copy is done, and a test costs one load. Which slot it
 * waits for is kept by each process, and may be wrong at any time: it only says where to look first. */
#ifndef ANNOT_WAITS_H
#define ANNOT_WAITS_H

#include "annot/copies/copy.h"
#include "annot/probes/probe.h"

/* The waits of all clean copies of a unit. */
typedef struct AnnotWaits AnnotWaits;

/* Makes a collection without conditions; annot_waits_free frees it. */
AnnotWaits *annot_waits_new(void);
void annot_waits_free(AnnotWaits *waits);

/* Returns the condition, in parentheses, that all slots which `copy` asks for are set. To be freed. */
char *annot_waits_ready(AnnotWaits *waits, const AnnotProbe *probe, const AnnotCopy *copy);

/* Appends the declarations that these conditions need. */
void annot_waits_declare(const AnnotWaits *waits, GString *out);

#endif
