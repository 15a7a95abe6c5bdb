/* Labels of a function by name and scope, and the jumps to labels that are not known when compiling. */
#ifndef ANNOT_JUMP_H
#define ANNOT_JUMP_H

#include "annot/graph/walk.h"

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

/* The compound statement begins: labels that are declared in it with __label__ hide others of their names.
 * Returns how many. */
guint annot_jumps_open(AnnotJumps *jumps, const AnnotStmt *compound);

/* The statement ends that declared that many. */
void annot_jumps_close(AnnotJumps *jumps, guint declared);

/* The label that the name means here. */
AnnotTarget *annot_jumps_label(AnnotJumps *jumps, const char *name);

/* `from` ends in the statement: a computed goto, which leads to each label of the function whose address it
 * takes, or an asm goto, which leads to those that it names. */
void annot_jumps_add(AnnotJumps *jumps, guint32 from, const AnnotStmt *stmt);

/* Adds the edges of those jumps, each from its `from` to its label's `to`, whose block, if there is one, becomes
 * `forced`; the walk is done. */
void annot_jumps_finish(const AnnotJumps *jumps, GArray *flow);

#endif
