/* Gathers tests in memory, and relieves it by a file that is merged with what comes after; see gather.h. */
#include "report/store/gather.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "htol/base/bytes.h"
#include "htol/notes/judged.h"
#include "report/inputs/error.h"
#include "report/inputs/files.h"
#include "report/read/shards.h"
#include "report/store/lines.h"

typedef struct {
    HtolFacts facts; /* without tuples; its words are ours */
    guint64 *words;
    GHashTable *tuples; /* set of HtolTuple; NULL: none yet */
} Unit;

typedef struct {
    const char *name;
    HtolEnding ending;
    GArray *programs;  /* HtolProgram */
    GHashTable *units; /* set of Unit */
} Test;

struct ReportGather {
    GHashTable *tables; /* id: GBytes */
    GHashTable *strong; /* the same, of units of strong builds */
    ReportLines *trials, *parts;
    HtolJudged *judged;  /* NULL: there are none */
    GHashTable *proofs;  /* id of a table: GBytes, a file of proofs */
    GHashTable *renamed; /* id: another id */
    HtolArena *arena;    /* of what is in memory, as the next two */
    GHashTable *tests;   /* name: Test */
    gsize used, most;
    FILE *run;  /* a shard of what went to a file, NULL if nothing did */
    int failed; /* why that could not be done; 0 if it could */
};

/* Memory ------------------------------------------------------------------------------------------------- */

static void free_test(gpointer data)
{
    Test *test = data;
    g_array_unref(test->programs);
    g_hash_table_unref(test->units);
}

static void free_unit(gpointer data)
{
    Unit *unit = data;
    if (unit->tuples)
        g_hash_table_unref(unit->tuples);
}

static guint hash_unit(gconstpointer key)
{
    return htol_id_hash(((const HtolFacts *)key)->id);
}

static gboolean equal_units(gconstpointer one, gconstpointer other)
{
    return htol_facts_compare(one, other) == 0;
}

static void start(ReportGather *gather)
{
    gather->arena = htol_arena_new();
    gather->tests = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, free_test);
    gather->used = 0;
}

static void forget(ReportGather *gather)
{
    g_hash_table_unref(gather->tests);
    htol_arena_free(gather->arena);
}

ReportGather *report_gather_new(gsize memory)
{
    ReportGather *gather = g_new0(ReportGather, 1);
    gather->most = memory;
    gather->tables = g_hash_table_new_full(htol_id_hash, htol_id_equal, g_free, (GDestroyNotify)g_bytes_unref);
    gather->strong = g_hash_table_new_full(htol_id_hash, htol_id_equal, g_free, (GDestroyNotify)g_bytes_unref);
    gather->trials = report_lines_new(report_rank_of_trial);
    gather->parts = report_lines_new(report_rank_of_part);
    gather->proofs = g_hash_table_new_full(htol_id_hash, htol_id_equal, g_free, (GDestroyNotify)g_bytes_unref);
    gather->renamed = g_hash_table_new_full(htol_id_hash, htol_id_equal, g_free, g_free);
    start(gather);
    return gather;
}

void report_gather_free(ReportGather *gather)
{
    g_hash_table_unref(gather->tables);
    g_hash_table_unref(gather->strong);
    report_lines_free(gather->trials);
    report_lines_free(gather->parts);
    g_clear_pointer(&gather->judged, htol_judged_free);
    g_hash_table_unref(gather->proofs);
    g_hash_table_unref(gather->renamed);
    forget(gather);
    if (gather->run)
        fclose(gather->run);
    g_free(gather);
}

static Test *test_of(ReportGather *gather, const char *name)
{
    Test *test = g_hash_table_lookup(gather->tests, name);
    if (test)
        return test;
    test = htol_arena_new0(gather->arena, Test, 1);
    test->name = htol_arena_strndup(gather->arena, name, strlen(name));
    test->ending.status = HTOL_END_UNKNOWN;
    test->programs = g_array_new(FALSE, FALSE, sizeof(HtolProgram));
    test->units = g_hash_table_new_full(hash_unit, equal_units, NULL, free_unit);
    g_hash_table_insert(gather->tests, (gpointer)test->name, test);
    gather->used += 256;
    return test;
}

static Unit *unit_of(ReportGather *gather, Test *test, const guint8 id[HTOL_ID_SIZE], guint32 n_slots)
{
    HtolFacts key = {.n_slots = n_slots};
    memcpy(key.id, report_gather_renamed(gather, id), HTOL_ID_SIZE);
    Unit *unit = g_hash_table_lookup(test->units, &key);
    if (unit)
        return unit;
    unit = htol_arena_new0(gather->arena, Unit, 1);
    unit->facts = key;
    unit->words = htol_arena_new0(gather->arena, guint64, MAX(HTOL_WORDS(n_slots), 1));
    g_hash_table_add(test->units, unit);
    gather->used += HTOL_WORDS(n_slots) * sizeof(guint64) + sizeof *unit;
    return unit;
}

