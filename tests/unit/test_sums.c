/* Models whose inputs dropped tables, beside models of the same inputs with all tables: nothing that is kept may
 * differ.
 */
#include <string.h>

#include "report/make/make.h"
#include "report/make/opened.h"
#include "report/model/sums.h"
#include "report/read/read_inputs.h"
#include "tests/unit/sample_project.h"

/* The same project twice: `whole` with all tables, `lean` without any. */
typedef struct {
    char *directory;
    ReportInputs *whole_inputs, *lean_inputs;
    ReportModel *whole, *lean;
    const char *known; /* of the lean one's request */
} Fixture;

static ReportModel *model_of(const Fixture *fixture, const ReportInputs *inputs, GError **error)
{
    ReportRequest request = {.root = fixture->directory, .known = fixture->known};
    g_assert_true(htol_selection_parse("all", &request.selection, NULL));
    return report_model_new(inputs, &request, error);
}

static void read_lean(Fixture *fixture, guint most)
{
    g_autofree char *path = g_build_filename(fixture->directory, "data", NULL);
    const char *const paths[] = {path, NULL};
    fixture->lean_inputs = report_inputs_read_lean(paths, most, NULL, NULL);
}

static void set_up(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    fixture->directory = g_dir_make_tmp("hlcov-sums-XXXXXX", NULL);
    sample_project_write(fixture->directory, "/nowhere/program");
    g_autofree char *path = g_build_filename(fixture->directory, "data", NULL);
    const char *const paths[] = {path, NULL};
    fixture->whole_inputs = report_inputs_read(paths, NULL, NULL);
    fixture->whole = model_of(fixture, fixture->whole_inputs, NULL);
}

static void tear_down(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    report_model_free(fixture->whole);
    report_inputs_free(fixture->whole_inputs);
    if (fixture->lean)
        report_model_free(fixture->lean);
    if (fixture->lean_inputs)
        report_inputs_free(fixture->lean_inputs);
    sample_remove_tree(fixture->directory);
    g_free(fixture->directory);
}

static void make_lean(Fixture *fixture, guint most)
{
    g_autoptr(GError) error = NULL;
    read_lean(fixture, most);
    fixture->lean = model_of(fixture, fixture->lean_inputs, &error);
    g_assert_no_error(error);
}

static guint files_with_dropped(const ReportModel *model)
{
    guint count = 0;
    for (guint i = 0; i < model->n_files; i++)
        count += model->files[i]->n_dropped > 0;
    return count;
}

static void assert_same_functions(const ReportFile *lean, const ReportFile *whole)
{
    g_assert_cmpuint(lean->n_functions, ==, whole->n_functions);
    for (guint i = 0; i < whole->n_functions; i++) {
        const ReportFunction *one = lean->functions[i], *other = whole->functions[i];
        g_assert_cmpstr(one->id, ==, other->id);
        g_assert_cmpuint(one->n_objectives, ==, other->n_objectives);
        for (guint k = 0; k < other->n_objectives; k++) {
            g_assert_cmpuint(one->judged[k].criterion, ==, other->judged[k].criterion);
            g_assert_cmpuint(one->judged[k].status, ==, other->judged[k].status);
        }
    }
}

static void assert_same_sums(const ReportModel *model, const ReportFile *lean, const ReportFile *whole)
{
    g_assert_cmpuint(lean->n_dropped, ==, whole->n_functions);
    for (guint i = 0; i < whole->n_functions; i++) {
        const ReportFunction *function = whole->functions[i];
        const ReportTotals totals = report_function_totals(function, HTOL_CRIT_stmt);
        g_assert_cmpstr(lean->dropped[i].name, ==, function->function->row.name);
        g_assert_cmpuint(lean->dropped[i].line, ==, function->function->row.line);
        g_assert_cmpint(lean->dropped[i].called, ==, function->called);
        g_assert_cmpuint(report_dropped_open(model, lean, i, (gboolean[HTOL_CRITERIA]){[HTOL_CRIT_stmt] = TRUE}), ==,
                         report_wanted(&totals) - totals.covered);
    }
}

static void assert_same_files(const ReportModel *lean, const ReportModel *whole)
{
    g_assert_cmpuint(lean->n_files, ==, whole->n_files);
    g_assert_cmpmem(lean->totals, sizeof lean->totals, whole->totals, sizeof whole->totals);
    for (guint i = 0; i < whole->n_files; i++) {
        g_assert_cmpstr(lean->files[i]->path, ==, whole->files[i]->path);
        g_assert_cmpint(lean->files[i]->state, ==, whole->files[i]->state);
        g_assert_cmpmem(lean->files[i]->totals, sizeof whole->files[i]->totals, whole->files[i]->totals,
                        sizeof whole->files[i]->totals);
        if (lean->files[i]->n_dropped > 0)
            assert_same_sums(lean, lean->files[i], whole->files[i]);
        else
            assert_same_functions(lean->files[i], whole->files[i]);
    }
}

