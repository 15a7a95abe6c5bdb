/* Prints shards as text; see shard.h. */
#include <string.h>

#include "htol/files/data.h"
#include "htol/shards/shard.h"

static void dump_ending(const HtolEnding *ending, GString *out)
{
    if (ending->status == HTOL_END_UNKNOWN)
        g_string_append(out, "end not known\n");
    else if (ending->status >= HTOL_ENDED_BY_SIGNAL)
        g_string_append_printf(out, "signal %u\n", ending->status - HTOL_ENDED_BY_SIGNAL);
    else
        g_string_append_printf(out, "status %u\n", ending->status);
}

static guint8 *slots_of(HtolArena *arena, const HtolFacts *facts)
{
    guint8 *slots = htol_arena_alloc(arena, MAX(facts->n_slots, 1));
    for (guint32 i = 0; i < facts->n_slots; i++)
        slots[i] = facts->words[i / 64] >> i % 64 & 1;
    return slots;
}

static void dump_facts(const HtolShardReader *reader, GString *out)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    guint index = 0;
    for (guint32 i = 0; i < reader->n_units; i++) {
        HtolFacts facts;
        if (!htol_shard_facts(reader, i, arena, &facts))
            continue;
        HtolDataUnit unit = {.n_slots = facts.n_slots, .slots = slots_of(arena, &facts)};
        memcpy(unit.id, facts.id, HTOL_ID_SIZE);
        unit.has_set = facts.n_tuples > 0 || facts.lost > 0;
        unit.n_tuples = facts.n_tuples;
        unit.tuples = facts.tuples;
        unit.lost = facts.lost;
        htol_data_dump_unit(&unit, index++, out);
    }
}

static void dump_step(const HtolShardReader *reader, GString *out)
{
    const HtolTest *test = &reader->tests[reader->turn - 1];
    g_string_append_printf(out, "test %s: ", *test->name ? test->name : "(none)");
    dump_ending(&test->ending, out);
    for (guint32 i = 0; i < test->n_programs; i++) {
        g_string_append_printf(out, "program %s build-id=%s\n", test->programs[i].path, test->programs[i].build_id);
        htol_crashes_dump(&test->programs[i].crashes, out);
    }
    dump_facts(reader, out);
}

static void dump_plain(const HtolShardBlock *block, GString *out)
{
    static const char *const words[HTOL_SHARD_KINDS] = {
        [HTOL_SHARD_TABLE] = "table",   [HTOL_SHARD_STRONG] = "table of a strong build",
        [HTOL_SHARD_TRIALS] = "trials", [HTOL_SHARD_PROOFS] = "proofs",
        [HTOL_SHARD_PARTS] = "parts",   [HTOL_SHARD_JUDGED] = "judged files"};
    g_string_append_printf(out, "%s of %" G_GSIZE_FORMAT " bytes\n", words[block->kind], block->size);
    if (block->kind >= HTOL_SHARD_TRIALS && block->kind != HTOL_SHARD_JUDGED)
        g_string_append_len(out, (const char *)block->body, (gssize)block->size);
}

static gboolean dump_block(const HtolShardBlock *block, GString *out, GError **error)
{
    g_autoptr(GError) wrong = NULL;
    if (block->kind != HTOL_SHARD_TESTS) {
        dump_plain(block, out);
        return TRUE;
    }
    g_autoptr(HtolShardReader) reader = htol_shard_reader_new(block, error);
    if (!reader)
        return FALSE;
    while (htol_shard_step(reader, &wrong))
        dump_step(reader, out);
    if (!wrong)
        return TRUE;
    g_propagate_error(error, g_steal_pointer(&wrong));
    return FALSE;
}

gboolean htol_shard_dump(const guint8 *bytes, gsize size, GString *out, GError **error)
{
    HtolShardFile file = HTOL_SHARD_FILE(bytes, size);
    HtolShardBlock block;
    HtolShardNext next = htol_shard_next(&file, &block, error);
    for (; next == HTOL_SHARD_BLOCK; next = htol_shard_next(&file, &block, error))
        if (!dump_block(&block, out, error))
            return FALSE;
    return next == HTOL_SHARD_END;
}
