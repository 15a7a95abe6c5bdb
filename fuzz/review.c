/* Models of what inputs cover; see review.h. */
#include "fuzz/review.h"

#include "report/read/read_inputs.h"

#include <string.h>

#include "fuzz/corpus.h"
#include "htol/base/layout.h"
#include "htol/files/table.h"
#include "report/advise/suite.h"
#include "report/make/make.h"
#include "report/model/tests.h"
#include "report/read/walk.h"
#include "report/summary/trials.h"

/* ---- models ---- */

static char **paths_of(const FuzzTarget *target, const char *const *directories)
{
    g_autoptr(GStrvBuilder) paths = g_strv_builder_new();
    for (; *directories; directories++)
        if (g_file_test(*directories, G_FILE_TEST_IS_DIR))
            g_strv_builder_add(paths, *directories);
    for (guint i = 0; i < target->parts->len; i++)
        g_strv_builder_add(paths, ((const FuzzPart *)target->parts->pdata[i])->path);
    return g_strv_builder_end(paths);
}

gboolean fuzz_review(const FuzzTarget *target, const char *const *directories, const ReportRequest *request,
                     FuzzReview *review, GError **error)
{
    g_auto(GStrv) paths = paths_of(target, directories);
    review->inputs = report_inputs_read((const char *const *)paths, request->progress, error);
    if (!review->inputs)
        return FALSE;
    review->model = report_model_new(review->inputs, request, error);
    if (review->model)
        return TRUE;
    report_inputs_free(review->inputs);
    return FALSE;
}

void fuzz_review_clear(FuzzReview *review)
{
    report_model_free(review->model);
    report_inputs_free(review->inputs);
}

FuzzCounts fuzz_review_count(const FuzzReview *review)
{
    FuzzCounts counts = {0, 0};
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        const ReportTotals *totals = &review->model->totals[i];
        if (!review->model->selection.wanted[i])
            continue;
        counts.covered += totals->covered;
        counts.open += report_wanted(totals) - totals->covered;
    }
    return counts;
}

GHashTable *fuzz_review_needed(const FuzzReview *review)
{
    GHashTable *names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    const ReportModel *model = review->model;
    if (!model->tests)
        return names;
    ReportSuite *suite = report_suite_new(model, TRUE);
    for (guint32 i = 0; i < model->inputs->tests->len; i++)
        if (htol_test_set_has(model->tests, suite->subset.tests, i))
            g_hash_table_add(names, report_test_name(model, i));
    report_suite_free(suite);
    return names;
}

static char *place_words(const ReportFrame *frame)
{
    if (!frame->path)
        return g_strdup_printf("in %s", frame->function);
    return g_strdup_printf("in %s%s%s:%u", frame->function, report_frame_joint(frame), frame->path, frame->line);
}

GHashTable *fuzz_review_places(const FuzzReview *review)
{
    GHashTable *places = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    ReportTrials *trials = report_trials_new(review->model);
    for (guint i = 0; trials && i < trials->bad->len; i++) {
        const ReportTrial *trial = &g_array_index(trials->bad, ReportTrial, i);
        if (trial->frame && trial->frame->function)
            g_hash_table_insert(places, g_strdup(trial->name), place_words(trial->frame));
    }
    if (trials)
        report_trials_free(trials);
    return places;
}

/* ---- directories ---- */

static gboolean copy_table(const guint8 *id, const char *from, const char *to, GError **error)
{
    g_autofree char *digits = htol_id_text(id), *name = g_strconcat(digits, REPORT_TABLE_SUFFIX, NULL);
    g_autofree char *source = g_build_filename(from, REPORT_TABLES_DIRECTORY, name, NULL);
    g_autofree char *copy = g_build_filename(to, REPORT_TABLES_DIRECTORY, name, NULL), *bytes = NULL;
    gsize size;
    if (!g_file_get_contents(source, &bytes, &size, NULL))
        return TRUE; /* the program has it, or the report will say that it is missing */
    return g_file_set_contents(copy, bytes, (gssize)size, error);
}

static gboolean copy_tables(const FuzzPart *part, const char *from, const char *to, GError **error)
{
    for (const guint8 *unit = fuzz_part_next(part, NULL); unit; unit = fuzz_part_next(part, unit))
        if (!copy_table(unit + HTOL_AT_UNIT_ID, from, to, error))
            return FALSE;
    return TRUE;
}

gboolean fuzz_scratch_make(const FuzzTarget *target, const char *data, const char *path, GError **error)
{
    g_autofree char *tables = g_build_filename(path, REPORT_TABLES_DIRECTORY, NULL);
    fuzz_remove(path);
    if (g_mkdir_with_parents(tables, 0777) != 0) {
        g_set_error(error, FUZZ_ERROR, 0, "%s: cannot be made", tables);
        return FALSE;
    }
    for (guint i = 0; i < target->parts->len; i++)
        if (!copy_tables(target->parts->pdata[i], data, path, error))
            return FALSE;
    return TRUE;
}
