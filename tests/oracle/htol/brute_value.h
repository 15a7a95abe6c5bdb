/* Arithmetic of the oracle's guards: 64 bits, wrapping, as HTOL says. It knows no names; those are
 * brute.c's. */
#ifndef TESTS_ORACLE_HTOL_BRUTE_VALUE_H
#define TESTS_ORACLE_HTOL_BRUTE_VALUE_H

#include "tests/oracle/htol/brute.h"

typedef enum {
    BRUTE_NUMBER,
    BRUTE_NAME,
    BRUTE_NOT,
    BRUTE_COMPLEMENT,
    BRUTE_MINUS,
    BRUTE_OR,
    BRUTE_AND,
    BRUTE_BOR,
    BRUTE_XOR,
    BRUTE_BAND,
    BRUTE_EQ,
    BRUTE_NE,
    BRUTE_LT,
    BRUTE_GT,
    BRUTE_LE,
    BRUTE_GE,
    BRUTE_ADD,
    BRUTE_SUB,
    BRUTE_MUL,
    BRUTE_DIV,
    BRUTE_REM
} BruteOp;

/* Wraps to 64 bits. */
BruteValue brute_integer(gboolean is_unsigned, __int128 value);

/* These return FALSE if the whole guard is false by it: a division by zero, an operand of a kind that the
 * operator does not take, or pointers of two processes. */
gboolean brute_truth(BruteValue value, gboolean *is_true);
gboolean brute_unary(BruteOp op, BruteValue operand, BruteValue *result);
/* All but && and ||, which do not always evaluate both sides. */
gboolean brute_binary(BruteOp op, BruteValue one, BruteValue other, BruteValue *result);

#endif
