/* Gathers which tests recorded what; see attribution.h. Tests are numbered as they are found, and by their names in the
 * end. */
#include "report/inputs/attribution.h"

#include <string.h>

#include "htol/base/bytes.h"

enum { NO_TEST = G_MAXUINT32 };

/* What tests recorded: a pattern, or a tuple. */
typedef struct {
    guint32 slot;
    guint64 bits;
    HtolTuple tuple; /* if it is one; n_values is 0 if not */
    GArray *ranges;  /* HtolRange: in no order, may overlap */
} Fact;

/* Tests of a block whose numbers follow one another, as they do in the block. */
typedef struct {
    guint32 number; /* of the test; NO_TEST */
    guint32 end;    /* in the block: where the numbers follow no more */
} Place;

/* What was recorded of a unit outside of tests. */
typedef struct {
    GByteArray *slots; /* 1: it was set */
    gboolean tuples;   /* there were some */
} Outside;

struct ReportAttribution {
    HtolArena *arena;
    GHashTable *numbers; /* name: number */
    GArray *tests;       /* ReportTest, by number */
    GArray *places;      /* Place, of each test of the block */
    GHashTable *units;   /* unit: set of Fact */
    GHashTable *outside; /* unit: Outside, if there is anything */
    GArray *ranks;       /* Place: of each number, the final one, and where these follow no more */
};

static guint hash_fact(gconstpointer key)
{
    const Fact *fact = key;
    guint64 hash = (fact->bits ^ fact->slot) * HTOL_FNV_PRIME;
    return fact->tuple.n_values > 0 ? htol_tuple_hash(&fact->tuple) : (guint)(hash ^ hash >> 32);
}

static gboolean equal_facts(gconstpointer left, gconstpointer right)
{
    const Fact *one = left, *other = right;
    if (one->slot != other->slot || one->bits != other->bits || one->tuple.n_values != other->tuple.n_values)
        return FALSE;
    return one->tuple.n_values == 0 || htol_tuple_equal(&one->tuple, &other->tuple);
}

static void free_fact(gpointer fact)
{
    g_array_unref(((Fact *)fact)->ranges);
    g_free(fact);
}

static void free_outside(gpointer outside)
{
    g_byte_array_unref(((Outside *)outside)->slots);
    g_free(outside);
}

ReportAttribution *report_attribution_new(HtolArena *arena)
{
    ReportAttribution *attribution = g_new0(ReportAttribution, 1);
    attribution->arena = arena;
    attribution->numbers = g_hash_table_new(g_str_hash, g_str_equal);
    attribution->tests = g_array_new(FALSE, FALSE, sizeof(ReportTest));
    attribution->places = g_array_new(FALSE, FALSE, sizeof(Place));
    attribution->ranks = g_array_new(FALSE, FALSE, sizeof(Place));
    attribution->units = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_hash_table_unref);
    attribution->outside = g_hash_table_new_full(NULL, NULL, NULL, free_outside);
    return attribution;
}

void report_attribution_free(ReportAttribution *attribution)
{
    g_hash_table_unref(attribution->numbers);
    g_array_unref(attribution->tests);
    g_array_unref(attribution->places);
    g_array_unref(attribution->ranks);
    g_hash_table_unref(attribution->units);
    g_hash_table_unref(attribution->outside);
    g_free(attribution);
}

/* Tests -------------------------------------------------------------------------------------------------- */

static guint32 number_of(ReportAttribution *attribution, const char *name, const HtolEnding *ending)
{
    gpointer number;
    if (!*name)
        return NO_TEST;
    if (!g_hash_table_lookup_extended(attribution->numbers, name, NULL, &number)) {
        ReportTest test = {htol_arena_strndup(attribution->arena, name, strlen(name)), *ending};
        number = GUINT_TO_POINTER(attribution->tests->len);
        g_hash_table_insert(attribution->numbers, (gpointer)test.name, number);
        g_array_append_val(attribution->tests, test);
    }
    ReportTest *test = &g_array_index(attribution->tests, ReportTest, GPOINTER_TO_UINT(number));
    if (htol_ending_compare(&test->ending, ending) < 0)
        test->ending = *ending;
    return GPOINTER_TO_UINT(number);
}

/* From the last to the first: whether each number is followed by the next. */
static void link_places(GArray *places)
{
    for (guint32 i = places->len; i-- > 0;) {
        Place *place = &g_array_index(places, Place, i);
        gboolean follows = i + 1 < places->len && place->number != NO_TEST && place[1].number == place->number + 1;
        place->end = follows ? place[1].end : i + 1;
    }
}

