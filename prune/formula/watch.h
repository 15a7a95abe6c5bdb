/* Watches the solver: ends a process in which it stands still. Z3 stops questions by a clock that is a thread of its
 * own, for which it may wait for ever when that has ended in between: then no limit of processor time is reached. */
#ifndef PRUNE_WATCH_H
#define PRUNE_WATCH_H

#include <glib.h>

/* How often a question is looked at, in seconds: a process that waits for a processor gets some of it in that time. */
enum { PRUNE_WATCH_SECONDS = 10 };

/* Returns the processor time of this process, in milliseconds. */
gint64 prune_processor_time(void);

/* From here on, until prune_watch_end, the process is killed if it takes hardly any processor time for `seconds`. It
 * takes SIGALRM and alarm(2). */
void prune_watch_begin(guint seconds);
void prune_watch_end(void);

#endif
