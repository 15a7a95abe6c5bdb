/* How a command that runs for long is asked to stop: by a signal, which it notices and then ends in good order. For how
 * all other commands end by signals, see ending.h. */
#ifndef TOOLS_STOPPING_H
#define TOOLS_STOPPING_H

#include <signal.h>

/* From this call on, the first SIGINT, SIGTERM or SIGHUP sets command_stopped to 1; the second one of its kind ends the
 * command at once. Signals that are ignored, as by nohup, stay so. */
void command_stopping_begin(void);

/* Not 0 when somebody has asked for the end. */
extern volatile sig_atomic_t command_stopped;

#endif