static void add_place(ReportAttribution *attribution, const char *name, const HtolEnding *ending)
{
    Place place = {number_of(attribution, name, ending), 0};
    g_array_append_val(attribution->places, place);
}

void report_attribution_test(ReportAttribution *attribution, const char *name)
{
    const HtolEnding unknown = {0, 0, HTOL_END_UNKNOWN};
    g_array_set_size(attribution->places, 0);
    add_place(attribution, name, &unknown);
    link_places(attribution->places);
}

void report_attribution_block(ReportAttribution *attribution, const HtolShardReader *reader)
{
    g_array_set_size(attribution->places, 0);
    for (guint32 i = 0; i < reader->n_tests; i++)
        add_place(attribution, reader->tests[i].name, &reader->tests[i].ending);
    link_places(attribution->places);
}

/* Facts -------------------------------------------------------------------------------------------------- */

/* Adds the range, whose numbers are places, with numbers of tests instead. */
static void add_range(GArray *ranges, const GArray *places, HtolRange range)
{
    while (range.first < range.end) {
        const Place *place = &g_array_index(places, Place, range.first);
        guint32 end = MIN(place->end, range.end);
        HtolRange part = {place->number, place->number + (end - range.first)};
        if (place->number != NO_TEST)
            g_array_append_val(ranges, part);
        range.first = end;
    }
}

static GHashTable *facts_of(ReportAttribution *attribution, gconstpointer unit)
{
    GHashTable *facts = g_hash_table_lookup(attribution->units, unit);
    if (!facts) {
        facts = g_hash_table_new_full(hash_fact, equal_facts, free_fact, NULL);
        g_hash_table_insert(attribution->units, (gpointer)unit, facts);
    }
    return facts;
}

static GArray *ranges_of(ReportAttribution *attribution, GHashTable *facts, const Fact *key)
{
    Fact *fact = g_hash_table_lookup(facts, key);
    if (fact)
        return fact->ranges;
    fact = g_memdup2(key, sizeof *key);
    gsize size = 2 * (gsize)key->tuple.n_values * sizeof *key->tuple.words;
    fact->tuple.words = htol_arena_memdup(attribution->arena, key->tuple.words, size);
    fact->ranges = g_array_new(FALSE, FALSE, sizeof(HtolRange));
    g_hash_table_add(facts, fact);
    return fact->ranges;
}

static void add_fact(ReportAttribution *attribution, GHashTable *facts, const Fact *key, const HtolContent *content)
{
    GArray *ranges = ranges_of(attribution, facts, key);
    for (guint32 i = 0; i < content->n_ranges; i++)
        add_range(ranges, attribution->places, content->ranges[i]);
}

static guint64 word_of(const guint8 *slots, guint32 count)
{
    guint64 bits = 0;
    for (guint32 i = 0; i < count; i++)
        bits |= (guint64)slots[i] << i;
    return bits;
}

/* Outside of tests ---------------------------------------------------------------------------------------- */

static Outside *outside_of(ReportAttribution *attribution, gconstpointer unit)
{
    Outside *outside = g_hash_table_lookup(attribution->outside, unit);
    if (outside)
        return outside;
    outside = g_new0(Outside, 1);
    outside->slots = g_byte_array_new();
    g_hash_table_insert(attribution->outside, (gpointer)unit, outside);
    return outside;
}

static void set_outside(Outside *outside, guint32 slot)
{
    guint known = outside->slots->len;
    if (slot >= known) {
        g_byte_array_set_size(outside->slots, slot + 1);
        memset(outside->slots->data + known, 0, slot + 1 - known);
    }
    outside->slots->data[slot] = 1;
}

static void set_all_outside(Outside *outside, guint32 slot, guint64 bits)
{
    for (guint i = 0; i < 64; i++)
        if (bits >> i & 1)
            set_outside(outside, slot + i);
}

/* Whether some of what the block holds is of no test. */
static gboolean is_outside(const ReportAttribution *attribution, const HtolContent *content)
{
    for (guint32 i = 0; i < content->n_ranges; i++)
        for (guint32 at = content->ranges[i].first; at < content->ranges[i].end;) {
            const Place *place = &g_array_index(attribution->places, Place, at);
            if (place->number == NO_TEST)
                return TRUE;
            at = place->end;
        }
    return FALSE;
}

