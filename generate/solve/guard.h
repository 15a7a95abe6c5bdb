/* Guards of users' hyperlabels as formulas, over values that labels bind. What a guard means is htol/lang/expr.h's; it
 * is said again here for values that are not known yet. */
#ifndef GENERATE_GUARD_H
#define GENERATE_GUARD_H

#include "htol/lang/expr.h"
#include "prune/formula/logic.h"

/* A metavariable. */
typedef struct {
    char *name; /* with its primes; NULL: it has none */
    HtolValueKind kind;
    PruneTerm bits; /* its value, in 64 bits */
    guint run;      /* POINTER: the number of the run that it was bound in; pointers of two runs cannot be compared */
} GenerateBound;

/* Makes the truth that the guard holds of `n` metavariables, all that it names; one that it does not name but number,
 * by its column, is that of `bound`. NULL: it asks for what is not followed here, floating-point numbers. */
PruneTerm generate_guard(PruneLogic *logic, const HtolExpr *guard, const GenerateBound *bound, guint n);

#endif
