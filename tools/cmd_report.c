/* hlcov report: of all that was recorded. What it does is in reporting.c. */
#include "tools/reporting.h"

static const char details[] = "PATH is a data directory, a data file (.hlb), a table (.hlt), or a program, "
                              "library or object that was built\n"
                              "with 'hlcov cc'. The default is the data directory: $HLCOV_DIR, else "
                              "hlcov-data in the root of the checkout.\n"
                              "FILE may be '-' for standard output; the summary is then left out.\n"
                              "\n"
                              "Exit status: 0 done; 1 usage or bad input, nothing was reported; 2 a gate failed, or a "
                              "test disproves a justification; 3 "
                              "done, but some input was damaged and left out, or runs contradict what was proved.";

int cmd_report(int argc, char **argv)
{
    const Reporting kind = {.command = "report", .details = details};
    return reporting_main(&kind, argc, argv);
}
