/* Decisions that are alike: criteria ask the same of them, but for the decision's number, its place and its texts.
 * Keeps what was found out of some, for others that are alike and where the same was recorded; finds out nothing. */
#ifndef HTOL_ALIKE_H
#define HTOL_ALIKE_H

#include "htol/judge/env.h"

/* Appends all that criteria look at in a decision, n of n-CC apart: how its conditions are joined, which of them are
 * constant or say the same, how it was recorded. */
void htol_shape_append(const HtolFunction *function, guint32 decision, GString *shape);

/* Of each shape, with each set of environments that was recorded there, something that `make` makes. */
typedef struct HtolAlike HtolAlike;
HtolAlike *htol_alike_new(gpointer (*make)(void), GDestroyNotify destroy);
void htol_alike_free(HtolAlike *alike);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(HtolAlike, htol_alike_free)

/* That of the decision, where `recorded` are the environments. */
gpointer htol_alike_of(HtolAlike *alike, const HtolFunction *function, guint32 decision, HtolEnvs recorded);

#endif