static void test_sums(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    make_lean(fixture, 0);
    g_assert_cmpuint(fixture->lean_inputs->n_dropped, ==, fixture->lean_inputs->units->len);
    g_assert_cmpuint(files_with_dropped(fixture->lean), ==, fixture->lean->n_files);
    g_assert_cmpuint(fixture->lean->counts.functions, ==, fixture->whole->counts.functions);
    g_assert_cmpuint(fixture->lean->n_unrun, ==, fixture->whole->n_unrun);
    assert_same_files(fixture->lean, fixture->whole);
}

/* The first tables are kept: a file that both kinds of units have is still one. */
static void test_some_tables(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    make_lean(fixture, 1);
    g_assert_cmpuint(fixture->lean_inputs->n_dropped, ==, fixture->lean_inputs->units->len - 1);
    assert_same_files(fixture->lean, fixture->whole);
}

static void test_opening(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    g_autoptr(GError) error = NULL;
    make_lean(fixture, 0);
    g_autofree guint8 *chosen = g_malloc0(fixture->lean->n_files);
    memset(chosen, 1, fixture->lean->n_files);
    ReportOpened *opened = report_files_open(fixture->lean, chosen, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(files_with_dropped(fixture->lean), ==, 0);
    assert_same_files(fixture->lean, fixture->whole);
    report_files_close(opened);
    g_assert_cmpuint(files_with_dropped(fixture->lean), ==, fixture->lean->n_files);
    assert_same_files(fixture->lean, fixture->whole);
}

static void test_opening_some(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    make_lean(fixture, 0);
    g_autofree guint8 *chosen = g_malloc0(fixture->lean->n_files);
    chosen[0] = 1;
    g_assert_true(report_files_keep(fixture->lean, chosen, NULL));
    g_assert_cmpuint(files_with_dropped(fixture->lean), ==, fixture->lean->n_files - 1);
    assert_same_files(fixture->lean, fixture->whole);
}

/* Whoever builds while a report is made replaces tables. */
static void test_lost_table(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    g_autoptr(GError) error = NULL;
    g_autofree char *tables = g_build_filename(fixture->directory, "data", "tables", NULL);
    read_lean(fixture, 0);
    sample_remove_tree(tables);
    g_assert_null(model_of(fixture, fixture->lean_inputs, &error));
    g_assert_nonnull(strstr(error->message, "/tables/"));
    g_assert_nonnull(strstr(error->message, "cannot be read"));
}

/* A second model finds the sums of the first one, though all tables are gone. */
static void test_known(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    g_autoptr(GError) error = NULL;
    g_autofree char *known = g_build_filename(fixture->directory, "judged.hlj", NULL);
    g_autofree char *tables = g_build_filename(fixture->directory, "data", "tables", NULL);
    fixture->known = known;
    make_lean(fixture, 0);
    sample_remove_tree(tables);
    ReportModel *again = model_of(fixture, fixture->lean_inputs, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(files_with_dropped(again), ==, again->n_files);
    g_assert_cmpmem(&again->counts, sizeof again->counts, &fixture->whole->counts, sizeof again->counts);
    assert_same_files(again, fixture->whole);
    report_model_free(again);
}

static void test_bytes(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    make_lean(fixture, 0);
    const ReportCounts counts = {.functions = 3, .found = {.errors = 300}};
    const ReportFile *sum = fixture->lean->files[0];
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    ReportCounts read = {0};
    report_sum_put(sum, fixture->lean, &counts, bytes);
    const ReportFile *same = report_sum_take(fixture->lean, sum->path, bytes->data, bytes->len, &read);
    g_assert_cmpmem(&read, sizeof read, &counts, sizeof counts);
    g_assert_cmpmem(same->totals, sizeof same->totals, sum->totals, sizeof sum->totals);
    g_assert_cmpuint(same->n_dropped, ==, sum->n_dropped);
    g_assert_cmpstr(same->dropped[0].name, ==, sum->dropped[0].name);
    for (guint size = 0; size < bytes->len; size++)
        g_assert_null(report_sum_take(fixture->lean, sum->path, bytes->data, size, &read));
    g_byte_array_append(bytes, (const guint8 *)"", 1);
    g_assert_null(report_sum_take(fixture->lean, sum->path, bytes->data, bytes->len, &read));
}

#define ADD(name, function) g_test_add("/sums/" name, Fixture, NULL, set_up, function, tear_down)

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    ADD("same", test_sums);
    ADD("some-tables", test_some_tables);
    ADD("opened", test_opening);
    ADD("opened-some", test_opening_some);
    ADD("known", test_known);
    ADD("bytes", test_bytes);
    ADD("lost-table", test_lost_table);
    return g_test_run();
}
