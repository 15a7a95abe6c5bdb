/* The slots of a function, each with a formula for what sets it. What covers an objective is then htol's to say: an
 * objective asks for slots, whatever its criterion. It proves nothing. */
#ifndef PRUNE_SLOTS_H
#define PRUNE_SLOTS_H

#include "annot/survey.h"
#include "prune/callers.h"
#include "prune/flows.h"
#include "prune/runs.h"

typedef struct {
    const HtolFunction *function;
    const AnnotCfg *cfg;
    const AnnotStmt *body; /* of the function */
    PruneTerm *terms;      /* of each slot: that it is set; NULL: not known */
    const guint8 **rows; /* of each slot of a decision: its environment, as htol/judge/env.h has it; NULL: of others */
    GHashTable *moments; /* const AnnotExpr or AnnotStmt: PruneMoment */
    GHashTable *early;   /* const AnnotExpr: GArray of PruneEarly */
    PruneFlows flows;
} PruneSlots;

/* Which function, in the text and tree of which unit. `rows` are those of the same graph. */
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
    guint depth;                   /* of calls that are run through; as in encoding.h */
    const PruneContext *context;   /* how the function is entered; NULL: with anything */
} PruneSubject;

/* Encodes the function; returns why it cannot be encoded, or NULL. `slots` lives in the arena, but for its tables: to
 * be cleared either way. */
const char *prune_slots_find(const PruneSubject *subject, PruneSlots *slots);

/* The same of `n` functions in one pass, the first and some that it calls once, and nobody else: formulas of these are
 * of that call. Of those that could not be run through there is none. Data flow is not among them. */
const char *prune_slots_find_joined(const PruneSubject *subjects, guint n, PruneSlots *slots);
void prune_slots_clear(PruneSlots *slots);

/* What is known of a condition (from 0) of a decision, where it is evaluated; NULL: nothing. */
const PruneMoment *prune_condition(const PruneSlots *slots, guint32 decision, guint32 condition);

/* Of the decision itself; NULL as above. */
const PruneMoment *prune_decision(const PruneSlots *slots, guint32 decision);

/* Of what the operation (its row) is recorded with; NULL as above. */
const PruneMoment *prune_operation(const PruneSlots *slots, guint32 operation);

/* Of the block (its row), or where it is not recorded by itself; NULL: not known. */
const PruneMoment *prune_block(const PruneSlots *slots, guint32 block);

#endif
