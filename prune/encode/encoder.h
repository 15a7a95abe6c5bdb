/* What encode.c, for statements, and evaluate.c, for expressions, share while a function is encoded. Private to them.
 */
#ifndef PRUNE_ENCODER_H
#define PRUNE_ENCODER_H

#include "prune/facts/effects.h"
#include "prune/state/encoding.h"
#include "prune/state/state.h"

/* A loop or switch around the point: where break and continue lead, and to which switch case labels belong. */
typedef struct PruneTarget {
    struct PruneTarget *outer;
    gboolean is_loop;
    PruneState *breaks, *continues; /* NULL: none yet */
    PruneState *dispatch;           /* of a switch: the state in which it jumps to its labels */
    PruneTerm value;                /* of a switch: the value of `expr`; NULL: not known */
    const AnnotExpr *expr;          /* of a switch: its controlling expression */
    const AnnotStmt *stmt;          /* of a switch */
    gboolean taken;                 /* of a switch on a single way: it has jumped */
    PruneTerm none;                 /* of a switch: that the value selects no case */
} PruneTarget;

/* A callee whose body is encoded in place of a call. */
typedef struct PruneInlined {
    struct PruneInlined *outer;
    const AnnotFunction *callee;
    const PrunePlace *result; /* where its return value is kept; NULL: it returns none */
    PruneState *returned;     /* joined state of its return statements so far; NULL: none yet */
} PruneInlined;

typedef struct PruneMatching PruneMatching; /* matched.h */

/* The encoding of a function in progress. */
typedef struct {
    const PruneEncoding *encoding;
    PruneLogic *logic;
    PrunePlaces *places;
    PruneStates states;
    PruneState *state;   /* at the point that the pass has come to */
    GHashTable *private; /* set of const AnnotDecl, as prune_private_variables returns */
    PruneWayStates way;
    GHashTable *addresses; /* const AnnotDecl: PruneTerm, its address; not on a single way */
    GHashTable *literals;  /* const AnnotExpr: AnnotDecl, the constant array that a string literal is */
    GHashTable *texts;     /* const AnnotDecl of a literal: GByteArray, its characters */
    PruneTarget *target;   /* innermost loop or switch around the point; NULL: none */
    PruneInlined *inlined; /* innermost inlined callee; NULL: the pass is in the function itself */
    GHashTable *kept;      /* set of const AnnotFunction: callees that are not inlined */
    guint n_inlined;       /* calls inlined so far */
    gboolean muted;        /* moments are not recorded */
    guint own, shared;     /* epochs in which the function is entered */
    const char *label;     /* on a single way: a goto leads there; NULL: none does */
    PruneState *going;     /* the state in which it does; else NULL */
    guint arrivals;        /* gotos that came to their labels so far */
    GArray *side;          /* of a region of a pair: receives a PruneAccess for each access, and what is behind
                              one is reached; else NULL */
    GHashTable *stubbed;   /* of the second region of a pair: const AnnotDecl: stubs called so far; else NULL */
    GHashTable *gone;   /* of a region of a pair that is proved: name of a label: PruneState: gotos so far lead there in
                           it; else NULL */
    GHashTable *passed; /* set of the region's labels that the pass has come to; else NULL */
    PruneMatching *matching; /* of a region of a pair that is proved: its calls; else NULL */
    const char *given_up;    /* why the function cannot be encoded; NULL: it can, so far */
} PruneEncoder;

/* What is known of a value: its bits, whether it is not 0, both or neither (NULL: not known). */
typedef struct {
    PruneTerm bits, truth;
} PruneOutcome;

/* Encode the evaluation of `expr` at the encoder's point, which moves behind it; return what is known of its value.
 * prune_evaluate_truth never returns NULL, prune_evaluate_bits does if the bits are not known. */
PruneOutcome prune_evaluate(PruneEncoder *encoder, const AnnotExpr *expr);
PruneTerm prune_evaluate_truth(PruneEncoder *encoder, const AnnotExpr *expr);
PruneTerm prune_evaluate_bits(PruneEncoder *encoder, const AnnotExpr *expr);

