/* Which inputs are needed; see needed.h. */
#include "tools/generate/needed.h"

#include "report/gaps/words.h"

#include <string.h>

#include <glib/gstdio.h>

#include "fuzz/trial.h"
#include "htol/files/data.h"
#include "htol/tests/suite.h"
#include "report/elf/unwind.h"
#include "report/judge/objectives.h"
#include "report/merge/mutants.h"
#include "report/model/tests.h"
#include "report/words/covers.h"
#include "tools/generate/remaining.h"
#include "tools/prove/proving.h"

/* Milliseconds that a trial may take; reasons for a case; index of the function's number in the program's words. */
enum { TIMEOUT = 2000, MOST_REASONS = 2, WORD_OF_FUNCTION = 2 };

/* ---- trials ---- */

/* What the names of all tests of the source begin with. */
static char *test_prefix(const Needed *needed)
{
    return g_strdup_printf("generate %s ", needed->name);
}

/* One input has one name, whenever it is found. */
static char *test_name(const Needed *needed, const GenerateUnit *unit, guint index)
{
    enum { DIGITS = 8 };
    const GenerateFound *found = unit->search->found->pdata[index];
    const GenerateContract *contract = unit->contracts->contracts->pdata[found->function];
    g_autofree char *sum = g_compute_checksum_for_bytes(G_CHECKSUM_SHA1, found->bytes);
    g_autofree char *prefix = test_prefix(needed);
    return g_strdup_printf("%s%s %.*s", prefix, contract->function->name, DIGITS, sum);
}

typedef struct {
    const Needed *needed;
    const GenerateUnit *unit;
    FuzzTrials trials;
    const char *directory; /* of data */
} Trying;

static gboolean try_one(const Trying *trying, guint index, GError **error)
{
    GenerateFound *found = trying->unit->search->found->pdata[index];
    FuzzTarget *target = trying->needed->target;
    g_autofree char *test = test_name(trying->needed, trying->unit, index);
    g_autofree char *file = g_build_filename(trying->needed->work, "input", NULL);
    FuzzOutcome outcome = {0};
    gsize size;
    const char *bytes = g_bytes_get_data(found->bytes, &size);
    g_free(target->words[WORD_OF_FUNCTION]);
    target->words[WORD_OF_FUNCTION] = g_strdup_printf("%u", found->function);
    if (!g_file_set_contents(file, bytes, (gssize)size, error) ||
        !fuzz_try(&trying->trials, file, trying->directory, test, FUZZ_KEEP_ENDED, &outcome, error))
        return FALSE;
    if (outcome.end != FUZZ_ENDED || outcome.status != 0)
        found->needed = FALSE;
    return TRUE;
}

static gboolean try_marked(const Trying *trying, GError **error)
{
    const GPtrArray *found = trying->unit->search->found;
    for (guint i = 0; i < found->len; i++)
        if (((const GenerateFound *)found->pdata[i])->needed && !try_one(trying, i, error))
            return FALSE;
    return TRUE;
}

static gboolean try_into(const Needed *needed, const GenerateUnit *unit, const char *directory, GError **error)
{
    g_auto(GStrv) environment = g_get_environ();
    const Trying trying = {needed, unit, {needed->target, environment, TIMEOUT, report_unwind}, directory};
    return try_marked(&trying, error);
}

/* ---- what they cover ---- */

typedef struct {
    const Needed *needed;
    const GenerateUnit *unit;
    const ReportModel *model;
    int *inputs; /* by test: the index of the input that it is; -1: it is the user's */
    HtolSuite *suite;
    const HtolSubset *subset; /* chosen; NULL: not yet */
} Choosing;

static gboolean is_users(const Choosing *choosing, HtolTestSet tests)
{
    for (guint32 i = 0; i <= choosing->model->inputs->tests->len; i++)
        if (htol_test_set_has(choosing->model->tests, tests, i) && choosing->inputs[i] < 0)
            return TRUE;
    return FALSE;
}

static gboolean is_wanted(const Choosing *choosing, const ReportFunction *function)
{
    return remaining_contract(choosing->unit, function) != NULL;
}

typedef void VisitSpecial(Choosing *choosing, const ReportFunction *function, const ReportSpecial *special);

