/* Labels of a function by name and scope, and the jumps to labels that are not known when compiling. */
#ifndef ANNOT_JUMP_H
#define ANNOT_JUMP_H

#include "annot/graph/walk.h"

/* A label, as a target of jumps. */
typedef struct {
    const char *name;
    AnnotBlock *block; /* NULL until the label is met */
    guint32 to;        /* where jumps to it lead: the node, or a point of defuse.h; ANNOT_NO_NODE: not known yet */
    AnnotLeads *leads; /* of the gotos met before it */
} AnnotTarget;

typedef struct AnnotJumps AnnotJumps;

/* Makes the jumps of a function with that extent. */
AnnotJumps *annot_jumps_new(const AnnotText *text, AnnotExtent function);
void annot_jumps_free(AnnotJumps *jumps);

/* Begins a compound statement: labels that it declares with __label__ hide others of their names. Returns their number.
 */
guint annot_jumps_open(AnnotJumps *jumps, const AnnotStmt *compound);

/* Ends the compound statement that declared that many labels. */
void annot_jumps_close(AnnotJumps *jumps, guint declared);

/* Returns the label that `name` means at this point of the walk. */
AnnotTarget *annot_jumps_label(AnnotJumps *jumps, const char *name);

/* Notes that `from` ends in `stmt`: a computed goto, which leads to each label of the function whose address is taken,
 * or an asm goto, which leads to the labels that it names. */
void annot_jumps_add(AnnotJumps *jumps, guint32 from, const AnnotStmt *stmt);

/* Adds to `flow`, after the walk, an edge from the `from` of each such jump to the `to` of each label that it leads to;
 * marks the label's block, if it has one, `forced`. */
void annot_jumps_finish(const AnnotJumps *jumps, GArray *flow);

#endif
