/* The user's choices of how C is annotated: one struct, passed by value from the parser of options to all who act on
 * them. It knows nothing of a single unit, nor where results go. */
#ifndef ANNOT_OPTIONS_H
#define ANNOT_OPTIONS_H

#include <glib.h>

/* A .htol file, or a .hyperlabels file of LTest. */
typedef struct {
    const char *path; /* relative to the working directory of the compiler, or absolute */
    const char *text;
} AnnotObjectives;

/* Strings and objectives that it points to are not owned, and must outlive it. */
typedef struct {
    gboolean complete;  /* complete semantics where it is possible; else observed */
    gboolean branching; /* only expressions that branch are decisions, cut at operands with side effects */
    const AnnotObjectives *objectives; /* n_objectives files of users' objectives */
    guint n_objectives;
    guint32 records; /* what is recorded beside structure and logic: HtolRecords, ORed */
    const char
        *functions; /* functions whose parameters are recorded: globs of names, with commas; NULL: all functions */
    guint paths;    /* most paths of a kind in a function; if it has more, none of that kind is recorded */
    gint repeats;   /* most repetitions of a node in a complete path with loops; -1: such paths are not recorded */
    gboolean trace; /* paths and data flow are traced instead of recorded: trace.h */
    guint flows;    /* most slots for data flow of a variable in a function; if it needs more, none is recorded */
    guint mutants;  /* most mutants of an operator in a function; if there are more, none is computed */
    guint tuples;   /* KiB in each unit for the values that users' labels bind */
    gboolean kills; /* calls and stores through pointers define the variables that they may change */
    gboolean plain; /* no clean copies (copy.h) are made */
    guint32 strong; /* not 0: a strong build (strong.h) by these mutation operators, bit k for AnnotStrongOperator k */
} AnnotOptions;

#endif
