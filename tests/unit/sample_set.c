/* Makes sets of tuples for tests; see sample_set.h. */
#include "tests/unit/sample_set.h"

#include <string.h>

#include "htol/base/bytes.h"
#include "htol/base/layout.h"

#define PUT(bytes, FIELD, number) sample_put((bytes)->data + HTOL_AT_SET_##FIELD, (number), HTOL_LEN_SET_##FIELD)

void sample_put(guint8 *place, guint64 number, gsize size)
{
    for (gsize i = 0; i < size; i++)
        place[i] = number >> 8 * i & 0xff;
}

GByteArray *sample_set_new(const guint8 id[HTOL_ID_SIZE], guint32 entries, guint32 words)
{
    GByteArray *set = g_byte_array_new();
    gsize pages = (HTOL_AT_SET_END + 4 * (gsize)entries + 8 * (gsize)words + HTOL_PAGE - 1) / HTOL_PAGE;
    g_byte_array_set_size(set, pages * HTOL_PAGE);
    memset(set->data, 0, set->len);
    memcpy(set->data, HTOL_SET_MAGIC_BYTES, HTOL_LEN_SET_MAGIC);
    memcpy(set->data + HTOL_AT_SET_ID, id, HTOL_LEN_SET_ID);
    PUT(set, SIZE, set->len);
    PUT(set, INDEX, entries);
    PUT(set, WORDS, words);
    return set;
}

/* Text to values
 * ---------------------------------------------------------------------------------------------------- */

static void add_value(GArray *words, guint64 kind, guint64 bits)
{
    g_array_append_val(words, kind);
    g_array_append_val(words, bits);
}

static void add_vector(GArray *words, const char *text)
{
    guint64 bits = 0;
    for (guint i = 0; text[i]; i++)
        bits |= (guint64)(strchr("FT-", text[i]) - "FT-") << 2 * i;
    add_value(words, HTOL_TUPLE_VECTOR, bits);
}

static void add_pointer(GArray *words, guint64 kind, const char *text)
{
    const char *at = strchr(text, '@');
    guint64 process = at ? g_ascii_strtoull(at + 1, NULL, 10) : 0;
    add_value(words, kind | process << 8, g_ascii_strtoull(text, NULL, 16));
}

static void add_number(GArray *words, const char *text)
{
    union {
        double number;
        guint64 bits;
    } value = {.number = g_ascii_strtod(text, NULL)};
    if (g_str_has_suffix(text, "u"))
        add_value(words, HTOL_TUPLE_UNSIGNED, g_ascii_strtoull(text, NULL, 10));
    else if (strpbrk(text, ".en"))
        add_value(words, HTOL_TUPLE_FLOAT, value.bits);
    else
        add_value(words, HTOL_TUPLE_SIGNED, g_ascii_strtoll(text, NULL, 10));
}

/* One or two words of text; returns what follows. */
static char **add_words(GArray *words, char **text)
{
    if (strcmp(*text, "vector") == 0)
        add_vector(words, *++text);
    else if (strcmp(*text, "code") == 0)
        add_pointer(words, HTOL_TUPLE_CODE, *++text);
    else if (g_str_has_prefix(*text, "0x"))
        add_pointer(words, HTOL_TUPLE_POINTER, *text);
    else
        add_number(words, *text);
    return text + 1;
}

/* The tuple as it lies in a set. */
static GArray *words_of(guint32 source, const char *values)
{
    GArray *words = g_array_new(FALSE, FALSE, sizeof(guint64));
    guint64 head = source;
    g_auto(GStrv) text = g_strsplit(values, " ", -1);
    g_array_append_val(words, head);
    for (char **at = text; *at;)
        at = add_words(words, at);
    g_array_index(words, guint64, 0) |= (guint64)(words->len / 2) << 32;
    return words;
}

/* Adding
 * ---------------------------------------------------------------------------------------------------- */

/* A free entry, from a place on that depends on the source alone. */
static guint8 *free_entry(GByteArray *set, guint32 source)
{
    guint32 entries = htol_number_at(set->data + HTOL_AT_SET_INDEX);
    for (guint32 i = 0; i < entries; i++) {
        guint8 *entry = set->data + HTOL_AT_SET_END + 4 * (gsize)((7 * source + i) % entries);
        if (htol_is_zero(entry, 4))
            return entry;
    }
    g_assert_not_reached();
}

void sample_set_add(GByteArray *set, guint32 source, const char *values)
{
    g_autoptr(GArray) words = words_of(source, values);
    guint32 entries = htol_number_at(set->data + HTOL_AT_SET_INDEX);
    guint64 used = htol_long_number_at(set->data + HTOL_AT_SET_USED);
    guint8 *place = set->data + HTOL_AT_SET_END + 4 * (gsize)entries + 8 * used;
    g_assert_cmpuint(used + words->len, <=, htol_number_at(set->data + HTOL_AT_SET_WORDS));
    for (guint i = 0; i < words->len; i++)
        sample_put(place + 8 * i, g_array_index(words, guint64, i), 8);
    sample_put(free_entry(set, source), used + 1, 4);
    PUT(set, USED, used + words->len);
}
