/* The function that runs a case: it prepares what the case says, calls what is tested, compares, and puts back. */
#ifndef GENERATE_WRITE_CALL_H
#define GENERATE_WRITE_CALL_H

#include "generate/case/cases.h"
#include "generate/case/names.h"

/* Writes `$run_FUNCTION($i)`, which runs row $i of the table of cases and returns its $outcome; nothing, if they are of
 * inputs on which the function does not return. */
void generate_call(const GenerateCases *cases, const GenerateNames *names, GString *out);

#endif