static void visit_covered(Choosing *choosing, const ReportFunction *function, VisitSpecial *visit)
{
    for (guint s = 0; s < function->n_special; s++)
        if (function->special[s].index < function->n_objectives && function->special[s].witnesses)
            visit(choosing, function, &function->special[s]);
}

static void each_covered(Choosing *choosing, VisitSpecial *visit)
{
    for (guint i = 0; i < choosing->model->n_files; i++)
        for (guint k = 0; k < choosing->model->files[i]->n_functions; k++)
            if (is_wanted(choosing, choosing->model->files[i]->functions[k]))
                visit_covered(choosing, choosing->model->files[i]->functions[k], visit);
}

static void add_objective(Choosing *choosing, const ReportFunction *function, const ReportSpecial *special)
{
    (void)function;
    if (!is_users(choosing, special->witnesses->alone))
        htol_suite_add(choosing->suite, special->witnesses);
}

/* The only chosen input that covers the objective alone; -1: there are several, or none. */
static int only_input(const Choosing *choosing, HtolTestSet alone)
{
    int only = -1;
    for (guint32 i = 0; i < choosing->model->inputs->tests->len; i++) {
        if (!htol_test_set_has(choosing->model->tests, alone, i) ||
            !htol_test_set_has(choosing->model->tests, choosing->subset->tests, i))
            continue;
        if (only >= 0 || choosing->inputs[i] < 0)
            return -1;
        only = choosing->inputs[i];
    }
    return only;
}

/* Words that say little give way to others. */
static void add_reason(GenerateFound *found, const char *words, guint32 line, gboolean is_little)
{
    g_autofree char *reason = g_strdup_printf("line %u: %s", line, words), *before = found->why;
    gboolean was_little = before && (g_str_has_suffix(before, " runs") || g_str_has_suffix(before, " called"));
    guint n = before ? 1 : 0;
    for (const char *at = before; at && (at = strstr(at, "; ")); at++)
        n++;
    found->why = NULL;
    if (!before || (was_little && !is_little))
        found->why = g_steal_pointer(&reason);
    else if (!is_little && n < MOST_REASONS && !strstr(before, reason))
        found->why = g_strdup_printf("%s; %s", before, reason);
    else
        found->why = g_steal_pointer(&before);
}

static gboolean is_chosen(const Choosing *choosing, const HtolWitness *witness)
{
    for (guint i = 0; i < witness->n; i++)
        if (!htol_test_set_has(choosing->model->tests, choosing->subset->tests, witness->tests[i]))
            return FALSE;
    return TRUE;
}

/* Says of chosen inputs that cover a user's objective together, none of them alone, that they do. */
static void say_together(Choosing *choosing, const ReportObjective *objective, guint32 line)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    guint n;
    const HtolWitness *witnesses = report_witnesses(arena, choosing->model, objective, &n);
    const char *name = objective->objective->user->name;
    for (guint i = 0; i < n; i++) {
        const HtolWitness *witness = &witnesses[i];
        if (witness->n < 2 || !is_chosen(choosing, witness))
            continue;
        g_autofree char *words = witness->n == 2 ? g_strdup_printf("`%s`, with one other case", name)
                                                 : g_strdup_printf("`%s`, with %u other cases", name, witness->n - 1);
        for (guint k = 0; k < witness->n; k++)
            if (choosing->inputs[witness->tests[k]] >= 0)
                add_reason(choosing->unit->search->found->pdata[choosing->inputs[witness->tests[k]]], words, line,
                           FALSE);
        return;
    }
}

static void say_why(Choosing *choosing, const ReportFunction *function, const ReportSpecial *special)
{
    int index = only_input(choosing, special->witnesses->alone);
    gboolean is_users = function->judged[special->index].criterion == HTOL_CRIT_user;
    guint32 line = function->judged[special->index].line;
    if (index < 0 && !is_users)
        return;
    g_autoptr(ReportWords) words = report_words_new(choosing->model);
    const ReportObjective *objective = &report_words_objectives(words, function)->list[special->index];
    if (index < 0) {
        say_together(choosing, objective, line);
        return;
    }
    g_autofree char *covers = report_covers_words(words, function, objective);
    add_reason(choosing->unit->search->found->pdata[index], covers, line, report_covers_little(objective));
}

