/* A log instead of an automaton: what a function's visitor does if each node that control enters shall be
 * told to the program, for whoever wants to judge paths from what was done. It writes no log: the program has
 * to define
 *
 *     unsigned hlcov_trace_begin(const char *function);
 *     int hlcov_trace(unsigned activation, unsigned node);
 *
 * of which the first returns the activation's number. The function is its name, `/` and its hash, as in its
 * row; nodes are numbers of its graph. Hidden nodes are not told of: what cannot be seen by probes is not
 * seen here either. */
#ifndef ANNOT_TRACE_H
#define ANNOT_TRACE_H

#include "annot/visit.h"

/* Declares both; for the unit. */
#define ANNOT_TRACE_DECLARATION                                                                              \
    "extern unsigned hlcov_trace_begin(const char*);extern int hlcov_trace(unsigned,unsigned);"

/* The visitor of a function whose row has its name and hash; to be cleared; its text is in the arena. */
AnnotVisitor annot_trace_visitor(HtolArena *arena, const AnnotCfg *cfg, const HtolRowFunction *row);

#endif
