/* Runs one command as a test that may do anything: processes of its own that end with it, limits of time, memory,
 * processes and what is written. It knows no mutants.
 *
 * Each run has a keeper, a child of ours; the keeper has a guard, which starts the command and watches it. Where that
 * is allowed the guard is the first process of a PID namespace: whatever the command signals, it reaches neither guard
 * nor keeper, and when the guard ends, the kernel ends all that the command left. Elsewhere the keeper looks for what
 * is left by its ancestors. Keeper and guard end when their parent does. */
#ifndef MUTATE_KEEPER_H
#define MUTATE_KEEPER_H

#include <sys/types.h>

#include "mutate/run.h"

/* A run under way. */
typedef struct MutateKept MutateKept;

/* Whether runs can have namespaces of their own here; tries it. */
gboolean mutate_can_be_apart(void);

/* Starts a run, whose strings may go at once; the caller waits for the process mutate_kept_process. NULL, and *error,
 * if there can be no more processes. */
MutateKept *mutate_keep(const MutateRun *run, GError **error);
pid_t mutate_kept_process(const MutateKept *kept);

/* Ends the run early, and waits for its end. */
void mutate_kept_stop(MutateKept *kept);

/* When its process has ended and was waited for: how the run ended. Frees it. */
MutateOutcome mutate_kept_end(MutateKept *kept);

#endif
