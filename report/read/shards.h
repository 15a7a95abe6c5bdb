/* Shard files: walks over what is in them. What is made of it is the business of the callers. */
#ifndef REPORT_SHARDS_H
#define REPORT_SHARDS_H

#include <stdio.h>

#include "htol/files/data.h"
#include "htol/shards/shard.h"

/* Who is told what a shard holds. */
typedef struct {
    void *user;

    /* A block of tests; no step was made yet. On damage sets *error. */
    void (*tests)(void *user, HtolShardReader *reader, GError **error);

    /* What is wrong, in the file as a whole or a part of it; reading goes on behind that. */
    void (*damage)(void *user, const char *message);

    /* For each other kind of block, its `size` bytes, without a zero behind; not checked yet. NULL: it is passed over.
     */
    void (*plain[HTOL_SHARD_KINDS])(void *user, const guint8 *bytes, gsize size);
} ReportShardVisitor;

/* Reads the shard at that path. FALSE if there is no such file; all else that is wrong is damage. */
gboolean report_shard_read(const char *path, const ReportShardVisitor *visitor);

/* Reads the shard in an open file, which is regular and stays open. */
void report_shard_read_file(FILE *file, const ReportShardVisitor *visitor);

/* What all tests of a block recorded, as of one program, all steps made: units are in the order of the reader's. Lives
 * in the reader's arena, and in its units. */
HtolData *report_shard_union(HtolShardReader *reader);

#endif
