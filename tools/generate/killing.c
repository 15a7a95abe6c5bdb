/* Runs the passes; see killing.h. */
#include "tools/generate/killing.h"

#include <string.h>

#include "generate/mutants.h"
#include "prune/equivalent.h"
#include "tools/generate/killers.h"

/* Mutants that are left and named. */
enum { MOST_NAMED = 12 };

/* Milliseconds of the solver for a question about a region, and for those about a function; seconds of the process. */
enum { QUESTION = 1000, QUESTIONS = 40000, MOST_SECONDS = 60 };

/* Ways of a mutant that are followed: at first, and of those that are left then. */
enum { FEW_WAYS = 5, MORE_WAYS = 200 };

static const struct {
    const char *name;
    guint passes;
} passes_of[] = {{"inputs", 1 << KILLING_INPUTS},
                 {"regions", 1 << KILLING_REGIONS},
                 {"ways", 1 << KILLING_FEW | 1 << KILLING_WAYS},
                 {"formulas", 1 << KILLING_FORMULAS}};

guint killing_passes(const char *names)
{
    g_auto(GStrv) words = g_strsplit(names ? names : "", ",", -1);
    guint passes = 0;
    for (guint i = 0; words[i]; i++) {
        guint k = 0;
        while (k < G_N_ELEMENTS(passes_of) && strcmp(words[i], passes_of[k].name) != 0)
            k++;
        if (k == G_N_ELEMENTS(passes_of))
            return 0;
        passes |= passes_of[k].passes;
    }
    return names ? passes : KILLING_ALL;
}

static gboolean is_run(const Killing *killing, KillingPass pass)
{
    return killing->passes >> pass & 1;
}

static KilledMutant *mutant_at(const Killing *killing, guint i)
{
    return &g_array_index(killing->killed.mutants, KilledMutant, i);
}

/* Returns the first mutant of the function, of so many as it has changes; NULL: it is not wanted, or has none. */
static KilledMutant *mutants_of(const Killing *killing, const AnnotSurveyed *surveyed)
{
    for (guint i = 0; i < killing->killed.mutants->len; i++)
        if (mutant_at(killing, i)->surveyed == surveyed)
            return mutant_at(killing, i);
    return NULL;
}

static gboolean is_asked(const KilledMutant *mutant)
{
    return mutant->state == KILLED_LEFT && !mutant->told;
}

static double since(gint64 began)
{
    return (double)(g_get_monotonic_time() - began) / G_USEC_PER_SEC;
}

/* ---- inputs ---- */

/* Returns the names of the function's mutants that are asked about, as GenerateMutants has them, in an array whose
 * items are to be freed, and itself. */
static GPtrArray *names_of(const KilledMutant *own, guint n)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < n; i++)
        g_ptr_array_add(names, is_asked(&own[i]) ? killed_name(&own[i]) : NULL);
    return names;
}

/* Asks which inputs tell the function's mutants, of which `own` is the first: those that were found, and others for
 * `time` microseconds. What is told now, the pass has told. */
static gboolean run_beside(Killing *killing, KilledMutant *own, gint64 time, KillingPass pass, GError **error)
{
    GenerateUnit *unit = killing->unit;
    guint n = own->surveyed->changes->len;
    g_autoptr(GPtrArray) names = names_of(own, n);
    g_autofree guint8 *told = g_new0(guint8, n + 1);
    const GenerateMutants mutants = {killing->program, unit->environment, (char **)names->pdata, n};
    if (!generate_mutants_tell(unit->search, unit->contracts->contracts->pdata[own->surveyed->index], &mutants, time,
                               told, error))
        return FALSE;
    for (guint i = 0; i < n; i++) {
        own[i].pass = told[i] ? pass : own[i].pass;
        own[i].told |= told[i] > 0;
    }
    return TRUE;
}

/* The program is built for the first function. That it cannot be built is said when tests cannot, either. */
static gboolean begin(Killing *killing)
{
    if (!killing->killed.mutants) {
        killing->killed = killed_new(killing->build, killing->unit, killing->noticed);
        killing->program = harness_build_strong(killing->build, killing->unit);
    }
    return killing->program != NULL;
}

gboolean killing_seek(Killing *killing, const AnnotSurveyed *surveyed, GError **error)
{
    gint64 began = g_get_monotonic_time();
    gboolean good = TRUE;
    KilledMutant *own = begin(killing) && is_run(killing, KILLING_INPUTS) ? mutants_of(killing, surveyed) : NULL;
    if (own)
        good = run_beside(killing, own, killing->unit->time, KILLING_INPUTS, error);
    killing->seconds[KILLING_INPUTS] += since(began);
    return good;
}

