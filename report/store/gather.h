/* Gathers what tests recorded, from data files and shards, and writes it as one shard. What comes out depends on what
 * went in, not on its order, nor on how often: gathering is union. It judges nothing and opens no input. */
#ifndef REPORT_GATHER_H
#define REPORT_GATHER_H

#include <stdio.h>

#include "htol/files/data.h"
#include "htol/shards/shard.h"

typedef struct ReportGather ReportGather;

/* What most have room for. */
#define REPORT_GATHER_MEMORY ((gsize)96 << 20)

/* Nothing yet. It needs memory for tables, and about `memory` bytes for tests: when there are more, they go to a file
 * without a name. */
ReportGather *report_gather_new(gsize memory);
void report_gather_free(ReportGather *gather);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportGather, report_gather_free)

/* How a test ended; the latest of its endings is kept. */
void report_gather_ending(ReportGather *gather, const char *test, const HtolEnding *ending);

/* Adds a data file. FALSE, and nothing was added, if a unit has more than HTOL_MOST_SHARD_SLOTS. */
gboolean report_gather_data(ReportGather *gather, const HtolData *data);

/* Adds the tests of a block, of which no step was made yet. On damage sets *error; those before it were added. */
void report_gather_tests(ReportGather *gather, HtolShardReader *reader, GError **error);

/* Adds a table, as its file has it. Of several of one id, packed in several ways, one is kept: always the same. */
void report_gather_table(ReportGather *gather, const guint8 id[HTOL_ID_SIZE], const guint8 *bytes, gsize size);

/* Adds the table of a unit of a strong build, as its file has it. */
void report_gather_strong(ReportGather *gather, const guint8 id[HTOL_ID_SIZE], const guint8 *bytes, gsize size);

/* Adds the trials of a file's text, or of a shard's. Returns how many of its lines are damaged: they are left out. */
guint report_gather_trials(ReportGather *gather, const char *text, gsize size);

/* Adds notes of parts as report_gather_trials adds trials. */
guint report_gather_parts(ReportGather *gather, const char *text, gsize size);

/* Adds sums of judged files. FALSE, and none was added, if they are damaged. */
gboolean report_gather_judged(ReportGather *gather, const guint8 *bytes, gsize size);

/* Sets what was proved of the unit with that table, a whole text as htol/notes/proof.h has it, in place of what was set
 * before; which of two is kept, report/store/proofs.h says. Returns what is set; NULL: nothing. */
void report_gather_proofs(ReportGather *gather, const guint8 id[HTOL_ID_SIZE], const char *text);
const char *report_gather_proofs_of(const ReportGather *gather, const guint8 id[HTOL_ID_SIZE]);

/* Adds the tests that are in a shard file; what is damaged is left out. FALSE if anything is. */
gboolean report_gather_shard(ReportGather *gather, const char *path);

/* What is recorded of a unit of the one id, from now on, is of that of the other: it has another table. */
void report_gather_rename(ReportGather *gather, const guint8 from[HTOL_ID_SIZE], const guint8 to[HTOL_ID_SIZE]);

/* Returns the id that a unit of that id has now. */
const guint8 *report_gather_renamed(const ReportGather *gather, const guint8 id[HTOL_ID_SIZE]);

/* Whether a table of that id and with these bytes was added. */
gboolean report_gather_has_table(const ReportGather *gather, const guint8 id[HTOL_ID_SIZE], const guint8 *bytes,
                                 gsize size);

/* Writes all that was added, after which nothing more may be. On failure, or if memory could not be relieved before,
 * sets *error, which does not name the output. */
gboolean report_gather_write(ReportGather *gather, FILE *out, GError **error);

#endif
