/* Merges the functions of units, and drops what is outdated; see merge.h. */
#include "report/merge/merge.h"

#include "htol/files/data.h"
#include "htol/judge/env.h"
#include "report/model/place.h"
#include "report/model/tests.h"
#include "report/model/variants.h"
#include "report/read/reread.h"

#include <stdlib.h>
#include <string.h>

/* A tuple, first, and the tests that recorded it. */
typedef struct {
    HtolTuple tuple;
    HtolTestSet tests;
} Tuple;

/* A function while units are merged. */
typedef struct {
    ReportMerged merged; /* first: it is what is looked up and handed on */
    HtolArena *arena;    /* of its source */
    guint8 *slots;
    guint8 *outside;         /* of slots, 1: set outside of tests; NULL: none was */
    HtolTestSet *slot_tests; /* NULL: nobody asked */
    GArray *holders;         /* ReportHolder */
    GArray *tuples;          /* Tuple; NULL: none, here and below */
    guint8 *current;         /* of each label, then of each sequence: some unit made it of the text that counts */
    gboolean several;        /* tuples come from several units */
    gboolean fresh;          /* some unit with it was compiled with the texts that count alone */
} Merging;

/* A source file while units are merged. */
typedef struct {
    const char *path, *root;
    HtolArena *arena;       /* of all that is found of it */
    GHashTable *known;      /* set of Merging: one for each bytes */
    GPtrArray *functions;   /* Merging */
    const char *unmeasured; /* see ReportSource */
    guint n_units;          /* that were merged; counted where sources are handed over one by one */
} Gathered;

typedef struct {
    HtolArena *arena;
    const ReportRequest *request;
    const ReportScripts *scripts;
    GHashTable *left;    /* path: how many units are still to come that have functions of it; then sources have
                            arenas of their own, and copies of functions there. NULL: sources are finished together */
    GHashTable *sources; /* path: its Gathered */
    GHashTable *system;  /* set of paths of system headers that were left out */
    HtolTestSets *tests; /* NULL: nobody asked, here and below */
} Merger;

/* A unit in its turn. */
typedef struct {
    const ReportUnit *unit;
    const HtolTable *table; /* the whole one */
    GHashTable *current;    /* paths of its scripts that are of the text that counts */
    gboolean fresh;         /* all are */
    HtolTestSets *tests;
    HtolTestSet *slot_tests, *tuple_tests;
} Turn;

/* Functions
 * ---------------------------------------------------------------------------------------------------- */

static guint hash_merging(gconstpointer key)
{
    const ReportMerged *merged = key;
    guint hash = 5381;
    for (gsize i = 0; i < merged->function->size; i++)
        hash = hash * 31 + merged->function->bytes[i];
    return hash;
}

static gboolean equal_merging(gconstpointer left, gconstpointer right)
{
    return htol_function_equal(((const ReportMerged *)left)->function, ((const ReportMerged *)right)->function);
}

/* Where compilers have their headers from: who tests a program does not test these. */
static gboolean is_of_system(const char *path)
{
    static const char *const places[] = {"/usr/include", "/usr/local/include", "/usr/lib", "/usr/lib64"};
    for (guint i = 0; i < G_N_ELEMENTS(places); i++)
        if (htol_path_below(path, places[i]))
            return TRUE;
    return FALSE;
}

gboolean report_is_wanted(const ReportRequest *request, const char *path)
{
    if (request->only && !g_hash_table_contains(request->only, path))
        return FALSE;
    if (request->include ? !report_path_matches(path, request->include) : is_of_system(path))
        return FALSE;
    return !request->exclude || !report_path_matches(path, request->exclude);
}

static void free_lists(gpointer merging)
{
    g_array_unref(((Merging *)merging)->holders);
    if (((Merging *)merging)->tuples)
        g_array_unref(((Merging *)merging)->tuples);
}

static Gathered *source_of(Merger *merger, const char *path, const char *root)
{
    Gathered *source = g_hash_table_lookup(merger->sources, path);
    if (source)
        return source;
    source = g_new0(Gathered, 1);
    if (merger->left)
        g_hash_table_lookup_extended(merger->left, path, (gpointer *)&path, NULL);
    *source = (Gathered){.path = path,
                         .root = merger->request->root ? merger->request->root : root,
                         .arena = merger->left ? htol_arena_new() : merger->arena,
                         .known = g_hash_table_new_full(hash_merging, equal_merging, free_lists, NULL),
                         .functions = g_ptr_array_new()};
    g_hash_table_insert(merger->sources, (gpointer)path, source);
    return source;
}

