/* Folds what was recorded, of any number of data directories, data files and shards, into one shard. It never trusts a
 * file: what is damaged is named and left out. It judges nothing. */
#ifndef REPORT_FOLD_H
#define REPORT_FOLD_H

#include "report/inputs/progress.h"
#include "report/store/gather.h"

/* Paths that begin with `from` begin with `to` instead: whole parts of them, as /a does with /a/b but not with /ab. */
typedef struct {
    const char *from, *to;
} ReportMap;

/* What is folded, and how. It owns nothing. */
typedef struct {
    const char *const *paths; /* of the inputs; ends with NULL */
    FILE *stream;             /* one more, by a pipe: shards, one behind the other; NULL: none */
    guint n_maps;
    const ReportMap *maps;          /* for the paths in tables; of several that fit the first counts */
    const ReportProgress *progress; /* is told how many parts of files were read; may be NULL */
} ReportFold;

/* Gathers the inputs. What is left out, and why, is added to `notes` (char *, to be freed), each beginning with the
 * file's name. Returns how many inputs are there and are of a kind that has records: directories, data files, shards,
 * tables, and pipes, by which shards come. */
guint report_fold(const ReportFold *fold, ReportGather *gather, GPtrArray *notes);

#endif
