/* What the functions htol_crit_<id> share: an expansion in progress. Private to criteria.c and crit_*.c. */
#ifndef HTOL_EXPAND_H
#define HTOL_EXPAND_H

#include "htol/criteria.h"

typedef struct {
    HtolArena *arena;
    const HtolFunction *function;
    guint n;                 /* of n-CC */
    HtolCriterion criterion; /* that is expanded; htol_expand_add writes it into each objective */
    GArray *objectives;      /* HtolObjective */
} HtolExpansion;

/* Appends an objective; its criterion may be left out. */
void htol_expand_add(HtolExpansion *expansion, HtolObjective objective);

/* The objective of a label at that decision, in the decision's place and text; its id is left out. */
HtolObjective htol_expand_at_decision(const HtolExpansion *expansion, guint32 decision);

/* The objective of a label about a condition (from 1) of that decision, in its place and text; id `d2.c1`. */
HtolObjective htol_expand_at_condition(const HtolExpansion *expansion, guint32 decision, guint32 condition);

/* Whether no vectors of the decision are recorded; then appends one objective that says why it cannot be
 * judged. */
gboolean htol_expand_no_vectors(HtolExpansion *expansion, guint32 decision);

/* The two objectives `d` and `!d` of a decision; none if it has one outcome only. */
void htol_expand_outcomes(HtolExpansion *expansion, guint32 decision);

/* One for each row of criteria.def: appends the objectives that the criterion has in the function, which is
 * not a skipped one, or is and the criterion is FC. */
#define CRITERION(id, name, family, title, doc) void htol_crit_##id(HtolExpansion *expansion);
#include "htol/criteria.def"
#undef CRITERION

#endif
