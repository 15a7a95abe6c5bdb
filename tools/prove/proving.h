/* Proves one unit for hlcov prune: reads its source again, proves its functions and stores the verdicts. Parses no
 * options. */
#ifndef TOOLS_PROVING_H
#define TOOLS_PROVING_H

#include "annot/launch/launch.h"
#include "htol/base/part.h"
#include "prune/unit.h"
#include "report/inputs/progress.h"

/* What is proved, and where verdicts are kept. It owns nothing. */
typedef struct {
    PruneUnit unit;                 /* what is asked; `output` is set for each */
    const char *data_dir;           /* where verdicts are kept, absolute */
    const char *root;               /* where sources of what was built lie now, absolute; NULL: where they did */
    HtolPart shard;                 /* of units of what was built: those whose paths fall into it */
    const ReportProgress *progress; /* is told of files, or of units where many are found in one place */
} Proving;

/* Reads `source` of the compiler's command `argv` again, as `launch` says, and proves its functions. Returns its table,
 * as annot_launch_table does, and sets *proved to the verdicts, a text that htol_proved_read reads; both to be freed.
 * Prints on standard error what is wrong with users' objectives. */
GBytes *proving_run(const Proving *proving, const AnnotLaunch *launch, char **argv, const char *source, char **proved,
                    GError **error);

/* Stores the verdicts `lines` of the unit with the table of that id in the data directory. */
gboolean proving_save(const char *data_dir, const guint8 id[HTOL_ID_SIZE], const char *lines, GError **error);

/* Stores the verdicts `proved` of the unit with that table, and prints how many they are. */
gboolean proving_keep(const Proving *proving, const HtolTable *table, const char *proved, GError **error);

/* Stores that no function of the unit could be proved, and `why`; prints it. */
gboolean proving_refuse(const Proving *proving, const HtolTable *table, const char *why, GError **error);

#endif
