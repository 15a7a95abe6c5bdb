/* Tests that are data: the inputs alone, for other programs to run. */
#ifndef GENERATE_WRITE_DATA_FILES_H
#define GENERATE_WRITE_DATA_FILES_H

#include "generate/case/cases.h"

/* What is written, and where. */
typedef struct {
    const GenerateUnit *unit;
    const GPtrArray *tables; /* GenerateCases */
    const char *directory;
    const char *source; /* path of the file that is tested */
    GPtrArray *written; /* GenerateWritten: is added to */
} GenerateWriting;

/* Writes a suite in Test-Comp's format: a directory "test-suite" of metadata.xml and a file for each case. */
gboolean generate_write_testcomp(const GenerateWriting *writing, GError **error);

/* Writes the bytes of each input as its harness reads them, to a file of its own in the directory "corpus". */
gboolean generate_write_corpus(const GenerateWriting *writing, GError **error);

#endif
