/* Runs a compiler's command line so that what it compiles is annotated. Asks nothing of the user and prints
 * nothing; the compiler it runs does. The order of things, for a command that compiles C:
 *
 *   the text is preprocessed; it is annotated beside the check (the user's own messages), unless what comes of them is
 * kept from before; the annotated text is compiled, and the tables are registered in the data directory. A text that
 * the compiler refuses is annotated and compiled once more without users' labels, if it has some.
 *
 * Whatever else fails, the command is run as it was given: a build never fails because of us. */
#ifndef ANNOT_LAUNCH_H
#define ANNOT_LAUNCH_H

#include "annot/options/options.h"
#include "annot/proved.h"
#include "annot/survey.h"
#include "htol/notes/moved.h"

/* How commands are to be run. It owns nothing. */
typedef struct {
    const char *data_dir; /* value of HLCOV_DIR, or NULL */
    gboolean colour;      /* the compiler's messages end on a terminal */
    AnnotOptions options;
    const char *const
        *words;       /* words of hlcov cc that gave the options, kept beside tables; ended by NULL; NULL: none */
    const char *root; /* present path of the directory that paths in tables are relative to; NULL: htol_root_dir */
    const HtolMoved *moved; /* moved directories: tables have paths as before the move; NULL: nothing was moved */
    gboolean anew;          /* what was annotated before is annotated again, and nothing is kept of it */
    const char *proofs; /* data directory whose proofs are relied on, absolute; "": that of the unit; NULL: none are */
    AnnotReadProved *read_proved; /* reads them; NULL: none are relied on */
    const char *tongue;           /* what messages of compilers depend on in the environment; NULL: that is not known */
    const AnnotSurvey *survey;    /* callbacks, called in a process of their own; NULL: none */
} AnnotLaunch;

/* A result of annot_launch beside exit statuses. */
enum { ANNOT_LAUNCH_EXEC = -1 };

/* Runs argv, a compiler and its arguments. Returns the exit status (128 + n for signal n), or
 * ANNOT_LAUNCH_EXEC when nothing is to be annotated and the caller should become the compiler. Appends to
 * `messages` what the compiler said, and what is wrong with objectives, which is still to be shown on
 * standard error. */
int annot_launch(const AnnotLaunch *launch, char **argv, GString *messages);

/* Returns the table that annot_launch would put into the object of `source`, a C source named in argv (a compiler and
 * its arguments); NULL: the only source there. Empty if there is nothing to record. Compiles nothing and keeps no file.
 * Appends to `messages` what is wrong with objectives. Returns NULL and sets *error if the source cannot be
 * preprocessed or annotated, or if annot_launch would not annotate argv. */
GBytes *annot_launch_table(const AnnotLaunch *launch, char **argv, const char *source, GString *messages,
                           GError **error);

#endif