static void add_ending(Test *test, const HtolEnding *ending)
{
    if (htol_ending_compare(&test->ending, ending) < 0)
        test->ending = *ending;
}

static HtolProgram *program_of(ReportGather *gather, Test *test, const HtolProgram *like)
{
    for (guint i = 0; i < test->programs->len; i++)
        if (htol_program_compare(&g_array_index(test->programs, HtolProgram, i), like) == 0)
            return &g_array_index(test->programs, HtolProgram, i);
    HtolProgram program = {htol_arena_strndup(gather->arena, like->build_id, strlen(like->build_id)),
                           htol_arena_strndup(gather->arena, like->path, strlen(like->path)),
                           {0, NULL, 0}};
    g_array_append_val(test->programs, program);
    return &g_array_index(test->programs, HtolProgram, test->programs->len - 1);
}

static void add_program(ReportGather *gather, Test *test, const HtolProgram *program)
{
    HtolProgram *own = program_of(gather, test, program);
    htol_crashes_merge(gather->arena, &own->crashes, &program->crashes);
}

static void add_tuples(ReportGather *gather, Unit *unit, const HtolTuple *tuples, guint32 count)
{
    if (count > 0 && !unit->tuples)
        unit->tuples = g_hash_table_new(htol_tuple_hash, htol_tuple_equal);
    for (guint32 i = 0; i < count; i++) {
        gsize size = 2 * (gsize)tuples[i].n_values * sizeof(guint64);
        if (g_hash_table_contains(unit->tuples, &tuples[i]))
            continue;
        HtolTuple *copy = htol_arena_memdup(gather->arena, &tuples[i], sizeof *copy);
        copy->words = htol_arena_memdup(gather->arena, tuples[i].words, size);
        g_hash_table_add(unit->tuples, copy);
        gather->used += size + 4 * sizeof *copy;
    }
}

/* Bit i is byte i, each 0 or 1, of 8 bytes: their product with this has them all in its highest byte. */
#define GATHER_BITS G_GUINT64_CONSTANT(0x0102040810204080)

static guint64 word_of(const guint8 *slots, guint32 count)
{
    guint64 word = 0;
    for (guint32 i = 0; i < count; i++) {
        if (count - i >= 8) {
            word |= htol_long_number_at(slots + i) * GATHER_BITS >> 56 << i;
            i += 7;
        } else
            word |= (guint64)slots[i] << i;
    }
    return word;
}

static void add_slots(Unit *unit, const guint8 *slots)
{
    for (guint32 at = 0; at < unit->facts.n_slots; at += 64)
        unit->words[at / 64] |= word_of(slots + at, MIN(64, unit->facts.n_slots - at));
}

static void add_facts(ReportGather *gather, Test *test, const HtolFacts *facts)
{
    Unit *unit = unit_of(gather, test, facts->id, facts->n_slots);
    for (gsize i = 0; i < HTOL_WORDS(facts->n_slots); i++)
        unit->words[i] |= facts->words[i];
    unit->facts.lost = MAX(unit->facts.lost, facts->lost);
    add_tuples(gather, unit, facts->tuples, facts->n_tuples);
}

/* Writing ------------------------------------------------------------------------------------------------ */

static gint compare_names(gconstpointer left, gconstpointer right)
{
    return strcmp((*(Test *const *)left)->name, (*(Test *const *)right)->name);
}

static GPtrArray *sorted_tests(ReportGather *gather)
{
    GPtrArray *tests = g_ptr_array_new();
    GHashTableIter iter;
    gpointer test;
    g_hash_table_iter_init(&iter, gather->tests);
    while (g_hash_table_iter_next(&iter, NULL, &test))
        g_ptr_array_add(tests, test);
    g_ptr_array_sort(tests, compare_names);
    return tests;
}

static GArray *sorted_tuples(const Unit *unit)
{
    GArray *tuples = g_array_new(FALSE, FALSE, sizeof(HtolTuple));
    GHashTableIter iter;
    gpointer tuple;
    if (!unit->tuples)
        return tuples;
    g_hash_table_iter_init(&iter, unit->tuples);
    while (g_hash_table_iter_next(&iter, &tuple, NULL))
        g_array_append_vals(tuples, tuple, 1);
    g_array_sort(tuples, htol_tuple_compare);
    return tuples;
}

