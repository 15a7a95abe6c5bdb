/* How a command ends that cannot go on: without memory, or by a signal. It leaves no half-written outputs behind. What
 * is wrong with inputs ends no command this way. */
#ifndef TOOLS_ENDING_H
#define TOOLS_ENDING_H

/* From here on: where memory cannot be had, the libraries' included, the command says so and exits with COMMAND_FAILED;
 * and whatever signal ends it, the temporary files of its outputs are gone. Called once, before anything else is. */
void command_ending_begin(void);

#endif
