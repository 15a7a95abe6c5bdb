/* Members of a clause and indexes over their rows: which row of a member goes with rows chosen from others. It neither
 * splits guards nor chooses an order. */
#ifndef HTOL_JOIN_INDEX_H
#define HTOL_JOIN_INDEX_H

#include "htol/judge/join_agree.h"
#include "htol/judge/join_keys.h"
#include "htol/judge/relation.h"

/* The most `!=` of one pair of members that go into an index. */
enum { HTOL_MOST_UNEQUAL = 3 };

/* A value for each variable of the guard: those of rows that were loaded. */
typedef struct {
    HtolValue *values;
    gboolean divided; /* an error was met */
} HtolScratch;

/* The value, or whether it is true, noting errors. */
gboolean htol_scratch_value(HtolScratch *scratch, const HtolExpr *expr, HtolValue *result);
gboolean htol_scratch_holds(HtolScratch *scratch, const HtolExpr *expr);

/* A relation in its role as a member, reduced to some of its rows and to the columns that matter. */
typedef struct {
    const HtolRelation *relation;
    guint first; /* variable of its column 0 */
    gsize n_rows;
    gsize *rows; /* of the relation */
    guint n_used;
    guint *used; /* columns that matter */
} HtolMember;

/* Puts the columns that matter of the member's i-th row into the scratch. */
void htol_member_load(const HtolMember *member, gsize i, HtolScratch *scratch);

/* mine op theirs: an expression over the member alone, one over members that are chosen before it. */
typedef struct {
    const HtolExpr *mine, *theirs;
    HtolOp op;
    guint64 process;  /* of a pointer that some row has in `mine`; 0: none has one, but null */
    gboolean several; /* there are pointers of other processes too */
} HtolLink;

/* How a member is bound to those chosen before it, and the index that follows from that. */
typedef struct {
    guint n_equal, n_unequal, n_checks;
    HtolLink *equal;
    HtolLink unequal[HTOL_MOST_UNEQUAL];
    HtolLink order;          /* < <= > >=; mine is NULL if there is none */
    const HtolExpr **checks; /* all that is not in `equal`, as atoms */
    guint n_agreements;
    HtolAgreement *agreements; /* atoms that are, among the checks */
    gboolean whole;            /* equal, unequal and order say everything */
    HtolKeys *keys;
    HtolValue *key;         /* room for one: `equal`, then the classes of `unequal` */
    struct HtolBest **best; /* of each key: see htol_access_any */
    gsize *heads, *nexts;   /* of each key the first row, of each row the next */
    HtolAgree *agree;       /* instead of keys, if there are agreements and nothing in `equal`; or NULL */
} HtolAccess;

/* Links and checks out of atoms: members flagged in `chosen` are those before `mine`; owner[v] is the member that the
 * variable v belongs to. The atoms must be over both and nothing else. */
typedef struct {
    const guint *owner;
    guint mine;
    const guint8 *chosen;
} HtolSides;
HtolAccess *htol_access_new(HtolArena *arena, const HtolSides *sides, const GPtrArray *atoms);

/* Indexes the rows for htol_access_any, in memory and nearly in time linear in them; the access must be whole.
 *
 * Whether some row goes with the chosen ones is answered without a look at the others of its key. A tree keeps a few
 * rows of the key: at its root the row t that is best for the order (any, if there is none); below it, for each != i,
 * the same for the rows that differ from t in i, with != i left out. If t does not do, then either the order fails, and
 * fails for all; or t equals the wanted value in some i: then a row that does must differ from t in i, and all rows
 * that differ satisfy != i. Equality of values is transitive; a NaN differs from all, itself included.
 *
 * That holds where all values in a != may be compared. So the key has a class for each !=: 0 for what may be compared
 * with everything (numbers, the null pointer), or a process for its pointers; all pointers together, for who may be
 * compared with all, are a class as well. A wanted value asks class 0, and the class of its process or of all. */
void htol_access_build_any(HtolArena *arena, HtolAccess *access, const HtolMember *member, HtolScratch *scratch);

/* A row of the member that goes with what is loaded, HTOL_NONE if there is none. Like htol_access_first it notes an
 * error where a row has a pointer of another process than what is loaded. */
gsize htol_access_any(const HtolAccess *access, HtolScratch *scratch);

/* Indexes the rows by `equal` alone, or if there is none by the agreements; then the first that has what is loaded, and
 * the next. Checks are the caller's. */
void htol_access_build_each(HtolArena *arena, HtolAccess *access, const HtolMember *member, HtolScratch *scratch);
gsize htol_access_first(const HtolAccess *access, HtolScratch *scratch);
gsize htol_access_next(const HtolAccess *access, const HtolScratch *scratch, gsize row);

#endif
