/* Says on a terminal what a command is doing, if that takes long: on one line, which is written over and removed in the
 * end. What is being done is not known here. */
#ifndef TOOLS_PROGRESS_H
#define TOOLS_PROGRESS_H

#include <stdio.h>

#include "report/read/progress.h"

/* Microseconds: nothing is said before the first, and then not again before the second. */
enum { COMMAND_PROGRESS_FIRST = 1000000, COMMAND_PROGRESS_AGAIN = 100000 };

/* Microseconds since some time. */
typedef gint64 (*CommandClock)(void);

typedef struct {
    ReportProgress report; /* what libraries are given */
    FILE *out;             /* NULL: nothing is said */
    CommandClock clock;
    gint64 next;  /* when something may be said again */
    guint length; /* of the line that stands there; 0: none */
} CommandProgress;

/* Begins; `progress` stays where it is until its line was cleared for the last time. */
void command_progress_begin(CommandProgress *progress, FILE *out, CommandClock clock);

/* Standard error if it is a terminal, unless the command is to be quiet; else NULL. */
FILE *command_progress_stream(gboolean quiet);

/* Removes the line that stands there, if one does: before something else is printed, and in the end. */
void command_progress_clear(void);

#endif
