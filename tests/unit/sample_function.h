/* Functions made by hand for unit tests of htol: rows from formulas such as "a && !(b || f())", and slots
 * from values, as an instrumented program would set them. Nothing is compiled or run. */
#ifndef TESTS_UNIT_SAMPLE_FUNCTION_H
#define TESTS_UNIT_SAMPLE_FUNCTION_H

#include "htol/judge/env.h"
#include "htol/graph/paths.h"
#include "htol/files/table.h"

/* A formula: names, 0, 1, !, &&, ||, parentheses. Each atom is an occurrence; one that ends in () may not
 * return. */
typedef struct SampleFormula SampleFormula;

SampleFormula *sample_formula_parse(HtolArena *arena, const char *text);
guint sample_formula_atoms(const SampleFormula *formula);
/* A text for sample_formula_parse, of 1 to `most_atoms` atoms. To be freed. */
char *sample_formula_random(GRand *random, guint most_atoms);

/* Evaluates as C does: `values` holds a value for each atom, HTOL_UNKNOWN for one that does not return.
 * Writes what was evaluated to `row`: the outcome, then each atom. This is the oracle: it knows of no graph
 * and no numbers. */
HtolTruth sample_formula_evaluate(const SampleFormula *formula, const guint8 *values, guint8 *row);

/* The `number`-th assignment to the atoms, a bit each. */
void sample_formula_assign(const SampleFormula *formula, guint number, guint8 *values);

/* A function under construction. */
typedef struct SampleFunction SampleFunction;

SampleFunction *sample_function_new(HtolArena *arena, const char *name);
/* Over `cap` ways the decision is recorded per condition. */
void sample_function_add_decision(SampleFunction *sample, HtolDecisionKind kind, const char *text, guint32 cap);
/* Makes the decision added last a complete one; over `cap` ways it is recorded per condition. */
void sample_function_complete(SampleFunction *sample, guint32 cap);
/* Makes conditions with the same text, of the decision added last, repeat the first of them. */
void sample_function_correlate(SampleFunction *sample);
/* An expression that was cut into the `n` decisions added last, which are joined by &&. */
void sample_function_add_branch(SampleFunction *sample, const char *text, guint n);
void sample_function_add_switch(SampleFunction *sample, guint n_cases);
/* A local variable, two definitions of it, and a use that both reach: the second one along a path of a node, which is
 * recorded too. Data flow is recorded then. */
void sample_function_add_flows(SampleFunction *sample, const char *variable);
/* With `values` > 0 they have a source of tuples. `script` and `name` must outlive the function. */
void sample_function_add_label(SampleFunction *sample, const char *script, const char *name, guint32 values);
void sample_function_add_sequence(SampleFunction *sample, const char *script, const char *name, guint32 values);
/* Its control-flow graph, and of its paths those of the set, which is sorted: node i is on line 100 + i. */
void sample_function_add_paths(SampleFunction *sample, const HtolGraph *graph, const HtolPathSet *set);
/* A loop of that graph, on line 200 and following. */
void sample_function_add_loop(SampleFunction *sample, const HtolLoopNodes *loop);
/* That paths of the kinds are not recorded. */
void sample_function_add_unpathed(SampleFunction *sample, guint32 kinds, HtolUnpathed why, guint32 paths);
/* The rows: an entry block, then one for each outcome of each branching decision, then one for each arm. */
HtolFunction *sample_function_end(SampleFunction *sample);

/* Sets the slots of an activation that comes through these nodes. */
void sample_function_walk(const HtolFunction *function, const guint32 *nodes, guint32 n, guint8 *slots);

/* What the header of a table has as its place (HTOL_AT_TABLE_PLACE): the hash of the path that its rows begin with; of
 * "" if that is longer than one byte can say. */
guint32 sample_place(const guint8 *rows, gsize size);

/* Sets the slots that a decision sets when `row` was evaluated. */
void sample_function_record(const HtolFunction *function, guint32 decision, const guint8 *row, guint8 *slots);

#endif
