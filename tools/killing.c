/* Runs tests with mutants; see killing.h. */
#include "tools/killing.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "annot/strong/change.h"
#include "generate/write/write.h"
#include "prune/equivalent.h"
#include "prune/limits.h"
#include "tools/needed.h"
#include "tools/rehearsal.h"

/* Milliseconds of processor time that all tests may take with a mutant; mutants that are left and named. */
enum { MOST_TIME = 100, MOST_NAMED = 12 };

/* Milliseconds of the solver for a question about a region, and for those about a function; seconds of the process. */
enum { QUESTION = 100, QUESTIONS = 4000, MOST_SECONDS = 60, MOST_GIB = 4 };

/* A mutant, and the cases that fail with it. */
typedef struct {
    const AnnotSurveyed *surveyed;
    guint index; /* among the changes of the function */
    KillingState state;
    GArray *failed; /* guint: indexes of cases */
} Mutant;

typedef struct {
    Killing *killing;
    const HarnessBuild *build;
    GenerateUnit *unit;
    GArray *mutants; /* Mutant */
} Choosing;

static const AnnotChange *change_of(const Mutant *mutant)
{
    return &g_array_index(mutant->surveyed->changes, AnnotChange, mutant->index);
}

/* ---- mutants ---- */

static void free_failed(gpointer data)
{
    g_array_unref(((Mutant *)data)->failed);
}

static gboolean is_served(const GenerateUnit *unit, const AnnotSurveyed *surveyed)
{
    const GenerateContract *contract = unit->contracts->contracts->pdata[surveyed->index];
    return !contract->refused && generate_is_wanted(unit, contract->function);
}

