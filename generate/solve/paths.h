/* Ways through a function, one after the other, and what only they do: symbolic execution directed by open slots. Each
 * way is followed as a run would go that its values come from; on it, each visit of a place with an open slot asks one
 * question: the way so far, and the slot's formula. Then branches are turned, those first that were taken least.
 * Guesses are run by the caller, and what a run set is asked no more.
 *
 * Source: Bardin, Kosmatov, Cheynier, "Efficient Leveraging of Symbolic Execution to Advanced Coverage Criteria",
 * ICST 2014: tight instrumentation and iterative label deletion. Turning branches of what is followed: Godefroid,
 * Levin, Molnar, "Automated Whitebox Fuzz Testing", NDSS 2008. */
#ifndef GENERATE_PATHS_H
#define GENERATE_PATHS_H

#include "generate/solve/formula.h"

/* Who runs guesses: `run` sets a byte for each of the function's slots that the input sets, and the bytes of `known`
 * slots; FALSE if nothing can be run any more. */
typedef struct {
    gboolean (*run)(gpointer data, GBytes *input, guint8 *slots);
    const guint8 *known;
    gpointer data;
} GenerateRunner;

/* What came of it. */
typedef struct {
    guint ways, questions;  /* that were followed; questions about slots that were asked on them */
    guint guesses, strayed; /* inputs that were run; those of them that set other slots than their way said */
    gboolean is_all;        /* all ways that the contract has were followed, and run: what is open is impossible */
    const char *why;        /* why the function cannot be followed; NULL: it can */
} GeneratePathsTold;

/* Follows ways through the function `surveyed` for at most `time` microseconds, in a process of its own. Returns what
 * came of it; all 0 if that process failed. */
GeneratePathsTold generate_paths(const GenerateQuestion *question, const AnnotSurveyed *surveyed,
                                 const GenerateContract *contract, const GenerateRunner *runner, gint64 time);

#endif
