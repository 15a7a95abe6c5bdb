/* What there is of a project's coverage, what is missing, and which shards of work (--shard=K/N) have to be run again.
 * It reads notes of shards, what was proved, and what became of mutants; it runs nothing.
 *
 * A shard has to be run again if it is not noted as ended, or if something that falls into it has no result, as after
 * another build. What was chosen by options (a sample of mutants) is known by notes only. */
#ifndef REPORT_WORK_H
#define REPORT_WORK_H

#include "report/model/model.h"

/* What is known of a shard. */
typedef enum {
    REPORT_SHARD_UNKNOWN, /* no note: it has not run, or its notes are not here */
    REPORT_SHARD_BEGUN,   /* it did not end well: it was killed, failed, or runs */
    REPORT_SHARD_ENDED
} ReportShardState;

/* Work that was shared by so many shards. */
typedef struct {
    const char *work; /* as of HtolPartNote */
    guint parts;
    gboolean is_noted;        /* some shard is noted; else the number of shards was asked about */
    ReportShardState *states; /* of each shard, the first at 0 */
    guint *lacking;           /* units or mutants of each without a result, as far as that is known */
} ReportWorkShards;

/* All of it. To be freed by report_work_free. */
typedef struct {
    HtolArena *arena;
    guint units, unmeasured, run; /* units with coverage, others; those that ran */
    guint functions;              /* of units with coverage */
    guint tests;
    GPtrArray *unended; /* const char *: names of tests of which no end is known */
    guint proved;       /* units with proofs */
    guint functions_proved, functions_failed;
    GPtrArray *unproved;   /* const char *: paths of units without, by name */
    gboolean has_mutants;  /* there is a strong build; then of its mutants: */
    guint mutants, judged; /* all but those that are excluded or not written; those whose fate is known */
    guint untried;         /* those that some test has still to run with */
    guint unchosen;        /* those that make no difference in any test and that no shard took */
    GPtrArray *all_shards; /* ReportWorkShards, by work, then by number of shards */
} ReportWork;

/* What is asked. */
typedef struct {
    guint parts;                            /* also how work would be shared by so many; 0: as notes say */
    gboolean (*is_aside)(const char *path); /* whether nobody proves units of that path; may be NULL */
} ReportWorkRequest;

/* Takes it from a model that knows witnesses and criterion SM. The model must outlive it. */
ReportWork *report_work_new(const ReportModel *model, const ReportWorkRequest *request);
void report_work_free(ReportWork *work);

/* Whether shard `k`, from 1 on, has to be run again. */
gboolean report_work_is_open(const ReportWorkShards *shards, guint k);

/* Returns the command that runs it, as a shell takes it; to be freed. */
char *report_work_command(const ReportWorkShards *shards, guint k);

#endif