static gboolean has_objectives(const HtolFunction *function)
{
    return function->n_labels + function->n_sequences > 0;
}

/* A table that was read again for its turn is gone when that ends. */
static const HtolFunction *kept_of(const Merger *merger, const Gathered *source, const HtolFunction *function)
{
    return merger->left ? htol_function_copy(source->arena, function) : function;
}

static Merging *merging_of(Merger *merger, const Turn *turn, const HtolFunction *function, const char *path)
{
    Gathered *source = source_of(merger, path, turn->unit->table->row.root);
    Merging *merging = g_hash_table_lookup(source->known, &(const ReportMerged){.function = function});
    if (merging)
        return merging;
    merging = htol_arena_new0(source->arena, Merging, 1);
    merging->arena = source->arena;
    merging->merged = (ReportMerged){.function = kept_of(merger, source, function), .path = source->path};
    merging->holders = g_array_new(FALSE, FALSE, sizeof(ReportHolder));
    merging->slots = htol_arena_alloc(source->arena, MAX(function->row.slots, 1));
    if (merger->tests)
        merging->slot_tests = htol_arena_new0(source->arena, HtolTestSet, MAX(function->row.slots, 1));
    if (has_objectives(function))
        merging->current = htol_arena_alloc(source->arena, function->n_labels + function->n_sequences);
    g_hash_table_add(source->known, merging);
    g_ptr_array_add(source->functions, merging);
    return merging;
}

/* What was recorded
 * ---------------------------------------------------------------------------------------------------- */

/* Which slots and sources of a function are of objectives in texts that do not count. */
typedef struct {
    guint8 *slots, *sources;
} Stale;

static void forget(Stale *stale, guint32 slot, guint32 alarm, guint32 source)
{
    stale->slots[slot] = 1;
    if (alarm > 0)
        stale->slots[alarm - 1] = 1;
    if (source > 0)
        stale->sources[source - 1] = 1;
}

static void sort_labels(const Turn *turn, Merging *merging, Stale *stale)
{
    const HtolFunction *function = merging->merged.function;
    for (guint32 i = 0; i < function->n_labels; i++) {
        const HtolRowLabel *row = &function->labels[i];
        if (g_hash_table_contains(turn->current, row->script))
            merging->current[i] = 1;
        else
            forget(stale, row->slot, row->unsafe, row->source);
    }
    for (guint32 i = 0; i < function->n_sequences; i++) {
        const HtolRowSequence *row = &function->sequences[i];
        if (g_hash_table_contains(turn->current, row->script))
            merging->current[function->n_labels + i] = 1;
        else
            forget(stale, row->slot, row->overflow + 1, row->source);
    }
}

static void merge_tuples(Merging *merging, const Turn *turn, const HtolFunction *function, const Stale *stale)
{
    const ReportUnit *unit = turn->unit;
    guint first = htol_tuple_first(unit->tuples, unit->n_tuples, function->first_source);
    guint end = htol_tuple_first(unit->tuples, unit->n_tuples, function->first_source + function->row.sources);
    merging->merged.recorded.lossy |= unit->lost > 0;
    if (first == end)
        return;
    merging->several = merging->tuples != NULL;
    if (!merging->tuples)
        merging->tuples = g_array_new(FALSE, FALSE, sizeof(Tuple));
    for (guint i = first; i < end; i++) {
        Tuple tuple = {unit->tuples[i], turn->tests ? turn->tuple_tests[i] : HTOL_NO_TESTS};
        tuple.tuple.source -= function->first_source;
        if (!stale->sources || !stale->sources[tuple.tuple.source])
            g_array_append_val(merging->tuples, tuple);
    }
}

static void merge_slots(Merging *merging, const Turn *turn, const HtolFunction *function, const Stale *stale)
{
    for (guint32 i = 0; i < function->row.slots; i++) {
        guint32 slot = function->first_slot + i;
        if (!turn->unit->slots[slot] || (stale->slots && stale->slots[i]))
            continue;
        merging->slots[i] = 1;
        if (turn->tests)
            merging->slot_tests[i] = htol_test_set_either(turn->tests, merging->slot_tests[i], turn->slot_tests[slot]);
    }
}

