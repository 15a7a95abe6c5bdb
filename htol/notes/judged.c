/* Keeps sums of judged files; see judged.h. A file is a head, then packed records: a key, an age, a size, a sum. */
#include "htol/notes/judged.h"

#include <string.h>

#include "htol/base/bytes.h"
#include "htol/base/pack.h"
#include "htol/base/stream.h"

/* The head: what the file is, how many bytes its records take unpacked, and the checksum of these. */
static const char magic[8] = "\211HLJ\r\n\032\001";
enum { AT_SIZE = 8, AT_SUM = 16, HEAD_BYTES = 24, LEVEL = 1 };
#define MOST_BYTES (G_GUINT64_CONSTANT(1) << 31)

/* A sum goes when so many files were written without using it: it is of an older text or of older data, or nobody asks
 * for such a report any more. */
enum { MOST_AGE = 8 };

typedef struct {
    guint8 key[HTOL_JUDGED_KEY];
    gsize at, size;       /* of the sum among `bytes` */
    guint age;            /* so many files were written without using it */
    gboolean used, added; /* it was found, or added, by who has the collection */
} Entry;

struct HtolJudged {
    GByteArray *bytes;   /* sums; what is between them is never read */
    GHashTable *entries; /* set of Entry */
};

/* Keys are hashes: any four bytes of one are as good as all. */
static guint hash_entry(gconstpointer entry)
{
    return htol_number_at(((const Entry *)entry)->key);
}

static gboolean equal_entry(gconstpointer one, gconstpointer other)
{
    return memcmp(((const Entry *)one)->key, ((const Entry *)other)->key, HTOL_JUDGED_KEY) == 0;
}

HtolJudged *htol_judged_new(void)
{
    HtolJudged *judged = g_new0(HtolJudged, 1);
    *judged = (HtolJudged){g_byte_array_new(), g_hash_table_new_full(hash_entry, equal_entry, g_free, NULL)};
    return judged;
}

void htol_judged_free(HtolJudged *judged)
{
    g_byte_array_unref(judged->bytes);
    g_hash_table_unref(judged->entries);
    g_free(judged);
}

static Entry *entry_of(const HtolJudged *judged, const guint8 *key)
{
    Entry wanted;
    memcpy(wanted.key, key, HTOL_JUDGED_KEY);
    return g_hash_table_lookup(judged->entries, &wanted);
}

static void add_entry(HtolJudged *judged, const guint8 *key, const Entry *what)
{
    Entry *entry = g_memdup2(what, sizeof *what);
    memcpy(entry->key, key, HTOL_JUDGED_KEY);
    g_hash_table_add(judged->entries, entry);
}

void htol_judged_add(HtolJudged *judged, const guint8 key[HTOL_JUDGED_KEY], const guint8 *sum, gsize size)
{
    add_entry(judged, key, &(Entry){.at = judged->bytes->len, .size = size, .used = TRUE, .added = TRUE});
    g_byte_array_append(judged->bytes, sum, size);
}

const guint8 *htol_judged_find(HtolJudged *judged, const guint8 key[HTOL_JUDGED_KEY], gsize *size)
{
    Entry *entry = entry_of(judged, key);
    if (!entry)
        return NULL;
    entry->used = TRUE;
    *size = entry->size;
    return judged->bytes->data + entry->at;
}

gboolean htol_judged_is_changed(const HtolJudged *judged)
{
    GHashTableIter at;
    gpointer entry;
    gboolean added = FALSE;
    g_hash_table_iter_init(&at, judged->entries);
    while (!added && g_hash_table_iter_next(&at, &entry, NULL))
        added = ((const Entry *)entry)->added;
    return added;
}

/* ---- reading ---- */

/* Takes the next record; FALSE if there is none, or no whole one. */
static gboolean take_record(HtolJudged *judged, HtolStream *stream, gboolean added)
{
    if (htol_stream_left(stream) == 0)
        return FALSE;
    const guint8 *key = htol_stream_bytes(stream, HTOL_JUDGED_KEY);
    Entry entry = {.age = htol_stream_number(stream), .used = added, .added = added};
    entry.size = htol_stream_number(stream);
    const guint8 *sum = htol_stream_bytes(stream, entry.size);
    if (stream->wrong)
        return FALSE;
    entry.at = sum - judged->bytes->data;
    if (!entry_of(judged, key))
        add_entry(judged, key, &entry);
    return TRUE;
}

