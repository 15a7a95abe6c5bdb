/* Trials: the target runs on one input, as a test whose coverage is sealed into a data directory. No engine is near:
 * what counts as covered comes from here alone. */
#ifndef FUZZ_TRIAL_H
#define FUZZ_TRIAL_H

#include "fuzz/target.h"
#include "report/store/seal.h"

/* How targets are tried. */
typedef struct {
    const FuzzTarget *target;
    char **environment;       /* as of g_get_environ */
    guint timeout;            /* milliseconds that one input may take */
    ReportComplete *complete; /* completes notes of crashes: see seal.h */
} FuzzTrials;

/* How the target ended. */
typedef enum {
    FUZZ_ENDED,   /* by itself, whatever its status */
    FUZZ_CRASHED, /* by a signal */
    FUZZ_LOOPED   /* it ran too long, and was killed */
} FuzzEnd;

/* What came of one trial. */
typedef struct {
    FuzzEnd end;
    int status;         /* its exit status, or the number of the signal */
    gboolean has_read;  /* it opened the file with the input, or read from it */
    GByteArray *output; /* what it wrote to standard output; NULL: nobody asked */
} FuzzOutcome;

/* What is kept of a trial, beside what is recorded of a run that ends by itself. */
typedef enum {
    FUZZ_KEEP_ENDED = 0,
    FUZZ_KEEP_ALL = 1,   /* what crashes and loops record, too */
    FUZZ_KEEP_OUTPUT = 2 /* the outcome's output, which is to be unreferenced */
} FuzzKeep;

/* Runs the target on the file `input`, as the test `test` of the data directory. FALSE, and *error, if it cannot be
 * started or what it recorded cannot be kept. */
gboolean fuzz_try(const FuzzTrials *trials, const char *input, const char *directory, const char *test, FuzzKeep keep,
                  FuzzOutcome *outcome, GError **error);

/* "SIGSEGV", "status 3", "ran too long"; to be freed. */
char *fuzz_outcome_words(const FuzzOutcome *outcome);

#endif
