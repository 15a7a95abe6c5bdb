/* Data files: what a program recorded, and the directory they lie in. Reads and checks; the runtime writes. */
#ifndef HTOL_DATA_H
#define HTOL_DATA_H

#include "htol/files/crash.h"
#include "htol/files/table.h"
#include "htol/files/tuple.h"

/* What one unit of a program recorded. */
typedef struct {
    guint8 id[HTOL_ID_SIZE]; /* of its table */
    guint32 n_slots;
    const guint8 *slots; /* n_slots bytes, each 0 or 1 */
    gboolean has_set;
    guint32 n_tuples;
    const HtolTuple *tuples; /* in the order of htol_tuple_compare, each once; sources may be more than the table's */
    guint64 lost;            /* how often a tuple could not be kept */
} HtolDataUnit;

/* A data file. Lives in its arena. */
typedef struct {
    const char *build_id; /* lower-case hexadecimal digits; "" if the program has none */
    const char *program;  /* path of the program or library; "" if not known */
    const char *test;     /* name of the test that it was recorded in; "" if in none */
    guint n_units;
    HtolDataUnit *units; /* n_units of them, in the order of the section; some may have the same id */
    HtolCrashes crashes; /* how its processes ended by signals, as far as they were asked to note it */
} HtolData;

/* Reads a data file of `size` bytes, and checks it: version, sizes, checksum of the header,
 * notes of crashes, structure of the section, each slot 0 or 1, tuples whole, apart and sound, padding zero. Of units
 * of one id the first gets the tuples of all their sets; a set without a unit is damage. The result points into
 * `bytes`; tuples and notes lie in the arena. On damage returns NULL and sets *error. */
HtolData *htol_data_read(HtolArena *arena, const guint8 *bytes, gsize size, GError **error);

/* Prints header, units and tuples as text, one a line. */
void htol_data_dump(const HtolData *data, GString *out);

/* Prints one unit as text; `index` is its number. */
void htol_data_dump_unit(const HtolDataUnit *unit, guint index, GString *out);

/* The root of the version-control checkout that holds `cwd`; NULL if none does. To be freed. */
char *htol_checkout_dir(const char *cwd);

/* The data directory, absolute: `env` (the value of HLCOV_DIR, may be NULL or empty) if given, else hlcov-data in
 * the root of the version-control checkout that holds `cwd`, else hlcov-data in `cwd`. To be freed. */
char *htol_data_dir(const char *env, const char *cwd);

/* Where in the data directory the files of a test lie while it runs: <dir>/live/<hash of its name>. To be freed. */
char *htol_live_dir(const char *dir, const char *test);

/* What follows the directory in the path of what lies below it, part of `path`; NULL if it does not. */
const char *htol_path_below(const char *path, const char *directory);

/* The root that paths in tables are relative to: of the checkout that holds `cwd`, else the directory that holds the
 * data directory, if `cwd` lies below it (files of one name in different directories are different then), else `cwd`.
 * `env` is that of htol_data_dir. To be freed. */
char *htol_root_dir(const char *env, const char *cwd);

/* Returns where in the data directory a table of that id is registered: <dir>/tables/<id>.hlt. To be freed. */
char *htol_data_table_path(const char *dir, const guint8 id[HTOL_ID_SIZE]);

/* Returns where the table of a unit of a strong build, which records nothing, is registered: <dir>/strong/<id>.hlt. To
 * be freed. */
char *htol_data_strong_path(const char *dir, const guint8 id[HTOL_ID_SIZE]);

/* Returns where the proofs of the unit with the table of that id lie: <dir>/verdicts/<id>.hlv. To be freed. */
char *htol_data_proofs_path(const char *dir, const guint8 id[HTOL_ID_SIZE]);

/* Where the table of a unit lies that was compiled as it is, without coverage (Unit.unmeasured), as long as its object
 * stays that: <dir>/unmeasured/<key>.hlt; `source` and `product` are absolute paths. To be freed. */
char *htol_data_unmeasured_path(const char *dir, const char *source, const char *product);

#endif
