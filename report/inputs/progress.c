/* Tells how far something has come; see progress.h. */
#include "report/inputs/progress.h"

void report_progress_tell(const ReportProgress *progress, const char *doing, guint done, guint of)
{
    if (progress)
        progress->tell(progress->user, doing, done, of);
}
