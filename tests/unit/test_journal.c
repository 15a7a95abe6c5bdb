/* Tests of the reader of journals on bytes made by hand: tests/rt/journal.py has those that programs write. */
#include "htol/files/journal.h"

#include <string.h>

#include "htol/base/layout.h"
#include "tests/unit/sample_set.h"

enum { SIZE = 2 * HTOL_PAGE, FIRST_SLOT = HTOL_PAGE + HTOL_AT_UNIT_END };

/* A data file of one unit: its slots 0 to 7 are set. */
static guint8 *new_file(void)
{
    guint8 *file = g_malloc0(SIZE);

    memcpy(file + HTOL_AT_DATA_TEST, "first", 5);
    memcpy(file + HTOL_PAGE, HTOL_UNIT_MAGIC_BYTES, HTOL_LEN_UNIT_MAGIC);
    sample_put(file + HTOL_PAGE + HTOL_AT_UNIT_SIZE, HTOL_PAGE, HTOL_LEN_UNIT_SIZE);
    memset(file + FIRST_SLOT, 1, 8);
    return file;
}

/* Appends a record: the slots from 8 `word` on were set, as many words as `count`, then `name` begins. */
static void add_record(GByteArray *journal, const char *name, guint word, guint count)
{
    guint8 record[512] = HTOL_JOURNAL_MAGIC_BYTES;
    gsize size = HTOL_AT_JOURNAL_END + (strlen(name) + 7) / 8 * 8;
    guint64 sum = HTOL_FNV_BASIS;

    sample_put(record + HTOL_AT_JOURNAL_NAME, strlen(name), HTOL_LEN_JOURNAL_NAME);
    memcpy(record + HTOL_AT_JOURNAL_END, name, strlen(name));
    if (count > 0) {
        sample_put(record + size, HTOL_AT_UNIT_END / 8 + word, 4);
        sample_put(record + size + 4, count, 4);
        memset(record + size + 8, 1, 8 * (gsize)count);
        size += 8 + 8 * (gsize)count;
    }
    sample_put(record + HTOL_AT_JOURNAL_SIZE, size, HTOL_LEN_JOURNAL_SIZE);
    for (gsize at = HTOL_AT_JOURNAL_NAME; at < size; at += 8) {
        guint64 number;

        memcpy(&number, record + at, sizeof number);
        sum = (sum ^ GUINT64_FROM_LE(number)) * HTOL_FNV_PRIME;
    }
    sample_put(record + HTOL_AT_JOURNAL_CHECKSUM, sum, HTOL_LEN_JOURNAL_CHECKSUM);
    g_byte_array_append(journal, record, (guint)size);
}

/* Notes a test: its name, and the words of slots that are set. */
static void note(void *user, guint8 *file, gsize size)
{
    GString *noted = user;

    g_string_append_printf(noted, "%s:", (const char *)file + HTOL_AT_DATA_TEST);
    for (gsize at = FIRST_SLOT; at < size; at += 8)
        if (file[at])
            g_string_append_printf(noted, " %" G_GSIZE_FORMAT, (at - FIRST_SLOT) / 8);
    g_string_append_c(noted, '\n');
}

/* What is noted of a journal, and what is wrong. `named_by` is RECORD of the data file. */
static char *read_journal(const GByteArray *bytes, guint64 named_by, gboolean is_torn)
{
    g_autofree guint8 *file = new_file();
    GString *noted = g_string_new(NULL);
    const HtolJournal journal = {file, SIZE, bytes->data, bytes->len, is_torn};

    sample_put(file + HTOL_AT_DATA_RECORD, named_by, HTOL_LEN_DATA_RECORD);
    const char *wrong = htol_journal_each(&journal, note, noted);
    g_string_append(noted, wrong ? wrong : "");
    return g_string_free(noted, FALSE);
}

static void expect(const GByteArray *bytes, guint64 named_by, gboolean is_torn, const char *wanted)
{
    g_autofree char *noted = read_journal(bytes, named_by, is_torn);

    g_assert_cmpstr(noted, ==, wanted);
}

static void test_tests(void)
{
    g_autoptr(GByteArray) journal = g_byte_array_new();

    expect(journal, 0, FALSE, "first: 0\n");
    add_record(journal, "second test", 3, 2);
    guint at = journal->len;
    expect(journal, 1, FALSE, "first: 3 4\nsecond test: 0\n");
    add_record(journal, "", 0, 0);
    expect(journal, 1 + at, FALSE, "first: 3 4\nsecond test:\n: 0\n");
}

/* Killed between writing the record and saying so: the facts are in both places. */
static void test_killed(void)
{
    g_autoptr(GByteArray) journal = g_byte_array_new();

    add_record(journal, "second", 0, 1);
    expect(journal, 0, FALSE, "first: 0\nfirst: 0\n");
}

static void test_torn(void)
{
    g_autoptr(GByteArray) journal = g_byte_array_new();

    add_record(journal, "second", 1, 1);
    expect(journal, 1, TRUE, "first: 1\n");
}

static void test_cut(void)
{
    g_autoptr(GByteArray) journal = g_byte_array_new();

    add_record(journal, "second", 1, 1);
    guint size = journal->len;
    add_record(journal, "third", 2, 1);
    for (guint cut = size; cut < journal->len; cut++) {
        const GByteArray part = {journal->data, cut};

        expect(&part, 1, FALSE, "first: 1\nsecond: 0\n");
    }
}

static void test_damaged(void)
{
    g_autoptr(GByteArray) journal = g_byte_array_new();

    add_record(journal, "second", HTOL_PAGE / 8, 1);
    expect(journal, 1, FALSE, "words that lie in no unit");
    g_byte_array_set_size(journal, 0);
    add_record(journal, "second", 1, 1);
    expect(journal, 5, FALSE, "first: 1\nthe record that names the last test is missing");
    journal->data[HTOL_AT_JOURNAL_END] ^= 1;
    expect(journal, 1, FALSE, "wrong checksum of a record");
    journal->data[0] ^= 1;
    expect(journal, 1, FALSE, "no record where one should begin");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/journal/tests", test_tests);
    g_test_add_func("/journal/killed", test_killed);
    g_test_add_func("/journal/torn", test_torn);
    g_test_add_func("/journal/cut", test_cut);
    g_test_add_func("/journal/damaged", test_damaged);
    return g_test_run();
}
