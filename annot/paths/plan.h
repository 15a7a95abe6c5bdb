/* How the automaton over a function's paths is run while only some of its nodes can be seen: what each of
 * these has to do, as numbers and a table, and what is recorded where. Pure: it knows no text and no blocks.
 *
 * Where control enters a visible node, its moves are made, one after the other; the last one is onto the node
 * itself, those before it go through hidden nodes, of which there is one way at most from a visible node to
 * the next. A move looks the next state up in the table, or is a constant where there is one state only that
 * it can lead to. */
#ifndef ANNOT_PLAN_H
#define ANNOT_PLAN_H

#include "htol/graph/tour.h"

typedef struct {
    const HtolGraph *graph;
    const HtolTour *tour;
    const guint8 *visible; /* of each node: its moves can be made where control enters it; set of node 0 */
    const guint8 *passed;  /* of each node: whoever enters it goes on to the node behind it, whatever happens */
    const guint32 *known;  /* of each node: 1 + a slot that is set when it is entered; 0: none is */
    const guint8 *leaves;  /* of each node: `leaves` of the plan is used of it */
    const guint8 *depth;   /* of each node: loops around it */
    const guint8 *asked;   /* of each node: the state is read while control is in it; NULL: of none */
    gboolean wild;         /* control may come to a node from any other, along no edge */
    guint32 first_slot;    /* slots of the plan are placed from here on */
    guint32 most;          /* numbers in the table, at the most */
} AnnotPlanInput;

typedef struct {
    gboolean loads;   /* the number of the next state is table[base + that of the present one]; else it is `state` */
    gboolean keeps;   /* the next state must be kept: a later move loads */
    gboolean stores;  /* sets slot `slot`; if it loads, `slot` + the number of the next state */
    gboolean guesses; /* it loads, but often the present state is `likely`: then the next one is `state` */
    guint32 base, state, slot, likely;
} AnnotMove;

typedef struct {
    guint n;
    const AnnotMove *moves;
} AnnotMoves;

/* Whatever numbers the present states are that moves ever gave, table[base + state] is in the table, and what
 * it holds is such a number. */
typedef struct {
    AnnotMoves *nodes;  /* of each node, when it is entered; none of the entry */
    AnnotMoves *leaves; /* of each node, when control goes from it to the exit */
    gboolean keeps;     /* the state is kept in a variable, which begins as `start` */
    guint32 start;
    guint32 n_table;
    const guint32 *table;
    guint32 n_states;   /* states have numbers below it */
    guint32 slots;      /* it has placed */
    guint32 *slot_of;   /* of each state of the automaton: 1 + its slot; 0: none */
    guint32 *number_of; /* of each state of the automaton: 1 + its number; 0: the program is never in it. Those that end
                           in one node have numbers that follow each other */
} AnnotPlan;

typedef enum {
    ANNOT_PLANNED,
    ANNOT_PLAN_HIDDEN, /* two ways from a visible node to the next cannot be told apart */
    ANNOT_PLAN_LARGE   /* the table would have more than `most` numbers */
} AnnotPlanFault;

/* Fills the plan, which lives in the arena, as does all in it. After a fault it is not to be used. */
AnnotPlanFault annot_plan_make(HtolArena *arena, const AnnotPlanInput *input, AnnotPlan *plan);

#endif
