/* How far hlcov mutate has come, and who is told. */
#ifndef MUTATE_PROGRESS_H
#define MUTATE_PROGRESS_H

#include <glib.h>

/* How far it is. */
typedef struct {
    const char *doing; /* in a few words */
    guint done, of;    /* mutants, or runs without one */
    guint runs;        /* of tests with mutants, so far */
    gint64 time;       /* microseconds since this began */
} MutateProgress;

/* The function that is told, again and again, and what it is handed. */
typedef struct {
    void (*tell)(const MutateProgress *progress, gpointer data);
    gpointer data;
} MutateTell;

#endif
