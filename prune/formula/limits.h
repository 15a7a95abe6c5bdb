/* Limits of a process in which the solver works. They hold for the process that calls. */
#ifndef PRUNE_LIMITS_H
#define PRUNE_LIMITS_H

#include <glib.h>

/* Lets the process have so many seconds of processor time and so many GiB of address space, and leave no core. Under a
 * sanitizer, which takes much of it for itself, the address space has no limit. */
void prune_limit_process(guint64 seconds, guint64 gib);

#endif