/* ---- proofs ---- */

/* Returns by mutant of a function, of which `own` is the first of `n`: 1 if nothing tells it so far. To be freed. */
static guint8 *asked_of(const KilledMutant *own, guint n)
{
    guint8 *asked = g_new0(guint8, n + 1);
    for (guint i = 0; i < n; i++)
        asked[i] = is_asked(&own[i]);
    return asked;
}

/* Proves mutants of the function of which `own` is the first. */
static gboolean prove_function(Killing *killing, KilledMutant *own, GError **error)
{
    enum { STATEMENT, AROUND, BODY };
    guint n = own->surveyed->changes->len;
    g_autofree guint8 *asked = asked_of(own, n);
    g_autoptr(HtolArena) arena = htol_arena_new();
    const PrunePatience patience = {QUESTION, QUESTIONS};
    PruneEquivalents told;
    (void)error;
    if (!prune_equivalents_apart(own->surveyed, asked, arena, patience, MOST_SECONDS, &told))
        return TRUE;
    for (guint i = 0; i < n; i++) {
        if (told.widths[i] == 0)
            continue;
        own[i].state = KILLED_EQUIVALENT;
        killing->equivalent[told.whole[i] ? BODY : told.widths[i] == 1 ? STATEMENT : AROUND]++;
    }
    return TRUE;
}

/* ---- pairs ---- */

/* What a formula or a way has found need not tell the mutant: both may be wrong about what a run does. */
static gboolean pair_function(Killing *killing, KilledMutant *own, KillingPass pass, guint most_ways, GError **error)
{
    guint n = own->surveyed->changes->len;
    gboolean any = FALSE;
    g_autofree guint8 *asked = asked_of(own, n);
    g_autofree guint8 *states = generate_unit_pairs(killing->unit, own->surveyed, asked, most_ways, error);
    for (guint i = 0; i < n && states; i++) {
        if (states[i] == GENERATE_PAIR_FOLLOWED)
            own[i].state = KILLED_IMPOSSIBLE;
        any |= states[i] == GENERATE_PAIR_FOUND;
    }
    return states && (!any || !killing->program || run_beside(killing, own, 0, pass, error));
}

static gboolean ask_few(Killing *killing, KilledMutant *own, GError **error)
{
    return pair_function(killing, own, KILLING_FEW, FEW_WAYS, error);
}

static gboolean ask_ways(Killing *killing, KilledMutant *own, GError **error)
{
    return pair_function(killing, own, KILLING_WAYS, MORE_WAYS, error);
}

static gboolean ask_formulas(Killing *killing, KilledMutant *own, GError **error)
{
    return pair_function(killing, own, KILLING_FORMULAS, 0, error);
}

/* ---- all ---- */

/* Asks about each function in turn, whose first mutant `ask` takes. */
static gboolean run_pass(Killing *killing, KillingPass pass,
                         gboolean (*ask)(Killing *killing, KilledMutant *own, GError **error), GError **error)
{
    gint64 began = g_get_monotonic_time();
    gboolean good = TRUE;
    for (guint i = 0; i < killing->killed.mutants->len && is_run(killing, pass) && good;
         i += mutant_at(killing, i)->surveyed->changes->len)
        good = ask(killing, mutant_at(killing, i), error);
    killing->seconds[pass] = since(began);
    return good;
}

/* Has the tests of all needed inputs run. */
static void run_tests(Killing *killing, void (*run)(Killed *killed))
{
    gint64 began = g_get_monotonic_time();
    run(&killing->killed);
    killing->tests += since(began);
}

static gboolean settle(Killing *killing)
{
    gint64 began = g_get_monotonic_time();
    gboolean all = killed_settle(&killing->killed);
    killing->tests += since(began);
    return all;
}

/* Shrinks what was chosen, and has its tests run: what they kill then is what counts. */
static gboolean shrink_and_settle(Killing *killing, GError **error)
{
    gint64 began = g_get_monotonic_time();
    if (killing->killed.broken || !killing->program) {
        settle(killing);
        return TRUE;
    }
    g_autoptr(GPtrArray) originals = killers_shrink(&killing->killed, killing->program, error);
    killing->shrinking = since(began);
    if (!originals)
        return FALSE;
    if (settle(killing))
        return TRUE;
    if (!killers_restore(&killing->killed, originals, error))
        return FALSE;
    settle(killing);
    return TRUE;
}

