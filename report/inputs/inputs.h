/* The inputs of a report: finds data files, tables and programs under the paths a user gives, reads and
 * checks them. It never trusts a file: what is damaged is named and left out. */
#ifndef REPORT_INPUTS_H
#define REPORT_INPUTS_H

#include "htol/base/part.h"
#include "htol/files/data.h"
#include "htol/files/table.h"
#include "htol/notes/judged.h"
#include "htol/notes/parts.h"
#include "htol/notes/proof.h"
#include "htol/notes/trials.h"
#include "htol/shards/shard.h"
#include "report/inputs/attribution.h"
#include "report/inputs/error.h"
#include "report/inputs/progress.h"

typedef struct ReportTablePlace ReportTablePlace; /* report/read/reread.h */

/* A table and the facts recorded for it, merged over all data files: slots by OR, tuples by union. */
typedef struct {
    const HtolTable *table;
    const ReportTablePlace *place; /* where the table is read again, of which only id and row are kept; NULL: all is */
    guint n_paths;            /* if tables are not kept: of files that it has functions of, each once; of its own */
    const char *const *paths; /* one alone if it was not measured. Equal ones are one text */
    guint8 *slots;            /* table->row.slots bytes */
    gboolean run;             /* some data file holds this unit */
    guint32 n_tuples;
    const HtolTuple *tuples; /* in the order of htol_tuple_compare, each once; they fit the table */
    guint64 lost;            /* how often a tuple could not be kept: some may be missing if it is not 0 */
    ReportUnitTests tests;   /* which tests recorded what */
    guint n_proved;
    const HtolProved *proved; /* what hlcov prune says of its functions; NULL: nothing, or it is damaged */
    guint64 proofs;           /* a hash of all of it; 0 if there is none */
} ReportUnit;

/* A program or library of which a data file or a shard was read: run any number of times. */
typedef struct {
    const char *path;
    const char *build_id; /* lower-case hexadecimal digits; "" if the program has none */
    const char *program;  /* its path; "" if not known */
} ReportRun;

/* How processes of a program ended by signals in a test. */
typedef struct {
    const char *test; /* "": outside of tests */
    HtolProgram program;
} ReportCrash;

/* A program or library that is there, or was when it ran. */
typedef struct {
    const char *path;
    const char *build_id; /* not empty */
} ReportProgram;

/* A unit of a strong build. */
typedef struct {
    const HtolTable *table; /* its functions have mutants; nothing is recorded for it */
    gint64 written;         /* when, in nanoseconds since 1970 */
} ReportStrong;

/* How bad it is. */
typedef enum {
    REPORT_NOTE_WARNING, /* worth knowing; nothing was left out */
    REPORT_NOTE_DAMAGED  /* an input was left out: exit status 3 */
} ReportNoteKind;

/* What is odd about one input. */
typedef struct {
    ReportNoteKind kind;
    const char *path;    /* the file it is about */
    const char *message; /* what is wrong, and what to do */
} ReportNote;

/* All inputs, read. To be freed by report_inputs_free. */
typedef struct {
    HtolArena *arena;
    GPtrArray *units;    /* ReportUnit, by id */
    guint n_dropped;     /* of these, those with a `place` */
    GPtrArray *runs;     /* ReportRun, in the order of their paths */
    GPtrArray *notes;    /* ReportNote */
    GPtrArray *crashes;  /* ReportCrash, each program of each test once, if there are notes; in no order */
    GPtrArray *programs; /* ReportProgram: those given, then those that wrote data */
    GPtrArray *tests;    /* ReportTest, by name: a test's number is its index */
    GPtrArray *strong;   /* ReportStrong, the youngest first */
    guint n_trials;
    HtolTrial *trials;  /* of tests with mutants in the program, as their files have them */
    GArray *parts;      /* HtolPartNote: which shards began and ended; in no order */
    HtolJudged *judged; /* sums of files that other reports judged, as shards have them */
} ReportInputs;

#endif
