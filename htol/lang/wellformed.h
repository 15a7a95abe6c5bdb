/* The rules for scripts that the grammar does not tell: names, metavariables, primes. */
#ifndef HTOL_WELLFORMED_H
#define HTOL_WELLFORMED_H

#include "htol/lang/script.h"

/* Finds the declarations of all occurrences, marks those that are wrong, and reports what is not well-formed:
 * - a label or a hyperlabel declared twice; an occurrence or a kill of a label that is not declared;
 * - a step or a kill of a sequence whose label is at a site;
 * - a metavariable bound twice by a label, by two steps of a sequence, or on both sides of `.`;
 * - a guard that uses a metavariable which not every branch of `+` under it binds;
 * - a killing label's predicate that uses what only the step that it leads to or a later one binds;
 * - primes that are not needed: L'' where L' does not occur in the hyperlabel.
 * TRUE if there is nothing of this. */
gboolean htol_wellformed(const HtolScript *script, HtolFaults *faults);

/* The names in a C text that can be variables: not in literals, not of members. char *, in order, as often as they
 * occur; to be freed with g_ptr_array_unref. */
GPtrArray *htol_c_variables(const char *c);

#endif
