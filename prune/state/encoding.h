/* What a function is encoded from, and what is filled: moments of its expressions and statements. encode.h fills them.
 */
#ifndef PRUNE_ENCODING_H
#define PRUNE_ENCODING_H

#include "annot/tree/tree.h"
#include "prune/formula/logic.h"

typedef struct PrunePair PrunePair; /* pair.h */

/* When an expression or a statement is reached, and with which values. */
typedef struct {
    guint visits;          /* number of times the pass reached this node; the other fields are valid only if it is 1 */
    PruneTerm before;      /* it is begun */
    PruneTerm path;        /* it is begun, or its inside is, if nothing traps and all loops end: a block has one path */
    PruneTerm inside;      /* of a case, default or label: what stands behind its colon is begun */
    PruneTerm arm;         /* of a case or default: the switch leads here; of a switch: to none of them */
    PruneTerm after;       /* of an expression: it was evaluated */
    PruneTerm truth;       /* of an expression: it is not 0 */
    PruneTerm bits;        /* of an expression: its value; NULL: it has none, or any */
    PruneTerm operands[2]; /* of an operator on values: the values of its operands; NULL: none, or any */
} PruneMoment;

/* A condition that the instrumented program evaluates, without effects, before the decision that holds it. */
typedef struct {
    const AnnotExpr *expr;
    PruneMoment moment;
} PruneEarly;

/* A ghost variable beside a variable of the program: it holds the number of the definition that wrote that last. */
typedef struct {
    AnnotDecl decl;   /* its declaration: an unsigned number of 4 bytes */
    guint32 first;    /* its value when the function is entered */
    gboolean is_lost; /* for flows.c: the pass did not meet each definition once, so uses are not followed */
} PruneShadow;

/* What an expression does to a variable that has a shadow, when the expression has been evaluated. */
typedef struct {
    PruneShadow *shadow;
    guint32 number;        /* number of the definition that it is; 0: it is a use */
    guint visits;          /* as in PruneMoment */
    PruneTerm guard, last; /* of a use: that it is evaluated, and the number of the definition it reads */
} PruneTracked;

/* How a function is entered. */
typedef struct {
    PruneTerm entry;             /* that the function is entered with these values */
    const PruneTerm *parameters; /* of all its parameters; NULL of one: any */
} PruneContext;

/* A single way through a function, as one run goes. It is asked where control goes at each statement that branches, and
 * which elements are accessed; operators that branch inside of expressions are encoded with both of their ways, unless
 * the way is fine. */
typedef enum { PRUNE_TURN_ELSE, PRUNE_TURN_THEN, PRUNE_TURN_END } PruneTurn;
typedef struct {
    /* Returns whether control goes where `condition` holds, or the way ends here; `guard` says that `node`, a statement
     * or an operator, is reached. A switch is asked for each of its labels, until one is chosen. */
    PruneTurn (*choose)(gpointer data, gconstpointer node, PruneTerm guard, PruneTerm condition);
    /* Returns the value on the way of `index`, which is the index of `expr`. The way goes on where it has that value.
     */
    guint64 (*pin)(gpointer data, const AnnotExpr *expr, PruneTerm guard, PruneTerm index);
    /* Whether the way comes where `guard` holds: of expressions, what it skips is encoded, too. */
    gboolean (*is_on)(gpointer data, PruneTerm guard);
    /* Whether calls of the function do nothing but return some value. */
    gboolean (*is_stub)(gpointer data, const AnnotDecl *function);
    /* Returns the address to which `pointer` leads on the way, of an object apart from all variables; 0: it leads
     * nowhere, and the way ends; 1: that is not known, where the way does not come. `inputs` are the places that were
     * read so far. The way goes on where it has that value. */
    guint64 (*address)(gpointer data, PruneTerm guard, PruneTerm pointer, const GArray *inputs);
    /* Returns what a call of the stub, with those arguments, in the types of its parameters, returns on the way; NULL:
     * any value, and it is one of the results that are received. */
    PruneTerm (*result)(gpointer data, const AnnotDecl *function, PruneTerm guard, const PruneTerm *arguments);
    /* Is told that a result of a call of the C library was taken to be what it usually is: that there is memory. */
    void (*concretise)(gpointer data);
    gpointer data;
    gboolean is_fine; /* it is asked at operators that branch, too */
} PruneWay;

