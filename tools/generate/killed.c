/* Runs tests with mutants; see killed.h. */
#include "tools/generate/killed.h"

#include <string.h>

#include "generate/write/write.h"
#include "htol/tests/suite.h"
#include "tools/generate/needed.h"
#include "tools/generate/rehearsal.h"

/* Milliseconds of processor time that all tests may take with a mutant. */
enum { MOST_TIME = 30 };

const AnnotChange *killed_change(const KilledMutant *mutant)
{
    return &g_array_index(mutant->surveyed->changes, AnnotChange, mutant->index);
}

/* ---- mutants ---- */

static void free_failed(gpointer data)
{
    g_array_unref(((KilledMutant *)data)->failed);
}

static gboolean is_served(const GenerateUnit *unit, const AnnotSurveyed *surveyed)
{
    const GenerateContract *contract = unit->contracts->contracts->pdata[surveyed->index];
    return !contract->refused && generate_is_wanted(unit, contract->function);
}

static GArray *mutants_of(const GenerateUnit *unit, GHashTable *noticed)
{
    GArray *all = g_array_new(FALSE, FALSE, sizeof(KilledMutant));
    g_array_set_clear_func(all, free_failed);
    for (guint i = 0; i < unit->surveyed->len; i++) {
        const AnnotSurveyed *surveyed = &g_array_index(unit->surveyed, AnnotSurveyed, i);
        for (guint k = 0; is_served(unit, surveyed) && k < surveyed->changes->len; k++) {
            KilledMutant mutant = {
                .surveyed = surveyed, .index = k, .failed = g_array_new(FALSE, FALSE, sizeof(guint))};
            g_autofree char *name = needed_mutant(surveyed->rows->row.hash, surveyed->digests[k]);
            if (killed_change(&mutant)->unwritten > 0)
                mutant.state = KILLED_UNWRITTEN;
            else if (g_hash_table_contains(noticed, name))
                mutant.state = KILLED_NOTICED;
            g_array_append_val(all, mutant);
        }
    }
    return all;
}

/* ---- runs ---- */

/* Appends the cases of a program's TAP that failed, of `n`; the first one that is not told ended the program. */
static void read_failed(const char *output, guint n, GArray *failed)
{
    guint seen = 0;
    for (const char *line = output; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        gboolean passed = g_str_has_prefix(line, "ok ");
        if (!passed && !g_str_has_prefix(line, "not ok "))
            continue;
        if (!passed && seen < n)
            g_array_append_val(failed, seen);
        seen++;
    }
    if (seen < n)
        g_array_append_val(failed, seen);
}

/* Runs the program of `n` cases with the mutant; NULL: with none. */
static void run_with(Killed *killed, const char *program, const KilledMutant *mutant, guint n, GArray *failed)
{
    char *words[] = {(char *)program, NULL};
    g_autofree char *output = NULL;
    g_auto(GStrv) environment = g_get_environ();
    if (mutant) {
        g_autofree char *name = killed_name(mutant);
        environment = g_environ_setenv(environment, "HLCOV_MUTANT", name, TRUE);
    }
    g_array_set_size(failed, 0);
    output = rehearsal_run(words, environment, MOST_TIME);
    killed->runs++;
    read_failed(output, n, failed);
}

/* Builds the tests of the needed inputs with their mutants. Returns the program; NULL: killed->broken. */
static char *build_tests(Killed *killed)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *text = generate_trial(killed->unit, killed->build->work, killed->build->source);
    char *program = harness_build_mutants(killed->build, text, &error);
    if (!program)
        killed->broken = g_strdup(error->message);
    return program;
}

/* Takes out the inputs whose tests fail without a mutant; returns whether there were some. */
static gboolean drop_failing(Killed *killed, const char *program, const GPtrArray *cases)
{
    g_autoptr(GArray) failed = g_array_new(FALSE, FALSE, sizeof(guint));
    run_with(killed, program, NULL, cases->len, failed);
    for (guint i = 0; i < failed->len; i++)
        ((GenerateFound *)cases->pdata[g_array_index(failed, guint, i)])->needed = FALSE;
    return failed->len > 0;
}

static gboolean is_tried(const KilledMutant *mutant)
{
    return mutant->state == KILLED_LEFT || mutant->state == KILLED_IMPOSSIBLE;
}

/* Runs the tests of the needed inputs with all mutants that stand in the program. Returns the cases, to be
 * unreferenced; NULL: killed->broken, or there are none. */
static GPtrArray *try_mutants(Killed *killed)
{
    enum { MOST_TRIES = 20 };
    for (guint tries = 0; tries < MOST_TRIES; tries++) {
        g_autoptr(GPtrArray) cases = generate_trial_cases(killed->unit);
        g_autofree char *program = cases->len > 0 ? build_tests(killed) : NULL;
        if (!program)
            return NULL;
        if (drop_failing(killed, program, cases))
            continue;
        for (guint i = 0; i < killed->mutants->len; i++) {
            KilledMutant *mutant = &g_array_index(killed->mutants, KilledMutant, i);
            if (is_tried(mutant))
                run_with(killed, program, mutant, cases->len, mutant->failed);
        }
        return g_steal_pointer(&cases);
    }
    return NULL;
}

/* ---- which inputs are enough ---- */

static gboolean fails(const KilledMutant *mutant, guint index)
{
    for (guint i = 0; i < mutant->failed->len; i++)
        if (g_array_index(mutant->failed, guint, i) == index)
            return TRUE;
    return FALSE;
}

char *killed_words(const KilledMutant *mutant)
{
    const AnnotChange *change = killed_change(mutant);
    g_autofree char *before = annot_text_folded(mutant->surveyed->text, change->at, 60);
    return change->after && *change->after ? g_strdup_printf("`%s` for `%s`", change->after, before)
                                           : g_strdup_printf("`%s` deleted", before);
}

