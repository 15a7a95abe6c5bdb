/* Sums up files; see sums.h. */
#include "report/model/sums.h"

#include <string.h>

#include "htol/base/stream.h"

/* Ranked criteria ---------------------------------------------------------------------------------------- */

void report_sums_rank(ReportModel *model)
{
    const gboolean *asked = model->request.ranked;
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        if (model->selection.wanted[i] && (!asked || asked[i]))
            model->ranked[model->n_ranked++] = i;
}

/* Sums --------------------------------------------------------------------------------------------------- */

static void sum_function(const ReportModel *model, const ReportFunction *function, ReportDropped *dropped,
                         guint32 *open)
{
    const HtolRowFunction *row = &function->function->row;
    ReportTotals totals[HTOL_CRITERIA] = {0};
    *dropped = (ReportDropped){htol_arena_strndup(model->arena, row->name, strlen(row->name)), row->line,
                               function->n_objectives, function->called, function->skipped != NULL};
    report_totals_add_function(totals, function);
    for (guint i = 0; i < model->n_ranked; i++)
        open[i] = report_wanted(&totals[model->ranked[i]]) - totals[model->ranked[i]].covered;
}

static gboolean has_unmeasured(const ReportFunction *function)
{
    gboolean has = FALSE;
    for (guint i = 0; i < function->n_objectives + function->n_findings && !has; i++)
        has = function->judged[i].status == REPORT_UNMEASURED;
    return has;
}

static gboolean has_fallback(const HtolFunction *function)
{
    gboolean has = FALSE;
    for (guint i = 0; i < function->n_decisions && !has; i++)
        has = function->decisions[i].semantics == HTOL_DECISION_FALLBACK;
    return has;
}

static gboolean has_claim(const ReportFunction *function)
{
    gboolean has = FALSE;
    for (guint i = 0; i < function->n_special && !has; i++)
        has = function->special[i].exclusion != NULL;
    return has;
}

static guint8 tells_of(const ReportFunction *function)
{
    guint8 tells = function->skipped || function->unpruned || function->n_facts > 0 ? REPORT_TELLS_REMARKS : 0;
    tells |= function->n_findings > 0 ? REPORT_TELLS_FINDINGS : 0;
    tells |= has_unmeasured(function) ? REPORT_TELLS_UNJUDGED : 0;
    tells |= function->n_seen > 0 ? REPORT_TELLS_CALLS : 0;
    tells |= has_claim(function) ? REPORT_TELLS_CLAIMS : 0;
    return tells | (has_fallback(function->function) ? REPORT_TELLS_FALLBACKS : 0);
}

ReportFile *report_file_sum(const ReportModel *model, const ReportFile *file)
{
    ReportFile *sum = htol_arena_memdup(model->arena, file, sizeof *file);
    ReportDropped *dropped = htol_arena_new0(model->arena, ReportDropped, file->n_functions);
    guint32 *open = htol_arena_new0(model->arena, guint32, (gsize)file->n_functions * model->n_ranked);
    for (guint i = 0; i < file->n_functions; i++) {
        sum->is_spread |= report_function_is_spread(file->functions[i]);
        sum->tells |= tells_of(file->functions[i]);
        sum_function(model, file->functions[i], &dropped[i], open + (gsize)i * model->n_ranked);
    }
    sum->n_dropped = file->n_functions;
    sum->dropped = dropped;
    sum->open = open;
    sum->n_functions = 0;
    sum->functions = NULL;
    sum->source = NULL;
    sum->lines = NULL;
    return sum;
}

/* Counts ------------------------------------------------------------------------------------------------- */

G_STATIC_ASSERT(sizeof(ReportCounts) % sizeof(guint) == 0);
G_STATIC_ASSERT(sizeof(ReportTotals) % sizeof(guint) == 0);
enum { COUNTS = sizeof(ReportCounts) / sizeof(guint), TOTALS = sizeof(ReportTotals) / sizeof(guint) };

void report_counts_add(ReportCounts *sum, const ReportCounts *counts)
{
    for (guint i = 0; i < COUNTS; i++)
        ((guint *)sum)[i] += ((const guint *)counts)[i];
}

void report_counts_subtract(ReportCounts *sum, const ReportCounts *counts)
{
    for (guint i = 0; i < COUNTS; i++)
        ((guint *)sum)[i] -= ((const guint *)counts)[i];
}

/* As bytes ----------------------------------------------------------------------------------------------- */

static void put_numbers(const guint *numbers, gsize n, GByteArray *out)
{
    for (gsize i = 0; i < n; i++)
        htol_stream_put(out, numbers[i]);
}

