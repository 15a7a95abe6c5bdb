/* The control-flow graph of a function: its basic blocks, what leads to each, and with it from which facts it
 * follows that a block was reached, or that it needs a slot of its own. It edits no text.
 *
 * A block is a node of the graph: it begins with a statement, is an arm of ?:, or is hidden: the rest of an
 * expression behind ?:, which goes on as the next statement's block if it can. A decision is part of the
 * block that ends in it. A call that may not return ends its block, with its statement.
 *
 * There are two views of how a block is reached. `edges` of a block are facts for reach.h, from which it
 * follows that the block was reached; `flow` of the graph are the exact edges from node to node. */
#ifndef ANNOT_CFG_H
#define ANNOT_CFG_H

#include "annot/facts/facts.h"
#include "annot/graph/decision.h"
#include "annot/options/options.h"

/* From which fact it follows that control went along an edge. */
typedef enum {
    ANNOT_EDGE_FALL,  /* by falling, jumping or returning from a call: holds nothing by itself */
    ANNOT_EDGE_FALSE, /* index: a decision */
    ANNOT_EDGE_TRUE,
    ANNOT_EDGE_ARM /* index: an arm */
} AnnotEdgeKind;

typedef struct AnnotBlock AnnotBlock;

/* A fact that leads to a block. */
typedef struct {
    AnnotBlock *from; /* NULL: the middle of an expression, behind ?: */
    AnnotEdgeKind kind;
    guint32 index;
    gboolean noisy;          /* FALL: what stands in `from` could leave, trap or loop on the way */
    gboolean back;           /* leads from inside a loop to its head, which was reached before */
    const AnnotStmt *behind; /* FALL: the branch of an if whose end it passes, with nothing behind that could leave,
                                trap or loop; NULL: none */
} AnnotEdge;

/* Where a block's own store can be put. */
typedef enum {
    ANNOT_PLACE_NONE,      /* nowhere: nothing may be inserted there */
    ANNOT_PLACE_STATEMENT, /* before `stmt` */
    ANNOT_PLACE_LABEL,     /* behind the colon of `stmt` */
    ANNOT_PLACE_COMMA      /* before the expression `expr`, with a comma */
} AnnotPlace;

/* How each passage through a node can be seen in the text. */
typedef enum {
    ANNOT_SEEN_NOT,
    ANNOT_SEEN_STATEMENT, /* before `stmt` */
    ANNOT_SEEN_LABEL,     /* behind the colon of `stmt` */
    ANNOT_SEEN_COMMA,     /* before the expression `expr`, with a comma */
    ANNOT_SEEN_OUTCOME,   /* with the decisions' outcomes that `edges` name: it is an arm of ?: */
    ANNOT_SEEN_BEHIND     /* behind the expression `joined`, whose value is known then */
} AnnotSeen;

/* A block, while the graph is made and when it is complete. */
struct AnnotBlock {
    guint32 at;   /* offset where it begins */
    guint32 node; /* its number: its index in the graph's blocks */
    AnnotPlace place;
    const AnnotStmt *stmt;
    const AnnotExpr *expr;
    gboolean listed;            /* an objective: holds a statement or is an arm of ?: */
    gboolean noisy;             /* something in it can leave, trap or loop */
    gboolean calls;             /* ends with the current statement: a call in it may not return */
    gboolean forced;            /* a computed goto or an asm goto may lead to it: `edges` are not all */
    gboolean hidden;            /* the rest of an expression, and no more: no objective, and it needs no slot */
    const AnnotExpr *joined;    /* the ?: behind which it begins, with the rest of an expression; NULL: none */
    gboolean rest;              /* it begins with the rest of an expression, before `at` */
    gboolean jumps;             /* ends in a jump to labels that are not known: `flow` leads to all that it may mean */
    const AnnotDecision *tells; /* an outcome of this decision implies that the block was reached: nothing before it in
                                   the block can leave, trap or loop; NULL: there is none */
    const AnnotStmt *left_by;   /* the return statement in which it ends; else NULL */
    const AnnotStmt *loop;      /* outermost loop with this head whose header may be changed; NULL: none */
    GArray *edges;              /* AnnotEdge: what leads here */
    /* found when the graph is complete */
    gboolean resolved, resolving;
    gboolean own;  /* recorded in `slot` */
    gboolean lost; /* neither implied nor recorded */
    guint32 slot;
    GPtrArray *behind; /* const AnnotStmt *: its store stands at the end of each of these; NULL: at its place */
    gboolean ahead;    /* its store stands before `loop`, behind the initialiser; FALSE: at its place */
    GArray *terms;     /* HtolRowTerm; empty if lost */
    guint32 row;       /* index among the listed blocks */
};

