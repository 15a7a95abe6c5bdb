/* The du-paths of a function: which paths a definition of its data flow may take to a use, and how the
 * automaton of plan.h tells which it took. It finds no flows, and edits no text.
 *
 * Followed are variables that each definition defines as a whole, whenever control goes through its node.
 * Then a use reads what a definition wrote along a path if and only if it is evaluated while the nodes that
 * the activation came through end with that path. That it is evaluated then, follows from the state alone
 * where nothing can prevent it; else the use tells its state. Of other flows no path is recorded. */
#ifndef ANNOT_DUPATH_H
#define ANNOT_DUPATH_H

#include "annot/graph/cfg.h"
#include "annot/paths/plan.h"

typedef struct AnnotDuPaths AnnotDuPaths;

/* Makes the du-paths of a function whose data flow and graph were made and outlive them; in the arena, but to be
 * cleared. */
AnnotDuPaths *annot_dupaths_new(HtolArena *arena, const AnnotCfg *cfg, const HtolGraph *graph);
void annot_dupaths_clear(AnnotDuPaths *paths);

/* Appends to `set` the du-paths of all flows that can be recorded, kind HTOL_PATH_FLOW, unless they are more than
 * `cap`; a path counts once for each of its flows. To be called once. */
HtolPathCount annot_dupaths_find(AnnotDuPaths *paths, guint32 cap, HtolPathSet *set);

/* Returns a byte for each node: whether a use in it tells the automaton's state there. */
const guint8 *annot_dupaths_asked(const AnnotDuPaths *paths);

/* Adds the rows of du-paths and their terms to `out`, which must have its paths; advances `*slots` by those with which
 * uses tell states, and sets `told` of these uses. */
void annot_dupaths_record(const AnnotDuPaths *paths, const AnnotPlan *plan, HtolFunction *out, guint32 *slots);

#endif
