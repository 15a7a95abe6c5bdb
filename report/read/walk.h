/* Walks over the files of a data directory. What is in them is the business of the callers. */
#ifndef REPORT_WALK_H
#define REPORT_WALK_H

#include <glib.h>
#include <sys/stat.h>

#define REPORT_DATA_SUFFIX ".hlb"
#define REPORT_SHARD_SUFFIX ".hls"
#define REPORT_TABLE_SUFFIX ".hlt"
#define REPORT_TABLES_DIRECTORY "tables"
#define REPORT_STRONG_DIRECTORY "strong"
#define REPORT_PROOFS_SUFFIX ".hlv"
#define REPORT_PROOFS_DIRECTORY "verdicts"

/* What a path leads to. */
typedef enum {
    REPORT_DIRECTORY,
    REPORT_DATA_FILE,
    REPORT_SHARD_FILE,
    REPORT_TABLE_FILE,
    REPORT_ELF_FILE,
    REPORT_OTHER_FILE
} ReportKind;

/* What a path is: a damaged file is known by its name, one under another name by its bytes. */
ReportKind report_kind_of(const char *path, const struct stat *status);

/* Returns what a file is by how it begins, whatever its name; OTHER if it cannot be read. */
ReportKind report_kind_of_bytes(const char *path);

/* Who is told of a file. */
typedef struct {
    void *user;
    void (*table)(void *user, const char *path);

    /* `live`: of a test; it may be gone, into a shard that comes later. */
    void (*data)(void *user, const char *path, gboolean live);

    /* Returns whether the file is there. */
    gboolean (*shard)(void *user, const char *path);
    void (*proofs)(void *user, const char *path);
} ReportWalk;

/* Goes over the tables of a data directory, those of units that were measured first, each by their names.
 * If it cannot be read, sets *error, which names it. */
gboolean report_walk_tables(const char *directory, const ReportWalk *walk, GError **error);

/* Goes over the tables of strong builds as report_walk_tables does over others. */
gboolean report_walk_strong(const char *directory, const ReportWalk *walk, GError **error);

/* Goes over files of proofs, by their names. */
gboolean report_walk_proofs(const char *directory, const ReportWalk *walk, GError **error);

/* Goes over data files and shards: those in the directory itself, those of tests that run, sealed ones. Shards that
 * become one meanwhile are not missed. */
gboolean report_walk_data(const char *directory, const ReportWalk *walk, GError **error);

#endif
