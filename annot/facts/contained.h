/* Which calls keep control among functions that this unit knows: nothing that they lead to can be the user's other
 * code, or start another test. */
#ifndef ANNOT_CONTAINED_H
#define ANNOT_CONTAINED_H

#include "annot/tree/tree.h"

typedef struct AnnotContained AnnotContained;

AnnotContained *annot_contained_new(const AnnotTree *tree);
void annot_contained_free(AnnotContained *contained);

/* Whether all calls in the statement do. A function of the unit is contained if all its calls do, those of itself
 * included; so are builtins and functions of the standard library that call nothing back. */
gboolean annot_contained_stmt(const AnnotContained *contained, const AnnotStmt *stmt);

#endif