/* A way to encode loops for who wants runs, not proofs: each of them runs `before` times and once more, then it ends,
 * and nothing traps. Moments are those of the last time. What is found holds for runs of that kind; nothing is proved
 * by it. */
typedef struct {
    guint before;
    GArray *inputs;   /* receives a PruneInput for each place that is read as it was when the function was entered */
    GArray *accesses; /* receives a PruneAccess for each place that a pointer leads to and that is read or written, each
                         element of an array, and arithmetic of signed numbers */
    GArray *ends;     /* receives a PruneTerm for each way in which the function returns: that it does */
    GArray *results;  /* receives a PruneResult for each call of a stub on the way that may return any value;
                         NULL: nobody asks */
    const PruneWay *way; /* NULL: all ways; else only that one, loops as often as it says, and a moment is that of the
                            last visit so far */
} PruneUnrolled;

/* What an operation does where it is not defined: its value is that of the lowest bits, it ends the program, or
 * anything may happen. */
typedef enum { PRUNE_WRAPS, PRUNE_TRAPS, PRUNE_HARMS } PruneOtherwise;

/* An access of memory through a pointer, or another operation that C defines for some values alone. */
typedef struct {
    PruneTerm guard;   /* that it is made */
    PruneTerm pointer; /* 64 bits; NULL: not known, or what a call accesses */
    guint64 size;      /* bytes */
    PruneTerm defined; /* of another operation: that it is defined; else NULL */
    PruneOtherwise otherwise;
    guint calls; /* of a region of a pair: how many calls of it are before this one (matched.h) */
} PruneAccess;

/* What a call of a stub returned, in the order of the calls. */
typedef struct {
    const AnnotDecl *function;
    PruneTerm guard, value; /* that it was called */
} PruneResult;

/* What a place held when the function was entered. */
typedef struct {
    const struct PrunePlace *place;
    PruneTerm value;
} PruneInput;

/* What a function is encoded from, and what is filled. */
typedef struct {
    HtolArena *arena;
    PruneLogic *logic;
    const AnnotText *text;
    const AnnotTree *tree;
    const AnnotFunction *function;
    GHashTable *moments;      /* const AnnotExpr or const AnnotStmt: PruneMoment, to be filled; other nodes have none */
    GHashTable *early;        /* const AnnotExpr: GArray of PruneEarly evaluated before it, to be filled */
    GHashTable *accesses;     /* const AnnotExpr: GPtrArray of PruneTracked, uses before definitions; NULL: none */
    GHashTable *shadows;      /* const AnnotDecl, a private variable: PruneShadow; NULL: none */
    guint depth;              /* nesting of calls up to which static callees are inlined */
    const AnnotTree *library; /* on a single way: functions model_NAME stand for those of the C library, and have no
                                 literals; NULL: none do */
    GHashTable *joined; /* const AnnotFunction: only these are inlined; the value says whether, to be set; NULL: all */
    const PruneContext *context;                         /* how the function is entered; NULL: with any values */
    const PruneUnrolled *unrolled;                       /* NULL: a loop stands for all its iterations */
    void (*visit)(gpointer visitor, gconstpointer node); /* on a single way, is told that the moment of the node's last
                                                            visit is known; NULL: nobody asks */
    gpointer visitor;
    PrunePair
        *pair; /* where it is reached, both its regions are encoded, and nothing behind them; NULL: there is none */
    GPtrArray *calls; /* receives a PruneCall * in the arena for each call met; NULL: nobody asks */
} PruneEncoding;

/* A call that the pass meets; it may meet one more than once. */
typedef struct {
    const AnnotExpr *expr;
    PruneTerm guard;      /* that its operands were evaluated */
    PruneTerm *arguments; /* values, as many as it has; NULL of one: not known */
} PruneCall;

#endif
