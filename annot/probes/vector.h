/* The text that collects the vector of a decision over the cap, and adds it as a tuple to the unit's set. A
 * variable of the function holds it while the decision is evaluated: not where its edges lead, which is
 * decision.h's, nor where the text goes, which is structure.c's. */
#ifndef ANNOT_VECTOR_H
#define ANNOT_VECTOR_H

#include "annot/graph/decision.h"
#include "annot/probes/values.h"
#include "htol/files/ways.h"

/* All functions below need a decision with a source; in the unit its number is `first_source` + row.source - 1. */

/* Appends the declaration of the variable, for the beginning of the function; `returns_twice`: it calls
 * setjmp. */
void annot_vector_declare(const AnnotDecision *decision, gboolean returns_twice, GString *out);

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
