/* Which uses one store can record, so that not every read of a variable costs one, and the slots of all. It
 * knows what reaches what, and edits no text.
 *
 * Uses that are evaluated all or none, in a run of points (annot_defuse_runs), are recorded by the last of them. They
 * are uses of one variable with no definition in between, and uses, of any variable, that a single definition reaches:
 * that they were evaluated says which. Uses of cells are each recorded by themselves. If the program dies in such a
 * run, by a trap, earlier uses in that run are not recorded; what is recorded was evaluated. */
#ifndef ANNOT_SHARE_H
#define ANNOT_SHARE_H

#include "annot/flow/flow.h"

/* Sets `leader`, `fixed` and `slot` of uses, their `point` and `run` unless `alone`, and `slot` of flows, which must
 * hold the definition's number; advances `*slots`. `alone`: control may come from anywhere, so each use is recorded by
 * itself. */
void annot_flows_share(AnnotFlows *flows, gboolean alone, guint32 *slots);

#endif
