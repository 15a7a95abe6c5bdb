/* Engines: fuzzers that are installed, each run on a target in a directory of its own. Whether an input is worth
 * something is not asked here. */
#ifndef FUZZ_ENGINE_H
#define FUZZ_ENGINE_H

#include "fuzz/plan.h"

typedef struct FuzzEngine FuzzEngine;

/* The engine of that name; NULL: the one that fits the target. On failure returns NULL, and *error says what to
 * install, or why the engine cannot run the target. */
const FuzzEngine *fuzz_engine_find(const char *name, const FuzzTarget *target, GError **error);

/* Returns the engine's name for people: "AFL++". */
const char *fuzz_engine_title(const FuzzEngine *engine);

/* An engine at work. */
typedef struct FuzzWork FuzzWork;

/* Starts it. `plan` must outlive the work. NULL and *error on failure. To be freed, which ends it. */
FuzzWork *fuzz_work_new(const FuzzEngine *engine, const FuzzPlan *plan, GError **error);
void fuzz_work_free(FuzzWork *work);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FuzzWork, fuzz_work_free)

/* Waits at most `milliseconds`; FALSE: the engine has ended by itself. */
gboolean fuzz_work_wait(FuzzWork *work, guint milliseconds);

/* Ends the engine, and waits until it has written what it knows. */
void fuzz_work_end(FuzzWork *work);

/* What the engine said last, where it ended because of an error; to be freed. */
char *fuzz_work_complaint(const FuzzWork *work);

/* How often the target has run, as far as the engine has told. */
guint64 fuzz_work_runs(const FuzzWork *work);

/* Paths of files that the engine has kept: inputs that reached something new; those on which the target crashed or took
 * too long. char *, to be unreferenced. */
GPtrArray *fuzz_work_inputs(const FuzzWork *work);
GPtrArray *fuzz_work_crashes(const FuzzWork *work);

#endif
