/* Objects that the cases of a function need by name: those that several pointers lead to, and those that the function
 * changes or frees, which are put back or copied for each run. All others are written where they are pointed to. */
#ifndef GENERATE_WRITE_OBJECTS_H
#define GENERATE_WRITE_OBJECTS_H

#include "generate/case/cases.h"
#include "generate/contract/literal.h"

/* Sets the names of those objects in all cases. Returns whether there are any. */
gboolean generate_name_objects(GenerateCases *cases);

/* Writes the definition of a variable $FUNCTION_objects, whose members are the objects that have names, and if they are
 * copied to the heap, of $FUNCTION_blocks, which says where each is. */
void generate_objects(const GenerateCases *cases, gboolean has_bool, GString *out);

#endif
