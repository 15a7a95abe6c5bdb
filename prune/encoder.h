/* What encode.c, for statements, and evaluate.c, for expressions, share while a function is encoded. Private to them.
 */
#ifndef PRUNE_ENCODER_H
#define PRUNE_ENCODER_H

#include "prune/effects.h"
#include "prune/encode.h"
#include "prune/state.h"

/* Where break and continue lead, and case labels belong. */
typedef struct PruneTarget {
    struct PruneTarget *outer;
    gboolean is_loop;
    PruneState *breaks, *continues; /* NULL: none yet */
    PruneState *dispatch;           /* of a switch: as its labels are jumped to from */
    PruneTerm value;                /* likewise, of what is switched on; NULL: not known */
    const AnnotExpr *expr;          /* likewise */
    PruneTerm none;                 /* likewise, that no case is meant */
} PruneTarget;

typedef struct {
    const PruneEncoding *encoding;
    PruneLogic *logic;
    PrunePlaces *places;
    PruneStates states;
    PruneState *state; /* at this point */
    GHashTable *private;
    GHashTable *addresses; /* const AnnotDecl: PruneTerm */
    PruneTarget *target;
    gboolean muted; /* moments are not recorded */
    const char *given_up;
} PruneEncoder;

/* What is known of a value: its bits, its truth, both or nothing. */
typedef struct {
    PruneTerm bits, truth;
} PruneOutcome;

PruneOutcome prune_evaluate(PruneEncoder *encoder, const AnnotExpr *expr);
PruneTerm prune_evaluate_truth(PruneEncoder *encoder, const AnnotExpr *expr);
PruneTerm prune_evaluate_bits(PruneEncoder *encoder, const AnnotExpr *expr);

/* `bits` of one type in another; NULL of NULL, and if either type has none. */
PruneTerm prune_convert(PruneLogic *logic, PruneTerm bits, const AnnotType *from, const AnnotType *to);

const PrunePlace *prune_variable(PruneEncoder *encoder, const AnnotDecl *variable);

/* From here on the point may not be reached: something may have trapped, or may not end. */
void prune_may_end(PruneEncoder *encoder);

/* Forgets all that is written, whenever. */
void prune_forget_written(PruneEncoder *encoder, const PruneEffects *effects);

/* The statements of a GNU ({ ... }); what its last one has for a value. */
PruneOutcome prune_run_body(PruneEncoder *encoder, const AnnotStmt *body);

PruneMoment *prune_moment(PruneEncoder *encoder, gconstpointer node);

#endif