static gboolean is_whole(const guint8 *bytes, gsize size, guint64 unpacked)
{
    return memcmp(bytes, magic, sizeof magic) == 0 && unpacked <= MOST_BYTES &&
           htol_packed_is(bytes + HEAD_BYTES, size - HEAD_BYTES, unpacked);
}

gboolean htol_judged_take(HtolJudged *judged, const guint8 *bytes, gsize size, gboolean added)
{
    guint64 unpacked = size > HEAD_BYTES ? htol_long_number_at(bytes + AT_SIZE) : 0;
    gsize begin = judged->bytes->len;
    if (size <= HEAD_BYTES || !is_whole(bytes, size, unpacked))
        return FALSE;
    g_byte_array_set_size(judged->bytes, begin + unpacked);
    guint8 *records = judged->bytes->data + begin;
    if (!htol_unpack(records, unpacked, bytes + HEAD_BYTES, size - HEAD_BYTES) ||
        htol_sum(HTOL_FNV_BASIS, records, unpacked) != htol_long_number_at(bytes + AT_SUM)) {
        g_byte_array_set_size(judged->bytes, begin);
        return FALSE;
    }
    HtolStream stream = {.at = records, .end = records + unpacked};
    while (take_record(judged, &stream, added))
        continue;
    return !stream.wrong;
}

/* ---- writing ---- */

static gboolean is_chosen(const Entry *entry, HtolJudgedWhich which)
{
    switch (which) {
    case HTOL_JUDGED_ADDED: return entry->added;
    case HTOL_JUDGED_USED: return entry->used;
    case HTOL_JUDGED_LASTING: return entry->used || entry->age < MOST_AGE;
    case HTOL_JUDGED_ALL: break;
    }
    return TRUE;
}

static int compare_entries(gconstpointer one, gconstpointer other)
{
    return memcmp((*(const Entry *const *)one)->key, (*(const Entry *const *)other)->key, HTOL_JUDGED_KEY);
}

/* By key. */
static GPtrArray *choose(const HtolJudged *judged, HtolJudgedWhich which)
{
    GHashTableIter at;
    gpointer entry;
    GPtrArray *chosen = g_ptr_array_new();
    g_hash_table_iter_init(&at, judged->entries);
    while (g_hash_table_iter_next(&at, &entry, NULL))
        if (is_chosen(entry, which))
            g_ptr_array_add(chosen, entry);
    g_ptr_array_sort(chosen, compare_entries);
    return chosen;
}

static void put_record(const HtolJudged *judged, const Entry *entry, guint age, GByteArray *out)
{
    g_byte_array_append(out, entry->key, HTOL_JUDGED_KEY);
    htol_stream_put(out, age);
    htol_stream_put(out, entry->size);
    g_byte_array_append(out, judged->bytes->data + entry->at, entry->size);
}

void htol_judged_put(const HtolJudged *judged, HtolJudgedWhich which, GByteArray *out)
{
    g_autoptr(GPtrArray) chosen = choose(judged, which);
    g_autoptr(GByteArray) records = g_byte_array_new();
    for (guint i = 0; i < chosen->len; i++) {
        const Entry *entry = chosen->pdata[i];
        guint age = which == HTOL_JUDGED_LASTING && !entry->used ? entry->age + 1 : 0;
        put_record(judged, entry, age, records);
    }
    guint8 head[HEAD_BYTES];
    memcpy(head, magic, sizeof magic);
    htol_put_long_number(head + AT_SIZE, records->len);
    htol_put_long_number(head + AT_SUM, htol_sum(HTOL_FNV_BASIS, records->data, records->len));
    g_byte_array_append(out, head, sizeof head);
    htol_pack(out, records->data, records->len, LEVEL);
}

char *htol_judged_path(const char *dir)
{
    return g_build_filename(dir, "judged.hlj", NULL);
}
