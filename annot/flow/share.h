/* Which uses one store can record, so that not every read of a variable costs one, and the slots of all. It
 * knows what reaches what, and edits no text.
 *
 * Uses that are evaluated all or none, in a run of points without a branch, a join or a call that may not
 * return, are recorded by the last of them: those of one variable with no definition between, and those that
 * only one definition reaches, of all variables: that they were evaluated says which one. Uses of cells are
 * each recorded by itself. So of a program
 * that dies in the midst of such a run, by a trap, the uses before in that run are not recorded; what is
 * recorded was evaluated. */
#ifndef ANNOT_SHARE_H
#define ANNOT_SHARE_H

#include "annot/flow/flow.h"

/* Sets `leader`, `fixed` and `slot` of uses, their `point` and `run` unless `alone`, and `slot` of flows, which holds
 * the definition's number before; advances `*slots`. `alone`: control may come from anywhere, so nothing follows from
 * what was evaluated before. */
void annot_flows_share(AnnotFlows *flows, gboolean alone, guint32 *slots);

#endif
