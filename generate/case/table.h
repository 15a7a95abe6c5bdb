/* The table of a function: a type with a member for each column, and a row for each case. */
#ifndef GENERATE_WRITE_TABLE_H
#define GENERATE_WRITE_TABLE_H

#include "generate/case/cases.h"

/* Writes objects of the cases, if they have some by name, and the table $FUNCTION_cases of struct $FUNCTION_case. */
void generate_table(GenerateCases *cases, gboolean has_bool, GString *out);

#endif
