/* What a mutant makes of the value that it replaces, where that can be said in a few numbers: so that those which make
 * the same of it are known, whichever operators they are of. It compares none. */
#ifndef ANNOT_EFFECT_H
#define ANNOT_EFFECT_H

#include "annot/mutants/operation.h"

/* What kind of change it is. */
typedef enum {
    ANNOT_EFFECT_UNKNOWN,
    ANNOT_EFFECT_APART,  /* a comparison has another value in the classes `apart`, and the same in all others */
    ANNOT_EFFECT_LINEAR, /* the value is factor * v + term: of an operator with one constant operand v is the other one,
                            else the value that the program has */
    ANNOT_EFFECT_NOT     /* the value is !v */
} AnnotEffectKind;

/* The effect; fields hold for the kinds that they name. */
typedef struct {
    AnnotEffectKind kind;
    guint32 apart;       /* APART: bit k: class k of HtolRelationClass; none that is impossible */
    guint32 possible;    /* APART: all classes that are possible; 0: not known */
    gint64 factor, term; /* LINEAR: an unsigned type's below its bound, a signed one's as they are */
} AnnotEffect;

/* Returns the classes, as of APART, in which a comparison by `op` is true; *is_known: `op` compares. */
guint32 annot_effect_holds(AnnotOp op, gboolean *is_known);

/* Returns the effect of another comparison, `op`, in place of that of the operation; of a constant there. */
AnnotEffect annot_effect_of_relation(const AnnotOperation *operation, AnnotOp op);
AnnotEffect annot_effect_of_truth(const AnnotOperation *operation, gboolean truth);

/* Returns the effect of mutant `k` of an operation of kind COMPUTED. */
AnnotEffect annot_effect_of_computed(const AnnotOperation *operation, guint k);

#endif
