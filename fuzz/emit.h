/* Writes a corpus as a directory of regression tests that users commit: inputs, what was observed of each, and a script
 * that compares. Whether what was observed is right, its owner decides. */
#ifndef FUZZ_EMIT_H
#define FUZZ_EMIT_H

#include "fuzz/trial.h"

/* What was written. */
typedef struct {
    guint inputs;
    guint varying;       /* of these, those whose output was different when they ran again: their exit status alone is
                            compared; those whose status was different, too, are left out */
    gboolean has_script; /* run.sh was written; it was not if there is one, which its owner may have changed */
} FuzzEmitted;

/* Writes `inputs` (char *, paths) to the directory, as inputs/NAME, expected/NAME.out and expected/NAME.status, and
 * run.sh. Each runs twice, as a test of the data directory `scratch`. What an earlier call has written of inputs that
 * are no more is removed. FALSE and *error on failure. */
gboolean fuzz_emit(const FuzzTrials *trials, const GPtrArray *inputs, const char *scratch, const char *directory,
                   FuzzEmitted *emitted, GError **error);

/* The way from a directory to a path, both absolute: "../../build/a"; to be freed. */
char *fuzz_relative(const char *path, const char *directory);

#endif
