/* The expansion of criteria: from a function's sites to objectives with their hyperlabels. It has no verdicts. */
#ifndef HTOL_EXPANSION_H
#define HTOL_EXPANSION_H

#include "htol/criteria/criteria.h"

/* All objectives of the selection in the function, in the order of criteria, then of the text: an array of
 * HtolObjective in `arena`, *count of them. Of USER there are none: what users wrote is more than a function's. */
HtolObjective *htol_expand(HtolArena *arena, const HtolFunction *function, const HtolSelection *selection,
                           guint *count);

/* What criteria ask of one decision of the function that ask of each decision by itself
 * (htol_criterion_is_of_decisions). */
HtolObjective *htol_expand_decision(HtolArena *arena, const HtolFunction *function, guint32 decision,
                                    const HtolSelection *selection, guint *count);

/* Returns a function that has nothing but that decision, as decision 0: what is asked of the whole one may be much. It
 * points into `of`. */
HtolFunction htol_function_alone(const HtolFunction *of, guint32 decision);

/* Expands as htol_expand does, and adds the users' objectives that are shown in the function. */
HtolObjective *htol_expand_all(HtolArena *arena, const HtolFunction *function, const HtolUserShown *users,
                               const HtolSelection *selection, guint *count);

#endif
