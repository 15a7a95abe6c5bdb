/* Seals what tests record: from their files, which their programs write, into shards of the data directory. It copies;
 * a file is taken away only when nobody has it mapped. It runs no test. */
#ifndef REPORT_SEAL_H
#define REPORT_SEAL_H

#include "htol/shards/shard.h"
#include "report/read/recorded.h"

/* A test of a data directory while it runs. Until it is freed, others leave its files alone. */
typedef struct ReportSeal ReportSeal;

/* Makes the test's directory. `complete` is called before files are sealed; its result is not looked at. If that cannot
 * be had, programs find their own ways. */
ReportSeal *report_seal_new(const char *directory, const char *test, ReportComplete *complete);
void report_seal_free(ReportSeal *seal);

/* Seals what the test recorded up to now, and how it ended. On failure what was recorded stays where it is, and *error
 * says why, or that a file is damaged; damage alone does not keep the rest from being sealed. */
gboolean report_seal_end(ReportSeal *seal, const HtolEnding *ending, GError **error);

/* Seals what tests left behind whose runner was killed, and what was recorded after the end of a test by programs that
 * have ended since; then merges shards if they are many. What cannot be done is left for another time. */
void report_seal_rest(const char *directory, ReportComplete *complete);

#endif