gboolean killing_choose(Killing *killing, GError **error)
{
    begin(killing);
    run_tests(killing, killed_try);
    if (!run_pass(killing, KILLING_REGIONS, prove_function, error) || !run_pass(killing, KILLING_FEW, ask_few, error) ||
        !run_pass(killing, KILLING_WAYS, ask_ways, error) || !run_pass(killing, KILLING_FORMULAS, ask_formulas, error))
        return FALSE;
    run_tests(killing, killed_choose);
    return shrink_and_settle(killing, error);
}

/* ---- what is said ---- */

static guint count_state(const Killing *killing, KilledState state)
{
    guint n = 0;
    for (guint i = 0; i < killing->killed.mutants->len; i++)
        n += mutant_at(killing, i)->state == state;
    return n;
}

static guint count_pass(const Killing *killing, KillingPass pass)
{
    guint n = 0;
    for (guint i = 0; i < killing->killed.mutants->len; i++)
        n += mutant_at(killing, i)->state == KILLED_MORE && mutant_at(killing, i)->pass == pass;
    return n;
}

static void print_left(const Killing *killing, FILE *out)
{
    guint n = 0;
    for (guint i = 0; i < killing->killed.mutants->len; i++) {
        const KilledMutant *mutant = mutant_at(killing, i);
        if (mutant->state != KILLED_LEFT || n++ >= MOST_NAMED)
            continue;
        g_autofree char *words = killed_words(mutant);
        const AnnotFunction *function = killing->unit->contracts->tree->functions[mutant->surveyed->index];
        fprintf(out, "  left: %s: %s\n", function->name, words);
    }
    if (n > MOST_NAMED)
        fprintf(out, "  left: %u more mutants\n", n - MOST_NAMED);
}

static void print_passes(const Killing *killing, FILE *out)
{
    const double *seconds = killing->seconds;
    const guint *widths = killing->equivalent;
    fprintf(out, "    inputs: %u killed, %.1f s\n", count_pass(killing, KILLING_INPUTS), seconds[KILLING_INPUTS]);
    fprintf(out, "    regions: %u equivalent, by the statement %u, by those around it %u, by the function %u, %.1f s\n",
            count_state(killing, KILLED_EQUIVALENT), widths[0], widths[1], widths[2], seconds[KILLING_REGIONS]);
    fprintf(out, "    ways, %u of each: %u killed, %.1f s\n", FEW_WAYS, count_pass(killing, KILLING_FEW),
            seconds[KILLING_FEW]);
    fprintf(out, "    ways, %u of each: %u killed, %.1f s; no input of the contract: %u\n", MORE_WAYS,
            count_pass(killing, KILLING_WAYS), seconds[KILLING_WAYS], count_state(killing, KILLED_IMPOSSIBLE));
    fprintf(out, "    formulas: %u killed, %.1f s\n", count_pass(killing, KILLING_FORMULAS), seconds[KILLING_FORMULAS]);
    fprintf(out,
            "    tests: %u of %u inputs are enough, %u needless in the end, %u runs, %.1f s; inputs made smaller: "
            "%.1f s\n",
            killing->killed.chosen, killing->killed.candidates, killing->killed.needless, killing->killed.runs,
            killing->tests, killing->shrinking);
}

void killing_print(const Killing *killing, FILE *out)
{
    guint covering = count_state(killing, KILLED_COVERING), more = count_state(killing, KILLED_MORE),
          left = count_state(killing, KILLED_LEFT), noticed = count_state(killing, KILLED_NOTICED),
          killed = covering + more;
    if (killing->killed.broken)
        fprintf(out, "  mutants were not tried: %s\n", killing->killed.broken);
    if (killing->killed.broken || killing->killed.runs == 0)
        return;
    fprintf(out, "  mutants: %u of %u killed (%.1f%%), %u by tests that cover, %u by more tests; left: %u\n", killed,
            killed + left, 100.0 * killed / MAX(killed + left, 1), covering, more, left);
    if (noticed > 0)
        fprintf(out, "    noticed by your tests: %u\n", noticed);
    print_passes(killing, out);
    print_left(killing, out);
}

void killing_clear(Killing *killing)
{
    killed_clear(&killing->killed);
    g_clear_pointer(&killing->program, g_free);
}
