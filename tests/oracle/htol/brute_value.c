/* The oracle's values as text, and its arithmetic, which cannot trap. Nothing of htol/. */
#include "tests/oracle/htol/brute_value.h"

#include <float.h>
#include <string.h>

/* Comparisons are made in long double, which must hold every 64-bit integer and every double. */
G_STATIC_ASSERT(LDBL_MANT_DIG >= 64);

BruteValue brute_integer(gboolean is_unsigned, __int128 value)
{
    return (BruteValue){.kind = is_unsigned ? BRUTE_UNSIGNED : BRUTE_SIGNED, .u = (guint64)value};
}

static long double exact(BruteValue value)
{
    switch (value.kind) {
    case BRUTE_SIGNED: return value.s;
    case BRUTE_UNSIGNED: return value.u;
    case BRUTE_FLOAT: return value.f;
    case BRUTE_POINTER: g_assert(value.u == 0); return 0;
    default: g_assert_not_reached();
    }
}

gboolean brute_truth(BruteValue value, gboolean *is_true)
{
    if (value.kind == BRUTE_POINTER) {
        return FALSE;
    }
    *is_true = exact(value) != 0;
    return TRUE;
}

static gboolean number_or_null(BruteValue value)
{
    return value.kind != BRUTE_POINTER || value.u == 0;
}

/* A pointer of one process and a pointer of another have nothing to do with each other; null is of none. */
static gboolean equal(BruteValue one, BruteValue other, gboolean *is_equal)
{
    if (one.kind == BRUTE_POINTER && other.kind == BRUTE_POINTER) {
        gboolean some_null = one.u == 0 || other.u == 0;
        *is_equal = one.u == other.u;
        return some_null || one.process == other.process;
    }
    *is_equal = number_or_null(one) && number_or_null(other) && exact(one) == exact(other);
    return TRUE;
}

static gboolean ordered(BruteOp op, BruteValue one, BruteValue other, BruteValue *result)
{
    if (one.kind == BRUTE_POINTER || other.kind == BRUTE_POINTER) {
        return FALSE;
    }
    long double a = exact(one), b = exact(other);
    gboolean holds = op == BRUTE_LT ? a < b : op == BRUTE_LE ? a <= b : op == BRUTE_GT ? a > b : a >= b;
    *result = brute_integer(FALSE, holds);
    return TRUE;
}

static double rounded(BruteValue value)
{
    return value.kind == BRUTE_SIGNED ? (double)value.s : value.kind == BRUTE_UNSIGNED ? (double)value.u : value.f;
}

static gboolean floating(BruteOp op, BruteValue one, BruteValue other, BruteValue *result)
{
    double a = rounded(one), b = rounded(other);
    result->kind = BRUTE_FLOAT;
    switch (op) {
    case BRUTE_ADD: result->f = a + b; return TRUE;
    case BRUTE_SUB: result->f = a - b; return TRUE;
    case BRUTE_MUL: result->f = a * b; return TRUE;
    case BRUTE_DIV: result->f = b == 0 ? 0 : a / b; return b != 0;
    default: return FALSE;
    }
}

static gboolean whole(BruteOp op, BruteValue one, BruteValue other, BruteValue *result)
{
    gboolean is_unsigned = one.kind == BRUTE_UNSIGNED || other.kind == BRUTE_UNSIGNED;
    __int128 a = is_unsigned ? (__int128)one.u : one.s, b = is_unsigned ? (__int128)other.u : other.s;
    if ((op == BRUTE_DIV || op == BRUTE_REM) && b == 0) {
        return FALSE;
    }
    switch (op) {
    case BRUTE_ADD: *result = brute_integer(is_unsigned, a + b); return TRUE;
    case BRUTE_SUB: *result = brute_integer(is_unsigned, a - b); return TRUE;
    case BRUTE_MUL:
        *result = brute_integer(is_unsigned, (__int128)((unsigned __int128)a * (unsigned __int128)b));
        return TRUE;
    case BRUTE_DIV: *result = brute_integer(is_unsigned, a / b); return TRUE;
    case BRUTE_REM: *result = brute_integer(is_unsigned, a % b); return TRUE;
    case BRUTE_BAND: *result = brute_integer(is_unsigned, a & b); return TRUE;
    case BRUTE_BOR: *result = brute_integer(is_unsigned, a | b); return TRUE;
    case BRUTE_XOR: *result = brute_integer(is_unsigned, a ^ b); return TRUE;
    default: g_assert_not_reached();
    }
}

