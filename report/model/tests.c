/* From what files say of tests to sets of tests; see tests.h. */
#include "report/model/tests.h"

#include "htol/base/plain.h"

enum { PATTERN_SLOTS = 64, NAMED = 2 }; /* tests that words name, if there are more */

/* Sets ----------------------------------------------------------------------------------------------------
 */

HtolTestSets *report_tests_new(const ReportInputs *inputs)
{
    return inputs->tests->len > 0 ? htol_test_sets_new(inputs->tests->len + 1) : NULL;
}

static void put_ranges(HtolTestSets *sets, const HtolRange *ranges, guint32 n_ranges)
{
    for (guint32 i = 0; i < n_ranges; i++)
        htol_test_set_put(sets, ranges[i].first, ranges[i].end);
}

static HtolTestSet outside_of_tests(HtolTestSets *sets)
{
    return htol_test_set_of(sets, htol_test_sets_tests(sets) - 1);
}

/* Where the patterns of other slots than the first one's begin. */
static guint32 find_end(const ReportUnitTests *tests, guint32 first)
{
    guint32 end = first;
    while (end < tests->n_patterns && tests->patterns[end].slot == tests->patterns[first].slot)
        end++;
    return end;
}

/* The tests of one of the patterns' slots. */
static HtolTestSet tests_of_bit(HtolTestSets *sets, const ReportPattern *patterns, guint32 n_patterns, guint bit)
{
    for (guint32 i = 0; i < n_patterns; i++)
        if (patterns[i].bits >> bit & 1)
            put_ranges(sets, patterns[i].ranges, patterns[i].n_ranges);
    return htol_test_set_made(sets);
}

void report_tests_of_slots(HtolTestSets *sets, const ReportUnit *unit, HtolTestSet *tests)
{
    guint32 n_slots = unit->table->row.slots;
    HtolTestSet outside = outside_of_tests(sets);
    for (guint32 i = 0; i < n_slots; i++)
        tests[i] = unit->slots[i] ? outside : HTOL_NO_TESTS;
    for (guint32 at = 0, next; at < unit->tests.n_patterns; at = next) {
        const ReportPattern *patterns = &unit->tests.patterns[at];
        next = find_end(&unit->tests, at);
        for (guint bit = 0; bit < PATTERN_SLOTS && patterns->slot + bit < n_slots; bit++) {
            HtolTestSet set = tests_of_bit(sets, patterns, next - at, bit);
            if (set != HTOL_NO_TESTS)
                tests[patterns->slot + bit] = set;
        }
    }
}

void report_tests_of_tuples(HtolTestSets *sets, const ReportUnit *unit, HtolTestSet *tests)
{
    HtolTestSet outside = outside_of_tests(sets);
    for (guint32 i = 0; i < unit->n_tuples; i++) {
        const ReportRanges *of = &unit->tests.tuples[i];
        put_ranges(sets, of->ranges, of->n_ranges);
        tests[i] = of->n_ranges > 0 ? htol_test_set_made(sets) : outside;
    }
}

/* Words ---------------------------------------------------------------------------------------------------
 */

char *report_test_name(const ReportModel *model, guint32 test)
{
    const GPtrArray *tests = model->inputs->tests;
    return test < tests->len ? htol_plain(((ReportTest *)tests->pdata[test])->name) : g_strdup("(no test)");
}

const HtolWitness *report_witnesses(HtolArena *arena, const ReportModel *model, const ReportObjective *objective,
                                    guint *count)
{
    *count = 0;
    if (!objective->witnesses)
        return NULL;
    return htol_witness_list(arena, model->tests, objective->witnesses, REPORT_MOST_WITNESSES, count);
}

static void append_name(const ReportModel *model, const char *before, guint32 test, GString *out)
{
    g_autofree char *name = report_test_name(model, test);
    g_string_append_printf(out, "%s%s", before, name);
}

static void append_alone(const ReportModel *model, HtolTestSet alone, GString *out)
{
    guint32 size = htol_test_set_size(model->tests, alone), test = 0;
    if (size > NAMED)
        g_string_append_printf(out, "%u tests, such as ", size);
    else
        g_string_append(out, size == 1 ? "test " : "tests ");
    for (guint i = 0; i < MIN(size, NAMED); i++, test++) {
        test = htol_test_set_next(model->tests, alone, test);
        append_name(model, i ? ", " : "", test, out);
    }
}

char *report_test_set_words(const ReportModel *model, HtolTestSet tests)
{
    GString *words = g_string_new(NULL);
    if (tests != HTOL_NO_TESTS)
        append_alone(model, tests, words);
    return g_string_free(words, FALSE);
}

char *report_test_set_names(const ReportModel *model, HtolTestSet tests, guint most)
{
    GString *names = g_string_new(NULL);
    guint32 size = tests == HTOL_NO_TESTS ? 0 : htol_test_set_size(model->tests, tests), test = 0;
    for (guint i = 0; i < MIN(size, most); i++, test++) {
        test = htol_test_set_next(model->tests, tests, test);
        append_name(model, i > 0 ? ", " : "", test, names);
    }
    if (size > most)
        g_string_append_printf(names, " and %u more", size - most);
    return g_string_free(names, FALSE);
}

char *report_witness_words(const ReportModel *model, const ReportObjective *objective)
{
    guint count;
    g_autoptr(HtolArena) arena = htol_arena_new();
    GString *words = g_string_new(NULL);
    const HtolWitness *list = report_witnesses(arena, model, objective, &count);
    if (count > 0 && list[0].n == 1) {
        append_alone(model, objective->witnesses->alone, words);
    } else if (count > 0) {
        for (guint i = 0; i < list[0].n; i++)
            append_name(model, i ? " with " : "tests ", list[0].tests[i], words);
        g_string_append(words, count > 1 ? ", or others" : "");
    }
    return g_string_free(words, FALSE);
}
