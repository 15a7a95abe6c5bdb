/* hlcov report: of all that was recorded. What it does is in reporting.c. */
#include "tools/reports/reporting.h"

static const char details[] =
    "PATH is a data directory, a data file (.hlb), a shard (.hls), a table (.hlt), or a program, library or\n"
    "object built with 'hlcov cc'. Default: the data directory, $HLCOV_DIR, else hlcov-data in the root of\n"
    "the checkout.\n"
    "If FILE is '-', it is written to standard output, without the summary.\n"
    "\n"
    "Exit status: 0 done; 1 wrong usage or bad input, nothing was reported; 2 a gate failed, or a test\n"
    "disproves a justification; 3 done, but damaged input was left out, or a run contradicts a proof.";

int cmd_report(int argc, char **argv)
{
    const Reporting kind = {.command = "report", .details = details, .is_whole = TRUE};
    return reporting_main(&kind, argc, argv);
}