static void merge_outside(Merging *merging, const ReportUnit *unit, const HtolFunction *function)
{
    const ReportUnitTests *tests = &unit->tests;
    merging->merged.outside_tuples |= tests->outside_tuples;
    for (guint32 i = 0; i < function->row.slots && function->first_slot + i < tests->n_outside; i++) {
        if (!tests->outside[function->first_slot + i])
            continue;
        if (!merging->outside)
            merging->outside = htol_arena_alloc(merging->arena, function->row.slots);
        merging->outside[i] = 1;
    }
    merging->merged.outside = merging->outside;
}

/* In most units all objectives are of texts that count, and most functions have none. */
static Stale stale_of(HtolArena *scratch, const Turn *turn, Merging *merging)
{
    const HtolFunction *function = merging->merged.function;
    guint32 count = function->n_labels + function->n_sequences;
    Stale stale = {0};
    if (count == 0 || turn->fresh) {
        if (count > 0)
            memset(merging->current, 1, count);
        return stale;
    }
    stale.slots = htol_arena_alloc(scratch, MAX(function->row.slots, 1));
    stale.sources = htol_arena_alloc(scratch, MAX(function->row.sources, 1));
    sort_labels(turn, merging, &stale);
    return stale;
}

/* What was proved of a function (its index) of the unit; NULL: nobody tried. */
static const HtolProved *proved_of(const ReportUnit *unit, guint32 function)
{
    for (guint i = 0; i < unit->n_proved; i++)
        if (unit->proved[i].function == function)
            return &unit->proved[i];
    return NULL;
}

static void merge_function(Merger *merger, const Turn *turn, const HtolFunction *function)
{
    const ReportUnit *unit = turn->unit;
    const char *path = function->n_files ? function->files[0].path : turn->table->row.path;
    if (!has_objectives(function) && !report_is_wanted(merger->request, path)) {
        if (!merger->request->include && is_of_system(path))
            g_hash_table_add(merger->system, g_strdup(path));
        return;
    }
    g_autoptr(HtolArena) scratch = has_objectives(function) ? htol_arena_new() : NULL;
    Merging *merging = merging_of(merger, turn, function, path);
    Stale stale = stale_of(scratch, turn, merging);
    merging->fresh |= turn->fresh;
    ReportHolder holder = {unit, merger->left ? merging->merged.function : function,
                           proved_of(unit, (guint32)(function - turn->table->functions))};
    g_array_append_val(merging->holders, holder);
    merge_slots(merging, turn, function, &stale);
    merge_tuples(merging, turn, function, &stale);
    merge_outside(merging, unit, function);
}

static void find_tests(Turn *turn, HtolArena *scratch)
{
    const ReportUnit *unit = turn->unit;
    turn->slot_tests = htol_arena_new0(scratch, HtolTestSet, MAX(unit->table->row.slots, 1));
    turn->tuple_tests = htol_arena_new0(scratch, HtolTestSet, MAX(unit->n_tuples, 1));
    report_tests_of_slots(turn->tests, unit, turn->slot_tests);
    report_tests_of_tuples(turn->tests, unit, turn->tuple_tests);
}

/* A unit that was compiled without coverage has no functions, but its file is one of the program. */
static void name_unmeasured(Merger *merger, const HtolRowUnit *row)
{
    if (*row->unmeasured && report_is_wanted(merger->request, row->path))
        source_of(merger, row->path, row->root)->unmeasured = row->unmeasured;
}

/* Whether the request is about some function of the table: of no others it matters which tests recorded what. */
static gboolean is_asked(const ReportRequest *request, const HtolTable *table)
{
    const char *root = request->root ? request->root : table->row.root;
    gboolean asked = !request->place;
    for (guint32 i = 0; i < table->n_functions && !asked; i++) {
        const HtolFunction *function = &table->functions[i];
        asked =
            report_place_may_be(request->place, root, function->n_files ? function->files[0].path : table->row.path);
    }
    return asked;
}

