/* What probes need that record values: the declarations of rt/values.h and the unit's set of tuples as text
 * before the unit, and the call that adds a tuple. Which values there are is known to label.h and vector.h.
 */
#ifndef ANNOT_VALUES_H
#define ANNOT_VALUES_H

#include "htol/base/layout.h"
#include "htol/files/table.h"

/* The type of a value in the instrumented text: its kind k, of enum HtolTupleKind, and its bits b. */
#define ANNOT_VALUE "hlcov_value"

/* The default room for tuples, in KiB. */
enum { ANNOT_TUPLES = 256 };

/* Appends the expression that adds a tuple of `n_values` values, of the unit's source `source`; `values` is
 * the text of a pointer to the first. */
void annot_values_add(guint32 source, guint32 n_values, const char *values, GString *out);

/* Appends the statement, without its semicolon, that adds an address of a function (text of an unsigned long without
 * side effects) to the unit's source `source`, unless that was just done. */
void annot_values_called(guint32 source, const char *address, GString *out);

/* Appends the expression that adds the vector of a decision, of at most ANNOT_KEPT_CONDITIONS conditions, to the unit's
 * source `source`, unless that was just done. */
enum { ANNOT_KEPT_CONDITIONS = 23 };
void annot_values_vector(guint32 source, const char *vector, GString *out);

/* A way through a decision, when it has been taken. */
typedef struct {
    guint32 source, slot; /* in the unit: the source of its vectors; the slot of the outcome false, behind it that of
                             true, then those of each condition */
    guint32 conditions, root;
    const char *number; /* of the way, text of an unsigned long below ANNOT_MOST_WAYS, without side effects */
    const char *steps;  /* text of an array: of each condition the targets of false and true, and the ways of false */
} AnnotWay;

/* Appends the expression that decodes the number of the way, sets the slots of its outcome and of its conditions'
 * values, and adds its vector, unless that was just done. For engines of fuzzing, which clear slots, it sets them each
 * time. */
void annot_values_way(const AnnotWay *way, GString *out);

/* Appends the declarations of the functions of rt/values.h and, if the table has sources of tuples, a set of `tuples`
 * KiB for them. The set is smaller if all sources are calls through pointers, which can call at most `taken` functions
 * of the unit (annot_callees_taken). */
void annot_values_declare(const HtolTable *table, guint tuples, guint taken, GString *out);

#endif