static void add_data_outside(ReportAttribution *attribution, gconstpointer unit, const HtolDataUnit *from)
{
    Outside *outside = outside_of(attribution, unit);
    for (guint32 i = 0; i < from->n_slots; i++)
        if (from->slots[i])
            set_outside(outside, i);
    outside->tuples |= from->n_tuples > 0;
}

static gboolean has_outside(const ReportAttribution *attribution)
{
    for (guint i = 0; i < attribution->places->len; i++)
        if (g_array_index(attribution->places, Place, i).number == NO_TEST)
            return TRUE;
    return FALSE;
}

static void add_block_outside(ReportAttribution *attribution, gconstpointer unit, const HtolShardUnit *from)
{
    Outside *outside = outside_of(attribution, unit);
    for (guint32 i = HTOL_COLUMN_WORDS; i < from->slots->len; i++) {
        const HtolColumn *column = &g_array_index(from->slots, HtolColumn, i);
        for (guint32 k = 0; k < column->n_contents; k++)
            if (is_outside(attribution, &column->contents[k]))
                set_all_outside(outside, 64 * (i - HTOL_COLUMN_WORDS), column->contents[k].bits);
    }
    outside->tuples |= from->list->len > 0;
}

static gboolean is_of_tests(const ReportAttribution *attribution)
{
    for (guint i = 0; i < attribution->places->len; i++)
        if (g_array_index(attribution->places, Place, i).number != NO_TEST)
            return TRUE;
    return FALSE;
}

void report_attribution_data(ReportAttribution *attribution, gconstpointer unit, const HtolDataUnit *from)
{
    const HtolContent all = {.n_ranges = 1, .ranges = (HtolRange[]){{0, 1}}};
    if (!is_of_tests(attribution)) {
        add_data_outside(attribution, unit, from);
        return;
    }
    GHashTable *facts = facts_of(attribution, unit);
    for (guint32 at = 0; at < from->n_slots; at += 64) {
        Fact key = {.slot = at, .bits = word_of(from->slots + at, MIN(64, from->n_slots - at))};
        if (key.bits != 0)
            add_fact(attribution, facts, &key, &all);
    }
    for (guint32 i = 0; i < from->n_tuples; i++)
        add_fact(attribution, facts, &(const Fact){.tuple = from->tuples[i]}, &all);
}

static void add_slots(ReportAttribution *attribution, GHashTable *facts, const HtolShardUnit *from)
{
    for (guint32 i = HTOL_COLUMN_WORDS; i < from->slots->len; i++) {
        const HtolColumn *column = &g_array_index(from->slots, HtolColumn, i);
        for (guint32 k = 0; k < column->n_contents; k++) {
            const HtolContent *content = &column->contents[k];
            Fact key = {.slot = 64 * (i - HTOL_COLUMN_WORDS), .bits = content->bits};
            if (key.bits != 0)
                add_fact(attribution, facts, &key, content);
        }
    }
}

static void add_tuples(ReportAttribution *attribution, GHashTable *facts, const HtolShardUnit *from)
{
    for (guint32 i = 0; i < from->list->len; i++) {
        const HtolColumn *column = &g_array_index(from->tuples, HtolColumn, i / 64);
        const Fact key = {.tuple = g_array_index(from->list, HtolTuple, i)};
        for (guint32 k = 0; k < column->n_contents; k++)
            if (column->contents[k].bits >> i % 64 & 1)
                add_fact(attribution, facts, &key, &column->contents[k]);
    }
}

void report_attribution_unit(ReportAttribution *attribution, gconstpointer unit, const HtolShardUnit *from)
{
    if (has_outside(attribution))
        add_block_outside(attribution, unit, from);
    if (!is_of_tests(attribution))
        return;
    GHashTable *facts = facts_of(attribution, unit);
    add_slots(attribution, facts, from);
    add_tuples(attribution, facts, from);
}

/* Results ------------------------------------------------------------------------------------------------ */

static gint compare_tests(gconstpointer left, gconstpointer right)
{
    return strcmp((*(ReportTest *const *)left)->name, (*(ReportTest *const *)right)->name);
}

GPtrArray *report_attribution_tests(ReportAttribution *attribution)
{
    GPtrArray *sorted = g_ptr_array_new();
    ReportTest *tests =
        htol_arena_memdup(attribution->arena, attribution->tests->data, attribution->tests->len * sizeof *tests);
    for (guint i = 0; i < attribution->tests->len; i++)
        g_ptr_array_add(sorted, &tests[i]);
    g_ptr_array_sort(sorted, compare_tests);
    g_array_set_size(attribution->ranks, sorted->len);
    for (guint i = 0; i < sorted->len; i++)
        g_array_index(attribution->ranks, Place, (ReportTest *)sorted->pdata[i] - tests).number = i;
    link_places(attribution->ranks);
    return sorted;
}