static gboolean merge_unit(Merger *merger, const ReportUnit *unit, GError **error)
{
    g_autoptr(HtolArena) scratch = htol_arena_new();
    Turn turn = {.unit = unit, .table = report_unit_table(scratch, unit, error)};
    if (!turn.table)
        return FALSE;
    turn.tests = is_asked(merger->request, turn.table) ? merger->tests : NULL;
    if (turn.tests)
        find_tests(&turn, scratch);
    turn.current = report_scripts_current(merger->scripts, turn.table, &turn.fresh);
    for (guint i = 0; i < turn.table->n_functions; i++)
        merge_function(merger, &turn, &turn.table->functions[i]);
    g_hash_table_unref(turn.current);
    name_unmeasured(merger, &unit->table->row);
    return TRUE;
}

/* Sources
 * ---------------------------------------------------------------------------------------------------- */

static const char *source_hash(const Merging *merging)
{
    const HtolFunction *function = merging->merged.function;
    return function->n_files ? function->files[0].hash : "";
}

static gboolean is_of_text(const Merging *merging, const char *hash)
{
    return strcmp(source_hash(merging), hash) == 0;
}

static guint count_of_text(const Gathered *gathered, const char *hash)
{
    guint count = 0;
    for (guint i = 0; i < gathered->functions->len; i++)
        count += is_of_text(gathered->functions->pdata[i], hash);
    return count;
}

/* When a file was changed and built again, its old tables still lie there: only those of its text now count.
 */
static void drop_outdated(Gathered *gathered, ReportSource *source, const char *hash)
{
    GPtrArray *functions = gathered->functions;
    guint kept = 0;
    for (guint i = 0; i < functions->len; i++)
        if (is_of_text(functions->pdata[i], hash))
            functions->pdata[kept++] = functions->pdata[i];
    source->n_outdated += functions->len - kept;
    g_ptr_array_set_size(functions, kept);
}

static gboolean had_text(const Gathered *gathered)
{
    return count_of_text(gathered, "") < gathered->functions->len;
}

/* Nobody knows whether a file without functions is still what was compiled. */
static void read_source(const Merger *merger, Gathered *gathered, ReportSource *source)
{
    g_autofree char *text = NULL, *hash = NULL;
    gboolean any = gathered->functions->len > 0;
    source->state = REPORT_SOURCE_MISSING;
    if (any && !had_text(gathered))
        return;
    source->cause = report_source_read(gathered->root, gathered->path, &text, &source->source_size, &hash);
    if (source->cause)
        return;
    source->state = REPORT_SOURCE_CHANGED;
    if (!any || count_of_text(gathered, hash) == 0)
        return;
    drop_outdated(gathered, source, hash);
    gboolean shown = report_source_is_shown(gathered->root, gathered->path, merger->request->sources);
    source->state = shown ? REPORT_SOURCE_OK : REPORT_SOURCE_OUTSIDE;
    source->source = htol_arena_memdup(gathered->arena, text, source->source_size + 1);
}

/* Variants
 * ---------------------------------------------------------------------------------------------------- */

/* By line, then name; the rest makes the order the same in every build. */
static int compare_merging(gconstpointer left, gconstpointer right)
{
    const HtolFunction *one = (*(ReportMerged *const *)left)->function,
                       *other = (*(ReportMerged *const *)right)->function;
    if (one->row.line != other->row.line)
        return one->row.line < other->row.line ? -1 : 1;
    int order = strcmp(one->row.name, other->row.name);
    order = order ? order : strcmp(one->row.hash, other->row.hash);
    order = order ? order : memcmp(one->bytes, other->bytes, MIN(one->size, other->size));
    return order ? order : (one->size > other->size) - (one->size < other->size);
}

/* Whether they are one function, maybe compiled with different objectives. */
static gboolean are_variants(const Merging *merging, const Merging *other)
{
    const HtolRowFunction *one = &merging->merged.function->row, *two = &other->merged.function->row;
    return one->line == two->line && strcmp(one->name, two->name) == 0 && strcmp(one->hash, two->hash) == 0 &&
           is_of_text(merging, source_hash(other));
}

/* A function and its variants, which stand in a row: those from `first` to before `end`. */
typedef struct {
    guint first, end;
} Row;

