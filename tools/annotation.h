/* The options that say how C is annotated, for the commands that do it. What they mean is annot/launch/launch.h's.
 */
#ifndef TOOLS_ANNOTATION_H
#define TOOLS_ANNOTATION_H

#include "annot/launch/launch.h"
#include "tools/commands.h"

/* Of an option that is given twice, the last counts, but for objectives: all do. */
typedef struct {
    char *semantics, *decisions, *aliases, *copies;
    char *functions;    /* globs */
    int tuples;         /* KiB */
    int paths;          /* of a kind, in a function */
    int repeats;        /* in complete paths; below 0: none of functions with loops */
    gboolean trace;     /* the program is told of what is done instead of recording paths and data flow */
    int mutants;        /* that an operator makes in a function */
    int flows;          /* slots for the data flow of one variable */
    guint32 records;    /* HtolRecords, ORed: what the criteria need that were asked for */
    GPtrArray *words;   /* char *: those that were parsed as options of hlcov cc; the last one is NULL */
    char **files;       /* of objectives, of the words that were parsed last */
    HtolArena *arena;   /* of what follows */
    GArray *objectives; /* AnnotObjectives, with what the files hold */
} AnnotationOptions;

enum { ANNOTATION_ENTRIES = 3 };

/* The options as they are when none is given; to be freed with annotation_options_clear. */
AnnotationOptions annotation_options(void);
void annotation_options_clear(AnnotationOptions *options);

/* Fills `entries`, ANNOTATION_ENTRIES of them, so that GOption parses into `options`. */
void annotation_entries(AnnotationOptions *options, GOptionEntry *entries);

/* Reads the files of objectives that the last parsed words named. COMMAND_FAILED, after a message, if one cannot be
 * read. */
CommandStatus annotation_read(AnnotationOptions *options);

/* Sets what the options say of `launch`, which must not outlive them. FALSE, after a message, if one is
 * wrong. */
gboolean annotation_fill(const AnnotationOptions *options, AnnotLaunch *launch);

#endif
