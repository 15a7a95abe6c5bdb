/* What was observed after a call, as C text: values to compare with, and the comparisons. */
#ifndef GENERATE_WRITE_EXPECTED_H
#define GENERATE_WRITE_EXPECTED_H

#include "generate/case/cases.h"
#include "generate/contract/literal.h"

/* How observed values are written. */
typedef struct {
    const GenerateSpelling *spelling;
    const GenerateCase *one;
    guint steps; /* pointers that are followed */
} GenerateObserved;

/* Writes the value at node `index` of what was left: a pointer to what is not followed is `&$elsewhere`. */
void generate_observed(const GenerateObserved *observed, guint index, GString *out);

/* Writes what the object that node `maker` made is after the call, as a pointer to a compound literal or a string.
 * `is_array`: a text is written with all its elements, even those behind its end. */
void generate_observed_object(const GenerateObserved *observed, guint maker, gboolean is_array, GString *out);

/* Number of elements of that object, that of a text's end included. */
guint generate_observed_count(const GenerateInput *input, guint maker);

/* A comparison of two values, which becomes statements that clear $good if they are not equal. */
typedef struct {
    const char *what; /* is said to differ then; NULL: nothing is said */
    guint indent, loops;
    gboolean is_followed; /* what pointers lead to is compared, too */
} GenerateComparison;

/* Writes the statements that compare `one` and `other`, C text of two values of the shape that can be pointed to. */
void generate_compare(const GenerateComparison *comparison, const GenerateShape *shape, const char *one,
                      const char *other, GString *out);

/* The variable that a loop inside of so many others counts with; to be freed. */
char *generate_counter(guint loops);

/* Writes declarations of the variables that loops in `statements` count with. */
void generate_counters(const char *statements, guint indent, GString *out);

/* Writes the functions that generate_compare calls for records, as far as the tables of cases need them. */
void generate_same_functions(const GPtrArray *tables, GString *out);

#endif
