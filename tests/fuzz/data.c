/* Fuzz target: whatever bytes the reader of data files accepts can be printed, and has sound tuples in order. Mutates
 * with the checksum made to fit, because little else gets past it. */
#include <string.h>

#include "htol/data.h"
#include "htol/layout.h"

size_t LLVMFuzzerMutate(guint8 *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(guint8 *data, size_t size, size_t max_size, unsigned seed);
int LLVMFuzzerTestOneInput(const guint8 *data, size_t size);

size_t LLVMFuzzerCustomMutator(guint8 *data, size_t size, size_t max_size, unsigned seed)
{
    guint64 hash = HTOL_FNV_BASIS;
    size = LLVMFuzzerMutate(data, size, max_size);
    if (size < HTOL_AT_DATA_END || seed % 16 == 0)
        return size;
    for (size_t i = 0; i < HTOL_AT_DATA_CHECKSUM; i++)
        hash = (hash ^ data[i]) * HTOL_FNV_PRIME;
    for (int i = 0; i < 8; i++)
        data[HTOL_AT_DATA_CHECKSUM + i] = hash >> 8 * i & 0xff;
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