/* Returns the place of the variable. */
const PrunePlace *prune_variable(PruneEncoder *encoder, const AnnotDecl *variable);

/* Makes it unknown whether control gets past the current point: something may trap there, or not end. */
void prune_may_end(PruneEncoder *encoder);

/* Forgets the value of everything that `effects` says may be written. */
void prune_forget_written(PruneEncoder *encoder, const PruneEffects *effects);

/* Encodes `body`, the statements of a GNU ({ ... }); returns what is known of the value of the last one. */
PruneOutcome prune_run_body(PruneEncoder *encoder, const AnnotStmt *body);

/* Forgets the value of a private variable, and which definition wrote it. */
void prune_forget_variable(PruneEncoder *encoder, const AnnotDecl *variable);

/* Encodes `stmt` from the current point, which moves to where control leaves the statement. */
void prune_run(PruneEncoder *encoder, const AnnotStmt *stmt);

/* Whether control may enter `stmt` other than at its beginning: by a label, or by a case inside a loop. */
gboolean prune_is_wild(const AnnotStmt *stmt);

/* Returns why `function` cannot be encoded or inlined; NULL if it can. */
const char *prune_why_not(const PruneEncoder *encoder, const AnnotFunction *function);

/* Encodes the callee's body in place of `call`, whose `arguments` have these values, and sets *outcome to what it
 * returns. FALSE, with nothing changed, if the callee cannot be inlined. */
gboolean prune_inline(PruneEncoder *encoder, const AnnotExpr *call, PruneTerm *arguments, PruneOutcome *outcome);

/* Makes the place for the value that the callee returns, a variable of ours; NULL if the value has no bits. */
const PrunePlace *prune_result_place(PruneEncoder *encoder, const AnnotFunction *callee);

/* Encodes both regions of the pair, each from the current point; nothing behind them is encoded. */
void prune_run_pair(PruneEncoder *encoder, PrunePair *pair);

/* Encodes a return statement of the innermost inlined callee: control goes on behind the call. */
void prune_return(PruneEncoder *encoder, const AnnotStmt *stmt);

/* Returns the moment to be filled for `node`, an AnnotExpr or AnnotStmt; NULL if nobody asks for it. */
PruneMoment *prune_moment(PruneEncoder *encoder, gconstpointer node);

/* Returns what a scalar of a constant object always holds, as PruneWayStates.constant does. */
PruneTerm prune_constant(gpointer encoder, const PrunePlace *place);

/* Returns the bytes of an array of `size` bytes that the string literal `init` initialises; NULL, when it was
 * evaluated: it is none. */
PruneTerm prune_literal_array(PruneEncoder *encoder, const AnnotExpr *init, guint64 size);

/* Gives the place its initial value, that of the list `init`, if all its parts are followed (prune_is_fillable); what
 * the list says nothing of is 0. */
void prune_fill(PruneEncoder *encoder, const PrunePlace *place, const AnnotType *type, const AnnotExpr *init);
gboolean prune_is_fillable(const PruneEncoder *encoder, const AnnotType *type);

/* The single way that is followed; NULL: all are. */
const PruneWay *prune_way(const PruneEncoder *encoder);

/* Goes on where control goes on a single way at `node`; returns whether the condition holds there. */
gboolean prune_follow(PruneEncoder *encoder, gconstpointer node, PruneTerm condition);

/* Whether `init` is a list of values in the order of the elements or members, without designators. */
gboolean prune_is_plain_list(const PruneEncoder *encoder, const AnnotExpr *init);

/* Whether a list of values of that type has them in the order of its parts: unnamed members have lists of their own, or
 * none. */
gboolean prune_is_listed(const AnnotType *type);

/* Says that the node's moment is known, to who follows the way. */
void prune_visited(const PruneEncoder *encoder, gconstpointer node);

#endif
