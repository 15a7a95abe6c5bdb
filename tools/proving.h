/* What hlcov prune does with one unit, named as a file or found in what was built: it is read again, its functions are
 * proved, verdicts are kept. It parses no options. */
#ifndef TOOLS_PROVING_H
#define TOOLS_PROVING_H

#include "annot/launch/launch.h"
#include "prune/unit.h"
#include "report/read/progress.h"

typedef struct {
    PruneUnit unit;                 /* what is asked; `output` is set for each */
    const char *data_dir;           /* where verdicts are kept, absolute */
    const char *root;               /* where sources of what was built lie now, absolute; NULL: where they did */
    const ReportProgress *progress; /* is told of files, or of units where many are found in one place */
} Proving;

/* Reads a source of the command again, as `launch` says, and proves its functions: returns its table, as
 * annot_launch_table does, and what was proved, to be freed, as htol_proved_read reads it. Says on standard error what
 * is wrong with users' objectives. */
GBytes *proving_run(const Proving *proving, const AnnotLaunch *launch, char **argv, const char *source, char **proved,
                    GError **error);

/* Keeps what was proved of the unit with that table, and prints how much that is. */
gboolean proving_keep(const Proving *proving, const HtolTable *table, const char *proved, GError **error);

/* Keeps that nothing was proved of any of its functions, and why; says so. */
gboolean proving_refuse(const Proving *proving, const HtolTable *table, const char *why, GError **error);

#endif
