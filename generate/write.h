/* Writes tests as C that somebody would have written: a table of cases for each function, and what runs them. It
 * chooses no cases. */
#ifndef GENERATE_WRITE_H
#define GENERATE_WRITE_H

#include "generate/unit.h"

/* Writes the needed inputs of the unit as tests to a file in `directory` that is named after `source`; sets *path to
 * it, to be freed, and *tests to their number. FALSE and *error if that fails. */
gboolean generate_write(const GenerateUnit *unit, const char *directory, const char *source, char **path, guint *tests,
                        GError **error);

#endif
