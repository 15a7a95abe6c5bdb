/* One thing of several that a line lacks for one cause, in words. It is not counted here, and no cause is chosen. */
#ifndef REPORT_GAP_ITEM_H
#define REPORT_GAP_ITEM_H

#include <glib.h>

/* One thing of several that a gap is about. */
typedef struct {
    char *text;           /* "`max` of line 279 never got here"; code in backquotes */
    char *before, *after; /* of a change: an expression, and what it becomes ("": it is deleted); else NULL */
    GArray *way;          /* of a way: guint32, the lines that it goes through; else NULL */
    char *note;           /* of a change that no test notices: which tests ran with it; else NULL */
} ReportGapItem;

#endif
