/* One preprocessed translation unit in, instrumented text and its table out. Runs no compiler and writes no
 * file. */
#ifndef ANNOT_ANNOTATE_H
#define ANNOT_ANNOTATE_H

#include <glib.h>

#include "annot/options/options.h"
#include "annot/probes/machine.h"
#include "annot/proved.h"
#include "annot/survey.h"
#include "annot/users/expand.h"
#include "htol/notes/moved.h"

/* A unit and how it is to be annotated. All that it points to must outlive the annotation. */
typedef struct {
    const char *text; /* output of the user's `cc -E`; text[size] is NUL */
    gsize size;
    const char *path;       /* of the main source file as given to the compiler */
    const char *directory;  /* working directory of the compiler, absolute */
    const char *root;       /* absolute directory; paths in the table are relative to it */
    const HtolMoved *moved; /* moved directories: the table has paths as before the move; NULL: nothing was moved */
    const char *data_dir;   /* to bake into the object, absolute */
    const char *compiler;   /* as called, for the table */
    const char *const *clang_args; /* dialect flags for the front end (-std=..., -m32), NULL-terminated */
    const AnnotTarget *target;     /* of the compiler; its runtime is carried */
    gboolean intel_syntax;         /* the compiler writes Intel assembler syntax (-masm=intel) */
    guint64 digest;                /* of the options by which code is generated; 0: units must not share functions */
    AnnotOptions options;
    gboolean optimized;      /* the compiler optimizes */
    gboolean threads;        /* the program has threads */
    gboolean without_labels; /* users' labels are left out of the text, with a fault each */
    AnnotExpander expander;
    const AnnotSurvey *survey;    /* callbacks for each function; NULL: none */
    AnnotReadProved *read_proved; /* says what needs no probe; NULL: everything does */
    const char *proofs;           /* data directory, for read_proved */
} AnnotInput;

/* What becomes of it. To be cleared by annot_output_clear. */
typedef struct {
    GString *text; /* instrumented, with the line numbers of the input. NULL if there is nothing to record: no function
                      of the user's, no objective in its comments */
    GByteArray *table; /* as htol_table_write gives it */
    char *id;          /* the table's, hexadecimal */
    char *proofs;      /* the file of proofs that was relied on, see proved.h; NULL: all is recorded */
    guint functions;   /* number of functions in the user's code */
    guint skipped;     /* number of these that are left uninstrumented */
    gboolean labels;   /* users' labels are in the text */
    guint scripts;     /* number of users' objectives' files and comments that were looked at */
    char *messages;    /* what is wrong with users' objectives, lines `FILE:LINE:COLUMN: error: ...` */
} AnnotOutput;

/* Annotates `input` and fills `output`, to be cleared. Fails only when libclang gives no translation unit at all; then
 * sets *error, and the caller compiles the original. */
gboolean annot_unit(const AnnotInput *input, AnnotOutput *output, GError **error);
/* Frees what the output holds. */
void annot_output_clear(AnnotOutput *output);

#endif