static Row row_of(const GPtrArray *sorted, guint index)
{
    Row row = {index, index + 1};
    while (row.first > 0 && are_variants(sorted->pdata[index], sorted->pdata[row.first - 1]))
        row.first--;
    while (row.end < sorted->len && are_variants(sorted->pdata[index], sorted->pdata[row.end]))
        row.end++;
    return row;
}

static gboolean is_any_fresh(const GPtrArray *sorted, Row row)
{
    gboolean fresh = FALSE;
    for (guint i = row.first; i < row.end; i++)
        fresh |= ((const Merging *)sorted->pdata[i])->fresh;
    return fresh;
}

static void keep_only(GPtrArray *functions, GPtrArray *kept)
{
    g_ptr_array_set_size(functions, 0);
    g_ptr_array_extend(functions, kept, NULL, NULL);
}

/* The same for objectives: a function with those of older texts counts only where there is none with the
 * newer. */
static void drop_stale(Gathered *gathered, ReportSource *source)
{
    GPtrArray *functions = gathered->functions;
    g_autoptr(GPtrArray) kept = g_ptr_array_new();
    for (guint i = 0; i < functions->len; i++)
        if (((Merging *)functions->pdata[i])->fresh || !is_any_fresh(functions, row_of(functions, i)))
            g_ptr_array_add(kept, functions->pdata[i]);
    source->n_outdated += functions->len - kept->len;
    keep_only(functions, kept);
}

/* Results
 * ---------------------------------------------------------------------------------------------------- */

static void unite(GArray *tuples, HtolTestSets *tests)
{
    guint kept = 0;
    g_array_sort(tuples, htol_tuple_compare);
    for (guint i = 0; i < tuples->len; i++) {
        const Tuple *tuple = &g_array_index(tuples, Tuple, i);
        Tuple *last = kept > 0 ? &g_array_index(tuples, Tuple, kept - 1) : NULL;
        if (!last || htol_tuple_compare(last, tuple) != 0)
            g_array_index(tuples, Tuple, kept++) = *tuple;
        else if (tests)
            last->tests = htol_test_set_either(tests, last->tests, tuple->tests);
    }
    g_array_set_size(tuples, kept);
}

/* The function without the labels and sequences of texts that do not count. */
static const HtolFunction *current_of(HtolArena *arena, const Merging *merging)
{
    const HtolFunction *function = merging->merged.function;
    guint32 count = function->n_labels + function->n_sequences;
    if (count == 0 || !memchr(merging->current, 0, count))
        return function;
    HtolFunction *copy = htol_arena_memdup(arena, function, sizeof *function);
    copy->labels = htol_arena_new0(arena, HtolRowLabel, function->n_labels);
    copy->sequences = htol_arena_new0(arena, HtolRowSequence, function->n_sequences);
    copy->n_labels = copy->n_sequences = 0;
    for (guint32 i = 0; i < function->n_labels; i++)
        if (merging->current[i])
            copy->labels[copy->n_labels++] = function->labels[i];
    for (guint32 i = 0; i < function->n_sequences; i++)
        if (merging->current[function->n_labels + i])
            copy->sequences[copy->n_sequences++] = function->sequences[i];
    return copy;
}

static void finish_tuples(HtolArena *arena, const GArray *from, HtolRecorded *recorded)
{
    HtolTuple *tuples = htol_arena_new0(arena, HtolTuple, from->len);
    HtolTestSet *tests = htol_arena_new0(arena, HtolTestSet, from->len);
    for (guint i = 0; i < from->len; i++) {
        tuples[i] = g_array_index(from, Tuple, i).tuple;
        tests[i] = g_array_index(from, Tuple, i).tests;
    }
    recorded->n_tuples = from->len;
    recorded->tuples = tuples;
    recorded->tuple_tests = tests;
}

static void finish_function(const Merger *merger, Merging *merging)
{
    HtolRecorded *recorded = &merging->merged.recorded;
    recorded->function = current_of(merger->arena, merging);
    merging->merged.n_holders = merging->holders->len;
    merging->merged.holders =
        htol_arena_memdup(merger->arena, merging->holders->data, merging->holders->len * sizeof(ReportHolder));
    recorded->slots = merging->slots;
    recorded->tests = merger->tests;
    recorded->slot_tests = merging->slot_tests;
    if (!merging->tuples)
        return;
    if (merging->several)
        unite(merging->tuples, merger->tests);
    finish_tuples(merger->arena, merging->tuples, recorded);
}

