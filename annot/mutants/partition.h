/* Parameters: the classes that their values are divided into where a function is entered, operations of kind
 * HTOL_OPERATION_PARAMETER, and the probes that record them. Partitions that users write are labels: label.h. */
#ifndef ANNOT_PARTITION_H
#define ANNOT_PARTITION_H

#include "annot/mutants/operation.h"

/* Appends an operation for each parameter that has a name and is a number, a truth value, of an enumeration
 * or a pointer. */
void annot_partition_find(const AnnotText *text, const AnnotFunction *function, GArray *operations);

/* Puts the probe at the beginning of the body, before any label that could be jumped to. */
void annot_partition_probe(const AnnotProbe *probe, const AnnotOperation *operation);

#endif