static void take_numbers(HtolStream *stream, guint *numbers, gsize n)
{
    for (gsize i = 0; i < n; i++)
        numbers[i] = htol_stream_number(stream);
}

/* Of most criteria a file has nothing. */
static void put_totals(const ReportTotals *totals, GByteArray *out)
{
    static const ReportTotals none;
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        if (memcmp(&totals[i], &none, sizeof none) == 0)
            continue;
        htol_stream_put(out, i + 1);
        put_numbers((const guint *)&totals[i], TOTALS, out);
    }
    htol_stream_put(out, 0);
}

static void take_totals(HtolStream *stream, ReportTotals *totals)
{
    for (guint at = htol_stream_number(stream); at > 0; at = htol_stream_number(stream)) {
        if (at > HTOL_CRITERIA) {
            htol_stream_fail(stream, "there is no such criterion");
            return;
        }
        take_numbers(stream, (guint *)&totals[at - 1], TOTALS);
    }
}

void report_sum_put(const ReportFile *sum, const ReportModel *model, const ReportCounts *counts, GByteArray *out)
{
    htol_stream_put(out, sum->state);
    htol_stream_put(out, sum->n_lines);
    htol_stream_put(out, sum->is_spread);
    htol_stream_put(out, sum->tells);
    htol_stream_put_text(out, sum->unmeasured);
    put_numbers((const guint *)counts, COUNTS, out);
    put_totals(sum->totals, out);
    htol_stream_put(out, sum->n_dropped);
    for (guint i = 0; i < sum->n_dropped; i++) {
        const ReportDropped *dropped = &sum->dropped[i];
        htol_stream_put_text(out, dropped->name);
        htol_stream_put(out, dropped->line);
        htol_stream_put(out, dropped->n_objectives);
        htol_stream_put(out, (guint64)dropped->called + 2 * (guint64)dropped->skipped);
        put_numbers(sum->open + (gsize)i * model->n_ranked, model->n_ranked, out);
    }
}

static ReportDropped take_dropped(HtolStream *stream, HtolArena *arena)
{
    ReportDropped dropped = {.name = htol_stream_text(stream, arena)};
    dropped.line = htol_stream_number(stream);
    dropped.n_objectives = htol_stream_number(stream);
    guint32 flags = htol_stream_number(stream);
    dropped.called = (flags & 1) != 0;
    dropped.skipped = (flags & 2) != 0;
    return dropped;
}

static void take_functions(HtolStream *stream, const ReportModel *model, ReportFile *sum)
{
    gsize memory = sizeof(ReportDropped) + model->n_ranked * sizeof(guint32);
    sum->n_dropped = htol_stream_count(stream, 4, memory);
    ReportDropped *dropped = htol_arena_new0(model->arena, ReportDropped, sum->n_dropped);
    guint32 *open = htol_arena_new0(model->arena, guint32, (gsize)sum->n_dropped * model->n_ranked);
    for (guint i = 0; i < sum->n_dropped; i++) {
        dropped[i] = take_dropped(stream, model->arena);
        take_numbers(stream, open + (gsize)i * model->n_ranked, model->n_ranked);
    }
    sum->dropped = dropped;
    sum->open = open;
}

ReportFile *report_sum_take(const ReportModel *model, const char *path, const guint8 *bytes, gsize size,
                            ReportCounts *counts)
{
    HtolStream stream = {.at = bytes, .end = bytes + size};
    ReportFile *sum = htol_arena_new0(model->arena, ReportFile, 1);
    sum->path = path;
    sum->state = htol_stream_number(&stream);
    sum->n_lines = htol_stream_number(&stream);
    sum->is_spread = htol_stream_number(&stream) != 0;
    sum->tells = (guint8)htol_stream_number(&stream);
    const char *unmeasured = htol_stream_text(&stream, model->arena);
    sum->unmeasured = *unmeasured ? unmeasured : NULL;
    take_numbers(&stream, (guint *)counts, COUNTS);
    take_totals(&stream, sum->totals);
    take_functions(&stream, model, sum);
    return stream.wrong || htol_stream_left(&stream) > 0 || sum->state > REPORT_SOURCE_MISSING ? NULL : sum;
}

/* Open --------------------------------------------------------------------------------------------------- */

guint report_dropped_open(const ReportModel *model, const ReportFile *file, guint index, const gboolean *criteria)
{
    guint open = 0;
    for (guint i = 0; i < model->n_ranked; i++)
        if (criteria[model->ranked[i]])
            open += file->open[(gsize)index * model->n_ranked + i];
    return open;
}