/* Variants of which one records more
 * ---------------------------------------------------------------------------------------------------- */

static void join_slot(const Merger *merger, Merging *whole, guint32 slot, HtolTestSet tests, gboolean outside)
{
    whole->slots[slot] = 1;
    if (merger->tests)
        whole->slot_tests[slot] = htol_test_set_either(merger->tests, whole->slot_tests[slot], tests);
    if (outside && !whole->outside)
        whole->merged.outside = whole->outside = htol_arena_alloc(merger->arena, whole->merged.function->row.slots);
    if (outside)
        whole->outside[slot] = 1;
}

/* What the part's runs recorded is recorded of the whole, as far as both say it in slots and tuples. */
static void join_slots(const Merger *merger, const Merging *part, const guint32 *slots, Merging *whole)
{
    for (guint32 i = 0; i < part->merged.function->row.slots; i++)
        if (slots[i] > 0 && part->slots[i])
            join_slot(merger, whole, slots[i] - 1, merger->tests ? part->slot_tests[i] : HTOL_NO_TESTS,
                      part->outside && part->outside[i]);
}

static HtolEnvs block_of(HtolObserved *observed, guint32 block)
{
    return htol_observed_at(observed, (HtolSite){HTOL_SITE_BLOCK, block});
}

/* Blocks of which the part tells by other facts than the whole. */
static void join_blocks(const Merger *merger, const Merging *part, const guint32 *blocks, Merging *whole)
{
    g_autoptr(HtolArena) scratch = htol_arena_new();
    HtolRecorded recorded = part->merged.recorded, outside = recorded;
    outside.slots = part->outside;
    HtolObserved *observed = htol_observed_of(scratch, &recorded);
    HtolObserved *apart = part->outside ? htol_observed_of(scratch, &outside) : NULL;
    for (guint32 i = 0; i < part->merged.function->n_blocks; i++) {
        HtolEnvs envs = blocks[i] > 0 ? block_of(observed, i) : (HtolEnvs){0};
        for (guint k = 0; k < envs.rows; k++)
            join_slot(merger, whole, blocks[i] - 1, envs.tests ? envs.tests[k] : HTOL_NO_TESTS,
                      apart && block_of(apart, i).rows > 0);
    }
}

static void join_tuples(const Merging *part, const guint32 *sources, Merging *whole)
{
    whole->merged.recorded.lossy |= part->merged.recorded.lossy;
    whole->merged.outside_tuples |= part->merged.outside_tuples;
    whole->several |= part->tuples != NULL;
    for (guint i = 0; part->tuples && i < part->tuples->len; i++) {
        Tuple tuple = g_array_index(part->tuples, Tuple, i);
        if (sources[tuple.tuple.source] == 0)
            continue;
        if (!whole->tuples)
            whole->tuples = g_array_new(FALSE, FALSE, sizeof(Tuple));
        tuple.tuple.source = sources[tuple.tuple.source] - 1;
        g_array_append_val(whole->tuples, tuple);
    }
}

/* The variant that records most of what this one does, and more; NULL: there is none. */
static Merging *whole_of(const GPtrArray *sorted, guint index)
{
    const Merging *part = sorted->pdata[index];
    Merging *whole = NULL;
    Row row = row_of(sorted, index);
    for (guint i = row.first; i < row.end; i++) {
        Merging *other = sorted->pdata[i];
        if (report_records_less(part->merged.function, other->merged.function) &&
            (!whole || report_records_less(whole->merged.function, other->merged.function)))
            whole = other;
    }
    return whole;
}

static void join(const Merger *merger, Merging *part, Merging *whole)
{
    finish_function(merger, part);
    ReportTranslation known = report_translation(merger->arena, part->merged.function, whole->merged.function);
    join_slots(merger, part, known.slots, whole);
    join_blocks(merger, part, known.blocks, whole);
    join_tuples(part, known.sources, whole);
    part->merged.next = whole->merged.part;
    whole->merged.part = &part->merged;
}

