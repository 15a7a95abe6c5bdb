/* Decisions of the tree as graphs of conditions: short-circuit evaluation with each way through them
 * numbered, and expressions that are cut into several decisions. Pure structure: it places no text and knows
 * nothing of statements. */
#ifndef ANNOT_DECISION_H
#define ANNOT_DECISION_H

#include "annot/facts/facts.h"
#include "htol/base/layout.h"

/* More ways than this and a decision is over the cap: slots for single conditions, and its vectors as tuples. A power
 * of two. */
#define ANNOT_MAX_WAYS 1024

/* The most conditions that a tuple has room for; a decision over the cap with more has no source. */
enum { ANNOT_VECTOR_CONDITIONS = HTOL_MOST_TUPLE_VALUES * HTOL_VECTOR_CONDITIONS };

typedef struct {
    const AnnotExpr *expr;
    AnnotConstant hint; /* what the user expects of it */
    guint32 ways_from;  /* ways from here to the end */
    guint prefixes;     /* ways that lead here, up to 2; 1: the number so far is known when annotating */
    guint32 prefix;     /* that number, if prefixes is 1 */
} AnnotCondition;

typedef struct {
    const AnnotExpr *expr;      /* the whole decision */
    HtolRowDecision row;        /* kind, conditions, root, ways and, once placed, slot */
    HtolRowCondition *rows;     /* row.conditions of them: state, targets and, once placed, cut slots */
    AnnotCondition *conditions; /* row.conditions of them */
    gboolean early;             /* all live conditions are evaluated before it, and recorded then */
    gboolean opaque;            /* must be left alone: only `expr`, `asides` and the texts of conditions hold */
    gboolean keeps_value;       /* of GNU c ?: b, whose value is that of its one condition */
    gboolean joins;             /* some condition is reached by several ways: a temporary carries the number */
    guint temporary;            /* if joins and not over the cap: which of the function's */
    guint n_asides;
    const AnnotExpr **asides; /* what is evaluated on the way but is no condition: left sides of commas */
    const AnnotExpr *guarded; /* what row.fallback is about; NULL or not used if that is 0 */
    guint index;              /* in the function; set by who lists it */
} AnnotDecision;

/* That one of a branch's decisions had that outcome. */
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
    AnnotExit *exits[2];       /* what each outcome follows from: any of them; if constants do not decide it */
    guint n_asides;
    const AnnotExpr **asides; /* of the whole expression */
} AnnotBranch;

/* How an expression becomes decisions. */
typedef struct {
    HtolDecisionKind kind;
    gboolean is_elvis; /* it is the c of GNU c ?: b */
    gboolean cuts;     /* each && and || with side effects in an operand is cut: its operands are decisions */
} AnnotCut;

/* The expression's decisions with their graphs, not yet placed. What holds a condition that must be left
 * alone is not cut. */
AnnotBranch *annot_branch_new(HtolArena *arena, const AnnotExpr *expr, AnnotCut cut);

/* Marks the decision as one that must be left alone: it is listed, and recorded nowhere. */
void annot_decision_leave_alone(AnnotDecision *decision);

/* Makes the decision, which is not left alone, a complete one if its live conditions may be evaluated before
 * it (early.h), or if there is one only, which is always evaluated; else it falls back. `facts` knows what is
 * assigned. */
void annot_decision_complete(AnnotDecision *decision, const AnnotText *text, const AnnotFacts *facts);

/* Finds the live conditions that say the same as one before, with nothing evaluated between the two that may
 * change it. */
void annot_decision_find_repeats(AnnotDecision *decision, HtolArena *arena, const AnnotText *text);

/* Gives the decision its slots, from `*slots` on, its source of tuples, behind the `*sources` that there are, and its
 * temporary, from `*temporaries` on; what it needs of them is advanced. */
void annot_decision_place(AnnotDecision *decision, guint32 *slots, guint32 *sources, guint *temporaries);

/* Ways from the target (in the code of Condition.on_true) to the end: 1 for an outcome. */
guint32 annot_decision_ways_after(const AnnotDecision *decision, guint32 target);

/* How many of its conditions are live. */
guint annot_decision_count_live(const AnnotDecision *decision);

/* Whether it has one outcome only, because of constants. Never asked of an opaque one. */
gboolean annot_decision_is_constant(const AnnotDecision *decision);

#endif
