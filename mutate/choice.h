/* Which of many mutants are tried: those of a shard, on changed lines, one a line, a sample. The same mutants are
 * chosen wherever that is asked. It also says how sure the score of a sample is. */
#ifndef MUTATE_CHOICE_H
#define MUTATE_CHOICE_H

#include "htol/base/part.h"
#include "mutate/mutants.h"
#include "report/model/diff.h"

/* Which mutants are chosen. It owns nothing. */
typedef struct {
    const ReportDiff *diff; /* only mutants on these lines; NULL: all */
    gboolean one_a_line;    /* of these, one for each line */
    guint sample;           /* so many at most, those that are equivalent not counted; 0: all */
    guint64 seed;           /* of the sample */
    HtolPart shard;
} MutateChoice;

/* Removes from `mutants` (MutateMutant) those that are not chosen. Returns from how many the sample was taken; those
 * that are equivalent are not counted. */
guint mutate_choose(GPtrArray *mutants, const MutateChoice *choice);

/* What was seen of a sample. */
typedef struct {
    guint n, of;            /* its size; how many it was taken from */
    guint found, not_known; /* of the n */
} MutateSeen;

/* The interval in which the share of those found among all lies with a confidence of 95 per cent, both bounds from 0 to
 * 1: Wilson, "Probable inference, the law of succession, and statistical inference", 1927; that few are left beside the
 * sample is corrected as in Cochran, "Sampling techniques", 1977, 2.6: of a sample of all, both bounds are the share.
 * What is not known may be found or not. */
void mutate_interval(const MutateSeen *seen, double *least, double *most);

#endif
