/* A small project for tests of reports, made by hand: functions, tables and data files. No program is built
 * for it. */
#ifndef TESTS_UNIT_SAMPLE_PROJECT_H
#define TESTS_UNIT_SAMPLE_PROJECT_H

#include "htol/files/table.h"

/* The slots of every function of sample_function. */
enum {
    SAMPLE_ENTRY,
    SAMPLE_BOTH_FALSE, /* ways through `a > b || a == 7` */
    SAMPLE_SECOND_TRUE,
    SAMPLE_FIRST_TRUE,
    SAMPLE_CASE, /* arms of `switch (b)` */
    SAMPLE_DEFAULT,
    SAMPLE_SLOTS
};

/* A source file: its text, and the line that the function begins on. */
typedef struct {
    const char *path, *text;
    guint32 line;
} SampleSource;

/* A function of ten lines (see sample_project.c), whose name stands on the source's line. */
HtolFunction sample_function(HtolArena *arena, const SampleSource *source, const char *name);

/* A function that could not be parsed. */
HtolFunction sample_skipped(HtolArena *arena, const SampleSource *source, const char *name);

/* A unit of these functions, as hlcov cc would have written it. */
typedef struct {
    HtolTable table;
    GByteArray *bytes;
    GByteArray *set; /* of the tuples that are recorded with it; NULL: it has none */
} SampleUnit;

void sample_unit_init(SampleUnit *unit, const char *path, HtolFunction *functions, guint n_functions);
void sample_unit_clear(SampleUnit *unit);

/* Give it what users wrote, and what is wrong with it; its id changes. */
void sample_unit_set_scripts(SampleUnit *unit, HtolRowScript *scripts, guint32 n_scripts);
void sample_unit_set_faults(SampleUnit *unit, HtolRowFault *faults, guint32 n_faults);

/* Adds a tuple to what data files record of the unit from now on: see sample_set_add. There is room for few. */
void sample_unit_add_tuple(SampleUnit *unit, guint32 source, const char *values);
/* Takes the set away. */
void sample_unit_forget_tuples(SampleUnit *unit);

/* What one program recorded: text of '0' and '1', a character a slot, for each of its units. */
typedef struct {
    const SampleUnit *unit;
    const char *slots;
} SampleRecord;

/* What tables have as the hash of a file with that text. */
char *sample_hash(HtolArena *arena, const char *text);

/* Writes a file, and makes its directory. */
void sample_write_file(const char *path, const void *bytes, gsize size);

/* Write into a data directory: tables/<id>.hlt, and <name>.hlb. */
void sample_write_table(const char *directory, const SampleUnit *unit);
void sample_write_data(const char *directory, const char *name, const char *program, const SampleRecord *records,
                       guint n_records);

/* The whole project below `directory`: its sources in src/ and its data directory data/. The sources' root in
 * the tables is a directory that does not exist: reports are made with --root. `program` is what the data
 * files name. */
void sample_project_write(const char *directory, const char *program);

/* Removes a file, or a directory with all that is in it. */
void sample_remove_tree(const char *path);

#endif
