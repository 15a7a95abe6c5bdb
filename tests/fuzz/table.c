/* Fuzz target: whatever bytes the reader of tables accepts can be printed, expanded, judged, listed as a script that
 * is well-formed, and written again. Mutates what is packed and makes header and checksum fit, because nothing else
 * gets past them. */
#include <string.h>
#include <zstd.h>

#include "htol/base/layout.h"
#include "htol/criteria/criteria.h"
#include "htol/expand/expansion.h"
#include "htol/files/table.h"
#include "htol/judge/eval.h"
#include "htol/lang/parse.h"
#include "htol/lang/wellformed.h"
#include "htol/users/user.h"
#include "htol/words/listing.h"
#include "tests/unit/sample_function.h"

enum { LARGEST = 1 << 16 };

size_t LLVMFuzzerMutate(guint8 *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(guint8 *data, size_t size, size_t max_size, unsigned seed);
int LLVMFuzzerTestOneInput(const guint8 *data, size_t size);

static void put32(guint8 *bytes, guint32 value)
{
    for (int i = 0; i < 4; i++)
        bytes[i] = value >> 8 * i & 0xff;
}

static void seal(guint8 *header, const guint8 *rows, size_t size, size_t packed)
{
    g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
    guint8 digest[32];
    gsize length = sizeof digest;
    g_checksum_update(checksum, header + HTOL_AT_TABLE_END, packed);
    g_checksum_get_digest(checksum, digest, &length);
    put32(header + HTOL_AT_TABLE_PACKED, packed);
    put32(header + HTOL_AT_TABLE_UNPACKED, size);
    put32(header + HTOL_AT_TABLE_PLACE, sample_place(rows, size));
    memcpy(header + HTOL_AT_TABLE_ID, digest, HTOL_ID_SIZE);
}

size_t LLVMFuzzerCustomMutator(guint8 *data, size_t size, size_t max_size, unsigned seed)
{
    static guint8 unpacked[LARGEST];
    size_t inner = 0;
    if (size < HTOL_AT_TABLE_END || seed % 16 == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    inner = ZSTD_decompress(unpacked, LARGEST, data + HTOL_AT_TABLE_END, size - HTOL_AT_TABLE_END);
    if (ZSTD_isError(inner) || ZSTD_compressBound(LARGEST) + HTOL_AT_TABLE_END > max_size)
        return LLVMFuzzerMutate(data, size, max_size);
    inner = LLVMFuzzerMutate(unpacked, inner, LARGEST);
    size_t packed = ZSTD_compress(data + HTOL_AT_TABLE_END, max_size - HTOL_AT_TABLE_END, unpacked, inner, 1);
    seal(data, unpacked, inner, packed);
    return HTOL_AT_TABLE_END + packed;
}

static void judge(HtolArena *arena, const HtolFunction *function, const HtolSelection *selection)
{
    guint count;
    guint8 *slots = htol_arena_new0(arena, guint8, function->row.slots + 1);
    HtolObserved *observed = htol_observed_new(arena, function, slots);
    HtolObjective *objectives = htol_expand(arena, function, selection, &count);
    for (guint i = 0; i < count; i++)
        if (objectives[i].hyper)
            g_assert(!htol_covered(objectives[i].hyper, observed));
}

/* Nothing was recorded, so nothing is covered. */
static void judge_users(HtolArena *arena, const HtolTable *table)
{
    g_autoptr(HtolUsers) users = htol_users_new(arena);
    HtolRecorded *recorded = htol_arena_new0(arena, HtolRecorded, table->n_functions + 1);
    for (guint32 i = 0; i < table->n_scripts; i++)
        htol_users_add_script(users, &table->scripts[i]);
    for (guint32 i = 0; i < table->n_faults; i++)
        htol_users_add_fault(users, &table->faults[i]);
    for (guint i = 0; i < table->n_functions; i++) {
        recorded[i].function = &table->functions[i];
        recorded[i].slots = htol_arena_new0(arena, guint8, table->functions[i].row.slots + 1);
        htol_users_add_function(users, &recorded[i]);
    }
    HtolUserVerdicts verdicts = htol_users_judge(users);
    for (guint i = 0; i < verdicts.n_objectives; i++)
        g_assert(!verdicts.objectives[i].verdict.covered);
}

static void list(HtolArena *arena, const HtolTable *table, const HtolSelection *selection)
{
    g_autoptr(GString) listing = g_string_new(NULL);
    HtolFaults faults = {.arena = arena};
    HtolScript script = {0};
    htol_listing_print(&table, 1, selection, listing);
    HtolText text = {{"listing", 1, 1}, listing->str, listing->len};
    g_assert(htol_parse_file(arena, &text, &script, &faults) && htol_wellformed(&script, &faults));
}

/* Slots cost memory that the input does not: a table may truly own millions of them. */
static gboolean is_small(const HtolTable *table)
{
    return table->row.slots < LARGEST;
}

int LLVMFuzzerTestOneInput(const guint8 *data, size_t size)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GString) text = g_string_new(NULL);
    HtolSelection selection;
    HtolTable *table = htol_table_read(arena, data, size, NULL, NULL);
    if (!table || !is_small(table))
        return 0;
    htol_table_dump(table, text);
    htol_selection_parse("all", &selection, NULL);
    for (guint i = 0; i < table->n_functions; i++)
        judge(arena, &table->functions[i], &selection);
    judge_users(arena, table);
    list(arena, table, &selection);
    g_byte_array_unref(htol_table_write(table));
    return 0;
}
