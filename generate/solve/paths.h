/* Slots on single ways through a function: symbolic execution directed by open slots. On each way that is followed
 * (explore.h), each visit of a place with an open slot asks one question: the way so far, and the slot's formula.
 * Guesses are run by the caller, and what a run set is asked no more.
 *
 * Source: Bardin, Kosmatov, Cheynier, "Efficient Leveraging of Symbolic Execution to Advanced Coverage Criteria",
 * ICST 2014: tight instrumentation and iterative label deletion. */
#ifndef GENERATE_PATHS_H
#define GENERATE_PATHS_H

#include "generate/solve/apart.h"
#include "generate/solve/formula.h"

/* What came of it. */
typedef struct {
    guint ways, questions;  /* that were followed; questions about slots that were asked on them */
    guint guesses, strayed; /* inputs that were run; those of them that set other slots than their way said */
    guint concretised;      /* results of calls that were taken to be what they usually are: that there is memory */
    guint taught;           /* runs that left their way, for they showed that what is called returns something else */
    gboolean is_all;        /* all ways that the contract has were followed, and run: what is open is impossible */
    const char *why;        /* why the function cannot be followed; NULL: it can */
} GeneratePathsTold;

/* Follows ways through the function `surveyed` for at most `time` microseconds, in a process of its own. Returns what
 * came of it; all 0 if that process failed. */
GeneratePathsTold generate_paths(const GenerateQuestion *question, const AnnotSurveyed *surveyed,
                                 const GenerateContract *contract, const GenerateRunner *runner, gint64 time);

#endif
