/* Disjunctive normal form: a hyperlabel as guarded conjunctions of labels and sequences, of which one must be covered.
 * It decides nothing. */
#ifndef HTOL_DNF_H
#define HTOL_DNF_H

#include "htol/lang/hyper.h"

/* More is an error: the form can be exponentially larger than the hyperlabel. */
enum {
    HTOL_MOST_CONJUNCTS = 4096,
    HTOL_MOST_PARTS = 1 << 20 /* members of all conjuncts, and guards around them */
};

/* One conjunction: covered if all members are, by environments for which the guard is true. */
typedef struct {
    const HtolHyper **members; /* LABEL, OCCURRENCE, SEQUENCE, in the order of the text */
    guint n_members;
    const HtolExpr *guard; /* the conjunction of all guards around them; NULL: true */
} HtolConjunct;

/* The whole normal form: covered if some conjunct is. */
typedef struct {
    HtolConjunct *conjuncts;
    guint n_conjuncts;
} HtolDnf;

/* The form of a well-formed hyperlabel, in the arena; FALSE and an error if it would be too large. */
gboolean htol_dnf(HtolArena *arena, const HtolHyper *hyper, HtolDnf *dnf, GError **error);

/* The domain of errors: the hyperlabel becomes too large as a normal form; the code is 0. */
#define HTOL_DNF_ERROR htol_dnf_error_quark()
GQuark htol_dnf_error_quark(void);

#endif