static GArray *mutants_of(const GenerateUnit *unit, GHashTable *noticed)
{
    GArray *all = g_array_new(FALSE, FALSE, sizeof(Mutant));
    g_array_set_clear_func(all, free_failed);
    for (guint i = 0; i < unit->surveyed->len; i++) {
        const AnnotSurveyed *surveyed = &g_array_index(unit->surveyed, AnnotSurveyed, i);
        for (guint k = 0; is_served(unit, surveyed) && k < surveyed->changes->len; k++) {
            Mutant mutant = {surveyed, k, KILLING_LEFT, g_array_new(FALSE, FALSE, sizeof(guint))};
            g_autofree char *name = needed_mutant(surveyed->rows->row.hash, surveyed->digests[k]);
            if (change_of(&mutant)->unwritten > 0)
                mutant.state = KILLING_UNWRITTEN;
            else if (g_hash_table_contains(noticed, name))
                mutant.state = KILLING_NOTICED;
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
static void run_with(Choosing *c, const char *program, const Mutant *mutant, guint n, GArray *failed)
{
    char *words[] = {(char *)program, NULL};
    g_autofree char *output = NULL;
    g_auto(GStrv) environment = g_get_environ();
    if (mutant) {
        g_autofree char *name = g_strdup_printf("%s.%u", mutant->surveyed->rows->row.hash, change_of(mutant)->number);
        environment = g_environ_setenv(environment, "HLCOV_MUTANT", name, TRUE);
    }
    g_array_set_size(failed, 0);
    output = rehearsal_run(words, environment, MOST_TIME);
    c->killing->runs++;
    read_failed(output, n, failed);
}

/* Builds the tests of the needed inputs with their mutants. Returns the program; NULL: killing->broken. */
static char *build_tests(Choosing *c)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *text = generate_trial(c->unit, c->build->work, c->build->source);
    char *program = harness_build_mutants(c->build, text, &error);
    if (!program)
        c->killing->broken = g_strdup(error->message);
    return program;
}

/* Takes out the inputs whose tests fail without a mutant; returns whether there were some. */
static gboolean drop_failing(Choosing *c, const char *program, const GPtrArray *cases)
{
    g_autoptr(GArray) failed = g_array_new(FALSE, FALSE, sizeof(guint));
    run_with(c, program, NULL, cases->len, failed);
    for (guint i = 0; i < failed->len; i++)
        ((GenerateFound *)cases->pdata[g_array_index(failed, guint, i)])->needed = FALSE;
    return failed->len > 0;
}

/* Runs the tests of the needed inputs with all mutants that stand in the program. Returns the cases, to be
 * unreferenced; NULL: killing->broken, or there are none. */
static GPtrArray *try_mutants(Choosing *c)
{
    enum { MOST_TRIES = 20 };
    for (guint tries = 0; tries < MOST_TRIES; tries++) {
        g_autoptr(GPtrArray) cases = generate_trial_cases(c->unit);
        g_autofree char *program = cases->len > 0 ? build_tests(c) : NULL;
        if (!program)
            return NULL;
        if (drop_failing(c, program, cases))
            continue;
        for (guint i = 0; i < c->mutants->len; i++) {
            Mutant *mutant = &g_array_index(c->mutants, Mutant, i);
            if (mutant->state == KILLING_LEFT || mutant->state == KILLING_IMPOSSIBLE)
                run_with(c, program, mutant, cases->len, mutant->failed);
        }
        return g_steal_pointer(&cases);
    }
    return NULL;
}

/* ---- which inputs are enough ---- */

static gboolean fails(const Mutant *mutant, guint index)
{
    for (guint i = 0; i < mutant->failed->len; i++)
        if (g_array_index(mutant->failed, guint, i) == index)
            return TRUE;
    return FALSE;
}

static gboolean is_killed(const Mutant *mutant, const GPtrArray *cases)
{
    for (guint i = 0; i < mutant->failed->len; i++)
        if (((const GenerateFound *)cases->pdata[g_array_index(mutant->failed, guint, i)])->needed)
            return TRUE;
    return FALSE;
}

static guint count_new(const Choosing *c, const GPtrArray *cases, guint index)
{
    guint n = 0;
    for (guint i = 0; i < c->mutants->len; i++) {
        const Mutant *mutant = &g_array_index(c->mutants, Mutant, i);
        n += !is_killed(mutant, cases) && fails(mutant, index);
    }
    return n;
}

static char *words_of(const Mutant *mutant)
{
    const AnnotChange *change = change_of(mutant);
    g_autofree char *before = annot_text_folded(mutant->surveyed->text, change->at, 60);
    return change->after && *change->after ? g_strdup_printf("`%s` for `%s`", change->after, before)
                                           : g_strdup_printf("`%s` deleted", before);
}

/* Says why the input is needed, by the first mutant that only it kills so far. */
static void explain(const Choosing *c, const GPtrArray *cases, guint index, guint n)
{
    GenerateFound *found = cases->pdata[index];
    for (guint i = 0; i < c->mutants->len; i++) {
        const Mutant *mutant = &g_array_index(c->mutants, Mutant, i);
        if (is_killed(mutant, cases) || !fails(mutant, index))
            continue;
        g_autofree char *words = words_of(mutant), *more = n > 1 ? g_strdup_printf(", and %u more", n - 1) : NULL;
        g_free(found->why);
        found->why = g_strdup_printf("it fails with %s%s", words, more ? more : "");
        return;
    }
}

/* Greedily: always the case that kills most of what no other does. */
static void choose(const Choosing *c, const GPtrArray *cases)
{
    for (guint i = 0; i < cases->len; i++) {
        GenerateFound *found = cases->pdata[i];
        found->needed = found->covers;
    }
    for (;;) {
        guint best = 0, most = 0;
        for (guint i = 0; i < cases->len; i++) {
            guint n = count_new(c, cases, i);
            best = n > most ? i : best;
            most = MAX(n, most);
        }
        if (most == 0)
            return;
        explain(c, cases, best, most);
        ((GenerateFound *)cases->pdata[best])->needed = TRUE;
    }
}

/* Whether a case that is written for what it covers kills the mutant. */
static gboolean is_covering(const Mutant *mutant, const GPtrArray *cases)
{
    for (guint i = 0; i < mutant->failed->len; i++)
        if (((const GenerateFound *)cases->pdata[g_array_index(mutant->failed, guint, i)])->covers)
            return TRUE;
    return FALSE;
}

/* What the tests that are left do is what counts. */
static void settle(const Choosing *c, const GPtrArray *cases)
{
    for (guint i = 0; i < c->mutants->len; i++) {
        Mutant *mutant = &g_array_index(c->mutants, Mutant, i);
        if ((mutant->state == KILLING_LEFT || mutant->state == KILLING_IMPOSSIBLE) && mutant->failed->len > 0)
            mutant->state = is_covering(mutant, cases) ? KILLING_COVERING : KILLING_MORE;
    }
}

/* ---- proofs ---- */

G_NORETURN static void prove(const AnnotSurveyed *surveyed, const guint8 *asked, int output)
{
    guint n = surveyed->changes->len;
    prune_limit_process(MOST_SECONDS, MOST_GIB);
    PruneEquivalents told = prune_equivalents(surveyed, asked, htol_arena_new(), (PrunePatience){QUESTION, QUESTIONS});
    g_autofree guint8 *found = g_new0(guint8, n + 1);
    for (guint i = 0; i < n; i++)
        found[i] = told.widths[i] == 0 ? 0 : told.whole[i] ? 3 : told.widths[i] == 1 ? 1 : 2;
    _exit(write(output, found, n) == (gssize)n ? 0 : 1);
}

/* Returns by mutant of the function: 0, or which region proves it equivalent, from 1. To be freed. */
static guint8 *prove_apart(const AnnotSurveyed *surveyed, const guint8 *asked)
{
    guint n = surveyed->changes->len;
    guint8 *found = g_new0(guint8, n + 1);
    int pair[2];
    if (pipe(pair) != 0)
        return found;
    pid_t process = fork();
    if (process == 0)
        prove(surveyed, asked, pair[1]);
    close(pair[1]);
    if (process < 0 || read(pair[0], found, n) != (gssize)n)
        memset(found, 0, n);
    close(pair[0]);
    if (process > 0)
        waitpid(process, NULL, 0);
    return found;
}

/* Returns by mutant of a function, of which `own` is the first of `n`: 1 if nothing kills it so far. To be freed. */
static guint8 *asked_of(const Mutant *own, guint n)
{
    guint8 *asked = g_new0(guint8, n + 1);
    for (guint i = 0; i < n; i++)
        asked[i] = own[i].state == KILLING_LEFT && own[i].failed->len == 0;
    return asked;
}

/* Proves mutants of one function, from number *next on, which moves behind them. */
static void prove_function(Choosing *c, guint *next)
{
    const AnnotSurveyed *surveyed = g_array_index(c->mutants, Mutant, *next).surveyed;
    Mutant *own = &g_array_index(c->mutants, Mutant, *next);
    guint n = surveyed->changes->len;
    g_autofree guint8 *asked = asked_of(own, n);
    g_autofree guint8 *found = prove_apart(surveyed, asked);
    for (guint i = 0; i < n; i++) {
        if (found[i] == 0 || found[i] > G_N_ELEMENTS(c->killing->widths))
            continue;
        own[i].state = KILLING_EQUIVALENT;
        c->killing->widths[found[i] - 1]++;
    }
    *next += n;
}

/* ---- more inputs ---- */

/* Asks for inputs that kill what is left of one function, from mutant *next on, which moves behind them. */
static gboolean pair_function(Choosing *c, guint *next, GError **error)
{
    const AnnotSurveyed *surveyed = g_array_index(c->mutants, Mutant, *next).surveyed;
    Mutant *own = &g_array_index(c->mutants, Mutant, *next);
    guint n = surveyed->changes->len;
    g_autofree guint8 *asked = asked_of(own, n);
    g_autofree guint8 *states = generate_unit_pairs(c->unit, surveyed, asked, error);
    for (guint i = 0; i < n && states; i++)
        if (asked[i] && states[i] == GENERATE_PAIR_FOLLOWED)
            own[i].state = KILLING_IMPOSSIBLE;
    *next += n;
    return states != NULL;
}

/* ---- all ---- */

static double now(void)
{
    return (double)g_get_monotonic_time() / G_USEC_PER_SEC;
}

static void name_left(const Choosing *c)
{
    for (guint i = 0; i < c->mutants->len; i++) {
        const Mutant *mutant = &g_array_index(c->mutants, Mutant, i);
        if (mutant->state != KILLING_LEFT)
            continue;
        g_autofree char *words = words_of(mutant);
        g_ptr_array_add(
            c->killing->left,
            g_strdup_printf("%s: %s", c->unit->contracts->tree->functions[mutant->surveyed->index]->name, words));
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

static gboolean ask_all(Choosing *c, GError **error)
{
    gboolean good = TRUE;
    double began = now();
    for (guint i = 0; i < c->mutants->len;)
        prove_function(c, &i);
    c->killing->seconds[KILLING_PROOFS] = now() - began;
    for (guint i = 0; i < c->mutants->len && good;)
        good = pair_function(c, &i, error);
    c->killing->seconds[KILLING_PAIRS] = now() - began - c->killing->seconds[KILLING_PROOFS];
    return good;
}

gboolean killing_choose(Killing *killing, const HarnessBuild *build, GenerateUnit *unit, GHashTable *noticed,
                        GError **error)
{
    g_autoptr(GArray) mutants = mutants_of(unit, noticed);
    Choosing choosing = {killing, build, unit, mutants};
    double began = now();
    *killing = (Killing){.left = g_ptr_array_new_with_free_func(g_free)};
    g_autoptr(GPtrArray) first = try_mutants(&choosing);
    if (first && !ask_all(&choosing, error))
        return FALSE;
    g_autoptr(GPtrArray) all = first ? try_mutants(&choosing) : NULL;
    if (all)
        choose(&choosing, all);
    else
        keep_covering(unit);
    g_autoptr(GPtrArray) chosen = all ? try_mutants(&choosing) : NULL;
    if (chosen)
        settle(&choosing, chosen);
    killing->seconds[KILLING_RUNS] = now() - began - killing->seconds[KILLING_PROOFS] - killing->seconds[KILLING_PAIRS];
    for (guint i = 0; i < mutants->len; i++)
        killing->counts[g_array_index(mutants, Mutant, i).state]++;
    name_left(&choosing);
    return TRUE;
}

void killing_print(const Killing *killing, FILE *out)
{
    guint covering = killing->counts[KILLING_COVERING], more = killing->counts[KILLING_MORE],
          equivalent = killing->counts[KILLING_EQUIVALENT], impossible = killing->counts[KILLING_IMPOSSIBLE],
          left = killing->counts[KILLING_LEFT], killed = covering + more;
    if (killing->broken)
        fprintf(out, "  mutants were not tried: %s\n", killing->broken);
    if (killing->broken || killed + equivalent + impossible + left == 0)
        return;
    fprintf(out, "  mutants: %u of %u killed (%.1f%%), %u by tests that cover, %u by more tests\n", killed,
            killed + left, 100.0 * killed / MAX(killed + left, 1), covering, more);
    if (killing->counts[KILLING_NOTICED] > 0)
        fprintf(out, "    noticed by your tests: %u\n", killing->counts[KILLING_NOTICED]);
    fprintf(out, "    equivalent: %u, by the statement %u, by those around it %u, by the function %u\n", equivalent,
            killing->widths[0], killing->widths[1], killing->widths[2]);
    fprintf(out, "    no input of the contract: %u; left: %u\n", impossible, left);
    fprintf(out, "    %u runs in %.1f s, proofs in %.1f s, ways in %.1f s\n", killing->runs,
            killing->seconds[KILLING_RUNS], killing->seconds[KILLING_PROOFS], killing->seconds[KILLING_PAIRS]);
    for (guint i = 0; i < killing->left->len && i < MOST_NAMED; i++)
        fprintf(out, "  left: %s\n", (const char *)killing->left->pdata[i]);
    if (killing->left->len > MOST_NAMED)
        fprintf(out, "  left: %u more mutants\n", killing->left->len - MOST_NAMED);
}

void killing_clear(Killing *killing)
{
    g_clear_pointer(&killing->left, g_ptr_array_unref);
    g_clear_pointer(&killing->broken, g_free);
}
