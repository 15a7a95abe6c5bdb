/* Decisions of the tree as graphs of conditions: short-circuit evaluation with each way through them
 * numbered, and expressions that are cut into several decisions. Pure structure: it places no text and knows
 * nothing of statements. */
#ifndef ANNOT_DECISION_H
#define ANNOT_DECISION_H

#include "annot/facts/facts.h"
#include "htol/base/layout.h"

/* A decision with more ways than this is over the cap: it has slots for single conditions, and its vectors are recorded
 * as tuples. A power of two. */
#define ANNOT_MAX_WAYS 1024

/* More ways are not counted. */
#define ANNOT_MOST_WAYS ((guint64)1 << 46)

/* The most conditions that a tuple has room for; a decision over the cap with more has no source. */
enum { ANNOT_VECTOR_CONDITIONS = HTOL_MOST_TUPLE_VALUES * HTOL_VECTOR_CONDITIONS };

/* A condition: where it stands among the ways through its decision. */
typedef struct {
    const AnnotExpr *expr;
    AnnotConstant hint; /* what the user expects of it */
    guint64 ways_from;  /* ways from here to the end, or ANNOT_MOST_WAYS, if they are more */
    guint prefixes;     /* ways that lead here, up to 2; 1: the number so far is known when annotating */
    guint32 prefix;     /* the number of the way so far, if prefixes is 1 */
} AnnotCondition;

/* A decision: its rows of the table, and what its probe must know. */
typedef struct {
    const AnnotExpr *expr;      /* the whole decision */
    HtolRowDecision row;        /* kind, conditions, root, ways and, once placed, slot */
    HtolRowCondition *rows;     /* row.conditions of them: state, targets and, once placed, cut slots */
    AnnotCondition *conditions; /* row.conditions of them */
    gboolean early;             /* all live conditions are evaluated before it, and recorded then */
    gboolean opaque;            /* must be left alone: only `expr`, `asides` and the texts of conditions hold */
    gboolean keeps_value;       /* it is the c of GNU c ?: b, with one condition, whose value is that of c */
    gboolean joins;             /* some condition is reached by several ways: a temporary carries the number */
    guint temporary;            /* if joins and not over the cap: the number of that temporary in the function */
    guint n_asides;
    const AnnotExpr **asides; /* what is evaluated on the way but is no condition: left sides of commas */
    const AnnotExpr *guarded; /* what row.fallback is about; NULL or not used if that is 0 */
    guint index;              /* in the function; set by who lists it */
} AnnotDecision;

/* A decision of a branch, and an outcome of it. */
typedef struct {
    guint decision; /* of the branch */
    gboolean outcome;
} AnnotExit;

/* An expression whose outcome is used: one decision, or several that it was cut into. */
typedef struct {
    const AnnotExpr *expr;
    gboolean opaque; /* one decision, which must be left alone */
    guint32 root;    /* HTOL_TARGET_FALSE or _TRUE: constants decide it; else not */
    guint n_decisions;
    AnnotDecision **decisions; /* from left to right; of several the kind is VALUE */
    guint32 (*targets)[2];     /* by decision and its outcome: HTOL_TARGET_FALSE or _TRUE: the whole's;
                                  else HTOL_TARGET_CONDITION + the decision that is next */
    guint n_exits[2];          /* by outcome of the whole */
    AnnotExit *exits[2];       /* for each outcome, the exits any of which implies it; unset if constants decide it */
    guint n_asides;
    const AnnotExpr **asides; /* of the whole expression */
} AnnotBranch;

/* How an expression becomes decisions. */
typedef struct {
    HtolDecisionKind kind;
    gboolean is_elvis; /* it is the c of GNU c ?: b */
    gboolean cuts;     /* each && and || with side effects in an operand is cut: its operands are decisions */
} AnnotCut;

/* Makes the decisions of `expr` with their graphs, which are not placed yet. An expression with a condition that must
 * be left alone is not cut. */
AnnotBranch *annot_branch_new(HtolArena *arena, const AnnotExpr *expr, AnnotCut cut);

/* Marks the decision as one that must be left alone: it is listed, and recorded nowhere. */
void annot_decision_leave_alone(AnnotDecision *decision);

/* Gives the decision, which must not be left alone, complete semantics if all its live conditions may be evaluated
 * before it (early.h), or if it has only one, which is always evaluated; else sets its fallback. `facts` must know
 * `assigned`. */
void annot_decision_complete(AnnotDecision *decision, const AnnotText *text, const AnnotFacts *facts);

/* Finds live conditions that repeat an earlier one, with nothing evaluated in between that may change its value. */
void annot_decision_find_repeats(AnnotDecision *decision, HtolArena *arena, const AnnotText *text);

/* Gives the decision the slots, the source of tuples and the temporary that it needs: the next ones behind `*slots`,
 * `*sources` and `*temporaries`, which are advanced. */
void annot_decision_place(AnnotDecision *decision, guint32 *slots, guint32 *sources, guint *temporaries);

/* Returns the number of ways from `target` (coded as Condition.on_true is) to the end: 1 if it is an outcome, and at
 * most ANNOT_MOST_WAYS. */
guint64 annot_decision_ways_after(const AnnotDecision *decision, guint32 target);

/* Returns the number of its live conditions. */
guint annot_decision_count_live(const AnnotDecision *decision);

/* Whether constants leave the decision, which must not be opaque, only one outcome. */
gboolean annot_decision_is_constant(const AnnotDecision *decision);

#endif
