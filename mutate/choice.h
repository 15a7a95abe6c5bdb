/* Which of many mutants are tried: those of a shard, on changed lines, one a line, a sample. The same mutants are
 * chosen wherever that is asked. It also says how sure the score of a sample is. */
#ifndef MUTATE_CHOICE_H
#define MUTATE_CHOICE_H

#include "mutate/mutants.h"
#include "report/model/diff.h"

/* Which mutants are chosen. It owns nothing. */
typedef struct {
    const ReportDiff *diff; /* only mutants on these lines; NULL: all */
    gboolean one_a_line;    /* of these, one for each line */
    guint sample;           /* so many at most, those that are equivalent not counted; 0: all */
    guint64 seed;           /* of the sample */
    guint shard, shards;    /* 1 to shards: of these parts of all this one; shards 0: all */
} MutateChoice;

/* Removes from `mutants` (MutateMutant) those that are not chosen. */
void mutate_choose(GPtrArray *mutants, const MutateChoice *choice);

/* The interval in which a share lies with a confidence of 95 per cent, `found` of `n` having been seen, both bounds
 * from 0 to 1: Wilson, "Probable inference, the law of succession, and statistical inference", 1927. */
void mutate_interval(guint found, guint n, double *least, double *most);

#endif
