/* Fuzz target: whatever bytes lie in a journal, its reader makes data files of them that have the sections they had, or
 * says what is wrong. Mutates with sizes and checksums made to fit, because little else gets past them. */
#include <string.h>

#include "htol/base/bytes.h"
#include "htol/base/layout.h"
#include "htol/files/data.h"
#include "htol/files/journal.h"

enum { SLOTS = 100, SIZE = 2 * HTOL_PAGE };

size_t LLVMFuzzerMutate(guint8 *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(guint8 *data, size_t size, size_t max_size, unsigned seed);
int LLVMFuzzerTestOneInput(const guint8 *data, size_t size);

static guint64 sum_words(const guint8 *at, const guint8 *end)
{
    guint64 sum = HTOL_FNV_BASIS;
    for (; at < end; at += 8)
        sum = (sum ^ htol_long_number_at(at)) * HTOL_FNV_PRIME;
    return sum;
}

/* Makes one record of all bytes. */
size_t LLVMFuzzerCustomMutator(guint8 *data, size_t size, size_t max_size, unsigned seed)
{
    size = LLVMFuzzerMutate(data, size, max_size);
    if (size < HTOL_AT_JOURNAL_END || seed % 16 == 0)
        return size;
    size -= size % 8;
    memcpy(data, HTOL_JOURNAL_MAGIC_BYTES, HTOL_LEN_JOURNAL_MAGIC);
    htol_put_long_number(data + HTOL_AT_JOURNAL_SIZE, size);
    if (seed % 2)
        htol_put_long_number(data + HTOL_AT_JOURNAL_NAME, seed % (HTOL_LEN_DATA_TEST + 8));
    htol_put_long_number(data + HTOL_AT_JOURNAL_CHECKSUM, sum_words(data + HTOL_AT_JOURNAL_NAME, data + size));
    return size;
}

/* A data file of one unit. */
static void make_file(guint8 *file)
{
    guint8 *unit = file + HTOL_PAGE;
    memset(file, 0, SIZE);
    memcpy(file, HTOL_DATA_MAGIC_BYTES, HTOL_LEN_DATA_MAGIC);
    htol_put_number(file + HTOL_AT_DATA_VERSION, HTOL_DATA_LAYOUT_VERSION);
    htol_put_number(file + HTOL_AT_DATA_HEADER, HTOL_PAGE);
    htol_put_long_number(file + HTOL_AT_DATA_BITS, SIZE - HTOL_PAGE);
    htol_put_long_number(file + HTOL_AT_DATA_CHECKSUM, htol_sum(HTOL_FNV_BASIS, file, HTOL_AT_DATA_CHECKSUM));
    strcpy((char *)file + HTOL_AT_DATA_TEST, "first");
    htol_put_long_number(file + HTOL_AT_DATA_TEST_CHECKSUM, htol_sum(HTOL_FNV_BASIS, file, HTOL_AT_DATA_TEST_CHECKSUM));
    memcpy(unit, HTOL_UNIT_MAGIC_BYTES, HTOL_LEN_UNIT_MAGIC);
    htol_put_number(unit + HTOL_AT_UNIT_SIZE, HTOL_PAGE);
    htol_put_number(unit + HTOL_AT_UNIT_SLOTS, SLOTS);
    unit[HTOL_AT_UNIT_END] = 1;
}

/* Rows that lie where there is no slot, or make one 2, are for the reader of data files to find. */
static void check(void *user, guint8 *file, gsize size)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    guint *count = user;
    HtolData *data = htol_data_read(arena, file, size, NULL);
    g_assert(size == SIZE);
    g_assert(!data || (data->n_units == 1 && data->units[0].n_slots == SLOTS));
    g_assert(!data || strlen(data->test) < HTOL_LEN_DATA_TEST);
    if (++*count == 1)
        g_assert(!data || strcmp(data->test, "first") == 0);
}

int LLVMFuzzerTestOneInput(const guint8 *data, size_t size)
{
    guint8 file[SIZE];
    guint count = 0;
    const HtolJournal journal = {file, SIZE, data, size, FALSE};
    make_file(file);
    const char *wrong = htol_journal_each(&journal, check, &count);
    g_assert(wrong || count > 0);
    return 0;
}
