/* Expressions over variables: guards over metavariables, and predicates over the variables of a site. Builds and
 * evaluates them; parsing is parse.h's. C's syntax, and 64-bit arithmetic that cannot trap.
 *
 * Arithmetic: with a FLOAT operand the result is FLOAT, else with an UNSIGNED one it is UNSIGNED as C converts, else
 * SIGNED; integers wrap (INT64_MIN / -1 too). Comparisons are by mathematical value; they, !, && and || give SIGNED 0
 * or 1. && and || stop early. An error has no value: a division or remainder by zero (of any kind), %, ~ and bitwise
 * operators on FLOAT, everything but == and != on a pointer (also asking whether it is true: p != 0 asks whether it is
 * null, p and !p do not), == and != of pointers of two processes, neither of which is null (see
 * htol_value_comparable). */
#ifndef HTOL_EXPR_H
#define HTOL_EXPR_H

#include "htol/base/arena.h"
#include "htol/lang/value.h"

/* What an expression is at its top. */
typedef enum { HTOL_EXPR_CONSTANT, HTOL_EXPR_VARIABLE, HTOL_EXPR_UNARY, HTOL_EXPR_BINARY } HtolExprKind;

/* The operator of a UNARY or BINARY expression, as in C. */
typedef enum {
    HTOL_OP_NOT,
    HTOL_OP_COMPLEMENT,
    HTOL_OP_MINUS, /* unary */
    HTOL_OP_MUL,
    HTOL_OP_DIV,
    HTOL_OP_REM,
    HTOL_OP_ADD,
    HTOL_OP_SUB,
    HTOL_OP_LT,
    HTOL_OP_LE,
    HTOL_OP_GT,
    HTOL_OP_GE,
    HTOL_OP_EQ,
    HTOL_OP_NE,
    HTOL_OP_BAND,
    HTOL_OP_XOR,
    HTOL_OP_BOR,
    HTOL_OP_AND,
    HTOL_OP_OR
} HtolOp;

/* An expression; its fields hold for the kinds that they name. It lies in an arena and is never changed. */
typedef struct HtolExpr HtolExpr;
struct HtolExpr {
    HtolExprKind kind : 8;
    HtolOp op : 8;    /* UNARY, BINARY */
    guint32 variable; /* VARIABLE of a site: its column. Of a guard: set when it is bound to columns (eval) */
    union {
        HtolValue constant; /* CONSTANT */
        const char *name;   /* VARIABLE of a guard: the metavariable, with its primes; NULL in predicates of sites */
    };
    const HtolExpr *left, *right; /* UNARY: left; BINARY: both */
    guint32 line, column;         /* where it stands in the user's text; 0: nowhere */
};

/* Make expressions in the arena; operands are not copied and must live as long. This one is a constant. */
const HtolExpr *htol_constant(HtolArena *arena, HtolValue value);
/* A variable by its column, or (`name` lives in the arena) by its name: its column is then bound later. Of the first
 * columns the variable, and its negation, is always the same one, which lives for ever. */
const HtolExpr *htol_variable(HtolArena *arena, guint32 variable);
const HtolExpr *htol_named(HtolArena *arena, const char *name);
const HtolExpr *htol_unary(HtolArena *arena, HtolOp op, const HtolExpr *operand);
const HtolExpr *htol_binary(HtolArena *arena, HtolOp op, const HtolExpr *left, const HtolExpr *right);

/* Makes `!operand`. */
const HtolExpr *htol_not(HtolArena *arena, const HtolExpr *operand);
/* The conjunction; `left` may be NULL, then it is `right`. */
const HtolExpr *htol_and(HtolArena *arena, const HtolExpr *left, const HtolExpr *right);
/* The variable or its negation. */
const HtolExpr *htol_literal(HtolArena *arena, guint32 variable, gboolean value);

/* What an expression says of a vector of values. A guard holds if it is TRUE. */
typedef enum { HTOL_HOLDS_FALSE, HTOL_HOLDS_TRUE, HTOL_HOLDS_ERROR } HtolHolds;

/* The value where variable v has values[v]; FALSE if there is none, because of an error. */
gboolean htol_expr_value(const HtolExpr *expr, const HtolValue *values, HtolValue *result);

/* Whether the expression is true, which is not 0, where variable v has values[v]; or that there is an error. */
HtolHolds htol_expr_holds(const HtolExpr *expr, const HtolValue *values);

/* The value of one operator, unary or binary, but for && and ||; `right` of a unary one counts for nothing. FALSE if
 * there is none, because of an error. */
gboolean htol_op_value(HtolOp op, HtolValue left, HtolValue right, HtolValue *result);

#endif
