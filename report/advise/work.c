/* Sums up work that was shared; see work.h. */
#include "report/advise/work.h"

#include <string.h>

#include "htol/base/sorted.h"
#include "report/judge/objectives.h"
#include "report/merge/mutants.h"

static const char PRUNE[] = "prune", MUTATE[] = "mutate";

/* ---- shards ---- */

static ReportWorkShards *shards_of(ReportWork *work, const char *text, guint parts)
{
    for (guint i = 0; i < work->all_shards->len; i++) {
        ReportWorkShards *shards = work->all_shards->pdata[i];
        if (shards->parts == parts && strcmp(shards->work, text) == 0)
            return shards;
    }
    ReportWorkShards *shards = htol_arena_new0(work->arena, ReportWorkShards, 1);
    *shards = (ReportWorkShards){.work = text,
                                 .parts = parts,
                                 .states = htol_arena_new0(work->arena, ReportShardState, parts),
                                 .lacking = htol_arena_new0(work->arena, guint, parts)};
    g_ptr_array_add(work->all_shards, shards);
    return shards;
}

static void add_note(ReportWork *work, const HtolPartNote *note)
{
    ReportWorkShards *shards = shards_of(work, note->work, note->part.parts);
    ReportShardState *state = &shards->states[note->part.part - 1];
    shards->is_noted = TRUE;
    *state = MAX(*state, note->ended ? REPORT_SHARD_ENDED : REPORT_SHARD_BEGUN);
}

static gint compare_shards(gconstpointer left, gconstpointer right)
{
    const ReportWorkShards *one = *(ReportWorkShards *const *)left, *other = *(ReportWorkShards *const *)right;
    gint order = strcmp(one->work, other->work);
    return order ? order : (one->parts > other->parts) - (one->parts < other->parts);
}

static gboolean is_of(const ReportWorkShards *shards, const char *command)
{
    gsize length = strlen(command);
    return strncmp(shards->work, command, length) == 0 && strchr(" ", shards->work[length]);
}

/* A unit has no proofs: any way to call prune would make some. */
static void lack_unit(const ReportWork *work, const char *path)
{
    for (guint i = 0; i < work->all_shards->len; i++) {
        ReportWorkShards *shards = work->all_shards->pdata[i];
        if (is_of(shards, PRUNE))
            shards->lacking[htol_part_of(path, shards->parts) - 1]++;
    }
}

/* Nobody knows of a mutant what becomes of it: that of a sample may be meant so. */
static void lack_mutant(const ReportWork *work, guint64 rank)
{
    for (guint i = 0; i < work->all_shards->len; i++) {
        ReportWorkShards *shards = work->all_shards->pdata[i];
        if (strcmp(shards->work, MUTATE) == 0)
            shards->lacking[report_mutant_part(rank, shards->parts) - 1]++;
    }
}

gboolean report_work_is_open(const ReportWorkShards *shards, guint k)
{
    return (shards->is_noted && shards->states[k - 1] != REPORT_SHARD_ENDED) || shards->lacking[k - 1] > 0;
}

char *report_work_command(const ReportWorkShards *shards, guint k)
{
    const char *options = strchrnul(shards->work, ' ');
    return g_strdup_printf("hlcov %.*s --shard=%u/%u%s", (int)(options - shards->work), shards->work, k, shards->parts,
                           options);
}

/* ---- units ---- */

static void add_proofs(ReportWork *work, const ReportUnit *unit)
{
    work->proved++;
    for (guint i = 0; i < unit->n_proved; i++)
        if (*unit->proved[i].failed)
            work->functions_failed++;
        else
            work->functions_proved++;
}

static void add_unit(ReportWork *work, const ReportUnit *unit)
{
    const char *path = unit->table->row.path;
    work->units++;
    work->functions += unit->table->n_functions;
    work->run += unit->run;
    if (unit->proved)
        add_proofs(work, unit);
    else {
        g_ptr_array_add(work->unproved, (gpointer)path);
        lack_unit(work, path);
    }
}

