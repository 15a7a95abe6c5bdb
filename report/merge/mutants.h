/* Mutants of strong builds, beside the measured functions whose text they change: which tests may notice each, and what
 * became of it. Runs nothing; whether a mutant is covered, the evaluator says of its objective. */
#ifndef REPORT_MUTANTS_H
#define REPORT_MUTANTS_H

#include "report/merge/infected.h"

/* What became of a mutant. */
typedef enum {
    REPORT_MUTANT_NOTICED,   /* some test failed because of it */
    REPORT_MUTANT_UNNOTICED, /* all tests that may notice it ran with it, and none failed */
    REPORT_MUTANT_UNREACHED, /* no test may notice it: their runs are the same with it */
    REPORT_MUTANT_UNCHOSEN,  /* so it is with this one, but only a sample was tried, of which it is no part */
    REPORT_MUTANT_UNTRIED,   /* some of those tests have not run with it, or left out their program */
    REPORT_MUTANT_UNWRITTEN, /* it does not stand in the strong build */
    REPORT_MUTANT_STATES
} ReportMutantState;

/* "noticed", "unnoticed", "not infected", "not chosen", "not tried", "not written" */
extern const char *const report_mutant_states[REPORT_MUTANT_STATES];

/* A mutant. What hlcov prune proved is not here: an equivalent one is an objective with a proof. */
struct ReportMutant {
    const HtolFunction *function; /* of the strong build */
    const HtolRowChange *change;  /* its row there, whose number chooses it */
    guint32 digest;               /* that of htol_change_digest */
    const ReportMutant *first,    /* the first mutant of the function that does the same in any run; maybe itself */
        *same;                    /* the next one that does, after the last one the first; itself: no other does */
    ReportMutantState state;
    gboolean is_spared; /* it is part of a sample, and needed no run */
    ReportInfected infected;
    HtolTestSet noticed,
        passed; /* tests that ran with it, by how the latest run ended; HTOL_NO_TESTS if none is known */
    guint n_trials;
    const HtolTrial *const *trials; /* the latest of each test, and of the command that stands for all */
};

/* The mutants of one function, one for each of its rows Change. */
struct ReportMutants {
    guint32 n;
    gboolean are_chosen; /* all of them were, when tests ran with some */
    ReportMutant *list;
};

/* Gives merged functions the mutants of functions of the same text in strong builds: rows Change, behind the
 * function's own slots one for each, set if a test noticed the mutant, and `mutants`. */
void report_mutants_join(HtolArena *arena, const ReportInputs *inputs, ReportMerge *merge);

/* The mutant that an objective of SM is about; NULL of other objectives. */
const ReportMutant *report_mutant_of(const ReportFunction *function, const HtolObjective *objective);

/* Returns a number by which the mutant is chosen among others: the same wherever it is computed, and even in no bits.
 */
guint64 report_mutant_rank(const ReportMutant *mutant);

/* Returns into which of so many parts, from 1 on, a mutant falls whose `first` has that rank: --shard of hlcov mutate.
 * Mutants that do the same fall into one part, which runs them once. */
guint report_mutant_part(guint64 rank, guint parts);

/* Why nobody knows yet whether tests notice the mutant of an objective; NULL: that is known, or it has none. */
const char *report_mutant_untried(const ReportFunction *function, const HtolObjective *objective);

#endif
