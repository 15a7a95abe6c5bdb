/* An index for agreement: rows of a member that have the values of chosen rows wherever neither side has a
 * value that agrees with all. It knows the vectors of decisions, whose conditions may not have been
 * evaluated, by that alone. */
#ifndef HTOL_JOIN_AGREE_H
#define HTOL_JOIN_AGREE_H

#include "htol/base/arena.h"
#include "htol/lang/expr.h"

/* mine == theirs | (mine == any_of_mine | theirs == any_of_theirs): a variable of the member, one of members
 * chosen before it, and numbers. */
typedef struct {
    guint mine, theirs;
    HtolValue any_of_mine, any_of_theirs;
} HtolAgreement;

/* Whether the atom is an agreement; owner[v] is the member that the variable v belongs to, `mine` the member.
 */
gboolean htol_agreement(const HtolExpr *atom, const guint *owner, guint mine, HtolAgreement *agreement);

/* Rows of a table: value(i, v) of variable v is values[rows[i] * columns + v - first]. */
typedef struct {
    const HtolValue *values;
    const gsize *rows;
    gsize n_rows;
    guint columns, first;
} HtolAgreeRows;

/* Sorted rows; it lives in the arena. Memory is linear in the rows, time in rows and agreements but for the
 * sorting. */
typedef struct HtolAgree HtolAgree;

/* NULL if some value is a pointer, whose comparison may be an error. `agreements` (not 0) and the rows must
 * outlive it. */
HtolAgree *htol_agree_new(HtolArena *arena, const HtolAgreement *agreements, guint n_agreements, HtolAgreeRows rows);

/* The first row i that is in all agreements with the values of the variables, and the next behind it;
 * HTOL_NONE (join_keys.h) if there is none. In no order. Rows that begin alike are looked at, and passed by,
 * together: it costs no more than the different beginnings, which the values do not rule out, of what rows
 * have in the agreements. */
gsize htol_agree_first(const HtolAgree *agree, const HtolValue *values);
gsize htol_agree_next(const HtolAgree *agree, const HtolValue *values, gsize row);

#endif
