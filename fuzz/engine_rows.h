/* What engine.c must know of an engine: its command line, its files, its words. Private to engine*.c. */
#ifndef FUZZ_ENGINE_ROWS_H
#define FUZZ_ENGINE_ROWS_H

#include "fuzz/plan.h"

/* One engine: its names and functions. */
typedef struct FuzzEngine FuzzEngine;
struct FuzzEngine {
    const char *name, *title;
    const char *program; /* that runs it; NULL: the target itself */
    const char *package; /* of Debian, that has the program */
    gboolean is_many;    /* one process runs all jobs */

    /* Makes what it needs in the plan's directory. */
    void (*prepare)(const FuzzPlan *plan);

    /* The command that does job number `job`, from 0; to be freed. */
    char **(*words)(const FuzzPlan *plan, guint job);

    /* Adds its variables to an environment, which it takes and returns. */
    char **(*environment)(const FuzzPlan *plan, char **environment);

    /* How often the target has run; what the log tells of the error that ended it, to be freed. */
    guint64 (*runs)(const FuzzPlan *plan);
    char *(*complaint)(const char *log);

    /* Add paths of files that it has kept. */
    void (*inputs)(const FuzzPlan *plan, GPtrArray *paths);
    void (*crashes)(const FuzzPlan *plan, GPtrArray *paths);
};

/* The engines that there are. */
extern const FuzzEngine fuzz_engine_afl, fuzz_engine_libfuzzer;

#endif
