/* The plan of an engine: what it is asked to do. It is called by nobody here. */
#ifndef FUZZ_PLAN_H
#define FUZZ_PLAN_H

#include "fuzz/target.h"

/* What an engine is asked to do. */
typedef struct {
    const FuzzTarget *target;
    const char *directory;  /* of its own, which is there and empty */
    const char *seeds;      /* directory of inputs to begin with, one at least */
    const char *dictionary; /* file; NULL: there is none */
    const char *goals;      /* what HLCOV_FUZZ is set to: the path of a file of goals, or "all" */
    guint jobs;             /* processes at once, 1 at least */
    guint seed;             /* of its random numbers; 0: it chooses one */
    guint timeout;          /* milliseconds that one input may take */
    guint64 runs;           /* executions after which it stops; 0: it does not */
    char **environment;     /* as of g_get_environ */
} FuzzPlan;

/* Adds a word to a command. */
void fuzz_add_word(GPtrArray *words, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Adds the paths of the directory's files whose names begin so. */
void fuzz_add_files(const char *directory, const char *prefix, GPtrArray *paths);

#endif
