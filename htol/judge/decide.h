/* Decides users' hyperlabels over what was recorded for their labels and sequences. Criteria's are eval.h's.
 */
#ifndef HTOL_DECIDE_H
#define HTOL_DECIDE_H

#include "htol/judge/relation.h"
#include "htol/lang/dnf.h"

/* Whether a hyperlabel is covered, and by which recorded environments. Lies in the arena of the decision. */
typedef struct {
    gboolean covered;
    HtolConjunct conjunct;                /* the first that is covered; otherwise the last */
    const HtolRelation *const *relations; /* of each member; NULL if not covered, here and below */
    const gsize *rows;                    /* of each member, the row of its relation: the witness */
    gboolean divided; /* a guard was an error for some environments, as by a division by zero: false there */
} HtolVerdict;

/* The columns of a member's relation: the bindings of its label, or of its sequence's steps one after the
 * other, in the order of the declarations. */
guint htol_member_columns(const HtolHyper *member);

/* Decides one guarded conjunction: members[i] is the relation of its member i, none of them empty. Returns
 * the row of each member that together satisfy the guard, in the arena, or NULL. */
const gsize *htol_decide_conjunct(HtolArena *arena, const HtolConjunct *conjunct, const HtolRelation *const *members,
                                  gboolean *divided);

/* Decides a hyperlabel that htol_wellformed has passed. `relations` has an HtolRelation for each name that
 * htol_relation_name gives to members, with htol_member_columns columns; what it lacks was not covered.
 * Conjunctions are tried in order, up to the first that is covered. FALSE and an error if the disjunctive
 * normal form is too large. The verdict lies in the arena. */
gboolean htol_decide(HtolArena *arena, const HtolHyper *hyper, GHashTable *relations, HtolVerdict *verdict,
                     GError **error);

/* Appends the name of a column: that of the metavariable, in a sequence with its primes. */
void htol_column_print(const HtolHyper *member, guint column, GString *out);

/* Appends one environment of a member, as ` x=1 y=2`: a value for each of its columns. */
void htol_environment_print(const HtolHyper *member, const HtolValue *values, GString *out);

/* Appends the witness of a verdict that is covered: `L x=1 . L' x=2`. */
void htol_witness_print(const HtolVerdict *verdict, GString *out);

#endif