static void mark_chosen(Choosing *choosing)
{
    GPtrArray *found = choosing->unit->search->found;
    for (guint i = 0; i < found->len; i++)
        ((GenerateFound *)found->pdata[i])->needed = FALSE;
    for (guint32 i = 0; i < choosing->model->inputs->tests->len; i++)
        if (htol_test_set_has(choosing->model->tests, choosing->subset->tests, i) && choosing->inputs[i] >= 0)
            ((GenerateFound *)found->pdata[choosing->inputs[i]])->needed = TRUE;
}

static void choose(Choosing *choosing)
{
    choosing->suite = htol_suite_new(choosing->model->tests);
    each_covered(choosing, add_objective);
    HtolSubset subset = htol_suite_minimal(choosing->suite);
    choosing->subset = &subset;
    mark_chosen(choosing);
    each_covered(choosing, say_why);
    choosing->subset = NULL;
    htol_suite_free(choosing->suite);
}

/* The last test has no name: it is what was recorded outside of tests. To be freed. */
static int *inputs_of(const Needed *needed, const GenerateUnit *unit, const ReportModel *model)
{
    g_autoptr(GHashTable) numbers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    guint32 n = model->inputs->tests->len;
    int *inputs = g_new(int, n + 1);
    for (guint i = 0; i < unit->search->found->len; i++)
        g_hash_table_insert(numbers, test_name(needed, unit, i), GUINT_TO_POINTER(i + 1));
    for (guint32 i = 0; i < n; i++) {
        g_autofree char *name = report_test_name(model, i);
        inputs[i] = GPOINTER_TO_INT(g_hash_table_lookup(numbers, name)) - 1;
    }
    inputs[n] = -1;
    return inputs;
}

/* ---- sums ---- */

static void sum_up(const Choosing *choosing, ReportTotals *totals)
{
    memset(totals, 0, HTOL_CRITERIA * sizeof *totals);
    for (guint i = 0; i < choosing->model->n_files; i++)
        for (guint k = 0; k < choosing->model->files[i]->n_functions; k++) {
            const ReportFunction *function = choosing->model->files[i]->functions[k];
            if (is_wanted(choosing, function))
                report_totals_add_function(totals, function);
        }
}

/* ---- all ---- */

/* A model of the directories, NULL-terminated; `choosing` is good for it until it is cleared. */
static gboolean review(const Needed *needed, const GenerateUnit *unit, const char *const *directories,
                       FuzzReview *review_, Choosing *choosing, GError **error)
{
    if (!fuzz_review(needed->target, directories, needed->request, review_, error))
        return FALSE;
    *choosing = (Choosing){.needed = needed, .unit = unit, .model = review_->model};
    return TRUE;
}

static gboolean choose_among(const Needed *needed, const GenerateUnit *unit, GError **error)
{
    const char *const both[] = {needed->scratch, needed->data, NULL};
    FuzzReview made;
    Choosing choosing;
    if (!review(needed, unit, both, &made, &choosing, error))
        return FALSE;
    choosing.inputs = inputs_of(needed, unit, made.model);
    if (choosing.model->tests)
        choose(&choosing);
    g_free(choosing.inputs);
    fuzz_review_clear(&made);
    return TRUE;
}

gboolean needed_mark(Needed *needed, const GenerateUnit *unit, GError **error)
{
    for (guint i = 0; i < unit->search->found->len; i++)
        ((GenerateFound *)unit->search->found->pdata[i])->needed = TRUE;
    return try_into(needed, unit, needed->scratch, error) && choose_among(needed, unit, error);
}

/* By test, whether it was generated before; to be freed. */
static gboolean *generated_tests(const Needed *needed, const ReportModel *model)
{
    g_autofree char *prefix = test_prefix(needed);
    gboolean *generated = g_new0(gboolean, model->inputs->tests->len + 1);
    for (guint32 i = 0; i < model->inputs->tests->len; i++) {
        g_autofree char *name = report_test_name(model, i);
        generated[i] = g_str_has_prefix(name, prefix);
    }
    return generated;
}

/* Whether tests that were generated before, and no others, cover the objective. */
static gboolean is_generated(const ReportModel *model, const ReportSpecial *special, const gboolean *generated)
{
    if (!special->witnesses)
        return FALSE;
    for (guint32 i = 0; i <= model->inputs->tests->len; i++)
        if (!generated[i] && htol_test_set_has(model->tests, special->witnesses->alone, i))
            return FALSE;
    return TRUE;
}

