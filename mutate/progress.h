/* How far hlcov mutate has come, and who is told. */
#ifndef MUTATE_PROGRESS_H
#define MUTATE_PROGRESS_H

#include <glib.h>

typedef struct {
    const char *doing; /* in a few words */
    guint done, of;    /* mutants, or runs without one */
    guint runs;        /* of tests with mutants, so far */
    gint64 time;       /* microseconds since this began */
} MutateProgress;

typedef struct {
    void (*tell)(const MutateProgress *progress, gpointer data);
    gpointer data;
} MutateTell;

#endif
