/* What is found of the expressions of a function, beside the tree, which stays as it was built: a row for each
 * expression, by its number. It finds nothing itself: assigned.h fills `assigned`, annot_cfg_new the rest. */
#ifndef ANNOT_FACTS_H
#define ANNOT_FACTS_H

#include "annot/tree/tree.h"

/* Of AnnotFact.node and .done: none. */
#define ANNOT_NO_NODE G_MAXUINT32

typedef struct {
    guint32 node;      /* of the graph, in which its evaluation begins; NO_NODE: in none, or it is constant, or
                          && or || or ! inside a decision */
    guint32 done;      /* the node in which its own operation is done, behind its operands: assignments, steps,
                          calls, what reads memory, initialisers; else NO_NODE */
    gboolean assigned; /* NAME: reading it here finds a value that was stored there; see assigned.h */
} AnnotFact;

typedef struct {
    guint32 n;
    AnnotFact *rows;
    gboolean knows_assigned; /* it was filled */
} AnnotFacts;

/* Rows in which nothing is found yet, in the arena. */
AnnotFacts *annot_facts_new(HtolArena *arena, const AnnotFunction *function);

/* The row of an expression of that function. */
const AnnotFact *annot_fact(const AnnotFacts *facts, const AnnotExpr *expr);

/* The same row, to be filled. */
AnnotFact *annot_facts_row(AnnotFacts *facts, const AnnotExpr *expr);

#endif
