/* Which inputs are needed; see needed.h. */
#include "tools/needed.h"

#include <string.h>

#include <glib/gstdio.h>

#include "fuzz/trial.h"
#include "htol/files/data.h"
#include "htol/files/proof.h"
#include "htol/tests/suite.h"
#include "report/model/objectives.h"
#include "report/model/tests.h"
#include "report/read/unwind.h"
#include "report/words/covers.h"
#include "tools/remaining.h"

enum { TIMEOUT = 2000, MOST_REASONS = 2 };

/* ---- trials ---- */

/* What the names of all tests of the source begin with. */
static char *test_prefix(const Needed *needed)
{
    return g_strdup_printf("generate %s ", needed->name);
}

/* One input has one name, whenever it is found. */
char *needed_test(const Needed *needed, const GenerateUnit *unit, guint index)
{
    enum { DIGITS = 8 };
    const GenerateFound *found = unit->search->found->pdata[index];
    const GenerateContract *contract = unit->contracts->contracts->pdata[found->function];
    g_autofree char *sum = g_compute_checksum_for_bytes(G_CHECKSUM_SHA1, found->bytes);
    g_autofree char *prefix = test_prefix(needed);
    return g_strdup_printf("%s%s %.*s", prefix, contract->function->name, DIGITS, sum);
}

static FuzzTarget *target_of(const GenerateUnit *unit, GError **error)
{
    char *command[] = {unit->program, (char *)"run", (char *)"0", (char *)FUZZ_PLACE, NULL};
    return fuzz_target_new(command, error);
}

typedef struct {
    const Needed *needed;
    const GenerateUnit *unit;
    FuzzTarget *target;
    FuzzTrials trials;
    const char *directory; /* of data */
} Trying;

