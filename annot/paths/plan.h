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

/* The automaton, and what can be seen of the function. It owns nothing. */
typedef struct {
    const HtolGraph *graph;
    const HtolTour *tour;
    const guint8 *visible; /* by node: its moves can be made where control enters it; TRUE for node 0 */
    const guint8 *passed;  /* by node: control that enters it surely goes on to the next node */
    const guint32 *known;  /* by node: 1 + a slot that is set when it is entered; 0: none is */
    const guint8 *leaves;  /* by node: its `leaves` in the plan is wanted */
    const guint8 *depth;   /* by node: number of loops around it */
    const guint8 *asked;   /* by node: the state is read while control is in it; NULL: in none */
    gboolean wild;         /* control may come to a node from any other, along no edge */
    guint32 first_slot;    /* the plan's first slot */
    guint32 most;          /* most numbers in the table */
} AnnotPlanInput;

/* One move: how the next state is found and what is recorded of it. */
typedef struct {
    gboolean loads;   /* the number of the next state is table[base + that of the present one]; else it is `state` */
    gboolean keeps;   /* the next state must be kept: a later move loads */
    gboolean stores;  /* sets slot `slot`; if it loads, `slot` + the number of the next state */
    gboolean guesses; /* it loads, but often the present state is `likely`: then the next one is `state` */
    guint32 base, state, slot, likely;
} AnnotMove;

/* The moves that are made where control enters one node. */
typedef struct {
    guint n;
    const AnnotMove *moves;
} AnnotMoves;

/* For each state number that moves can give, table[base + state] is within the table and holds such a number. */
typedef struct {
    AnnotMoves *nodes;  /* by node: moves when it is entered; the entry has none */
    AnnotMoves *leaves; /* by node: moves when control goes from it to the exit */
    gboolean keeps;     /* the state is kept in a variable, which begins as `start` */
    guint32 start;
    guint32 n_table;
    const guint32 *table;
    guint32 n_states;   /* all numbers of states are below it */
    guint32 slots;      /* number of slots that the plan uses */
    guint32 *slot_of;   /* by state of the automaton: 1 + its slot; 0: none */
    guint32 *number_of; /* by state of the automaton: 1 + its number; 0: the program is never in it. States that end in
                           one node are numbered consecutively */
} AnnotPlan;

/* Whether there is a plan, and why not. */
typedef enum {
    ANNOT_PLANNED,
    ANNOT_PLAN_HIDDEN, /* two ways from a visible node to the next cannot be told apart */
    ANNOT_PLAN_LARGE   /* the table would have more than `most` numbers */
} AnnotPlanFault;

/* Fills *plan, whose parts live in the arena. After a fault the plan must not be used. */
AnnotPlanFault annot_plan_make(HtolArena *arena, const AnnotPlanInput *input, AnnotPlan *plan);

#endif