static HtolFacts facts_of(HtolArena *arena, const Unit *unit)
{
    g_autoptr(GArray) tuples = sorted_tuples(unit);
    HtolFacts facts = unit->facts;
    facts.words = unit->words;
    facts.n_tuples = tuples->len;
    facts.tuples = htol_arena_memdup(arena, tuples->data, tuples->len * sizeof(HtolTuple));
    return facts;
}

static GArray *sorted_facts(HtolArena *arena, const Test *test)
{
    GArray *units = g_array_new(FALSE, FALSE, sizeof(HtolFacts));
    GHashTableIter iter;
    gpointer unit;
    g_hash_table_iter_init(&iter, test->units);
    while (g_hash_table_iter_next(&iter, &unit, NULL)) {
        HtolFacts facts = facts_of(arena, unit);
        g_array_append_val(units, facts);
    }
    g_array_sort(units, htol_facts_compare);
    return units;
}

static void write_test(HtolShardWriter *writer, const Test *test)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GArray) units = sorted_facts(arena, test);
    g_array_sort(test->programs, htol_program_compare);
    HtolTest row = {test->name,          test->ending,
                    test->programs->len, (HtolProgram *)(void *)test->programs->data,
                    units->len,          (HtolFacts *)(void *)units->data};
    htol_shard_writer_test(writer, &row);
}

/* The test that has the reader's turn, as it is. */
static void write_step(HtolShardWriter *writer, const HtolShardReader *reader)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GArray) units = g_array_new(FALSE, FALSE, sizeof(HtolFacts));
    HtolTest row = reader->tests[reader->turn - 1];
    for (guint32 i = 0; i < reader->n_units; i++) {
        HtolFacts facts;
        if (htol_shard_facts(reader, i, arena, &facts))
            g_array_append_val(units, facts);
    }
    g_array_sort(units, htol_facts_compare);
    row.n_units = units->len;
    row.units = (HtolFacts *)(void *)units->data;
    htol_shard_writer_test(writer, &row);
}

static void flush(HtolShardWriter *writer, FILE *out)
{
    GByteArray *ready = htol_shard_writer_ready(writer);
    if (ready->len > 0)
        fwrite(ready->data, 1, ready->len, out);
    g_byte_array_set_size(ready, 0);
}

/* Tests in memory, the next of them first, while they are merged with those of a run. */
typedef struct {
    ReportGather *gather;
    GPtrArray *tests;
    guint next;
    HtolShardWriter *writer;
    FILE *out;
} Merger;

static void write_next(Merger *merger)
{
    write_test(merger->writer, merger->tests->pdata[merger->next++]);
    flush(merger->writer, merger->out);
}

static void add_step(ReportGather *gather, Test *test, const HtolShardReader *reader)
{
    const HtolTest *row = &reader->tests[reader->turn - 1];
    g_autoptr(HtolArena) scratch = htol_arena_new();
    HtolFacts facts;
    add_ending(test, &row->ending);
    for (guint32 i = 0; i < row->n_programs; i++)
        add_program(gather, test, &row->programs[i]);
    for (guint32 i = 0; i < reader->n_units; i++)
        if (htol_shard_facts(reader, i, scratch, &facts))
            add_facts(gather, test, &facts);
}

static const char *next_name(const Merger *merger)
{
    return merger->next < merger->tests->len ? ((Test *)merger->tests->pdata[merger->next])->name : NULL;
}

/* Writes the test that has the reader's turn, and those of memory that come before. */
static void merge_step(Merger *merger, const HtolShardReader *reader)
{
    const char *name = reader->tests[reader->turn - 1].name;
    while (next_name(merger) && strcmp(next_name(merger), name) < 0)
        write_next(merger);
    if (g_strcmp0(next_name(merger), name) == 0) {
        add_step(merger->gather, merger->tests->pdata[merger->next], reader);
        write_next(merger);
        return;
    }
    write_step(merger->writer, reader);
    flush(merger->writer, merger->out);
}

static gboolean merge_block(Merger *merger, const HtolShardBlock *block, GError **error)
{
    g_autoptr(HtolShardReader) reader = htol_shard_reader_new(block, error);
    if (!reader)
        return FALSE;
    g_autoptr(GError) wrong = NULL;
    while (htol_shard_step(reader, &wrong))
        merge_step(merger, reader);
    if (wrong)
        g_propagate_error(error, g_steal_pointer(&wrong));
    return !*error;
}