static gboolean try_one(const Trying *trying, guint index, GError **error)
{
    GenerateFound *found = trying->unit->search->found->pdata[index];
    g_autofree char *test = needed_test(trying->needed, trying->unit, index);
    g_autofree char *file = g_build_filename(trying->needed->work, "input", NULL);
    FuzzOutcome outcome = {0};
    gsize size;
    const char *bytes = g_bytes_get_data(found->bytes, &size);
    g_free(trying->target->words[2]);
    trying->target->words[2] = g_strdup_printf("%u", found->function);
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

static void complete_notes(const char *path, guint8 *bytes, gsize size)
{
    report_unwind(path, bytes, size);
}

static gboolean try_into(const Needed *needed, const GenerateUnit *unit, const char *directory, GError **error)
{
    FuzzTarget *target = target_of(unit, error);
    if (!target)
        return FALSE;
    Trying trying = {needed, unit, target, {target, g_get_environ(), TIMEOUT, complete_notes}, directory};
    gboolean good = try_marked(&trying, error);
    g_strfreev(trying.trials.environment);
    fuzz_target_free(target);
    return good;
}

/* ---- what they cover ---- */

typedef struct {
    const Needed *needed;
    const GenerateUnit *unit;
    const ReportModel *model;
    GHashTable *numbers; /* name of a test: 1 + the index of its input */
    HtolSuite *suite;
    const HtolSubset *subset; /* chosen; NULL: not yet */
} Choosing;

/* The index of the input that is that test; -1: the test is the user's. */
static int input_of(const Choosing *choosing, guint32 test)
{
    if (test >= choosing->model->inputs->tests->len)
        return -1;
    g_autofree char *name = report_test_name(choosing->model, test);
    return GPOINTER_TO_INT(g_hash_table_lookup(choosing->numbers, name)) - 1;
}

static gboolean is_users(const Choosing *choosing, HtolTestSet tests)
{
    for (guint32 i = 0; i <= choosing->model->inputs->tests->len; i++)
        if (htol_test_set_has(choosing->model->tests, tests, i) && input_of(choosing, i) < 0)
            return TRUE;
    return FALSE;
}

static gboolean is_wanted(const Choosing *choosing, const ReportFunction *function)
{
    return remaining_contract(choosing->unit, function) != NULL;
}

typedef void VisitSpecial(Choosing *choosing, const ReportFunction *function, const ReportSpecial *special);

static void each_covered(Choosing *choosing, VisitSpecial *visit)
{
    for (guint i = 0; i < choosing->model->n_files; i++)
        for (guint k = 0; k < choosing->model->files[i]->n_functions; k++) {
            const ReportFunction *function = choosing->model->files[i]->functions[k];
            for (guint s = 0; s < function->n_special && is_wanted(choosing, function); s++)
                if (function->special[s].index < function->n_objectives && function->special[s].witnesses)
                    visit(choosing, function, &function->special[s]);
        }
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
        if (only >= 0 || input_of(choosing, i) < 0)
            return -1;
        only = input_of(choosing, i);
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

static void say_why(Choosing *choosing, const ReportFunction *function, const ReportSpecial *special)
{
    int index = only_input(choosing, special->witnesses->alone);
    if (index < 0)
        return;
    g_autoptr(ReportObjectives) objectives = report_objectives(choosing->model, function);
    const ReportObjective *objective = &objectives->list[special->index];
    g_autofree char *words = report_covers_words(choosing->model, objective);
    add_reason(choosing->unit->search->found->pdata[index], words, function->judged[special->index].line,
               report_covers_little(objective));
}

static void mark_chosen(Choosing *choosing)
{
    GPtrArray *found = choosing->unit->search->found;
    for (guint i = 0; i < found->len; i++)
        ((GenerateFound *)found->pdata[i])->needed = FALSE;
    for (guint32 i = 0; i < choosing->model->inputs->tests->len; i++)
        if (htol_test_set_has(choosing->model->tests, choosing->subset->tests, i) && input_of(choosing, i) >= 0)
            ((GenerateFound *)found->pdata[input_of(choosing, i)])->needed = TRUE;
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

static GHashTable *numbers_of(const Needed *needed, const GenerateUnit *unit)
{
    GHashTable *numbers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < unit->search->found->len; i++)
        g_hash_table_insert(numbers, needed_test(needed, unit, i), GUINT_TO_POINTER(i + 1));
    return numbers;
}

/* ---- sums ---- */

static void add_totals(ReportTotals *sum, const ReportTotals *part)
{
    sum->objectives += part->objectives;
    sum->covered += part->covered;
    sum->excluded += part->excluded;
    sum->infeasible += part->infeasible;
    sum->unmeasured += part->unmeasured;
    sum->pruned_covered += part->pruned_covered;
    for (guint i = 0; i < HTOL_PROOFS; i++)
        sum->pruned[i] += part->pruned[i];
}

static void sum_up(const Choosing *choosing, ReportTotals *totals)
{
    memset(totals, 0, HTOL_CRITERIA * sizeof *totals);
    for (guint i = 0; i < choosing->model->n_files; i++)
        for (guint k = 0; k < choosing->model->files[i]->n_functions; k++) {
            const ReportFunction *function = choosing->model->files[i]->functions[k];
            for (guint c = 0; c < HTOL_CRITERIA && is_wanted(choosing, function); c++)
                add_totals(&totals[c], &function->totals[c]);
        }
}

/* ---- all ---- */

/* A model of the directories, NULL-terminated; `choosing` is good for it until it is cleared. */
static gboolean review(const Needed *needed, const GenerateUnit *unit, const char *const *directories,
                       FuzzReview *review_, Choosing *choosing, GError **error)
{
    FuzzTarget *target = target_of(unit, error);
    if (!target)
        return FALSE;
    gboolean good = fuzz_review(target, directories, needed->request, review_, error);
    fuzz_target_free(target);
    *choosing = (Choosing){.needed = needed, .unit = unit, .model = good ? review_->model : NULL};
    return good;
}

static gboolean choose_among(const Needed *needed, const GenerateUnit *unit, GError **error)
{
    const char *const both[] = {needed->scratch, needed->data, NULL};
    FuzzReview made;
    Choosing choosing;
    if (!review(needed, unit, both, &made, &choosing, error))
        return FALSE;
    choosing.numbers = numbers_of(needed, unit);
    if (choosing.model->tests)
        choose(&choosing);
    g_hash_table_unref(choosing.numbers);
    fuzz_review_clear(&made);
    return TRUE;
}

gboolean needed_mark(Needed *needed, const GenerateUnit *unit, GError **error)
{
    for (guint i = 0; i < unit->search->found->len; i++)
        ((GenerateFound *)unit->search->found->pdata[i])->needed = TRUE;
    return try_into(needed, unit, needed->scratch, error) && choose_among(needed, unit, error);
}

/* Whether tests that were generated before, and no others, cover the objective. */
static gboolean is_generated(const Choosing *choosing, const ReportSpecial *special)
{
    g_autofree char *prefix = test_prefix(choosing->needed);
    const ReportModel *model = choosing->model;
    if (!special->witnesses)
        return FALSE;
    for (guint32 i = 0; i <= model->inputs->tests->len; i++) {
        if (!htol_test_set_has(model->tests, special->witnesses->alone, i))
            continue;
        g_autofree char *name = i < model->inputs->tests->len ? report_test_name(model, i) : NULL;
        if (!name || !g_str_has_prefix(name, prefix))
            return FALSE;
    }
    return TRUE;
}

/* Whether the function has objectives that only generated tests cover, or none; takes the former off the sums. */
static gboolean look_for_open(const Choosing *choosing, const ReportFunction *function, ReportTotals *sums)
{
    gboolean open = FALSE;
    for (guint i = 0; i < function->n_objectives; i++)
        open |= function->judged[i].status == REPORT_UNCOVERED;
    for (guint i = 0; i < function->n_special; i++) {
        const ReportSpecial *special = &function->special[i];
        if (special->index >= function->n_objectives || !is_generated(choosing, special))
            continue;
        open = TRUE;
        sums[function->judged[special->index].criterion].covered--;
    }
    return open;
}

GHashTable *needed_open(Needed *needed, const GenerateUnit *unit, GError **error)
{
    const char *const users[] = {needed->data, NULL};
    FuzzReview made;
    Choosing choosing;
    if (!review(needed, unit, users, &made, &choosing, error))
        return NULL;
    GHashTable *open = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    sum_up(&choosing, needed->before);
    for (guint i = 0; i < made.model->n_files; i++)
        for (guint k = 0; k < made.model->files[i]->n_functions; k++) {
            const ReportFunction *function = made.model->files[i]->functions[k];
            if (is_wanted(&choosing, function) && look_for_open(&choosing, function, needed->before))
                g_hash_table_add(open, g_strdup(function->function->row.name));
        }
    fuzz_review_clear(&made);
    return open;
}

/* The table of the harness among those of the program. */
static const HtolTable *harness_table(const FuzzReview *made, const char *work)
{
    for (guint i = 0; i < made->inputs->units->len; i++) {
        const HtolTable *table = ((const ReportUnit *)made->inputs->units->pdata[i])->table;
        g_autofree char *path = g_canonicalize_filename(table->row.path, table->row.root);
        if (htol_path_below(path, work))
            return table;
    }
    return NULL;
}

static gboolean save_proofs(const Needed *needed, const HtolTable *table, const char *lines, GError **error)
{
    g_autoptr(GString) text = g_string_new(NULL);
    g_autofree char *path = htol_proofs_path(needed->data, table->id), *directory = g_path_get_dirname(path);
    htol_proofs_begin(table->id, text);
    g_string_append(text, lines);
    g_mkdir_with_parents(directory, 0777);
    return g_file_set_contents(path, text->str, (gssize)text->len, error);
}

gboolean needed_prove(const Needed *needed, const GenerateUnit *unit, GError **error)
{
    const char *const none[] = {NULL};
    FuzzReview made;
    Choosing choosing;
    if (!review(needed, unit, none, &made, &choosing, error))
        return FALSE;
    const HtolTable *table = harness_table(&made, needed->work);
    gboolean good = !table || save_proofs(needed, table, unit->proved->str, error);
    fuzz_review_clear(&made);
    return good;
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