static gboolean arithmetic(BruteOp op, BruteValue one, BruteValue other, BruteValue *result)
{
    if (one.kind == BRUTE_POINTER || other.kind == BRUTE_POINTER) {
        return FALSE;
    }
    if (one.kind == BRUTE_FLOAT || other.kind == BRUTE_FLOAT) {
        return floating(op, one, other, result);
    }
    return whole(op, one, other, result);
}

gboolean brute_unary(BruteOp op, BruteValue operand, BruteValue *result)
{
    gboolean is_true;
    if (!brute_truth(operand, &is_true)) {
        return FALSE;
    }
    if (op == BRUTE_NOT) {
        *result = brute_integer(FALSE, !is_true);
        return TRUE;
    }
    *result = operand;
    if (operand.kind == BRUTE_FLOAT) {
        result->f = -operand.f;
        return op == BRUTE_MINUS;
    }
    result->u = op == BRUTE_MINUS ? 0 - operand.u : ~operand.u;
    return TRUE;
}

gboolean brute_binary(BruteOp op, BruteValue one, BruteValue other, BruteValue *result)
{
    if (op == BRUTE_EQ || op == BRUTE_NE) {
        gboolean is_equal, is_answered = equal(one, other, &is_equal);
        *result = brute_integer(FALSE, is_equal == (op == BRUTE_EQ));
        return is_answered;
    }
    if (op >= BRUTE_LT && op <= BRUTE_GE) {
        return ordered(op, one, other, result);
    }
    return arithmetic(op, one, other, result);
}

gboolean brute_identical(BruteValue one, BruteValue other)
{
    return one.kind == other.kind && one.u == other.u && (one.kind != BRUTE_POINTER || one.process == other.process);
}

void brute_print(BruteValue value, GString *out)
{
    char digits[G_ASCII_DTOSTR_BUF_SIZE];
    switch (value.kind) {
    case BRUTE_SIGNED: g_string_append_printf(out, "%" G_GINT64_FORMAT, value.s); return;
    case BRUTE_UNSIGNED: g_string_append_printf(out, "%" G_GUINT64_FORMAT "u", value.u); return;
    case BRUTE_POINTER:
        g_string_append_printf(out, "0x%" G_GINT64_MODIFIER "x@%" G_GUINT64_FORMAT "p", value.u, value.process);
        return;
    case BRUTE_FLOAT: g_string_append_printf(out, "%sf", g_ascii_dtostr(digits, sizeof digits, value.f)); return;
    }
}

gboolean brute_read(const char *word, BruteValue *value)
{
    gsize length = strlen(word);
    char *end, last = length ? word[length - 1] : '\0';
    if (last == 'u') {
        value->kind = BRUTE_UNSIGNED;
        value->u = g_ascii_strtoull(word, &end, 0);
        return end == word + length - 1;
    }
    if (last == 'p' && strchr(word, '@')) {
        value->kind = BRUTE_POINTER;
        value->u = g_ascii_strtoull(word, &end, 0);
        value->process = g_ascii_strtoull(strchr(word, '@') + 1, NULL, 10);
        return *end == '@';
    }
    if (last == 'f') {
        value->kind = BRUTE_FLOAT;
        value->f = g_ascii_strtod(word, &end);
        return end == word + length - 1;
    }
    value->kind = BRUTE_SIGNED;
    value->s = g_ascii_strtoll(word, &end, 10);
    return length && !*end;
}
