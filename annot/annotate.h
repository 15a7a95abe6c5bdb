/* One preprocessed translation unit in, instrumented text and its table out. Runs no compiler and writes no
 * file. */
#ifndef ANNOT_ANNOTATE_H
#define ANNOT_ANNOTATE_H

#include <glib.h>

#include "annot/probes/machine.h"
#include "annot/survey.h"
#include "annot/users/expand.h"
#include "annot/users/script.h"
#include "htol/files/moved.h"

typedef struct {
    const char *text; /* output of the user's `cc -E`; text[size] is NUL */
    gsize size;
    const char *path;                  /* of the main source file as given to the compiler */
    const char *directory;             /* working directory of the compiler, absolute */
    const char *root;                  /* that paths in the table are relative to, absolute */
    const HtolMoved *moved;            /* the table is as if nothing had been moved since; NULL: nothing was */
    const char *data_dir;              /* to bake into the object, absolute */
    const char *compiler;              /* as called, for the table */
    const char *const *clang_args;     /* dialect flags for the front end (-std=..., -m32), NULL-terminated */
    const AnnotTarget *target;         /* of the compiler; its runtime is carried */
    gboolean intel_syntax;             /* the compiler writes Intel assembler syntax (-masm=intel) */
    gboolean complete;                 /* complete semantics, where that may be */
    gboolean branching;                /* decisions are what branches, cut at side effects */
    const AnnotObjectives *objectives; /* n_objectives files of users' objectives */
    guint n_objectives;
    guint32 records;         /* what is recorded beside structure and logic: HtolRecords, ORed */
    const char *functions;   /* whose parameters are recorded: globs over names, separated by commas; NULL: all */
    guint paths;             /* the most of a kind in a function; of more, none is recorded */
    gint repeats;            /* of a node in complete paths of functions with loops; -1: these are not recorded */
    gboolean trace;          /* paths and data flow are told of instead of recorded: trace.h */
    guint32 flows;           /* most slots for the data flow of one variable in a function */
    guint32 mutants;         /* most that a mutation operator makes in a function; of more, none is computed */
    gboolean kills;          /* calls and stores through pointers define what they may change */
    gboolean plain;          /* no clean copies: copy.h */
    gboolean optimized;      /* by the compiler */
    gboolean threads;        /* the program has some */
    guint tuples;            /* KiB: room for the values that users' labels bind */
    gboolean without_labels; /* users' labels are left out of the text, with a fault each */
    AnnotExpander expander;
    const AnnotSurvey *survey; /* NULL: nobody looks */
} AnnotInput;

typedef struct {
    GString *text; /* instrumented; its lines are numbered as the input's are. NULL if there is nothing to say about it:
                      no function of the user's, no objective in its comments */
    GByteArray *table; /* as htol_table_write gives it */
    char *id;          /* of the table, hexadecimal */
    guint functions;   /* of user's code */
    guint skipped;     /* functions of those that were passed through */
    gboolean labels;   /* users' labels are in the text */
    char *messages;    /* what is wrong with users' objectives, lines `FILE:LINE:COLUMN: error: ...` */
} AnnotOutput;

/* Fails only when libclang gives no translation unit at all; then sets *error and the caller compiles the
 * original. */
gboolean annot_unit(const AnnotInput *input, AnnotOutput *output, GError **error);
void annot_output_clear(AnnotOutput *output);

#endif
