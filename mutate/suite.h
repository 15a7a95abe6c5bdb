/* The tests that run with mutants: those that are remembered, or one command that stands for all. Which of them a
 * mutant infects; it runs none. */
#ifndef MUTATE_SUITE_H
#define MUTATE_SUITE_H

#include "htol/notes/remembered.h"
#include "mutate/mutants.h"

/* One test. */
typedef struct {
    const HtolRemembered *test;
    guint64 stamp;        /* as in trials: of its words and the scripts that they name */
    gint64 time;          /* microseconds that it takes without a mutant; 0: not known */
    const char *left_out; /* why it does not run with mutants; NULL: it does */
    guint ran, absent;    /* trials of it; of these, those in which no process had the mutant */
} MutateTest;

/* All tests. To be freed by mutate_suite_free. */
typedef struct {
    GArray *tests; /* MutateTest */
    gboolean is_command;
    GArray *of_recorded;     /* gint: for each of the model's tests the index in `tests`; -1: it is not remembered */
    GPtrArray *unremembered; /* const char *: names of those */
    guint n_damaged;         /* lines of the file of remembered tests */
} MutateSuite;

/* Reads the tests that are remembered in the data directory; they lie in the arena. NULL, and *error, which says what
 * to do, if the model knows no test or none is remembered. */
MutateSuite *mutate_suite_read(HtolArena *arena, const char *directory, const ReportModel *model, GError **error);

/* The one command, which runs in `directory` with `environment` for each mutant. They must outlive the suite. */
MutateSuite *mutate_suite_of_command(HtolArena *arena, const char *directory, char **words, char **environment);
void mutate_suite_free(MutateSuite *suite);

/* The tests (guint, indices) that the mutant infects, those that are left out included, in their order. What was
 * recorded outside of tests, or in tests that are not remembered, counts for all. To be unreferenced. */
GArray *mutate_suite_infected(const MutateSuite *suite, const ReportModel *model, const MutateMutant *mutant);

#endif