static gboolean merge_run(Merger *merger, FILE *run, GError **error)
{
    g_autoptr(GMappedFile) file = g_mapped_file_new_from_fd(fileno(run), FALSE, error);
    if (!file)
        return FALSE;
    HtolShardFile shard =
        HTOL_SHARD_FILE((const guint8 *)g_mapped_file_get_contents(file), g_mapped_file_get_length(file));
    HtolShardBlock block;
    HtolShardNext next = htol_shard_next(&shard, &block, error);
    for (; next == HTOL_SHARD_BLOCK; next = htol_shard_next(&shard, &block, error))
        if (!merge_block(merger, &block, error))
            return FALSE;
    return next == HTOL_SHARD_END;
}

static gint compare_ids(gconstpointer left, gconstpointer right)
{
    return memcmp(*(const guint8 *const *)left, *(const guint8 *const *)right, HTOL_ID_SIZE);
}

/* Writes what there is for units, by their ids. */
static void write_by_ids(GHashTable *bytes_of, HtolShardWriter *writer, HtolShardKind kind)
{
    guint count;
    g_autofree gpointer *ids = g_hash_table_get_keys_as_array(bytes_of, &count);
    qsort(ids, count, sizeof *ids, compare_ids);
    for (guint i = 0; i < count; i++) {
        gsize size;
        gconstpointer bytes = g_bytes_get_data(g_hash_table_lookup(bytes_of, ids[i]), &size);
        htol_shard_writer_plain(writer, kind, bytes, size);
    }
}

static void write_lines(const ReportLines *lines, HtolShardWriter *writer, HtolShardKind kind)
{
    g_autofree char *text = report_lines_text(lines);
    if (*text)
        htol_shard_writer_plain(writer, kind, text, strlen(text));
}

static gboolean write_tests(ReportGather *gather, HtolShardWriter *writer, FILE *out, GError **error)
{
    g_autoptr(GPtrArray) tests = sorted_tests(gather);
    Merger merger = {gather, tests, 0, writer, out};
    g_autoptr(GError) wrong = NULL;
    if (gather->run && !merge_run(&merger, gather->run, &wrong)) {
        g_propagate_prefixed_error(error, g_steal_pointer(&wrong), "a temporary file: ");
        return FALSE;
    }
    while (next_name(&merger))
        write_next(&merger);
    htol_shard_writer_end(writer);
    flush(writer, out);
    return TRUE;
}

static void write_judged(const ReportGather *gather, HtolShardWriter *writer)
{
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    if (!gather->judged)
        return;
    htol_judged_put(gather->judged, HTOL_JUDGED_ALL, bytes);
    htol_shard_writer_plain(writer, HTOL_SHARD_JUDGED, bytes->data, bytes->len);
}

gboolean report_gather_write(ReportGather *gather, FILE *out, GError **error)
{
    HtolShardWriter *writer = htol_shard_writer_new();
    gboolean good = gather->failed == 0;
    if (!good)
        g_set_error(error, REPORT_ERROR, 0, "a temporary file: %s", g_strerror(gather->failed));
    write_by_ids(gather->tables, writer, HTOL_SHARD_TABLE);
    write_by_ids(gather->strong, writer, HTOL_SHARD_STRONG);
    write_lines(gather->trials, writer, HTOL_SHARD_TRIALS);
    write_by_ids(gather->proofs, writer, HTOL_SHARD_PROOFS);
    write_lines(gather->parts, writer, HTOL_SHARD_PARTS);
    write_judged(gather, writer);
    good = good && write_tests(gather, writer, out, error);
    htol_shard_writer_free(writer);
    return good;
}

/* What is in memory becomes part of a new run. When that fails all goes on in memory, and the end tells. */
static void relieve(ReportGather *gather)
{
    HtolShardWriter *writer = htol_shard_writer_new();
    FILE *run = report_file_temporary();
    gboolean good = run && write_tests(gather, writer, run, NULL) && fflush(run) == 0 && !ferror(run);
    htol_shard_writer_free(writer);
    if (!good)
        gather->failed = errno ? errno : EIO;
    if (gather->run)
        fclose(gather->run);
    gather->run = run;
    forget(gather);
    start(gather);
}

/* Adding ------------------------------------------------------------------------------------------------- */

static void grown(ReportGather *gather)
{
    if (gather->used > gather->most)
        relieve(gather);
}

void report_gather_ending(ReportGather *gather, const char *test, const HtolEnding *ending)
{
    add_ending(test_of(gather, test), ending);
}

