/* Runs a compiler's command line so that what it compiles is annotated. Asks nothing of the user and prints
 * nothing; the compiler it runs does. The order of things, for a command that compiles C:
 *
 *   the check (the user's own messages) runs beside preprocessing and annotating; when both are done, the
 * annotated text is compiled, and the tables are registered in the data directory. A text that the compiler
 * refuses is annotated and compiled once more without users' labels, if it has some.
 *
 * Whatever else fails, the command is run as it was given: a build never fails because of us. */
#ifndef ANNOT_LAUNCH_H
#define ANNOT_LAUNCH_H

#include "annot/options/options.h"
#include "annot/survey.h"
#include "htol/files/moved.h"

typedef struct {
    const char *data_dir; /* value of HLCOV_DIR, or NULL */
    gboolean colour;      /* the compiler's messages end on a terminal */
    AnnotOptions options;
    const char *const *words;  /* of hlcov cc that gave the options, kept beside tables; ended by NULL; NULL: none */
    const char *root;          /* that paths in tables are relative to, as it is now; NULL: as htol_root_dir says */
    const HtolMoved *moved;    /* tables are made as if nothing had been moved since; NULL: nothing was */
    const AnnotSurvey *survey; /* in a process of its own; NULL: nobody looks */
} AnnotLaunch;

enum { ANNOT_LAUNCH_EXEC = -1 };

/* Runs argv, a compiler and its arguments. Returns the exit status (128 + n for signal n), or
 * ANNOT_LAUNCH_EXEC when nothing is to be annotated and the caller should become the compiler. Appends to
 * `messages` what the compiler said, and what is wrong with objectives, which is still to be shown on
 * standard error. */
int annot_launch(const AnnotLaunch *launch, char **argv, GString *messages);

/* The table of a C source of argv, a compiler and its arguments, as annot_launch would put it into the object; empty if
 * there is nothing to record. `source`: as argv has it; NULL: the only one. Compiles nothing and keeps no file. Appends
 * to `messages` what is wrong with objectives. NULL and an error if the source cannot be preprocessed or annotated, or
 * argv is what annot_launch would not annotate. */
GBytes *annot_launch_table(const AnnotLaunch *launch, char **argv, const char *source, GString *messages,
                           GError **error);

#endif
