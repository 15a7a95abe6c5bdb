/* Compares, hashes and prints values; see value.h. No arithmetic. */
#include "htol/lang/value.h"

#include <math.h>
#include <string.h>

/* 2 to the 63 and 64: the first doubles beyond the integers. */
static const double SIGNED_END = 0x1p63, UNSIGNED_END = 0x1p64;

static int order_unsigned(guint64 one, guint64 other)
{
    return (one > other) - (one < other);
}

static int order_signed(gint64 one, gint64 other)
{
    return (one > other) - (one < other);
}

/* Of two integers of any signedness. */
static int order_integers(HtolValue one, HtolValue other)
{
    if (one.kind == other.kind)
        return one.kind == HTOL_VALUE_SIGNED ? order_signed(one.s, other.s) : order_unsigned(one.u, other.u);
    if (one.kind == HTOL_VALUE_SIGNED)
        return one.s < 0 ? -1 : order_unsigned(one.s, other.u);
    return other.s < 0 ? 1 : order_unsigned(one.u, other.s);
}

/* The integer part of a double within the range of 64 bits, towards zero. */
static HtolValue truncated(double value)
{
    if (value < 0)
        return (HtolValue){.kind = HTOL_VALUE_SIGNED, .s = (gint64)value};
    return (HtolValue){.kind = HTOL_VALUE_UNSIGNED, .u = (guint64)value};
}

static double integer_part(double value)
{
    return value < 0 ? (double)(gint64)value : (double)(guint64)value;
}

/* The order of an integer to a double, exactly: by the double's integer part first, then by its fraction. */
static int order_integer_float(HtolValue integer, double value)
{
    if (isnan(value))
        return 2;
    if (value < -SIGNED_END || value >= UNSIGNED_END)
        return value < 0 ? 1 : -1;
    int order = order_integers(integer, truncated(value));
    double fraction = value - integer_part(value);
    return order != 0 ? order : (fraction < 0) - (fraction > 0);
}

static int reversed(int order)
{
    return order == 2 ? 2 : -order;
}

static int order_floats(double one, double other)
{
    return isnan(one) || isnan(other) ? 2 : (one > other) - (one < other);
}

/* Zero of any kind, the null pointer too. */
static gboolean is_zero(HtolValue value)
{
    return value.kind == HTOL_VALUE_FLOAT ? value.f == 0 : value.u == 0 && htol_value_process(value) == 0;
}

/* Where one of them is a pointer. */
static gboolean equal_pointers(HtolValue one, HtolValue other)
{
    if (is_zero(one) || is_zero(other))
        return is_zero(one) && is_zero(other);
    return one.kind == other.kind && one.u == other.u && one.process == other.process;
}

int htol_value_compare(HtolValue one, HtolValue other)
{
    if (one.kind == HTOL_VALUE_POINTER || other.kind == HTOL_VALUE_POINTER)
        return equal_pointers(one, other) ? 0 : 2;
    if (one.kind == HTOL_VALUE_FLOAT && other.kind == HTOL_VALUE_FLOAT)
        return order_floats(one.f, other.f);
    if (one.kind == HTOL_VALUE_FLOAT)
        return reversed(order_integer_float(other, one.f));
    return other.kind == HTOL_VALUE_FLOAT ? order_integer_float(one, other.f) : order_integers(one, other);
}

guint64 htol_value_process(HtolValue value)
{
    return value.kind == HTOL_VALUE_POINTER ? value.process : 0;
}

gboolean htol_value_comparable(HtolValue one, HtolValue other)
{
    guint64 first = htol_value_process(one), second = htol_value_process(other);
    return first == 0 || second == 0 || first == second;
}

gboolean htol_value_equal(HtolValue one, HtolValue other)
{
    return htol_value_compare(one, other) == 0;
}

static guint mix_bits(guint64 bits)
{
    bits = (bits ^ bits >> 32) * 0x9e3779b97f4a7c15u;
    bits = (bits ^ bits >> 29) * 0xbf58476d1ce4e5b9u;
    return bits >> 32;
}

/* A double that is an integer has the integer's hash, and so has the null pointer that of 0. */
guint htol_value_hash(HtolValue value)
{
    if (value.kind != HTOL_VALUE_FLOAT)
        return mix_bits(value.u + htol_value_process(value) * 0x9e3779b97f4a7c15u);
    if (value.f >= -SIGNED_END && value.f < UNSIGNED_END && value.f == integer_part(value.f))
        return mix_bits(truncated(value.f).u);
    return mix_bits(value.u);
}

/* As few digits as read back the same, 17 at most; a point or exponent tells it from an integer. */
static void print_float(double value, GString *out)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    gsize start = out->len;
    for (int digits = 1; digits <= 17; digits++) {
        char format[] = "%.00g";
        format[2] = '0' + digits / 10;
        format[3] = '0' + digits % 10;
        g_ascii_formatd(text, sizeof text, format, value);
        if (digits == 17 || g_ascii_strtod(text, NULL) == value)
            break;
    }
    g_string_append(out, text);
    if (isfinite(value) && !strpbrk(out->str + start, ".e"))
        g_string_append(out, ".0");
}

void htol_value_print(HtolValue value, GString *out)
{
    switch (value.kind) {
    case HTOL_VALUE_SIGNED: g_string_append_printf(out, "%" G_GINT64_FORMAT, value.s); return;
    case HTOL_VALUE_UNSIGNED: g_string_append_printf(out, "%" G_GUINT64_FORMAT "u", value.u); return;
    case HTOL_VALUE_FLOAT: print_float(value.f, out); return;
    case HTOL_VALUE_POINTER: g_string_append_printf(out, "0x%" G_GINT64_MODIFIER "x", value.u); return;
    }
    g_assert_not_reached();
}
