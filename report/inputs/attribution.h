/* Which tests recorded what. Gathers it from data files and shards as they are read; what it means for objectives is
 * not known here. */
#ifndef REPORT_ATTRIBUTION_H
#define REPORT_ATTRIBUTION_H

#include "htol/files/data.h"
#include "htol/shards/shard.h"

/* A test. Its number is its place among all tests in the order of their names (strcmp). */
typedef struct {
    const char *name;  /* not "" */
    HtolEnding ending; /* the latest */
} ReportTest;

/* Some slots of 64 neighbours, and tests that recorded these of them. */
typedef struct {
    guint32 slot; /* of the unit: the first of the 64; a multiple of 64 */
    guint64 bits; /* bit i: slot + i; not 0 */
    guint32 n_ranges;
    const HtolRange *ranges; /* numbers of tests, ascending, and apart by one at least */
} ReportPattern;

/* Some slots or tuples, as ranges of their numbers. */
typedef struct {
    guint32 n_ranges;
    const HtolRange *ranges; /* as of patterns */
} ReportRanges;

/* What tests recorded of a unit. The tests of a slot are the union over all patterns that have its bit: a test may be
 * in several patterns of the same slots, if it was recorded in several files. */
typedef struct {
    guint32 n_patterns;
    const ReportPattern *patterns; /* by slot, then bits */
    const ReportRanges *tuples;    /* of each of the unit's tuples */
    guint32 n_outside;             /* up to which slot some were set outside of tests, whether or not tests set them */
    const guint8 *outside;         /* of each of these, 1: it was */
    gboolean outside_tuples;       /* tuples were recorded outside of tests */
} ReportUnitTests;

/* While files are read. Units are told apart by their addresses. */
typedef struct ReportAttribution ReportAttribution;

/* Results live in the arena. */
ReportAttribution *report_attribution_new(HtolArena *arena);
void report_attribution_free(ReportAttribution *attribution);

/* What comes next is of this test ("": of none) ... */
void report_attribution_test(ReportAttribution *attribution, const char *name);
/* ... or of the tests of this block, all steps made. */
void report_attribution_block(ReportAttribution *attribution, const HtolShardReader *reader);

/* What the test recorded of a unit ... */
void report_attribution_data(ReportAttribution *attribution, gconstpointer unit, const HtolDataUnit *from);
/* ... or the tests of the block. */
void report_attribution_unit(ReportAttribution *attribution, gconstpointer unit, const HtolShardUnit *from);

/* When all was read: the tests (ReportTest *), to be unreferenced. */
GPtrArray *report_attribution_tests(ReportAttribution *attribution);

/* After that: what tests recorded of a unit that has these tuples. */
ReportUnitTests report_attribution_take(ReportAttribution *attribution, gconstpointer unit, const HtolTuple *tuples,
                                        guint32 n_tuples);

#endif
