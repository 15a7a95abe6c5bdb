/* What is found of the expressions of a function, beside the tree, which stays as it was built: a row for each
 * expression, by its number. It finds nothing itself: assigned.h fills `assigned`, annot_cfg_new the rest. */
#ifndef ANNOT_FACTS_H
#define ANNOT_FACTS_H

#include "annot/tree/tree.h"

/* The value of AnnotFact.node and .done that means none. */
#define ANNOT_NO_NODE G_MAXUINT32

/* What is found of one expression. */
typedef struct {
    guint32 node; /* node of the graph in which its evaluation begins; NO_NODE: there is none, or it is constant, or &&,
                     || or ! inside a decision */
    guint32 done; /* node in which the operation itself is done, after its operands: of assignments, ++ and --, calls,
                     reads of memory, initialisers; else NO_NODE */
    gboolean assigned; /* NAME: reading it here finds a value that was stored there; see assigned.h */
} AnnotFact;

/* The facts of a function, by number of the expression. */
typedef struct {
    guint32 n;
    AnnotFact *rows;
    gboolean knows_assigned; /* `assigned` of the rows was filled */
} AnnotFacts;

/* Makes the table of a function, with nothing found yet, in the arena. */
AnnotFacts *annot_facts_new(HtolArena *arena, const AnnotFunction *function);

/* Returns the row of an expression of that function. */
const AnnotFact *annot_fact(const AnnotFacts *facts, const AnnotExpr *expr);

/* Returns the row of an expression, to be filled. */
AnnotFact *annot_facts_row(AnnotFacts *facts, const AnnotExpr *expr);

#endif
