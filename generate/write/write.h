/* Writes tests in one of several formats, and apart from them inputs on which functions do not return. It chooses no
 * cases. */
#ifndef GENERATE_WRITE_H
#define GENERATE_WRITE_H

#include "generate/unit.h"

/* A format of tests. */
typedef struct GenerateWriter GenerateWriter;

/* The format of that name; NULL and *error, which lists them, if there is none. */
const GenerateWriter *generate_writer(const char *format, GError **error);

/* All names of formats, with ", " between them; to be freed. */
char *generate_writers(void);

/* Writes the needed inputs of the unit as tests to a file in `directory` that is named after `source`, and those on
 * which its functions do not return to another. Returns what was written, GenerateWritten, to be freed: none if there
 * is nothing to write. NULL and *error if that fails. */
GPtrArray *generate_write(const GenerateUnit *unit, const GenerateWriter *writer, const char *directory,
                          const char *source, GError **error);

/* Returns the text of the tests as a C program that prints TAP, for a file in `directory`; to be freed. */
char *generate_trial(const GenerateUnit *unit, const char *directory, const char *source);

/* Returns the inputs that are its cases, GenerateFound by number, from 0; to be freed. */
GPtrArray *generate_trial_cases(const GenerateUnit *unit);

#endif
