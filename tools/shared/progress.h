/* Shows on a terminal what a slow command is doing: one line, overwritten as it goes on and removed in the end. Does
 * not know what is being done. */
#ifndef TOOLS_PROGRESS_H
#define TOOLS_PROGRESS_H

#include <stdio.h>

#include "report/inputs/progress.h"

/* Microseconds before the first line is shown, and between two updates of it. */
enum { COMMAND_PROGRESS_FIRST = 1000000, COMMAND_PROGRESS_AGAIN = 100000 };

/* Tells the time in microseconds since any fixed moment. */
typedef gint64 (*CommandClock)(void);

/* The line, and when it may change. */
typedef struct {
    ReportProgress report; /* what libraries are given */
    FILE *out;             /* NULL: nothing is said */
    CommandClock clock;
    gint64 next;  /* when something may be said again */
    guint length; /* of the line that stands there; 0: none */
} CommandProgress;

/* Starts showing progress on `out`. `progress` must stay in place until the line is cleared for the last time. */
void command_progress_begin(CommandProgress *progress, FILE *out, CommandClock clock);

/* Returns standard error if it is a terminal and `quiet` is FALSE, else NULL. */
FILE *command_progress_stream(gboolean quiet);

/* Removes the line, if one is shown: call it before printing anything else, and in the end. */
void command_progress_clear(void);

#endif
