/* The slots of a function, each with a formula for what sets it. What covers an objective is then htol's to say: an
 * objective asks for slots, whatever its criterion. It proves nothing. */
#ifndef PRUNE_SLOTS_H
#define PRUNE_SLOTS_H

#include "annot/survey.h"
#include "prune/facts/callers.h"
#include "prune/objectives/flows.h"
#include "prune/objectives/runs.h"

/* The formulas of a function's slots. */
typedef struct {
    const HtolFunction *function;
    const AnnotCfg *cfg;
    const AnnotStmt *body; /* of the function */
    PruneTerm *terms;      /* by slot: that it is set; NULL: not known */
    const guint8 **rows;   /* by slot: its environment if it is a decision's, as htol/judge/env.h has it; else NULL */
    GHashTable *moments;   /* const AnnotExpr or AnnotStmt: PruneMoment */
    GHashTable *early;     /* const AnnotExpr: GArray of PruneEarly */
    PruneFlows flows;
} PruneSlots;

/* A function of a unit, and what is asked of it. `rows` are the rows of `cfg`. */
typedef struct {
    HtolArena *arena;
    PruneLogic *logic;
    const AnnotText *text;
    const AnnotTree *tree;
    const AnnotFunction *function;
    const AnnotCfg *cfg;
    const HtolFunction *rows;
    const GArray *unit;            /* AnnotSurveyed: the functions of the unit that are measured */
    const PruneCallers *callers;   /* of the unit */
    const PruneRuns *runs;         /* of the unit; NULL: nothing is known */
    const guint8 *const *recorded; /* the function's slots in each of the runs; NULL: nothing is known */
    guint depth;                   /* as in PruneEncoding */
    const AnnotTree *library;      /* as in PruneEncoding */
    const PruneUnrolled *unrolled; /* as in PruneEncoding */
    const PruneContext *context;   /* how the function is entered; NULL: with anything */
} PruneSubject;

/* Returns the function as a subject of which nothing is recorded, and that is entered with anything; `unit` and
 * `callers` may be NULL if no formula hangs on who calls it. */
PruneSubject prune_subject(const AnnotSurveyed *surveyed, const GArray *unit, const PruneCallers *callers,
                           HtolArena *arena, PruneLogic *logic);

/* Encodes the function; returns why it cannot be encoded, or NULL. `slots` lives in the arena, but for its tables: to
 * be cleared either way. */
const char *prune_slots_find(const PruneSubject *subject, PruneSlots *slots);

/* Encodes `n` functions in one pass: the first, and static functions that only it calls, and only once. Formulas of a
 * callee are about that call; a callee that cannot be inlined has none, nor have slots of data flow. */
const char *prune_slots_find_joined(const PruneSubject *subjects, guint n, PruneSlots *slots);

/* Follows the single way of subject->unrolled, and calls `meet` with `data` for each slot that a visit of a node on it
 * may set: with the truth that it does, for all values with which control goes the same way up to that visit. Slots of
 * data flow are not among them. prune_slots_begin comes first, once for many ways; `arena` has what lives as long as
 * the way. Returns why the way cannot be followed, or NULL. */
typedef void (*PruneMeet)(gpointer data, guint32 slot, PruneTerm term);
void prune_slots_begin(const PruneSubject *subject, PruneSlots *slots);
const char *prune_slots_follow(const PruneSubject *subject, PruneSlots *slots, HtolArena *arena, PruneMeet meet,
                               gpointer data);

/* Frees the tables, not what is in the arena. */
void prune_slots_clear(PruneSlots *slots);

/* Returns the moment in which `condition` (from 0) of the decision is evaluated; NULL: nothing is known of it. */
const PruneMoment *prune_condition(const PruneSlots *slots, guint32 decision, guint32 condition);

/* Returns the moment in which the decision is evaluated; NULL: nothing is known of it. */
const PruneMoment *prune_decision(const PruneSlots *slots, guint32 decision);

/* Returns the moment in which the operation (index of its row) is recorded; NULL: nothing is known of it. */
const PruneMoment *prune_operation(const PruneSlots *slots, guint32 operation);

/* Returns the moment in which the block (index of its row) begins; NULL: nothing is known of it. */
const PruneMoment *prune_block(const PruneSlots *slots, guint32 block);

#endif
