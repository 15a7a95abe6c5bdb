/* Reads journals; see journal.h. It makes data files in memory, which data.c reads. */
#include "htol/files/journal.h"

#include "htol/base/bytes.h"
#include "htol/base/layout.h"
#include "htol/files/set.h"

enum { WORD = 8 };

typedef struct {
    const HtolJournal *journal;
    HtolJournalVisit *visit;
    void *user;
    guint8 *fresh; /* the data file as it was made: without facts and notes */
    guint8 *image; /* that of the current test; as `fresh` between tests */
    const char *wrong;
} Reader;

/* A record whose sizes and checksum are right. */
typedef struct {
    const guint8 *name;
    gsize name_size;
    const guint8 *rows, *end;
} Record;

/* The data file ------------------------------------------------------------------------------------------ */

/* The size of a piece's first part, which never changes. */
static gsize constant_size(const guint8 *piece)
{
    return htol_set_begins(piece) ? HTOL_AT_SET_USED : HTOL_AT_UNIT_END;
}

/* Clears what tests have recorded. FALSE if the pieces of the section do not fit into it. */
static gboolean clear_facts(guint8 *file, gsize size)
{
    gsize piece_size;

    for (gsize at = HTOL_PAGE; at < size; at += piece_size) {
        piece_size = htol_number_at(file + at + HTOL_AT_UNIT_SIZE);
        if (piece_size == 0 || piece_size % HTOL_PAGE != 0 || piece_size > size - at)
            return FALSE;
        memset(file + at + constant_size(file + at), 0, piece_size - constant_size(file + at));
    }
    memset(file + HTOL_AT_DATA_UNNOTED, 0, HTOL_AT_DATA_END - HTOL_AT_DATA_UNNOTED);
    return TRUE;
}

/* `size` is less than HTOL_LEN_DATA_TEST. */
static void put_test(guint8 *file, const guint8 *name, gsize size)
{
    guint8 *test = file + HTOL_AT_DATA_TEST;

    memcpy(test, name, size);
    memset(test + size, 0, HTOL_LEN_DATA_TEST - size);
    htol_put_long_number(file + HTOL_AT_DATA_TEST_CHECKSUM, htol_sum(HTOL_FNV_BASIS, file, HTOL_AT_DATA_TEST_CHECKSUM));
}

/* Records ------------------------------------------------------------------------------------------------ */

static guint64 sum_of(const guint8 *at, const guint8 *end)
{
    guint64 sum = HTOL_FNV_BASIS;

    for (; at < end; at += WORD)
        sum = (sum ^ htol_long_number_at(at)) * HTOL_FNV_PRIME;
    return sum;
}

/* Whether the record that begins there is whole; else it is where the process was killed. */
static gboolean is_whole(const guint8 *at, gsize left)
{
    return left >= HTOL_AT_JOURNAL_END && htol_long_number_at(at + HTOL_AT_JOURNAL_SIZE) <= left;
}

/* Returns what is wrong with a whole record, or NULL and *record. */
static const char *read_record(const guint8 *at, Record *record)
{
    guint64 size = htol_long_number_at(at + HTOL_AT_JOURNAL_SIZE);
    guint64 name_size = htol_long_number_at(at + HTOL_AT_JOURNAL_NAME);

    if (memcmp(at, HTOL_JOURNAL_MAGIC_BYTES, HTOL_LEN_JOURNAL_MAGIC) != 0)
        return "no record where one should begin";
    if (size < HTOL_AT_JOURNAL_END || size % WORD != 0)
        return "impossible size of a record";
    if (htol_long_number_at(at + HTOL_AT_JOURNAL_CHECKSUM) != sum_of(at + HTOL_AT_JOURNAL_NAME, at + size))
        return "wrong checksum of a record";
    if (name_size >= HTOL_LEN_DATA_TEST || name_size > size - HTOL_AT_JOURNAL_END)
        return "impossible size of a test's name";
    record->name = at + HTOL_AT_JOURNAL_END;
    record->name_size = name_size;
    record->rows = record->name + (name_size + WORD - 1) / WORD * WORD;
    record->end = at + size;
    return NULL;
}

/* Copies the rows of words into the section, or what the fresh one has there. FALSE if they do not fit into it. */
static gboolean copy_rows(Reader *reader, const Record *record, gboolean is_fresh)
{
    gsize n_words = (reader->journal->size - HTOL_PAGE) / WORD;

    for (const guint8 *row = record->rows; row < record->end;) {
        guint64 first = htol_number_at(row), count = htol_number_at(row + 4);

        row += WORD;
        if (first > n_words || count > n_words - first || count > (gsize)(record->end - row) / WORD)
            return FALSE;
        memcpy(reader->image + HTOL_PAGE + first * WORD, is_fresh ? reader->fresh + HTOL_PAGE + first * WORD : row,
               count * WORD);
        row += count * WORD;
    }
    return TRUE;
}

/* Visits the test that the image is named after; the record has its facts. */
static void visit_record(Reader *reader, const Record *record)
{
    if (!copy_rows(reader, record, FALSE)) {
        reader->wrong = "words that lie in no unit";
        return;
    }
    reader->visit(reader->user, reader->image, reader->journal->size);
    copy_rows(reader, record, TRUE);
}

/* Visits the tests of the records. Returns the image's name with that of the test in the data file. */
static void visit_records(Reader *reader, Record *current)
{
    const HtolJournal *journal = reader->journal;
    guint64 named_by = htol_long_number_at(journal->file + HTOL_AT_DATA_RECORD);
    gsize at = 0;
    Record record;

    while (at < journal->journal_size && is_whole(journal->journal + at, journal->journal_size - at)) {
        reader->wrong = read_record(journal->journal + at, &record);
        if (!reader->wrong)
            visit_record(reader, &record);
        if (reader->wrong)
            return;
        put_test(reader->image, record.name, record.name_size);
        if (named_by == 1 + at)
            *current = record;
        at += (gsize)(record.end - (journal->journal + at));
    }
    if (named_by > 0 && !current->name)
        reader->wrong = "the record that names the last test is missing";
}

/* Visits the test whose facts are in the data file itself. */
static void visit_last(Reader *reader, const Record *current)
{
    gsize size = reader->journal->size;

    memcpy(reader->image, reader->journal->file, size);
    htol_put_long_number(reader->image + HTOL_AT_DATA_RECORD, 0);
    if (current->name)
        put_test(reader->image, current->name, current->name_size);
    reader->visit(reader->user, reader->image, size);
}

const char *htol_journal_each(const HtolJournal *journal, HtolJournalVisit *visit, void *user)
{
    Reader reader = {journal, visit, user, NULL, NULL, NULL};
    Record current = {0};

    reader.fresh = g_memdup2(journal->file, journal->size);
    reader.image = g_malloc(journal->size);
    if (journal->size < HTOL_PAGE || !clear_facts(reader.fresh, journal->size))
        reader.wrong = "the data file beside it is damaged";
    else {
        memcpy(reader.image, reader.fresh, journal->size);
        visit_records(&reader, &current);
    }
    if (!reader.wrong && !journal->is_torn)
        visit_last(&reader, &current);
    g_free(reader.fresh);
    g_free(reader.image);
    return reader.wrong;
}
