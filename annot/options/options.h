/* What the user chose of how C is annotated: one struct, by value, from who parses options to who acts on them. It says
 * nothing of one unit, and nothing of where results go. */
#ifndef ANNOT_OPTIONS_H
#define ANNOT_OPTIONS_H

#include <glib.h>

/* A .htol file, or a .hyperlabels file of LTest. */
typedef struct {
    const char *path; /* relative to the working directory of the compiler, or absolute */
    const char *text;
} AnnotObjectives;

/* What its strings and objectives point to must outlive whoever holds it. */
typedef struct {
    gboolean complete;                 /* complete semantics, where that may be; else observed */
    gboolean branching;                /* decisions are what branches, cut where operands have side effects; else all */
    const AnnotObjectives *objectives; /* n_objectives files of users' objectives */
    guint n_objectives;
    guint32 records;       /* what is recorded beside structure and logic: HtolRecords, ORed */
    const char *functions; /* whose parameters are recorded: globs over names, separated by commas; NULL: all */
    guint paths;           /* most paths of a kind in a function; of more, none is recorded */
    gint repeats;          /* of a node in complete paths of functions with loops; -1: these are not recorded */
    gboolean trace;        /* paths and data flow are told of instead of recorded: trace.h */
    guint flows;           /* most slots for the data flow of one variable in a function; of more, none is recorded */
    guint mutants;         /* most that a mutation operator makes in a function; of more, none is computed */
    guint tuples;          /* KiB: room in each unit for the values that users' labels bind */
    gboolean kills;        /* calls and stores through pointers define what they may change */
    gboolean plain;        /* nothing is written twice: no clean copies, copy.h */
} AnnotOptions;

#endif
