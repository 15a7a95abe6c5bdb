/* Orders, decodes and prints tuples; see tuple.h. */
#include "htol/files/tuple.h"

#include "htol/base/layout.h"
#include "htol/base/sorted.h"

enum { KIND_BITS = 8 };

static guint64 value_kind(const HtolTuple *tuple, guint32 i)
{
    return tuple->words[2 * i] & ((1u << KIND_BITS) - 1);
}

static guint64 process_of(const HtolTuple *tuple, guint32 i)
{
    return tuple->words[2 * i] >> KIND_BITS;
}

static guint64 bits_of(const HtolTuple *tuple, guint32 i)
{
    return tuple->words[2 * i + 1];
}

/* A function may lie at the very beginning of its program. */
static gboolean is_sound(const HtolTuple *tuple, guint32 i)
{
    guint64 process = process_of(tuple, i), bits = bits_of(tuple, i);
    switch (value_kind(tuple, i)) {
    case HTOL_TUPLE_SIGNED:
    case HTOL_TUPLE_UNSIGNED:
    case HTOL_TUPLE_FLOAT: return process == 0;
    case HTOL_TUPLE_POINTER: return (process == 0) == (bits == 0);
    case HTOL_TUPLE_CODE: return process != 0 || bits == 0;
    case HTOL_TUPLE_VECTOR: return process == 0 && (bits & bits >> 1 & 0x5555555555555555u) == 0;
    default: return FALSE;
    }
}

gboolean htol_tuple_is_sound(const HtolTuple *tuple)
{
    guint32 i = 0;
    while (i < tuple->n_values && is_sound(tuple, i))
        i++;
    return i == tuple->n_values;
}

static gint order(guint64 one, guint64 other)
{
    return (one > other) - (one < other);
}

/* Of bits of one kind. */
static gint order_bits(guint64 kind, guint64 one, guint64 other)
{
    guint64 sign = kind == HTOL_TUPLE_SIGNED ? 1ull << 63 : 0;
    return order(one ^ sign, other ^ sign);
}

static gint order_values(const HtolTuple *one, const HtolTuple *other, guint32 i)
{
    gint by_kind = order(value_kind(one, i), value_kind(other, i));
    gint by_process = by_kind ? by_kind : order(process_of(one, i), process_of(other, i));
    return by_process ? by_process : order_bits(value_kind(one, i), bits_of(one, i), bits_of(other, i));
}

gint htol_tuple_compare(gconstpointer left, gconstpointer right)
{
    const HtolTuple *one = left, *other = right;
    gint result = order(one->source, other->source);
    result = result ? result : order(one->n_values, other->n_values);
    for (guint32 i = 0; result == 0 && i < one->n_values; i++)
        result = order_values(one, other, i);
    return result;
}

guint htol_tuple_first(const HtolTuple *tuples, guint n, guint32 source)
{
    return HTOL_SORTED_FROM(tuples, n, HtolTuple, source, source);
}

guint htol_tuple_hash(gconstpointer key)
{
    const HtolTuple *tuple = key;
    guint64 hash = tuple->source;
    for (guint32 i = 0; i < 2 * tuple->n_values; i++) {
        hash = (hash ^ tuple->words[i]) * HTOL_FNV_PRIME;
        hash ^= hash >> 32;
    }
    return hash;
}

gboolean htol_tuple_equal(gconstpointer one, gconstpointer other)
{
    return htol_tuple_compare(one, other) == 0;
}

HtolValueKind htol_tuple_value_kind(enum HtolTupleKind kind)
{
    static const HtolValueKind kinds[] = {[HTOL_TUPLE_SIGNED] = HTOL_VALUE_SIGNED,
                                          [HTOL_TUPLE_UNSIGNED] = HTOL_VALUE_UNSIGNED,
                                          [HTOL_TUPLE_FLOAT] = HTOL_VALUE_FLOAT,
                                          [HTOL_TUPLE_POINTER] = HTOL_VALUE_POINTER,
                                          [HTOL_TUPLE_CODE] = HTOL_VALUE_POINTER};
    return kinds[kind];
}

gboolean htol_tuple_value(const HtolTuple *tuple, guint32 i, HtolValue *value)
{
    guint64 kind = value_kind(tuple, i);
    if (kind == HTOL_TUPLE_VECTOR)
        return FALSE;
    *value = (HtolValue){.kind = htol_tuple_value_kind((enum HtolTupleKind)kind),
                         .process = process_of(tuple, i),
                         .u = bits_of(tuple, i)};
    return TRUE;
}

gboolean htol_tuple_has_code(const HtolTuple *tuple)
{
    gboolean has = FALSE;
    for (guint32 i = 0; i < tuple->n_values; i++)
        has |= value_kind(tuple, i) == HTOL_TUPLE_CODE;
    return has;
}

gboolean htol_tuple_truth(const HtolTuple *tuple, guint32 condition, guint8 *truth)
{
    guint32 i = condition / HTOL_VECTOR_CONDITIONS;
    if (value_kind(tuple, i) != HTOL_TUPLE_VECTOR)
        return FALSE;
    *truth = bits_of(tuple, i) >> 2 * (condition % HTOL_VECTOR_CONDITIONS) & 3;
    return TRUE;
}

static void print_vector(guint64 bits, GString *out)
{
    g_string_append(out, "vector ");
    for (guint i = 0; i < HTOL_VECTOR_CONDITIONS; i++)
        g_string_append_c(out, "FT-"[bits >> 2 * i & 3]);
}

static void print_value(const HtolTuple *tuple, guint32 i, GString *out)
{
    HtolValue value;
    if (!htol_tuple_value(tuple, i, &value)) {
        print_vector(bits_of(tuple, i), out);
        return;
    }
    if (value_kind(tuple, i) == HTOL_TUPLE_CODE)
        g_string_append(out, "code ");
    htol_value_print(value, out);
    if (htol_value_process(value) != 0)
        g_string_append_printf(out, "@%" G_GUINT64_FORMAT, htol_value_process(value));
}

void htol_tuple_print(const HtolTuple *tuple, GString *out)
{
    g_string_append_printf(out, "source %u:", tuple->source);
    for (guint32 i = 0; i < tuple->n_values; i++) {
        g_string_append_c(out, ' ');
        print_value(tuple, i, out);
    }
}
