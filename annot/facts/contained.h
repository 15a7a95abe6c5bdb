/* Which calls never lead out of the functions that this unit knows: not to the user's code in other units, nor to a
 * function that starts another test. */
#ifndef ANNOT_CONTAINED_H
#define ANNOT_CONTAINED_H

#include "annot/tree/tree.h"

typedef struct AnnotContained AnnotContained;

/* Finds the functions that the unit knows; the tree must outlive the result, which annot_contained_free frees. */
AnnotContained *annot_contained_new(const AnnotTree *tree);
void annot_contained_free(AnnotContained *contained);

/* Whether all calls in the statement are of contained functions: functions of the unit whose calls all are, recursive
 * ones included; builtins; and functions of the standard library that call nothing back. */
gboolean annot_contained_stmt(const AnnotContained *contained, const AnnotStmt *stmt);

#endif
