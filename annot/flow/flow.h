/* The data flow of a function: which definitions of its variables reach which uses, and the slots in which it
 * is recorded that they did. It edits no text.
 *
 * What is recorded is a number for each variable and activation, that of the definition which wrote it last;
 * 0 where none did. Of a variable that is piled, that of an array whose elements are assigned to, several
 * definitions may reach a use: each of them has a flag of its own. */
#ifndef ANNOT_FLOW_H
#define ANNOT_FLOW_H

#include "annot/flow/variable.h"
#include "annot/graph/cfg.h"

/* Slots for the uses of one variable, if nothing else is said. */
enum { ANNOT_MOST_FLOWS = 4096 };

/* A definition of a variable. */
typedef struct {
    guint32 variable;
    HtolDefinitionKind kind;
    guint32 access; /* ANNOT_NO_ACCESS: at the entry. UNKNOWN is one definition for all accesses: the first of them */
    guint32 number; /* among the variable's definitions, from 1 */
    gboolean part;  /* it writes only a part: earlier definitions may still reach uses */
} AnnotDefinition;

/* The state of the automaton of plan.h where a use is evaluated; see dupath.h. */
typedef struct {
    guint32 states; /* number of states that it may be; 0: it is not recorded */
    guint32 first;  /* number of the first of them; the others follow */
    guint32 slot;   /* the function's slot for the first */
} AnnotTold;

/* A use of a variable, and how it is recorded which definitions reach it. */
typedef struct {
    guint32 variable;
    HtolUseKind kind;
    guint32 access;
    gboolean fixed; /* only one definition reaches it, and its only slot says so */
    guint32 leader; /* the use whose stores record it; itself if its own do */
    guint32 slot;   /* the first of its slots */
    guint32 point;  /* where it is evaluated; ANNOT_NO_POINT: not known, or there are several */
    guint32 run;    /* first point of its run: points that are evaluated all or none, see share.h */
    AnnotTold told; /* which state of the automaton its stores tell */
} AnnotUse;

/* Definitions and uses are sorted by variable, then by their text. Variables that are not measured have none. */
typedef struct AnnotFlows {
    AnnotDefUse *defuse;
    GArray *variables;   /* AnnotFlowVariable */
    GArray *definitions; /* AnnotDefinition */
    GArray *uses;        /* AnnotUse */
    GArray *flows;       /* HtolRowFlow, in order of uses, then of definitions */
    gboolean unknown;    /* calls and stores through pointers define what is aliased */
} AnnotFlows;

/* Frees what annot_flows_new made, with its accesses. */
void annot_flows_free(AnnotFlows *flows);

/* Returns which of a use's slots, counted from its first, is set when definition `number` of the variable reaches it;
 * number 0: when no definition does. For a piled variable slot 0 means nothing. */
guint32 annot_flow_offset(const AnnotFlowVariable *variable, guint32 number);

#endif
