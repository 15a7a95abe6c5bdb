/* Which machine the user's compiler compiles for, and the runtime as assembler text of that machine. It reads no C.
 *
 * A compiler is asked once (-dumpmachine): the answer is kept in the data directory, by the compiler's file and the
 * options that choose a machine. For a machine that hlcov was not built for, that compiler also compiles the runtime
 * once, by rt/carry.sh; the assembler text is kept beside the answer. */
#ifndef ANNOT_TARGET_H
#define ANNOT_TARGET_H

#include "annot/launch/command.h"
#include "annot/launch/process.h"
#include "annot/probes/machine.h"

/* What is needed to find the target. */
typedef struct {
    AnnotProcesses *processes;
    const AnnotCommand *command;
    const char *data_dir; /* where answers are kept, if that is possible; NULL: nowhere */
    const char *tmp;      /* a directory for files of our own */
} AnnotTargetInput;

/* Returns a name for the compiler's file, as its size and time tell, and for the words of the command that choose a
 * machine; to be freed. */
char *annot_target_key(const AnnotCommand *command);

/* Returns the machine that the command compiles for; if the compiler does not say, ours. To be cleared with
 * annot_target_clear. */
AnnotTarget annot_target_find(const AnnotTargetInput *input);

/* Finds the runtime for a foreign machine. Returns FALSE and appends the reason to `why` if there is none. */
gboolean annot_target_carry(const AnnotTargetInput *input, AnnotTarget *target, GString *why);
void annot_target_clear(AnnotTarget *target);

#endif