/* Whether the function has objectives that only generated tests cover, or none; takes the former off the sums. */
static gboolean look_for_open(const ReportModel *model, const ReportFunction *function, const gboolean *generated,
                              ReportTotals *sums)
{
    gboolean open = FALSE;
    for (guint i = 0; i < function->n_objectives; i++)
        open |= function->judged[i].status == REPORT_UNCOVERED;
    for (guint i = 0; i < function->n_special; i++) {
        const ReportSpecial *special = &function->special[i];
        if (special->index >= function->n_objectives || !is_generated(model, special, generated))
            continue;
        open = TRUE;
        sums[function->judged[special->index].criterion].covered--;
    }
    return open;
}

static GHashTable *open_functions(Needed *needed, const Choosing *choosing)
{
    const ReportModel *model = choosing->model;
    GHashTable *open = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autofree gboolean *generated = generated_tests(needed, model);
    for (guint i = 0; i < model->n_files; i++)
        for (guint k = 0; k < model->files[i]->n_functions; k++) {
            const ReportFunction *function = model->files[i]->functions[k];
            if (is_wanted(choosing, function) && look_for_open(model, function, generated, needed->before))
                g_hash_table_add(open, g_strdup(function->function->row.name));
        }
    return open;
}

char *needed_mutant(const char *hash, guint32 digest)
{
    return g_strdup_printf("%s.%08x", hash, digest);
}

static void add_noticed(const ReportFunction *function, GHashTable *noticed)
{
    for (guint32 i = 0; function->mutants && i < function->mutants->n; i++) {
        const ReportMutant *mutant = &function->mutants->list[i];
        if (mutant->state == REPORT_MUTANT_NOTICED)
            g_hash_table_add(noticed, needed_mutant(function->function->row.hash, mutant->digest));
    }
}

static GHashTable *noticed_mutants(const ReportModel *model)
{
    GHashTable *noticed = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < model->n_files; i++)
        for (guint k = 0; k < model->files[i]->n_functions; k++)
            add_noticed(model->files[i]->functions[k], noticed);
    return noticed;
}

/* Notes which table among those of the program is the harness's. */
static void note_harness(Needed *needed, const ReportInputs *inputs)
{
    for (guint i = 0; i < inputs->units->len && !needed->has_harness; i++) {
        const HtolTable *table = ((const ReportUnit *)inputs->units->pdata[i])->table;
        g_autofree char *path = g_canonicalize_filename(table->row.path, table->row.root);
        needed->has_harness = htol_path_below(path, needed->work) != NULL;
        if (needed->has_harness)
            memcpy(needed->harness, table->id, sizeof needed->harness);
    }
}

GHashTable *needed_open(Needed *needed, const GenerateUnit *unit, GError **error)
{
    const char *const users[] = {needed->data, NULL};
    char *command[] = {unit->program, (char *)"run", (char *)"0", (char *)FUZZ_PLACE, NULL};
    FuzzReview made;
    Choosing choosing;
    needed->target = fuzz_target_new(command, error);
    if (!needed->target || !review(needed, unit, users, &made, &choosing, error))
        return NULL;
    sum_up(&choosing, needed->before);
    GHashTable *open = open_functions(needed, &choosing);
    needed->noticed = noticed_mutants(choosing.model);
    note_harness(needed, made.inputs);
    fuzz_review_clear(&made);
    return open;
}

gboolean needed_prove(const Needed *needed, const GenerateUnit *unit, GError **error)
{
    return !needed->has_harness || proving_save(needed->data, needed->harness, unit->proved->str, error);
}

void needed_clear(Needed *needed)
{
    g_clear_pointer(&needed->target, fuzz_target_free);
    g_clear_pointer(&needed->left, g_ptr_array_unref);
    g_clear_pointer(&needed->noticed, g_hash_table_unref);
}

gboolean needed_record(Needed *needed, const GenerateUnit *unit, const char *data, GError **error)
{
    const char *const users[] = {data, NULL};
    FuzzReview made;
    Choosing choosing;
    if (!try_into(needed, unit, data, error) || !review(needed, unit, users, &made, &choosing, error))
        return FALSE;
    sum_up(&choosing, needed->after);
    needed->left = remaining_lines(choosing.model, unit);
    fuzz_review_clear(&made);
    return TRUE;
}
