/* The text that records a decision over the cap: the values of its conditions, its outcome, and its vector, as a tuple
 * in the unit's set. A variable of the function holds the number of the way that is taken, or the vector, while the
 * decision is evaluated: not where its edges lead, which is decision.h's, nor where the text goes, which is
 * structure.c's. */
#ifndef ANNOT_VECTOR_H
#define ANNOT_VECTOR_H

#include "annot/graph/decision.h"
#include "annot/probes/probe.h"
#include "annot/probes/values.h"
#include "htol/files/ways.h"

/* All functions below need a decision with a source; in the unit its number is `first_source` + row.source - 1. */

/* Whether the number of the way is enough while the decision is evaluated: what is recorded of it is decoded from the
 * number, if that was not done for the same number before. Else its vector is collected. `returns_twice`: the function
 * calls setjmp. */
gboolean annot_vector_is_numbered(const AnnotDecision *decision, gboolean returns_twice);

/* Appends the declaration of the variable, for the beginning of the function. */
void annot_vector_declare(const AnnotDecision *decision, gboolean returns_twice, GString *out);

/* Appends the expression by which an edge of a numbered decision counts the number, each part with a comma behind it;
 * perhaps nothing. If the decision ends there, it records all. `probe` knows the unit's numbers of slots and sources.
 */
void annot_vector_count(const AnnotProbe *probe, const AnnotDecision *decision, guint from, gboolean value,
                        GString *out);

/* Whether an edge to that target must record by itself which value the condition had: a condition may follow that does
 * not return. */
gboolean annot_vector_is_cut(const AnnotDecision *decision, guint32 target);

/* Appends the expression that notes `value` of condition `from`; at the first condition, that no other was evaluated:
 * the variable may hold values of an earlier evaluation. If the decision ends there, it adds the vector to the set. */
void annot_vector_edge(const AnnotDecision *decision, guint from, gboolean value, guint32 first_source,
                       gboolean returns_twice, GString *out);

/* Append, for a decision whose conditions are evaluated before it, the statement that declares its variable, the one
 * that notes bit 0 of hlcov_v for the condition, and the one that adds the vector. */
void annot_vector_early_declare(const AnnotDecision *decision, GString *out);
void annot_vector_early_value(const AnnotDecision *decision, guint condition, GString *out);
void annot_vector_early_add(const AnnotDecision *decision, guint32 first_source, GString *out);

#endif
