/* What encode.c, for statements, and evaluate.c, for expressions, share while a function is encoded. Private to them.
 */
#ifndef PRUNE_ENCODER_H
#define PRUNE_ENCODER_H

#include "prune/effects.h"
#include "prune/encoding.h"
#include "prune/state.h"

/* Where break and continue lead, and case labels belong. */
typedef struct PruneTarget {
    struct PruneTarget *outer;
    gboolean is_loop;
    PruneState *breaks, *continues; /* NULL: none yet */
    PruneState *dispatch;           /* of a switch: as its labels are jumped to from */
    PruneTerm value;                /* of a switch: the value of what is switched on; NULL: not known */
    const AnnotExpr *expr;          /* of a switch: what is switched on */
    PruneTerm none;                 /* of a switch: that no case is meant */
} PruneTarget;

/* A callee that is run through where it is called. */
typedef struct PruneInlined {
    struct PruneInlined *outer;
    const AnnotFunction *callee;
    const PrunePlace *result; /* NULL: it has none */
    PruneState *returned;     /* where returns of it lead; NULL: none yet */
} PruneInlined;

typedef struct {
    const PruneEncoding *encoding;
    PruneLogic *logic;
    PrunePlaces *places;
    PruneStates states;
    PruneState *state; /* at this point */
    GHashTable *private;
    GHashTable *addresses; /* const AnnotDecl: PruneTerm */
    PruneTarget *target;
    PruneInlined *inlined; /* NULL: in the function itself */
    GHashTable *kept;      /* set of const AnnotFunction: callees that are not run through */
    guint n_inlined;       /* so far */
    gboolean muted;        /* moments are not recorded */
    const char *given_up;
} PruneEncoder;

/* What is known of a value: its bits, its truth, both or nothing. */
typedef struct {
    PruneTerm bits, truth;
} PruneOutcome;

PruneOutcome prune_evaluate(PruneEncoder *encoder, const AnnotExpr *expr);
PruneTerm prune_evaluate_truth(PruneEncoder *encoder, const AnnotExpr *expr);
PruneTerm prune_evaluate_bits(PruneEncoder *encoder, const AnnotExpr *expr);

const PrunePlace *prune_variable(PruneEncoder *encoder, const AnnotDecl *variable);

/* From here on the point may not be reached: something may have trapped, or may not end. */
void prune_may_end(PruneEncoder *encoder);

/* Forgets all that is written, whenever. */
void prune_forget_written(PruneEncoder *encoder, const PruneEffects *effects);

/* The statements of a GNU ({ ... }); what its last one has for a value. */
PruneOutcome prune_run_body(PruneEncoder *encoder, const AnnotStmt *body);

/* Forgets what a private variable holds, and which definition wrote it. */
void prune_forget_variable(PruneEncoder *encoder, const AnnotDecl *variable);

/* A statement, from its beginning to where it is left. */
void prune_run(PruneEncoder *encoder, const AnnotStmt *stmt);

/* Whether some statement in it is reached in unknown ways: by a label, or as a case in a loop. */
gboolean prune_is_wild(const AnnotStmt *stmt);

/* Why the function cannot be run through; NULL: it can. */
const char *prune_why_not(const PruneEncoder *encoder, const AnnotFunction *function);

/* Runs through the callee of the call, whose arguments have those values, if that may be: then TRUE, and what it
 * returns. If not, nothing is changed. */
gboolean prune_inline(PruneEncoder *encoder, const AnnotExpr *call, PruneTerm *arguments, PruneOutcome *outcome);

/* A return statement of such a callee, in place of leaving the function. */
void prune_return(PruneEncoder *encoder, const AnnotStmt *stmt);

PruneMoment *prune_moment(PruneEncoder *encoder, gconstpointer node);

#endif
