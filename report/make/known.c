/* Keeps sums of judged files; see known.h. The file is a head, then packed records: a key, a size, a sum. */
#include "report/make/known.h"

#include <string.h>

#include "htol/base/bytes.h"
#include "htol/base/pack.h"
#include "htol/base/stream.h"
#include "report/inputs/files.h"

/* The head: what the file is, how many bytes its records take unpacked, and the sum of these. */
static const char magic[8] = "\211HLJ\r\n\032\001";
enum { AT_SIZE = 8, AT_SUM = 16, HEAD_BYTES = 24, LEVEL = 1 };

/* A sum goes when so many reports that added others did not ask for it: it is of an older text or of older data, or
 * nobody asks for such a report any more. */
enum { MOST_AGE = 8 };
#define MOST_BYTES (G_GUINT64_CONSTANT(1) << 31)

typedef struct {
    guint8 key[REPORT_KEY_BYTES];
    gsize at, size; /* of the sum among `bytes` */
    guint age;      /* how many reports did not ask for it; 0: this one did, or added it */
    gboolean added;
} Entry;

struct ReportKnown {
    char *path;
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
    return memcmp(((const Entry *)one)->key, ((const Entry *)other)->key, REPORT_KEY_BYTES) == 0;
}

static void add_entry(ReportKnown *known, const guint8 *key, const Entry *what)
{
    Entry *entry = g_memdup2(what, sizeof *what);
    memcpy(entry->key, key, REPORT_KEY_BYTES);
    g_hash_table_add(known->entries, entry);
}

void report_known_add(ReportKnown *known, const guint8 key[REPORT_KEY_BYTES], const guint8 *sum, gsize size)
{
    add_entry(known, key, &(Entry){.at = known->bytes->len, .size = size, .added = TRUE});
    g_byte_array_append(known->bytes, sum, size);
}

const guint8 *report_known_find(ReportKnown *known, const guint8 key[REPORT_KEY_BYTES], gsize *size)
{
    Entry wanted;
    memcpy(wanted.key, key, REPORT_KEY_BYTES);
    Entry *entry = g_hash_table_lookup(known->entries, &wanted);
    if (!entry)
        return NULL;
    entry->age = 0;
    *size = entry->size;
    return known->bytes->data + entry->at;
}

/* ---- records ---- */

static void put_record(const ReportKnown *known, const Entry *entry, GByteArray *out)
{
    g_byte_array_append(out, entry->key, REPORT_KEY_BYTES);
    htol_stream_put(out, entry->age);
    htol_stream_put(out, entry->size);
    g_byte_array_append(out, known->bytes->data + entry->at, entry->size);
}

/* A record where it was read. */
typedef struct {
    const guint8 *key, *sum;
    gsize size;
    guint age;
} Record;

/* Returns FALSE if there is no next record, or no whole one. */
static gboolean next_record(HtolStream *stream, Record *record)
{
    if (htol_stream_left(stream) == 0)
        return FALSE;
    record->key = htol_stream_bytes(stream, REPORT_KEY_BYTES);
    record->age = htol_stream_number(stream);
    record->size = htol_stream_number(stream);
    record->sum = htol_stream_bytes(stream, record->size);
    return !stream->wrong;
}

/* ---- the file ---- */

static gboolean is_whole(const guint8 *bytes, gsize size, guint64 unpacked)
{
    return size > HEAD_BYTES && memcmp(bytes, magic, sizeof magic) == 0 && unpacked <= MOST_BYTES &&
           htol_packed_is(bytes + HEAD_BYTES, size - HEAD_BYTES, unpacked);
}

static void find_entries(ReportKnown *known)
{
    HtolStream stream = {.at = known->bytes->data, .end = known->bytes->data + known->bytes->len};
    Record record;
    while (next_record(&stream, &record))
        add_entry(known, record.key,
                  &(Entry){.at = record.sum - known->bytes->data, .size = record.size, .age = record.age + 1});
}

static void take_file(ReportKnown *known, const guint8 *bytes, gsize size)
{
    guint64 unpacked = size > HEAD_BYTES ? htol_long_number_at(bytes + AT_SIZE) : 0;
    if (!is_whole(bytes, size, unpacked))
        return;
    g_byte_array_set_size(known->bytes, unpacked);
    if (htol_unpack(known->bytes->data, unpacked, bytes + HEAD_BYTES, size - HEAD_BYTES) &&
        htol_sum(HTOL_FNV_BASIS, known->bytes->data, unpacked) == htol_long_number_at(bytes + AT_SUM))
        find_entries(known);
}

ReportKnown *report_known_read(const char *path)
{
    ReportKnown *known = g_new0(ReportKnown, 1);
    g_autofree char *bytes = NULL;
    gsize size;
    *known =
        (ReportKnown){g_strdup(path), g_byte_array_new(), g_hash_table_new_full(hash_entry, equal_entry, g_free, NULL)};
    if (path && report_file_read(path, &bytes, &size, NULL))
        take_file(known, (const guint8 *)bytes, size);
    return known;
}

void report_known_free(ReportKnown *known)
{
    g_free(known->path);
    g_byte_array_unref(known->bytes);
    g_hash_table_unref(known->entries);
    g_free(known);
}

static gboolean has_added(const ReportKnown *known)
{
    GHashTableIter at;
    gpointer entry;
    gboolean added = FALSE;
    g_hash_table_iter_init(&at, known->entries);
    while (!added && g_hash_table_iter_next(&at, &entry, NULL))
        added = ((const Entry *)entry)->added;
    return added;
}

static GByteArray *records_of(const ReportKnown *known)
{
    GHashTableIter at;
    gpointer entry;
    GByteArray *records = g_byte_array_new();
    g_hash_table_iter_init(&at, known->entries);
    while (g_hash_table_iter_next(&at, &entry, NULL))
        if (((const Entry *)entry)->age <= MOST_AGE)
            put_record(known, entry, records);
    return records;
}

static void put_long_number(guint8 *place, guint64 number)
{
    htol_put_number(place, (guint32)number);
    htol_put_number(place + 4, (guint32)(number >> 32));
}

void report_known_write(const ReportKnown *known)
{
    ReportOutput output;
    if (!known->path || !has_added(known) || !report_output_open(&output, known->path, NULL))
        return;
    g_autoptr(GByteArray) records = records_of(known), file = g_byte_array_new();
    guint8 head[HEAD_BYTES];
    memcpy(head, magic, sizeof magic);
    put_long_number(head + AT_SIZE, records->len);
    put_long_number(head + AT_SUM, htol_sum(HTOL_FNV_BASIS, records->data, records->len));
    g_byte_array_append(file, head, sizeof head);
    htol_pack(file, records->data, records->len, LEVEL);
    fwrite(file->data, 1, file->len, output.stream);
    report_output_close(&output, NULL);
}

/* ---- other processes ---- */

void report_known_send(const ReportKnown *known, FILE *out)
{
    GHashTableIter at;
    gpointer entry;
    g_autoptr(GByteArray) record = g_byte_array_new();
    g_hash_table_iter_init(&at, known->entries);
    while (g_hash_table_iter_next(&at, &entry, NULL)) {
        if (!((const Entry *)entry)->added)
            continue;
        g_byte_array_set_size(record, 0);
        put_record(known, entry, record);
        fwrite(record->data, 1, record->len, out);
    }
}

void report_known_receive(ReportKnown *known, const guint8 *bytes, const guint8 *end)
{
    HtolStream stream = {.at = bytes, .end = end};
    Record record;
    while (next_record(&stream, &record))
        report_known_add(known, record.key, record.sum, record.size);
}
