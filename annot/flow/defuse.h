/* Where a function's objects are defined and used, in every order in which that may be evaluated: accesses,
 * and a graph of points that control passes through. It is finer than the control-flow graph: && and || are
 * edges here. It knows neither which objects are told apart nor what reaches what. */
#ifndef ANNOT_DEFUSE_H
#define ANNOT_DEFUSE_H

#include "annot/facts/facts.h"
#include "annot/facts/object.h"

/* What an access does with its object. */
typedef enum {
    ANNOT_ACCESS_READ,
    ANNOT_ACCESS_WRITE,
    ANNOT_ACCESS_STEP,    /* reads, then writes: ++, --, += and the like */
    ANNOT_ACCESS_BEGIN,   /* the object begins to live and holds nothing */
    ANNOT_ACCESS_ADDRESS, /* its address is taken: neither a use nor a definition */
    ANNOT_ACCESS_UNKNOWN  /* a call, or a store through a pointer: without an object */
} AnnotAccessKind;

/* Where text that records the access can be put. */
typedef enum {
    ANNOT_BESIDE_NONE,   /* nowhere */
    ANNOT_BESIDE_EXPR,   /* around `around`, which is evaluated with it */
    ANNOT_BESIDE_BEFORE, /* before `stmt` */
    ANNOT_BESIDE_BEHIND  /* behind `stmt` */
} AnnotBeside;

/* One access; fields hold for the kinds that they name. */
typedef struct {
    AnnotAccessKind kind;
    AnnotObject object;
    HtolDefinitionKind defines; /* WRITE, STEP, UNKNOWN */
    HtolUseKind uses;           /* READ, STEP */
    AnnotBeside beside;
    const AnnotExpr *expr;   /* the expression that does the access; NULL: a BEGIN, or an operand of asm */
    const AnnotExpr *around; /* BESIDE_EXPR */
    const AnnotStmt *stmt;   /* BESIDE_BEFORE and BESIDE_BEHIND */
    gboolean valued;         /* the value of `around` is used */
    AnnotExtent at;          /* its text */
    guint32 node;            /* its node of the control-flow graph; ANNOT_NO_NODE: control never gets there */
    gboolean sure;           /* done whenever control goes through the node: not behind && or || there */
    gboolean loose;          /* unordered operands beside it have nodes, or one changes another */
    gboolean tangled;        /* it has too many unordered operands beside it: the points follow only one order */
} AnnotAccess;

/* Points without an access join ways. */
#define ANNOT_NO_ACCESS G_MAXUINT32

/* An edge between points: control may pass from one to the other. */
typedef struct {
    guint32 from, to; /* points */
} AnnotPass;

/* Control enters at point 0. An access has several points where the order of evaluation is open. */
typedef struct {
    GArray *accesses; /* AnnotAccess, in the order of the walk */
    GArray *points;   /* guint32: each point's access, or ANNOT_NO_ACCESS */
    GArray *passes;   /* AnnotPass */
    gboolean fragile; /* nothing may be inserted in the function: a pragma is about its statements, or it
                         holds statements that the tree does not know */
} AnnotDefUse;

/* Frees what annot_defuse_new made. */
void annot_defuse_free(AnnotDefUse *defuse);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(AnnotDefUse, annot_defuse_free)

/* Returns the access of that number. */
const AnnotAccess *annot_defuse_access(const AnnotDefUse *defuse, guint32 access);

/* Returns an array with the point of each access, or ANNOT_NO_POINT if it has none or several; to be freed with g_free.
 */
#define ANNOT_NO_POINT G_MAXUINT32
guint32 *annot_defuse_points_of(const AnnotDefUse *defuse);

/* Returns the set of variables, const AnnotDecl, whose address is taken; to be unreferenced. */
GHashTable *annot_defuse_taken(const AnnotDefUse *defuse);

/* Returns an array with the run of each point, to be freed with g_free: the first of the points, one behind the other,
 * that control passes through all or none, for there is no branch, no join and no call that may not return. */
guint32 *annot_defuse_runs(const AnnotDefUse *defuse);

/* Returns an array with the leader of each access, to be freed with g_free: the last access of its run that reads the
 * same variable with the same value; itself if that is not known of another one. Leaders are looked for among accesses
 * whose expression is in `asked`, a set of const AnnotExpr. */
guint32 *annot_defuse_leaders(const AnnotDefUse *defuse, GHashTable *asked);

#endif
