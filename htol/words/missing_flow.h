/* What is missing of an uncovered objective of data flow, in words. Part of missing.h. */
#ifndef HTOL_MISSING_FLOW_H
#define HTOL_MISSING_FLOW_H

#include "htol/criteria/criteria.h"
#include "htol/judge/env.h"

/* Appends them, in one line: which definitions the use was seen with instead, or that it was never seen; of a
 * definition, the uses that it can reach; of a du-path, whether the flow was seen along others. `objective` has a site
 * of data flow, of the function that was observed. */
void htol_missing_flow_append(HtolObserved *observed, const HtolObjective *objective, GString *out);

#endif
