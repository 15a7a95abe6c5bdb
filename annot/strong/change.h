/* A mutant of a strong build, and the mutation operators that make them: what is changed where, and how the change is
 * written. It finds no mutants, and puts nothing into the text. */
#ifndef ANNOT_CHANGE_H
#define ANNOT_CHANGE_H

#include "annot/strong/effect.h"
#include "annot/tree/tree.h"
#include "htol/criteria/criteria.h"
#include "htol/files/rows.h"

/* The mutation operators of strong builds: those of WM, and three that change statements. */
typedef enum {
    ANNOT_STRONG_ROR,
    ANNOT_STRONG_ABS,
    ANNOT_STRONG_COR,
    ANNOT_STRONG_LCR,
    ANNOT_STRONG_AOR,
    ANNOT_STRONG_BOR,
    ANNOT_STRONG_SOR,
    ANNOT_STRONG_UOI,
    ANNOT_STRONG_AOIU,
    ANNOT_STRONG_CRP,
    ANNOT_STRONG_SDL,
    ANNOT_STRONG_SSDL,   /* HTOL_CHANGE_DELETION */
    ANNOT_STRONG_CALLDL, /* HTOL_CHANGE_CALL */
    ANNOT_STRONG_RETURN, /* HTOL_CHANGE_RETURN */
    ANNOT_STRONG_OPERATORS
} AnnotStrongOperator;

/* All of them, as AnnotOptions.strong has it: bit k for operator k. */
#define ANNOT_STRONG_ALL ((1u << ANNOT_STRONG_OPERATORS) - 1)

/* How a mutant is written. */
typedef enum {
    ANNOT_CHANGE_VALUE,   /* another value in place of that of `expr`, whose operands are evaluated as ever */
    ANNOT_CHANGE_EFFECT,  /* `expr`, whose value is not used, is not evaluated */
    ANNOT_CHANGE_LOGIC,   /* another connector in place of && or ||: `connector` */
    ANNOT_CHANGE_NOT,     /* the condition `expr` is negated */
    ANNOT_CHANGE_SKIP,    /* the statement `stmt` is not executed */
    ANNOT_CHANGE_RETURNED /* another value in place of `expr`, which is returned */
} AnnotChangeKind;

/* What stands for && or ||. Up to XOR the left operand is evaluated. */
typedef enum {
    ANNOT_CONNECTOR_AND,
    ANNOT_CONNECTOR_OR,
    ANNOT_CONNECTOR_XOR,
    ANNOT_CONNECTOR_LEFT,
    ANNOT_CONNECTOR_RIGHT,
    ANNOT_CONNECTOR_TRUE,
    ANNOT_CONNECTOR_FALSE
} AnnotConnector;

/* One mutant: a change of an expression or statement; fields hold for the kinds that they name. */
typedef struct {
    AnnotChangeKind kind;
    AnnotStrongOperator by;
    guint32 number;        /* in the function, from 1 */
    AnnotExtent at;        /* what is changed */
    const AnnotExpr *expr; /* NULL of SKIP */
    const AnnotStmt *stmt; /* of SKIP; else NULL */
    const AnnotExpr *host; /* VALUE: that by whose call it is chosen, `expr` or an operator that reads it; NOT: that, or
                              NULL if none does; NULL until mutants are gathered, and of others */
    AnnotConnector connector;
    char *value; /* VALUE, RETURNED: C over hlcov_v, the value in the program; over hlcov_l and hlcov_r, the operands,
                    if `expr` is a binary operator */
    char *after; /* in place of the text `at`, for people; "": it is deleted */
    const char *weak;   /* as in HtolRowChange */
    gboolean sure;      /* as in HtolRowChange */
    AnnotEffect effect; /* VALUE, RETURNED: what is known of the value */
    guint32 same;       /* number of the first mutant of the function that does the same; 0: it is that, or none does */
    guint32 unwritten;  /* as in HtolRowChange: 0 if it is written */
} AnnotChange;

/* Returns the operator's name, as HtolRowChange.criterion has it. */
const char *annot_strong_name(AnnotStrongOperator by);

/* Returns what must be recorded of functions so that the operators (bit k: operator k) find their mutants: HtolRecords,
 * ORed. */
guint32 annot_strong_records(guint32 operators);

/* Parses names of operators with commas, case apart, into *operators; "" means all. On an unknown name returns FALSE
 * and sets *error. */
gboolean annot_strong_parse(const char *list, guint32 *operators, GError **error);

/* Returns an array of AnnotChange that frees their strings; to be freed with g_array_unref. */
GArray *annot_changes_new(void);

/* Appends a copy of `change`, whose strings it takes, with the next number, unless its operator is not among
 * `operators`: then it frees them. */
void annot_changes_add(GArray *changes, guint32 operators, AnnotChange change);

#endif
