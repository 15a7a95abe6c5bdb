/* Which objects of a function are told apart as variables of data flow, and which of them an access touches.
 * It knows no order of evaluation.
 *
 * The members of a structure are variables of their own where they are named and no pointer to the structure
 * is taken; then the structure is their sum. An array is one variable, and so is a union. The cells of an
 * array, if they are told apart, are another one that stands behind it. */
#ifndef ANNOT_VARIABLE_H
#define ANNOT_VARIABLE_H

#include "annot/facts/element.h"
#include "annot/flow/defuse.h"

/* One variable of data flow. */
typedef struct {
    AnnotObject object;
    const char *name; /* as it would be written */
    HtolVariableKind kind;
    HtolVariableShape shape;
    gboolean aliased; /* its address is taken, or it outlives the activation: it may change unseen */
    gboolean piled;   /* some definition writes only a part of it: several may reach a use */
    guint32 lost;     /* of cells in a table: 1 + the function's slot that says whether a cell was dropped from it */
    HtolUnflowed unmeasured;
} AnnotFlowVariable;

/* How an access touches a variable. */
typedef enum {
    ANNOT_TOUCHES_NOT,
    ANNOT_TOUCHES_PART, /* an element, or something else that is not all of it */
    ANNOT_TOUCHES_WHOLE
} AnnotTouch;

/* Finds the variables that are defined or used, in order of their first occurrence: AnnotFlowVariable; `unknown`: calls
 * and stores through pointers may define those that are aliased. To be freed with g_array_unref; names are in `arena`.
 */
GArray *annot_variables_find(HtolArena *arena, const AnnotDefUse *defuse, gboolean unknown);

/* Returns how the access touches the variable. */
AnnotTouch annot_variable_touch(const AnnotFlowVariable *variable, const AnnotAccess *access);

/* Returns the variable's type in C. */
const AnnotType *annot_variable_type(const AnnotFlowVariable *variable);

/* Whether the access is to one element of an array, and the indices can be kept where it is done. If so, sets *cell. */
gboolean annot_variable_cell(const AnnotAccess *access, AnnotCell *cell);

#endif