/* A function that was compiled again, to record more of it, is one. */
static void join_variants(const Merger *merger, GPtrArray *functions)
{
    g_autoptr(GPtrArray) kept = g_ptr_array_new();
    for (guint i = 0; i < functions->len; i++) {
        Merging *whole = whole_of(functions, i);
        if (whole)
            join(merger, functions->pdata[i], whole);
        else
            g_ptr_array_add(kept, functions->pdata[i]);
    }
    keep_only(functions, kept);
}

static ReportSource finish_source(const Merger *merger, Gathered *gathered)
{
    Merger own = *merger;
    GPtrArray *functions = gathered->functions;
    ReportSource source = {.path = gathered->path,
                           .unmeasured = gathered->unmeasured,
                           .wanted = report_is_wanted(merger->request, gathered->path)};
    source.n_units = gathered->n_units;
    own.arena = gathered->arena;
    read_source(&own, gathered, &source);
    g_ptr_array_sort(functions, compare_merging);
    drop_stale(gathered, &source);
    join_variants(&own, functions);
    for (guint i = 0; i < functions->len; i++)
        finish_function(&own, functions->pdata[i]);
    source.n_functions = functions->len;
    source.functions = htol_arena_memdup(own.arena, functions->pdata, functions->len * sizeof(gpointer));
    return source;
}

static void free_gathered(gpointer data)
{
    Gathered *gathered = data;
    g_ptr_array_unref(gathered->functions);
    g_hash_table_unref(gathered->known);
    g_free(gathered);
}

/* The whole
 * ---------------------------------------------------------------------------------------------------- */

HtolTestSets *report_merge_tests(const ReportInputs *inputs, const ReportRequest *request)
{
    return request->witnesses || inputs->strong->len > 0 ? report_tests_new(inputs) : NULL;
}

static Merger new_merger(HtolArena *arena, const ReportRequest *request, const ReportScripts *scripts,
                         HtolTestSets *tests)
{
    return (Merger){.arena = arena,
                    .request = request,
                    .scripts = scripts,
                    .sources = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, free_gathered),
                    .system = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
                    .tests = tests};
}

static void clear_merger(Merger *merger)
{
    g_hash_table_unref(merger->sources);
    g_hash_table_unref(merger->system);
}

static int compare_sources(const void *left, const void *right)
{
    return strcmp(((const ReportSource *)left)->path, ((const ReportSource *)right)->path);
}

static ReportMerge finish(const Merger *merger)
{
    GHashTableIter at;
    gpointer gathered;
    ReportMerge merge = {.sources = htol_arena_new0(merger->arena, ReportSource, g_hash_table_size(merger->sources)),
                         .n_system = g_hash_table_size(merger->system),
                         .tests = merger->tests};
    g_hash_table_iter_init(&at, merger->sources);
    while (g_hash_table_iter_next(&at, NULL, &gathered))
        merge.sources[merge.n_sources++] = finish_source(merger, gathered);
    if (merge.n_sources)
        qsort(merge.sources, merge.n_sources, sizeof *merge.sources, compare_sources);
    return merge;
}

ReportMerge report_merge(HtolArena *arena, const ReportInputs *inputs, const ReportRequest *request,
                         const ReportScripts *scripts)
{
    Merger merger = new_merger(arena, request, scripts, report_merge_tests(inputs, request));
    for (guint i = 0; i < inputs->units->len; i++)
        merge_unit(&merger, inputs->units->pdata[i], NULL);
    ReportMerge merge = finish(&merger);
    clear_merger(&merger);
    return merge;
}

/* One source after the other
 * ---------------------------------------------------------------------------------------------------- */

typedef struct {
    Merger *merger;
    ReportTakeSource take;
    gpointer data;
} Stream;

static void change_count(GHashTable *counts, const char *path, int by)
{
    gpointer count = g_hash_table_lookup(counts, path);
    g_hash_table_insert(counts, (gpointer)path, GINT_TO_POINTER(GPOINTER_TO_INT(count) + by));
}

static void count_paths(GHashTable *counts, const ReportUnit *unit)
{
    for (guint i = 0; i < unit->n_paths; i++)
        change_count(counts, unit->paths[i], 1);
}

static void hand_over(const Stream *stream, Gathered *gathered)
{
    const ReportSource source = finish_source(stream->merger, gathered);
    HtolArena *arena = gathered->arena;
    g_hash_table_remove(stream->merger->sources, source.path);
    stream->take(&source, arena, stream->data);
}