/* A statement and the block that it is in. */
typedef struct {
    const AnnotStmt *stmt;
    AnnotBlock *block;
    guint32 at, end; /* the text that belongs to it and to no statement inside of it */
} AnnotStatement;

/* An arm of a switch: what is done from one of its labels on. */
typedef struct {
    const AnnotStmt *stmt; /* the case or default; for none, the switch */
    HtolArmKind kind;
    gboolean falls; /* what stands before the label may fall into it */
    guint32 slot;
} AnnotArm;

/* A switch and its arms. */
typedef struct {
    const AnnotStmt *stmt;
    GArray *arms; /* guint: indices of its arms; at most one of them is default or none */
} AnnotSwitch;

/* Control may pass from the end of a node to the beginning of another. */
typedef struct {
    guint32 from, to; /* nodes */
} AnnotFlowEdge;

/* A loop statement that has nodes. Those of its condition, body and step are `first` to `end` - 1. */
typedef struct {
    const AnnotStmt *stmt;
    HtolLoopKind kind;
    guint32 head;       /* the node with which an iteration begins; its condition's if that is before its body */
    guint32 first, end; /* its nodes */
    guint32 tested;     /* `first` to `tested` - 1 belong to the condition before its body; may be none */
} AnnotLoop;
/* A call in the text. */
typedef struct {
    const AnnotExpr *expr;
    const char *callee;            /* the function; NULL: through a pointer */
    AnnotBlock *block;             /* if it is reached, the call's operands are evaluated next; NULL: no such block */
    const AnnotDecision *decision; /* if its condition `condition` is evaluated, so are they; NULL: no such decision */
    guint condition;               /* index among the conditions of `decision` */
    gboolean kept;                 /* nothing may be inserted */
    /* found by calls.h */
    GArray *terms; /* HtolRowTerm; empty: through a pointer, or not recorded */
    gboolean own;  /* recorded by a probe of its own: in `slot`, or as a tuple of `source` */
    guint32 slot;
    guint32 source; /* 1 + the source; 0: none */
    guint behind;   /* arguments that may leave */
    guint counter;  /* number, from 1, of the variable that counts how many of them were evaluated; 0: none is needed */
    GPtrArray *callees; /* const char *: the functions that the pointer may point to; NULL: not known */
} AnnotCall;

/* All blocks etc. of a function in the order in which they begin in its text, the entry block first. */
typedef struct {
    GPtrArray *blocks;        /* AnnotBlock: the nodes of the graph but the exit, by number */
    guint32 n_nodes;          /* with the exit, which is the last one */
    GArray *flow;             /* AnnotFlowEdge: exact, each once, sorted by `from`, then `to` */
    GPtrArray *loops;         /* AnnotLoop: as their statements begin */
    gboolean unordered;       /* operands whose order of evaluation is open have nodes: it may not follow `flow` */
    GPtrArray *statements;    /* AnnotStatement */
    GPtrArray *decisions;     /* AnnotDecision */
    GPtrArray *branches;      /* AnnotBranch: those that control branches on and that were cut */
    GPtrArray *switches;      /* AnnotSwitch */
    GPtrArray *arms;          /* AnnotArm */
    GPtrArray *calls;         /* AnnotCall */
    GPtrArray *fallthroughs;  /* const AnnotStmt: attribute statements to be removed when text is put behind them */
    guint32 slots;            /* number of the function's slots so far; slot 0 is its entry */
    guint32 sources;          /* number of the function's sources of tuples so far */
    guint counters;           /* number of counters that calls need */
    guint temporaries;        /* number of temporaries that decisions need to number ways */
    guint32 records;          /* what is recorded beside structure and logic: HtolRecords, ORed */
    gboolean ends;            /* control may get to the end of the body */
    AnnotFacts *facts;        /* of its expressions; `assigned` only after annot_assigned_fill */
    struct AnnotFlows *flows; /* its data flow, NULL if that is not recorded; see flow.h. Not freed with it */
    struct AnnotOperations *operations; /* NULL if none are recorded; see operations.h. Not freed with it */
} AnnotCfg;

/* Frees a graph that annot_cfg_new made, except for what is in its arena. */
void annot_cfg_free(AnnotCfg *cfg);

/* Makes a block at offset `at` that nothing leads to yet. */
AnnotBlock *annot_block_new(HtolArena *arena, guint32 at, AnnotPlace place);

/* Returns how each passage through the block's node can be seen. */
AnnotSeen annot_block_seen(const AnnotBlock *block);

#endif
