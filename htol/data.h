/* Data files: what a program recorded, and the directory they lie in. Reads and checks; the runtime writes. */
#ifndef HTOL_DATA_H
#define HTOL_DATA_H

#include "htol/table.h"

/* An environment with values, or a vector of a decision. */
typedef struct {
    guint32 source; /* of the unit */
    guint32 n_values;
    const guint64 *words; /* 2 * n_values: of each value its kind and process, and its bits; see format.def */
} HtolTuple;

/* What one unit of a program recorded. */
typedef struct {
    guint8 id[HTOL_ID_SIZE]; /* of its table */
    guint32 n_slots;
    const guint8 *slots; /* n_slots bytes, each 0 or 1 */
    guint32 n_tuples;
    const HtolTuple *tuples; /* in the order of the index; each once */
    guint64 lost; /* how often a tuple could not be kept */
} HtolDataUnit;

/* A data file. Lives in its arena. */
typedef struct {
    const char *build_id; /* lower-case hexadecimal digits; "" if the program has none */
    const char *program;  /* path of the program or library; "" if not known */
    guint n_units;
    HtolDataUnit *units; /* n_units of them, in the order of the section */
} HtolData;

/* Reads a data file of `size` bytes and checks it: sizes, checksum of the header, structure of the section, each
 * slot 0 or 1, padding zero. The result points into `bytes`. On damage returns NULL and sets *error. */
HtolData *htol_data_read(HtolArena *arena, const guint8 *bytes, gsize size, GError **error);

void htol_data_dump(const HtolData *data, GString *out);

/* The data directory, absolute: `env` (the value of HLCOV_DIR, may be NULL or empty) if given, else hlcov-data in
 * the root of the version-control checkout that holds `cwd`, else hlcov-data in `cwd`. To be freed. */
char *htol_data_dir(const char *env, const char *cwd);

/* The root that paths in tables are relative to: of the checkout that holds `cwd`, else `cwd`. To be freed. */
char *htol_root_dir(const char *cwd);

/* Where in the data directory a table of that id is registered: <dir>/tables/<id>.hlt. To be freed. */
char *htol_data_table_path(const char *dir, const guint8 id[HTOL_ID_SIZE]);

#endif