static void end_unit(const Stream *stream, const ReportUnit *unit)
{
    GHashTable *left = stream->merger->left;
    for (guint i = 0; i < unit->n_paths; i++) {
        Gathered *gathered = g_hash_table_lookup(stream->merger->sources, unit->paths[i]);
        change_count(left, unit->paths[i], -1);
        if (!gathered)
            continue;
        gathered->n_units++;
        if (!g_hash_table_lookup(left, unit->paths[i]))
            hand_over(stream, gathered);
    }
}

/* After a failure: those that were not handed over. */
static void free_sources(const Merger *merger)
{
    GHashTableIter at;
    gpointer gathered;
    g_hash_table_iter_init(&at, merger->sources);
    while (g_hash_table_iter_next(&at, NULL, &gathered)) {
        HtolArena *arena = ((Gathered *)gathered)->arena;
        g_hash_table_iter_remove(&at);
        htol_arena_free(arena);
    }
}

static int compare_units(gconstpointer left, gconstpointer right)
{
    const HtolTable *one = (*(ReportUnit *const *)left)->table, *other = (*(ReportUnit *const *)right)->table;
    int order = strcmp(one->row.path, other->row.path);
    return order ? order : memcmp(one->id, other->id, HTOL_ID_SIZE);
}

/* Those of one directory, which share its headers, come one after the other. */
static GPtrArray *units_by_path(const ReportInputs *inputs)
{
    GPtrArray *units = g_ptr_array_copy(inputs->units, NULL, NULL);
    g_ptr_array_sort(units, compare_units);
    return units;
}

GHashTable *report_holders(const ReportInputs *inputs)
{
    g_autoptr(GPtrArray) units = units_by_path(inputs);
    GHashTable *holders = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref);
    for (guint i = 0; i < units->len; i++) {
        ReportUnit *unit = units->pdata[i];
        for (guint k = 0; k < unit->n_paths; k++) {
            GPtrArray *list = g_hash_table_lookup(holders, unit->paths[k]);
            if (!list)
                g_hash_table_insert(holders, (gpointer)unit->paths[k], list = g_ptr_array_new());
            g_ptr_array_add(list, unit);
        }
    }
    return holders;
}

static gboolean is_unit_wanted(const ReportRequest *request, const ReportUnit *unit)
{
    gboolean wanted = !request->only;
    for (guint i = 0; i < unit->n_paths && !wanted; i++)
        wanted = g_hash_table_contains(request->only, unit->paths[i]);
    return wanted;
}

static gboolean merge_all(const Stream *stream, const GPtrArray *units, GError **error)
{
    for (guint i = 0; i < units->len; i++) {
        if (!is_unit_wanted(stream->merger->request, units->pdata[i]))
            continue;
        if (!merge_unit(stream->merger, units->pdata[i], error))
            return FALSE;
        end_unit(stream, units->pdata[i]);
    }
    return TRUE;
}

/* Notes headers of the system that nobody asks for, also those of units that are not merged. */
static void note_system(Merger *merger, const ReportUnit *unit)
{
    gboolean measured = *unit->table->row.unmeasured == '\0';
    for (guint i = 0; measured && i < unit->n_paths && !merger->request->include; i++)
        if (is_of_system(unit->paths[i]))
            g_hash_table_add(merger->system, g_strdup(unit->paths[i]));
}

gboolean report_merge_each(const ReportInputs *inputs, const ReportRequest *request, const ReportScripts *scripts,
                           HtolTestSets *tests, ReportTakeSource take, gpointer data, guint *n_system, GError **error)
{
    g_autoptr(HtolArena) scratch = htol_arena_new();
    g_autoptr(GPtrArray) units = units_by_path(inputs);
    g_autoptr(GHashTable) left = g_hash_table_new(g_str_hash, g_str_equal);
    Merger merger = new_merger(scratch, request, scripts, tests);
    const Stream stream = {&merger, take, data};
    merger.left = left;
    for (guint i = 0; i < units->len; i++) {
        count_paths(left, units->pdata[i]);
        note_system(&merger, units->pdata[i]);
    }
    gboolean good = merge_all(&stream, units, error);
    *n_system = g_hash_table_size(merger.system);
    free_sources(&merger);
    clear_merger(&merger);
    return good;
}