gboolean report_gather_data(ReportGather *gather, const HtolData *data)
{
    for (guint i = 0; i < data->n_units; i++)
        if (data->units[i].n_slots > HTOL_MOST_SHARD_SLOTS)
            return FALSE;
    Test *test = test_of(gather, data->test);
    add_program(gather, test, &(HtolProgram){data->build_id, data->program, data->crashes});
    for (guint i = 0; i < data->n_units; i++) {
        const HtolDataUnit *from = &data->units[i];
        Unit *unit = unit_of(gather, test, from->id, from->n_slots);
        add_slots(unit, from->slots);
        unit->facts.lost = MAX(unit->facts.lost, from->lost);
        add_tuples(gather, unit, from->tuples, from->n_tuples);
    }
    grown(gather);
    return TRUE;
}

void report_gather_tests(ReportGather *gather, HtolShardReader *reader, GError **error)
{
    g_autoptr(GError) wrong = NULL;
    while (htol_shard_step(reader, &wrong)) {
        add_step(gather, test_of(gather, reader->tests[reader->turn - 1].name), reader);
        grown(gather);
    }
    if (wrong)
        g_propagate_error(error, g_steal_pointer(&wrong));
}

static void add_table(GHashTable *tables, const guint8 id[HTOL_ID_SIZE], const guint8 *bytes, gsize size)
{
    GBytes *table = g_bytes_new(bytes, size), *known = g_hash_table_lookup(tables, id);
    if (known && g_bytes_compare(known, table) <= 0)
        g_bytes_unref(table);
    else
        g_hash_table_insert(tables, g_memdup2(id, HTOL_ID_SIZE), table);
}

void report_gather_table(ReportGather *gather, const guint8 id[HTOL_ID_SIZE], const guint8 *bytes, gsize size)
{
    add_table(gather->tables, id, bytes, size);
}

void report_gather_strong(ReportGather *gather, const guint8 id[HTOL_ID_SIZE], const guint8 *bytes, gsize size)
{
    add_table(gather->strong, id, bytes, size);
}

guint report_gather_trials(ReportGather *gather, const char *text, gsize size)
{
    return report_lines_add(gather->trials, text, size);
}

guint report_gather_parts(ReportGather *gather, const char *text, gsize size)
{
    return report_lines_add(gather->parts, text, size);
}

gboolean report_gather_judged(ReportGather *gather, const guint8 *bytes, gsize size)
{
    if (!gather->judged)
        gather->judged = htol_judged_new();
    return htol_judged_take(gather->judged, bytes, size, FALSE);
}

const char *report_gather_proofs_of(const ReportGather *gather, const guint8 id[HTOL_ID_SIZE])
{
    GBytes *proofs = g_hash_table_lookup(gather->proofs, id);
    return proofs ? g_bytes_get_data(proofs, NULL) : NULL;
}

void report_gather_proofs(ReportGather *gather, const guint8 id[HTOL_ID_SIZE], const char *text)
{
    /* The zero behind the text is there, but not counted. */
    g_autoptr(GBytes) whole = g_bytes_new(text, strlen(text) + 1);
    g_hash_table_insert(gather->proofs, g_memdup2(id, HTOL_ID_SIZE), g_bytes_new_from_bytes(whole, 0, strlen(text)));
}

const guint8 *report_gather_renamed(const ReportGather *gather, const guint8 id[HTOL_ID_SIZE])
{
    const guint8 *other = g_hash_table_lookup(gather->renamed, id);
    return other ? other : id;
}

void report_gather_rename(ReportGather *gather, const guint8 from[HTOL_ID_SIZE], const guint8 to[HTOL_ID_SIZE])
{
    g_hash_table_insert(gather->renamed, g_memdup2(from, HTOL_ID_SIZE), g_memdup2(to, HTOL_ID_SIZE));
}

/* A shard on its way in. */
typedef struct {
    ReportGather *gather;
    gboolean whole;
} Shard;

static void take_tests(void *user, HtolShardReader *reader, GError **error)
{
    const Shard *shard = user;
    report_gather_tests(shard->gather, reader, error);
}

static void take_damage(void *user, const char *message)
{
    (void)message;
    ((Shard *)user)->whole = FALSE;
}

gboolean report_gather_shard(ReportGather *gather, const char *path)
{
    Shard shard = {gather, TRUE};
    const ReportShardVisitor visitor = {&shard, take_tests, take_damage, {NULL}};
    return report_shard_read(path, &visitor) && shard.whole;
}

gboolean report_gather_has_table(const ReportGather *gather, const guint8 id[HTOL_ID_SIZE], const guint8 *bytes,
                                 gsize size)
{
    GBytes *known = g_hash_table_lookup(gather->tables, id);
    return known && g_bytes_get_size(known) == size && memcmp(g_bytes_get_data(known, NULL), bytes, size) == 0;
}
