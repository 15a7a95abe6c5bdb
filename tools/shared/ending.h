/* How a command ends that cannot go on: without memory, or by a signal. It leaves no half-written outputs behind. What
 * is wrong with inputs ends no command this way. */
#ifndef TOOLS_ENDING_H
#define TOOLS_ENDING_H

/* From this call on, a command that runs out of memory, also in a library, says so and exits with COMMAND_FAILED, and a
 * command that a signal ends removes the temporary files of its outputs. Call it once, first of all. */
void command_ending_begin(void);

#endif
