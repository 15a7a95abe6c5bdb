/* Checks and reads sets of tuples; see set.h. Writing them is the runtime's. */
#include "htol/files/set.h"

#include "htol/base/bytes.h"
#include "htol/base/layout.h"

G_STATIC_ASSERT(HTOL_LEN_SET_ID == HTOL_ID_SIZE);

enum { ENTRY_SIZE = 4, WORD_SIZE = 8, LEAST_ENTRIES = 2 };

/* What a word is known to be. */
enum { WORD_UNKNOWN, WORD_BEGINS, WORD_CONTINUES };

typedef struct {
    HtolArena *arena;
    const guint8 *index, *words, *end;
    guint32 n_words;
    guint8 *known;  /* of each word */
    GArray *tuples; /* HtolTuple */
} Reader;

gboolean htol_set_begins(const guint8 *bytes)
{
    return memcmp(bytes, HTOL_SET_MAGIC_BYTES, HTOL_LEN_SET_MAGIC) == 0;
}

static const char *wrong_sizes(const guint8 *bytes, gsize left)
{
    guint32 size = htol_number_at(bytes + HTOL_AT_SET_SIZE), entries = htol_number_at(bytes + HTOL_AT_SET_INDEX);
    guint64 words = htol_number_at(bytes + HTOL_AT_SET_WORDS);
    if (size == 0 || size % HTOL_PAGE != 0 || size > left)
        return "its size is impossible";
    if (entries < LEAST_ENTRIES || (entries & (entries - 1)) != 0)
        return "the size of its index is impossible";
    if (HTOL_AT_SET_END + (guint64)entries * ENTRY_SIZE + words * WORD_SIZE > size)
        return "index and words do not fit in it";
    return NULL;
}

static Reader reader_of(HtolArena *arena, const guint8 *bytes)
{
    Reader reader = {.arena = arena, .index = bytes + HTOL_AT_SET_END};
    reader.n_words = htol_number_at(bytes + HTOL_AT_SET_WORDS);
    reader.words = reader.index + (gsize)htol_number_at(bytes + HTOL_AT_SET_INDEX) * ENTRY_SIZE;
    reader.end = reader.words + (gsize)reader.n_words * WORD_SIZE;
    return reader;
}

static const char *wrong_padding(const guint8 *bytes, const Reader *reader)
{
    const gsize used = HTOL_AT_SET_LOST + HTOL_LEN_SET_LOST;
    const guint8 *end = bytes + htol_number_at(bytes + HTOL_AT_SET_SIZE);
    if (htol_number_at(bytes + HTOL_AT_SET_RESERVED) != 0 || !htol_is_zero(bytes + used, HTOL_AT_SET_END - used))
        return "its header is not sound";
    return htol_is_zero(reader->end, end - reader->end) ? NULL : "the padding behind its words is not zero";
}

static guint64 word_at(const Reader *reader, guint32 number)
{
    return htol_long_number_at(reader->words + (gsize)number * WORD_SIZE);
}

/* Takes the words for a tuple; FALSE if another has one of them. */
static gboolean claim_words(Reader *reader, guint32 first, guint32 size)
{
    if (!htol_is_zero(reader->known + first, size))
        return FALSE;
    memset(reader->known + first, WORD_CONTINUES, size);
    reader->known[first] = WORD_BEGINS;
    return TRUE;
}

static const guint64 *copy_words(const Reader *reader, guint32 first, guint32 count)
{
    guint64 *words = htol_arena_new0(reader->arena, guint64, count);
    for (guint32 i = 0; i < count; i++)
        words[i] = word_at(reader, first + i);
    return words;
}

/* Reads the tuple that begins at a word. One that several entries lead to is read once. */
static const char *read_tuple(Reader *reader, guint32 first)
{
    if (first >= reader->n_words)
        return "its index leads out of its words";
    if (reader->known[first] == WORD_BEGINS)
        return NULL;
    guint64 head = word_at(reader, first), count = head >> 32;
    if (count == 0 || count > HTOL_MOST_TUPLE_VALUES || 1 + 2 * count > reader->n_words - first)
        return "a tuple has an impossible number of values";
    if (!claim_words(reader, first, 1 + 2 * count))
        return "tuples share words";
    HtolTuple tuple = {.source = head & G_MAXUINT32, .n_values = count};
    tuple.words = copy_words(reader, first + 1, 2 * count);
    g_array_append_val(reader->tuples, tuple);
    return htol_tuple_is_sound(&tuple) ? NULL : "a value of a tuple is impossible";
}

static const char *read_index(Reader *reader)
{
    const char *wrong = NULL;
    for (const guint8 *entry = reader->index; entry < reader->words && !wrong; entry += ENTRY_SIZE)
        if (htol_number_at(entry) != 0)
            wrong = read_tuple(reader, htol_number_at(entry) - 1);
    return wrong;
}

static const char *read_tuples(Reader *reader, HtolSet *set)
{
    g_autofree guint8 *known = g_new0(guint8, MAX(reader->n_words, 1));
    g_autoptr(GArray) tuples = g_array_new(FALSE, FALSE, sizeof(HtolTuple));
    reader->known = known;
    reader->tuples = tuples;
    const char *wrong = read_index(reader);
    set->n_tuples = tuples->len;
    set->tuples = htol_arena_memdup(reader->arena, tuples->data, tuples->len * sizeof(HtolTuple));
    return wrong;
}

const char *htol_set_read(HtolArena *arena, const guint8 *bytes, gsize left, HtolSet *set)
{
    const char *wrong = wrong_sizes(bytes, left);
    if (wrong)
        return wrong;
    Reader reader = reader_of(arena, bytes);
    memcpy(set->id, bytes + HTOL_AT_SET_ID, HTOL_ID_SIZE);
    set->lost = htol_long_number_at(bytes + HTOL_AT_SET_LOST);
    wrong = wrong_padding(bytes, &reader);
    return wrong ? wrong : read_tuples(&reader, set);
}