static void add_units(ReportWork *work, const ReportInputs *inputs, const ReportWorkRequest *request)
{
    for (guint i = 0; i < inputs->units->len; i++) {
        const ReportUnit *unit = inputs->units->pdata[i];
        if (*unit->table->row.unmeasured)
            work->unmeasured++;
        else if (!request->is_aside || !request->is_aside(unit->table->row.path))
            add_unit(work, unit);
    }
    g_ptr_array_sort(work->unproved, htol_compare_texts);
}

static void add_tests(ReportWork *work, const ReportInputs *inputs)
{
    work->tests = inputs->tests->len;
    for (guint i = 0; i < inputs->tests->len; i++) {
        const ReportTest *test = inputs->tests->pdata[i];
        if (test->ending.status == HTOL_END_UNKNOWN)
            g_ptr_array_add(work->unended, (gpointer)test->name);
    }
}

/* ---- mutants ---- */

static void add_mutant(ReportWork *work, const ReportObjective *objective, const ReportMutant *mutant)
{
    if (mutant->state == REPORT_MUTANT_UNWRITTEN || objective->status == REPORT_EXCLUDED)
        return;
    gboolean is_proved = objective->proof && objective->proof->kind == HTOL_PROOF_INFEASIBLE,
             is_untried = !is_proved && mutant->state == REPORT_MUTANT_UNTRIED,
             is_unchosen = !is_proved && mutant->state == REPORT_MUTANT_UNCHOSEN;
    work->mutants++;
    work->untried += is_untried;
    work->unchosen += is_unchosen;
    work->judged += !is_untried && !is_unchosen;
    if (is_untried || is_unchosen)
        lack_mutant(work, report_mutant_rank(mutant->first));
}

static void add_mutants_of(ReportWork *work, const ReportModel *model, const ReportFunction *function)
{
    g_autoptr(ReportObjectives) objectives = report_objectives(model, function);
    for (guint i = 0; i < objectives->n; i++) {
        const ReportMutant *mutant = report_mutant_of(function, objectives->list[i].objective);
        if (mutant)
            add_mutant(work, &objectives->list[i], mutant);
    }
}

/* Functions of one hash are one, as in mutate/mutants.c. */
static void add_mutants(ReportWork *work, const ReportModel *model)
{
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
    work->has_mutants = model->inputs->strong->len > 0;
    for (guint i = 0; i < model->n_files && work->has_mutants; i++)
        for (guint k = 0; k < model->files[i]->n_functions; k++) {
            const ReportFunction *function = model->files[i]->functions[k];
            if (!function->skipped && g_hash_table_add(known, (gpointer)function->function->row.hash))
                add_mutants_of(work, model, function);
        }
}

/* ---- the whole ---- */

static void add_shards(ReportWork *work, const ReportInputs *inputs, guint parts)
{
    for (guint i = 0; i < inputs->parts->len; i++)
        add_note(work, &g_array_index(inputs->parts, HtolPartNote, i));
    if (parts > 0) {
        shards_of(work, PRUNE, parts);
        shards_of(work, MUTATE, parts);
    }
    g_ptr_array_sort(work->all_shards, compare_shards);
}

ReportWork *report_work_new(const ReportModel *model, const ReportWorkRequest *request)
{
    ReportWork *work = g_new0(ReportWork, 1);
    work->arena = htol_arena_new();
    work->unended = g_ptr_array_new();
    work->unproved = g_ptr_array_new();
    work->all_shards = g_ptr_array_new();
    add_shards(work, model->inputs, request->parts);
    add_units(work, model->inputs, request);
    add_tests(work, model->inputs);
    add_mutants(work, model);
    return work;
}

void report_work_free(ReportWork *work)
{
    g_ptr_array_unref(work->unended);
    g_ptr_array_unref(work->unproved);
    g_ptr_array_unref(work->all_shards);
    htol_arena_free(work->arena);
    g_free(work);
}