/* Says why the input is needed, by the first of the mutants that it was chosen for. */
static void explain(const Killed *killed, GenerateFound *found)
{
    g_autofree char *words = NULL;
    guint n = 0;
    for (guint i = 0; i < killed->mutants->len; i++) {
        const KilledMutant *mutant = &g_array_index(killed->mutants, KilledMutant, i);
        if (mutant->killer == found && n++ == 0)
            words = killed_words(mutant);
    }
    g_autofree char *more = n > 1 ? g_strdup_printf(", and %u more", n - 1) : g_strdup("");
    g_free(found->why);
    found->why = g_strdup_printf("it fails with %s%s", words, more);
}

/* Whether a case that is written for what it covers kills the mutant. */
static gboolean is_covering(const KilledMutant *mutant, const GPtrArray *cases)
{
    for (guint i = 0; i < mutant->failed->len; i++)
        if (((const GenerateFound *)cases->pdata[g_array_index(mutant->failed, guint, i)])->covers)
            return TRUE;
    return FALSE;
}

/* Makes the case, which is needed, the killer of the mutants that it kills and no other is the killer of. */
static void give_mutants(const Killed *killed, const GPtrArray *cases, guint index)
{
    for (guint i = 0; i < killed->mutants->len; i++) {
        KilledMutant *mutant = &g_array_index(killed->mutants, KilledMutant, i);
        if (!mutant->killer && fails(mutant, index) && !is_covering(mutant, cases))
            mutant->killer = cases->pdata[index];
    }
    explain(killed, cases->pdata[index]);
}

/* Adds the mutant as an objective that each of the cases that fail with it covers alone. */
static void add_mutant(HtolSuite *suite, HtolTestSets *sets, const KilledMutant *mutant)
{
    for (guint i = 0; i < mutant->failed->len; i++) {
        guint test = g_array_index(mutant->failed, guint, i);
        htol_test_set_put(sets, test, test + 1);
    }
    htol_suite_add(suite, &(HtolWitnesses){.alone = htol_test_set_made(sets)});
}

/* Few cases that kill what those that cover something do not. */
static HtolSubset choose_more(const Killed *killed, const GPtrArray *cases, HtolTestSets *sets)
{
    g_autoptr(HtolSuite) suite = htol_suite_new(sets);
    for (guint i = 0; i < killed->mutants->len; i++) {
        const KilledMutant *mutant = &g_array_index(killed->mutants, KilledMutant, i);
        if (mutant->failed->len > 0 && !is_covering(mutant, cases))
            add_mutant(suite, sets, mutant);
    }
    return htol_suite_minimal(suite);
}

/* Keeps the cases that cover something, and chooses others for what they do not kill. */
static void choose_cases(Killed *killed, const GPtrArray *cases)
{
    g_autoptr(HtolTestSets) sets = htol_test_sets_new(cases->len);
    HtolSubset more = choose_more(killed, cases, sets);
    killed->needless = more.dropped;
    for (guint i = 0; i < cases->len; i++) {
        GenerateFound *found = cases->pdata[i];
        found->needed = found->covers || htol_test_set_has(sets, more.tests, i);
        if (found->needed && !found->covers)
            give_mutants(killed, cases, i);
    }
}

/* What the tests that are left do is what counts. */
static void settle(const Killed *killed, const GPtrArray *cases)
{
    for (guint i = 0; i < killed->mutants->len; i++) {
        KilledMutant *mutant = &g_array_index(killed->mutants, KilledMutant, i);
        if (is_tried(mutant) && mutant->failed->len > 0)
            mutant->state = is_covering(mutant, cases) ? KILLED_COVERING : KILLED_MORE;
    }
}

/* If nothing can be tried, the tests are those that cover. */
static void keep_covering(const GenerateUnit *unit)
{
    for (guint i = 0; i < unit->search->found->len; i++) {
        GenerateFound *found = unit->search->found->pdata[i];
        found->needed = found->covers;
    }
}

/* ---- all ---- */

char *killed_name(const KilledMutant *mutant)
{
    return g_strdup_printf("%s.%u", mutant->surveyed->rows->row.hash, killed_change(mutant)->number);
}

Killed killed_new(const HarnessBuild *build, GenerateUnit *unit, GHashTable *noticed)
{
    return (Killed){.build = build, .unit = unit, .mutants = mutants_of(unit, noticed)};
}

void killed_clear(Killed *killed)
{
    g_clear_pointer(&killed->mutants, g_array_unref);
    g_clear_pointer(&killed->broken, g_free);
}

void killed_try(Killed *killed)
{
    g_autoptr(GPtrArray) cases = try_mutants(killed);
    for (guint i = 0; i < killed->mutants->len && cases; i++) {
        KilledMutant *mutant = &g_array_index(killed->mutants, KilledMutant, i);
        mutant->told = mutant->failed->len > 0;
    }
}

void killed_choose(Killed *killed)
{
    g_autoptr(GPtrArray) all = try_mutants(killed);
    killed->candidates = all ? all->len : 0;
    if (all)
        choose_cases(killed, all);
    else
        keep_covering(killed->unit);
}

gboolean killed_settle(Killed *killed)
{
    gboolean all = TRUE;
    g_autoptr(GPtrArray) cases = killed->broken ? NULL : try_mutants(killed);
    if (!cases)
        return TRUE;
    killed->chosen = cases->len;
    settle(killed, cases);
    for (guint i = 0; i < killed->mutants->len; i++) {
        const KilledMutant *mutant = &g_array_index(killed->mutants, KilledMutant, i);
        all &= !mutant->killer || mutant->failed->len > 0;
    }
    return all;
}
