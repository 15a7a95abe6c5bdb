/* An operation, the classes of whose values are recorded, and what is shared by the files that find operations of a
 * kind and write their probes: relation.h, sign.h, partition.h, mutant.h, risk.h. operations.h has all of a function.
 */
#ifndef ANNOT_OPERATION_H
#define ANNOT_OPERATION_H

#include "annot/facts/readable.h"
#include "annot/mutants/judge.h"
#include "annot/probes/probe.h"

/* What becomes of the value of an expression; parentheses and conversions without text of their own do not
 * count. */
typedef enum {
    ANNOT_VALUE_USED,      /* as an operand, say */
    ANNOT_VALUE_CONDITION, /* it is the whole condition of a statement */
    ANNOT_VALUE_TRUTH,     /* only whether it is 0 matters */
    ANNOT_VALUE_STORED,    /* it is a whole right-hand side of =, initial value of a variable, or is returned */
    ANNOT_VALUE_ADDRESS,   /* its address is taken */
    ANNOT_VALUE_DROPPED    /* nothing */
} AnnotValueUse;

/* An evaluated expression that is no constant, as the pass over the function meets it. */
typedef struct {
    const AnnotExpr *expr;
    const AnnotExpr *whole;          /* the outermost expression around it, or itself */
    const AnnotReadables *readables; /* of the function; NULL: not needed */
    const AnnotFacts *facts;         /* of the function */
    AnnotValueUse use;
    const AnnotType *stored; /* STORED: the type that it is converted to; NULL: not known */
    guint32 stored_bits;     /* STORED: the width of the bit-field that it is stored in; 0: in none */
    gboolean blocked;        /* nothing may be inserted in it */
    gboolean reached;        /* a scalar is read or written that it names, or that is in the object that it names */
    guint32 records;         /* what is asked for: HtolRecords, ORed */
    const AnnotExpr
        *beside; /* if it is the left operand of an operator, perhaps converted, the right one; NULL: it is not */
} AnnotMet;

/* A mutant that is computed beside an operation. */
typedef struct {
    HtolMutation mutation;
    HtolOperator op;           /* in place of the operation's, as in format.def */
    char *text;                /* what stands in place of the operation */
    const AnnotDecl *variable; /* that is named instead of another one; else NULL */
    guint32 told; /* bit k: it is killed by the values in class k of the relation or sign of the same expression, and by
                     no others; 0: it must be computed */
} AnnotMutant;

/* One operation; fields hold for the kinds that they name. */
typedef struct {
    HtolOperationKind kind;
    HtolOperator op;
    HtolMutantLevel level;
    HtolRisk risk;
    guint64 length;   /* of an index: what it is less than */
    gboolean reached; /* of risk NULL: where the pointer leads, a scalar is read or written */
    gboolean framed;  /* where the right operand is evaluated, another probe has the left one in hlcov_l; set when all
                         are found */
    const AnnotExpr *expr; /* NULL: a parameter */
    AnnotExtent at;
    const AnnotFunction *function; /* of a parameter; else NULL */
    const AnnotDecl *parameter;    /* NULL: an expression */
    GPtrArray *words;              /* description of each class where one is needed; else NULL */
    guint32 classes;               /* number of classes; 0: nothing is recorded */
    HtolUnrecorded unrecorded;     /* why nothing is recorded */
    guint32 impossible;            /* as in format.def */
    guint32 infeasible; /* of kind COMPUTED: bit k: mutant k was proved so, and no probe looks for it; set when all are
                           found */
    GArray *mutants;    /* AnnotMutant, of kind COMPUTED, a class each; also if there are no classes. Else NULL */
    AnnotNumber type;   /* of kind COMPUTED: in which mutants are computed */
    AnnotComparison comparison; /* of kind COMPUTED: how mutants are compared */
    guint32 slot;               /* of class 0; set when all are found */
    guint32 leader; /* index of the operation whose probe records it, in whose slots, for its value is the same whenever
                       either is evaluated; its own, but of some signs. Set when all are found */
    guint32 teller; /* slot of class 0 of the relation or sign that tells of its mutants; set when all are found */
    guint found_by; /* which of the finders of operations.c found it; set when all are found */
} AnnotOperation;

/* Whether the operation is a teller: a relation or sign that is recorded. */
gboolean annot_operation_is_teller(const AnnotOperation *operation);

/* Returns the last teller of `expr` before index `end`; NULL if there is none, or if an operation of another expression
 * comes in between. */
const AnnotOperation *annot_operation_teller(const GArray *operations, guint end, const AnnotExpr *expr);

/* Returns the mutants that a teller tells of: bit k for mutant k. */
guint32 annot_operation_told(const AnnotOperation *operation);

/* Returns the level of mutants of what was met: STATEMENT where the value is a whole condition or is stored as a whole.
 */
HtolMutantLevel annot_met_level(const AnnotMet *met);

/* Whether the type of the expression, or of a part of it, is guessed: it calls a function that is declared nowhere,
 * such as a builtin of gcc that the front end does not know. */
gboolean annot_type_is_guessed(const AnnotExpr *expr);

/* Whether the expression must stay where it is: a compound literal in it lives as long as the block around it, and
 * setjmp may be called in few places only. */
gboolean annot_needs_its_place(const AnnotExpr *expr);

/* Returns the offset of the operator of a binary expression; 0 if it is not where it should be. */
guint32 annot_infix_at(const AnnotText *text, const AnnotExpr *expr);

/* Returns the C expression that sets the slot of the class whose number the C expression `number` gives; to be freed.
 */
char *annot_operation_store(const AnnotProbe *probe, const AnnotOperation *operation, const char *number);

/* How the slot of the class of some values is set. */
typedef struct {
    const char *choice;        /* C in which @ and a digit, the number of a class, stand for the store to its slot */
    const char *name;          /* unique for `choice` and `values`, type apart */
    const char *const *values; /* the names of the locals that hold them, the last one NULL */
    AnnotNumber type;          /* type of the values; size 0: it has no name */
} AnnotChoice;

/* Returns the C expression that chooses a class: each way through it sets a slot that the compiler knows. In a crowded
 * function it is a call of a function that chooses, if the type has a name. To be freed. */
char *annot_operation_choose(const AnnotProbe *probe, const AnnotOperation *operation, const AnnotChoice *choice);

#endif
