/* A log instead of records of paths and data flow: the program is told of each node that control enters, each
 * access to a variable and each call, for whoever wants to judge from what was done. It decides nothing, and
 * writes no log: the program has to define
 *
 *     unsigned hlcov_trace_begin(const char *function, const char *accesses);
 *     int hlcov_trace(unsigned activation, unsigned node);
 *     int hlcov_trace_access(unsigned activation, unsigned access);
 *     long hlcov_trace_index(unsigned activation, unsigned access, unsigned dimension, long index);
 *     int hlcov_trace_call(unsigned activation, unsigned call, unsigned arguments);
 *     int hlcov_trace_argument(unsigned activation, unsigned call, const volatile void *callee);
 *
 * of which the first returns the activation's number and the fourth its last argument; what man/hlcov-cc.1
 * says of them is the contract. Nodes and calls are numbers of the function's rows, accesses of its
 * AnnotDefUse. */
#ifndef ANNOT_TRACE_H
#define ANNOT_TRACE_H

#include "annot/probes/visit.h"
#include "annot/text/places.h"

/* Declarations of these functions, to stand before the unit. */
extern const char annot_trace_declarations[];

/* A function that is traced; all of it must outlive the visitor. */
typedef struct {
    HtolArena *arena;
    const AnnotText *text;
    AnnotPlaces *places;
    const AnnotCfg *cfg;        /* accesses are traced if it has flows */
    const HtolRowFunction *row; /* with name, hash and what is recorded */
} AnnotTrace;

/* Returns the visitor that traces nodes, if the function's row has a graph; to be cleared. */
AnnotVisitor annot_trace_visitor(const AnnotTrace *trace);

/* Puts in the probes that trace accesses and calls, where these are to be recorded. `probe` must have that visitor.
 * Call it after annot_probe_function: the probes of a decision go around these. */
void annot_trace_function(const AnnotTrace *trace, const AnnotProbe *probe);

#endif
