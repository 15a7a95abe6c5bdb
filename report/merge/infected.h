/* Which tests may notice a mutant: those of which what was recorded does not show that their run would be the same with
 * it. It runs nothing; whether a test did notice one is of mutants.h. */
#ifndef REPORT_INFECTED_H
#define REPORT_INFECTED_H

#include "report/merge/merge.h"

/* Which tests may notice one mutant. */
struct ReportInfected {
    HtolTestSet tests; /* each may notice it, by the numbers of the inputs' tests; none if no test is known */
    gboolean outside;  /* what was recorded outside of tests may be of any test: so each test may notice it */
    const char *weak;  /* the name, as of htol_objective_name, of the objective without which it is equivalent: if
                          nothing  can cover that, no run can differ; "": none is known; NULL: nobody looked */
};

/* Finds the tests for each mutant of `strong`, a function of a strong build, by what was recorded of the measured
 * function of the same text. Returns strong->n_changes of them, in the arena. */
ReportInfected *report_infected_find(HtolArena *arena, const ReportMerged *measured, const HtolFunction *strong);

/* Adds what is known of the same mutant by a measured function of the same text that stands elsewhere, or was compiled
 * otherwise; `sets` are those of the tests, NULL if none is known. */
void report_infected_add(ReportInfected *to, const ReportInfected *other, HtolTestSets *sets);

/* Takes away what is not known of another mutant too, which does the same in any run: a run that is the same with that
 * one is the same with this one. Both keep their `weak`. */
void report_infected_meet(ReportInfected *to, const ReportInfected *other, HtolTestSets *sets);

#endif
