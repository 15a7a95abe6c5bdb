/* One preprocessed translation unit in, instrumented text and its table out. Runs no compiler and writes no
 * file. */
#ifndef ANNOT_ANNOTATE_H
#define ANNOT_ANNOTATE_H

#include <glib.h>

#include "annot/options/options.h"
#include "annot/probes/machine.h"
#include "annot/survey.h"
#include "annot/users/expand.h"
#include "htol/files/moved.h"

typedef struct {
    const char *text; /* output of the user's `cc -E`; text[size] is NUL */
    gsize size;
    const char *path;              /* of the main source file as given to the compiler */
    const char *directory;         /* working directory of the compiler, absolute */
    const char *root;              /* that paths in the table are relative to, absolute */
    const HtolMoved *moved;        /* the table is as if nothing had been moved since; NULL: nothing was */
    const char *data_dir;          /* to bake into the object, absolute */
    const char *compiler;          /* as called, for the table */
    const char *const *clang_args; /* dialect flags for the front end (-std=..., -m32), NULL-terminated */
    const AnnotTarget *target;     /* of the compiler; its runtime is carried */
    gboolean intel_syntax;         /* the compiler writes Intel assembler syntax (-masm=intel) */
    AnnotOptions options;
    gboolean optimized;      /* by the compiler */
    gboolean threads;        /* the program has some */
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
