/* Parameters: into which classes their values are divided where a function is entered, operations of kind
 * HTOL_OPERATION_PARAMETER, and the probes that record those. Partitions that users give are labels: label.h.
 */
#ifndef ANNOT_PARTITION_H
#define ANNOT_PARTITION_H

#include "annot/mutants/operation.h"

/* Appends an operation for each parameter that has a name and is a number, a truth value, of an enumeration
 * or a pointer. */
void annot_partition_find(const AnnotText *text, const AnnotFunction *function, GArray *operations);

/* Records at the beginning of the body, before whatever could be jumped to. */
void annot_partition_probe(const AnnotProbe *probe, const AnnotOperation *operation);

#endif
