/* Fuzz target: whatever bytes the reader of data files accepts can be printed, and has sound tuples in order. Mutates
 * with the checksum made to fit, because little else gets past it. */
#include <string.h>

#include "htol/base/bytes.h"
#include "htol/files/data.h"
#include "htol/base/layout.h"

size_t LLVMFuzzerMutate(guint8 *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(guint8 *data, size_t size, size_t max_size, unsigned seed);
int LLVMFuzzerTestOneInput(const guint8 *data, size_t size);

/* Of all before it. */
static void put_sum(guint8 *data, size_t place)
{
    guint64 sum = GUINT64_TO_LE(htol_sum(HTOL_FNV_BASIS, data, place));
    memcpy(data + place, &sum, sizeof sum);
}

size_t LLVMFuzzerCustomMutator(guint8 *data, size_t size, size_t max_size, unsigned seed)
{
    size = LLVMFuzzerMutate(data, size, max_size);
    if (size < HTOL_AT_DATA_END || seed % 16 == 0)
        return size;
    put_sum(data, HTOL_AT_DATA_CHECKSUM);
    put_sum(data, HTOL_AT_DATA_TEST_CHECKSUM);
    return size;
}

static void check(const HtolDataUnit *unit)
{
    g_assert(unit->has_set || (unit->n_tuples == 0 && unit->lost == 0));
    for (guint32 i = 0; i < unit->n_tuples; i++) {
        g_assert(htol_tuple_is_sound(&unit->tuples[i]));
        g_assert(i == 0 || htol_tuple_compare(&unit->tuples[i - 1], &unit->tuples[i]) < 0);
    }
}

int LLVMFuzzerTestOneInput(const guint8 *data, size_t size)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GString) text = g_string_new(NULL);
    HtolData *read = htol_data_read(arena, data, size, NULL);
    for (guint i = 0; read && i < read->n_units; i++)
        check(&read->units[i]);
    if (read)
        htol_data_dump(read, text);
    return 0;
}