static gint compare_ranges(gconstpointer left, gconstpointer right)
{
    guint32 one = ((const HtolRange *)left)->first, other = ((const HtolRange *)right)->first;
    return (one > other) - (one < other);
}

/* Those of one file are in order. */
static gboolean is_sorted(const GArray *ranges)
{
    const HtolRange *range = (const HtolRange *)(gpointer)ranges->data;
    guint i = 1;
    while (i < ranges->len && range[i - 1].first <= range[i].first)
        i++;
    return i >= ranges->len;
}

/* Makes one of those that touch or overlap. */
static void join(GArray *ranges)
{
    guint kept = 0;
    if (!is_sorted(ranges))
        g_array_sort(ranges, compare_ranges);
    for (guint i = 0; i < ranges->len; i++) {
        HtolRange next = g_array_index(ranges, HtolRange, i);
        HtolRange *last = &g_array_index(ranges, HtolRange, kept - 1);
        if (kept > 0 && next.first <= last->end)
            last->end = MAX(last->end, next.end);
        else
            g_array_index(ranges, HtolRange, kept++) = next;
    }
    g_array_set_size(ranges, kept);
}

static ReportRanges final_ranges(ReportAttribution *attribution, const Fact *fact)
{
    g_autoptr(GArray) ranges = g_array_new(FALSE, FALSE, sizeof(HtolRange));
    for (guint i = 0; i < fact->ranges->len; i++)
        add_range(ranges, attribution->ranks, g_array_index(fact->ranges, HtolRange, i));
    join(ranges);
    return (ReportRanges){ranges->len,
                          htol_arena_memdup(attribution->arena, ranges->data, ranges->len * sizeof(HtolRange))};
}

static gint compare_patterns(gconstpointer left, gconstpointer right)
{
    const ReportPattern *one = left, *other = right;
    if (one->slot != other->slot)
        return one->slot < other->slot ? -1 : 1;
    return (one->bits > other->bits) - (one->bits < other->bits);
}

static GArray *sorted_patterns(ReportAttribution *attribution, GHashTable *facts)
{
    GArray *patterns = g_array_new(FALSE, FALSE, sizeof(ReportPattern));
    GHashTableIter iter;
    gpointer key;
    g_hash_table_iter_init(&iter, facts);
    while (g_hash_table_iter_next(&iter, &key, NULL)) {
        const Fact *fact = key;
        if (fact->tuple.n_values > 0 || fact->ranges->len == 0)
            continue;
        ReportRanges ranges = final_ranges(attribution, fact);
        ReportPattern pattern = {fact->slot, fact->bits, ranges.n_ranges, ranges.ranges};
        g_array_append_val(patterns, pattern);
    }
    g_array_sort(patterns, compare_patterns);
    return patterns;
}

static void take_outside(ReportAttribution *attribution, gconstpointer unit, ReportUnitTests *tests)
{
    const Outside *outside = g_hash_table_lookup(attribution->outside, unit);
    if (!outside)
        return;
    tests->n_outside = outside->slots->len;
    tests->outside = htol_arena_memdup(attribution->arena, outside->slots->data, outside->slots->len);
    tests->outside_tuples = outside->tuples;
}

ReportUnitTests report_attribution_take(ReportAttribution *attribution, gconstpointer unit, const HtolTuple *tuples,
                                        guint32 n_tuples)
{
    GHashTable *facts = facts_of(attribution, unit);
    g_autoptr(GArray) patterns = sorted_patterns(attribution, facts);
    ReportRanges *of_tuples = htol_arena_new0(attribution->arena, ReportRanges, n_tuples);
    for (guint32 i = 0; i < n_tuples; i++) {
        const Fact *fact = g_hash_table_lookup(facts, &(const Fact){.tuple = tuples[i]});
        if (fact)
            of_tuples[i] = final_ranges(attribution, fact);
    }
    ReportUnitTests tests = {
        patterns->len, htol_arena_memdup(attribution->arena, patterns->data, patterns->len * sizeof(ReportPattern)),
        .tuples = of_tuples};
    take_outside(attribution, unit, &tests);
    return tests;
}
