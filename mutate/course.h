/* The course of hlcov mutate: runs tests without a mutant, then with each that they may notice, until one does; keeps
 * each verdict when it is known, and runs nothing whose verdict is. It prints nothing. */
#ifndef MUTATE_COURSE_H
#define MUTATE_COURSE_H

#include "mutate/pool.h"
#include "mutate/progress.h"

/* What a course works on, and what came of it. It owns nothing. */
typedef struct {
    const ReportModel *model; /* that mutants were joined with */
    GPtrArray *mutants;       /* MutateMutant, whose fates are filled in */
    MutateSuite *suite;
    const char *trials; /* the file of trials */
    gboolean is_part;   /* `mutants` were chosen from more: which of them need no run is kept */
    MutatePoolOptions pool;
    MutateLimits limits; /* their time is what a test may take without a mutant, and if `is_fixed` with one too; */
    gboolean is_fixed;   /* else it may take five times the time that it took without a mutant, and a second; a process
                            that computes all the while, a fifth of a second */
    gboolean is_again;   /* verdicts that are known count for nothing */
    MutateTell tell;
    guint runs, known, damaged; /* told in the end: runs with mutants, trials that were known, damaged lines of them */
} MutateCourse;

/* Fills in the fates that are known; runs nothing. */
void mutate_course_look(MutateCourse *course);

/* Runs what has to be run. FALSE, and *error, if it cannot go on; what is known then is kept. TRUE also if somebody
 * wanted the end: then some mutants are MUTATE_OPEN. */
gboolean mutate_course_run(MutateCourse *course, GError **error);

#endif
