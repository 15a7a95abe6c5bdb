/* Files of tests in C: the unit that they include, helpers, definitions that it lacks, tables, and a frame. */
#ifndef GENERATE_WRITE_C_FILE_H
#define GENERATE_WRITE_C_FILE_H

#include "generate/frames/frame.h"

/* Returns the text of such a file about the tables of cases, GenerateCases, that lies in `directory` and tests
 * `source`; to be freed. NULL and *error if the unit has a main and the frame cannot have one. */
char *generate_c_file(const GenerateUnit *unit, const GPtrArray *tables, const GenerateFrame *frame,
                      const char *directory, const char *source, GError **error);

#endif
