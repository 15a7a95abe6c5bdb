/* The model of reports, its inputs, and the escaping of what they show. Verdicts are tested with htol. */
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "htol/base/layout.h"
#include "htol/judge/eval.h"
#include "report/gaps/user_words.h"
#include "report/gaps/words.h"
#include "report/html/parts/html.h"
#include "report/inputs/files.h"
#include "report/judge/objectives.h"
#include "report/make/make.h"
#include "report/out/renderers.h"
#include "report/read/read_inputs.h"
#include "tests/unit/sample_function.h"
#include "tests/unit/sample_project.h"
#include "tests/unit/sample_users.h"

/* A data directory of its own for each test. */
typedef struct {
    char *directory;
    HtolArena *arena;
    ReportInputs *inputs;
    ReportModel *model;
} Fixture;

static void set_up(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    fixture->directory = g_dir_make_tmp("hlcov-model-XXXXXX", NULL);
    fixture->arena = htol_arena_new();
}

static void tear_down(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    if (fixture->model)
        report_model_free(fixture->model);
    if (fixture->inputs)
        report_inputs_free(fixture->inputs);
    htol_arena_free(fixture->arena);
    sample_remove_tree(fixture->directory);
    g_free(fixture->directory);
}

static char *path_in(const Fixture *fixture, const char *name)
{
    return g_build_filename(fixture->directory, name, NULL);
}

static void write_text(const Fixture *fixture, const char *name, const char *text)
{
    g_autofree char *path = path_in(fixture, name);
    g_autofree char *directory = g_path_get_dirname(path);
    g_mkdir_with_parents(directory, 0777);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
}

static void read_data(Fixture *fixture, const char *name)
{
    g_autofree char *path = path_in(fixture, name);
    const char *const paths[] = {path, NULL};
    g_autoptr(GError) error = NULL;
    fixture->inputs = report_inputs_read(paths, NULL, &error);
    g_assert_no_error(error);
}

static void make_model(Fixture *fixture, ReportRequest request)
{
    g_autoptr(GError) error = NULL;
    htol_selection_parse("all", &request.selection, &error);
    g_assert_no_error(error);
    request.root = fixture->directory;
    fixture->model = report_model_new(fixture->inputs, &request, &error);
    g_assert_no_error(error);
}

static void model_of_project(Fixture *fixture, ReportRequest request)
{
    sample_project_write(fixture->directory, "/nowhere/program");
    read_data(fixture, "data");
    make_model(fixture, request);
}

static const ReportFile *file_named(const ReportModel *model, const char *path)
{
    for (guint i = 0; i < model->n_files; i++)
        if (strcmp(model->files[i]->path, path) == 0)
            return model->files[i];
    g_assert_not_reached();
}

static void assert_totals(const ReportTotals *totals, guint covered, guint objectives)
{
    g_assert_cmpuint(totals->covered, ==, covered);
    g_assert_cmpuint(totals->objectives, ==, objectives);
}

/* Scores ------------------------------------------------------------------------------------------------- */

static void assert_score(guint covered, guint objectives, guint excluded, const char *expected)
{
    ReportTotals totals = {.objectives = objectives, .covered = covered, .excluded = excluded};
    g_autofree char *text = report_score_text(&totals);
    g_assert_cmpstr(text, ==, expected);
}

static void test_scores(void)
{
    assert_score(0, 0, 0, "n/a");
    assert_score(0, 3, 3, "n/a");
    assert_score(0, 7, 0, "0.0%");
    assert_score(2, 3, 0, "66.6%");
    assert_score(9999, 10000, 0, "99.9%");
    assert_score(3, 4, 1, "100%");
    assert_score(4000000000u, 4000000000u, 0, "100%");
}

/* Merging ------------------------------------------------------------------------------------------------ */

static void test_inline_function_of_two_units(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    model_of_project(fixture, (ReportRequest){0});
    const ReportFile *file = file_named(fixture->model, "src/clamp.h");
    g_assert_cmpuint(file->n_functions, ==, 1);
    assert_totals(&file->totals[HTOL_CRIT_stmt], 5, 5);
    assert_totals(&file->totals[HTOL_CRIT_dc], 2, 2);
    assert_totals(&file->totals[HTOL_CRIT_cc], 3, 4);
}

static void test_data_files_are_ored(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    model_of_project(fixture, (ReportRequest){0});
    const ReportFile *file = file_named(fixture->model, "src/main.c");
    g_assert_true(file->functions[0]->called);
    assert_totals(&file->totals[HTOL_CRIT_stmt], 4, 5);
    assert_totals(&file->totals[HTOL_CRIT_fc], 1, 1);
    g_assert_cmpuint(fixture->inputs->runs->len, ==, 2);
    g_assert_cmpuint(fixture->inputs->notes->len, ==, 0);
}

static void test_unit_that_never_ran(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    model_of_project(fixture, (ReportRequest){0});
    const ReportFile *file = file_named(fixture->model, "src/never.c");
    assert_totals(&file->totals[HTOL_CRIT_stmt], 0, 5);
    g_assert_cmpuint(fixture->model->n_unrun, ==, 1);
    g_assert_cmpuint(fixture->model->n_units, ==, 3);
}

static void test_skipped_function_is_unmeasured(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    model_of_project(fixture, (ReportRequest){0});
    const ReportFile *file = file_named(fixture->model, "src/never.c");
    const ReportFunction *function = file->functions[1];
    g_assert_nonnull(function->skipped);
    g_assert_false(function->called);
    ReportTotals totals = report_function_totals(function, HTOL_CRIT_fc);
    assert_totals(&totals, 0, 0);
    g_autoptr(ReportObjectives) objectives = report_objectives(fixture->model, function);
    g_assert_cmpuint(objectives->n, >, 0);
    for (guint i = 0; i < objectives->n; i++)
        g_assert_cmpint(objectives->list[i].status, ==, REPORT_UNMEASURED);
    g_assert_cmpuint(fixture->model->counts.skipped, ==, 1);
}

static void test_totals_are_sums(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    model_of_project(fixture, (ReportRequest){0});
    for (guint criterion = 0; criterion < HTOL_CRITERIA; criterion++) {
        guint covered = 0, objectives = 0;
        for (guint i = 0; i < fixture->model->n_files; i++) {
            covered += fixture->model->files[i]->totals[criterion].covered;
            objectives += fixture->model->files[i]->totals[criterion].objectives;
        }
        assert_totals(&fixture->model->totals[criterion], covered, objectives);
    }
}

/* Whatever was found out of decisions that are alike: the evaluator says the same of this one. */
static void assert_verdict(const ReportObjective *objective, HtolObserved *observed)
{
    const HtolObjective *what = objective->objective;
    if (what->hyper && !what->user && objective->status != REPORT_EXCLUDED)
        g_assert_cmpint(objective->status == REPORT_COVERED, ==, htol_covered(what->hyper, observed));
}

/* What is kept of a function's objectives says of them what was counted when they were judged. */
static void assert_expanded_again(const ReportModel *model, const ReportFunction *function)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolObserved *observed = htol_observed_of(arena, function->recorded);
    g_autoptr(ReportObjectives) objectives = report_objectives(model, function);
    ReportTotals totals[HTOL_CRITERIA] = {0};
    g_assert_cmpuint(objectives->n, ==, function->n_objectives);
    for (guint i = 0; i < objectives->n; i++) {
        const ReportObjective *objective = &objectives->list[i];
        g_assert_cmpint(function->judged[i].criterion, ==, objective->objective->criterion);
        g_assert_cmpuint(function->judged[i].line, ==, report_branch_line(function->function, objective->objective));
        g_assert_cmpint(*objective->why != '\0', ==,
                        objective->status != REPORT_COVERED && objective->status != REPORT_UNCOVERED);
        report_totals_count(&totals[objective->objective->criterion], objective->status);
        assert_verdict(objective, observed);
    }
    ReportTotals kept[HTOL_CRITERIA] = {0};
    report_totals_add_function(kept, function);
    g_assert_cmpmem(totals, sizeof totals, kept, sizeof kept);
}

static void test_objectives_are_expanded_again(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    model_of_project(fixture, (ReportRequest){0});
    for (guint i = 0; i < fixture->model->n_files; i++)
        for (guint k = 0; k < fixture->model->files[i]->n_functions; k++)
            assert_expanded_again(fixture->model, fixture->model->files[i]->functions[k]);
}

/* Variants and versions ---------------------------------------------------------------------------------- */

static const SampleSource source = {"a.c", "text\n", 3};

/* A unit of function f whose decision text is `text`: same tokens by its hash, other rows. */
static void write_variant(const Fixture *fixture, const SampleSource *of, const char *text)
{
    g_autofree char *data = path_in(fixture, "data");
    HtolFunction function = sample_function(fixture->arena, of, "f");
    function.decisions[0].text = text;
    SampleUnit unit;
    sample_unit_init(&unit, of->path, &function, 1);
    const SampleRecord record = {&unit, "100000"};
    sample_write_table(data, &unit);
    sample_write_data(data, text, "/nowhere/program", &record, 1);
    sample_unit_clear(&unit);
}

static char *first_id(const ReportModel *model, const ReportFunction *function, ReportWords *words)
{
    return report_objective_id(model, function, report_words_objectives(words, function)->list);
}

static void test_variants_have_ids_of_their_own(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    write_text(fixture, source.path, source.text);
    write_variant(fixture, &source, "one");
    write_variant(fixture, &source, "two");
    read_data(fixture, "data");
    make_model(fixture, (ReportRequest){0});
    const ReportFile *file = file_named(fixture->model, "a.c");
    g_assert_cmpuint(file->n_functions, ==, 2);
    g_assert_cmpuint(fixture->model->counts.outdated, ==, 0);
    g_autoptr(ReportWords) words = report_words_new(fixture->model);
    g_autofree char *first = first_id(fixture->model, file->functions[0], words);
    g_autofree char *second = first_id(fixture->model, file->functions[1], words);
    g_assert_true(g_str_has_prefix(first, "a.c:f:"));
    g_assert_cmpstr(first, !=, second);
    g_assert_nonnull(strstr(second, "#2:"));
}

static void test_files_elsewhere_are_not_judged(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    const SampleSource other = {"deep/b.c", "other text\n", 3};
    write_text(fixture, source.path, source.text);
    write_variant(fixture, &source, "one");
    write_variant(fixture, &other, "two");
    read_data(fixture, "data");
    make_model(fixture, (ReportRequest){.place = "b.c:7"});
    const ReportFile *file = file_named(fixture->model, "deep/b.c");
    g_assert_cmpuint(file->functions[0]->n_objectives, >, 0);
    file = file_named(fixture->model, source.path);
    g_assert_cmpuint(file->n_functions, ==, 1);
    g_assert_cmpuint(file->functions[0]->n_objectives, ==, 0);
}

static void test_older_text_is_left_out(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    const SampleSource older = {"a.c", "older text\n", 3};
    write_text(fixture, source.path, source.text);
    write_variant(fixture, &source, "one");
    write_variant(fixture, &older, "two");
    read_data(fixture, "data");
    make_model(fixture, (ReportRequest){0});
    g_assert_cmpuint(fixture->model->counts.outdated, ==, 1);
    g_assert_cmpuint(file_named(fixture->model, "a.c")->n_functions, ==, 1);
    g_assert_cmpint(file_named(fixture->model, "a.c")->state, ==, REPORT_SOURCE_OK);
}

static void test_changed_source_is_not_shown(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    write_text(fixture, source.path, "something else\n");
    write_variant(fixture, &source, "one");
    read_data(fixture, "data");
    make_model(fixture, (ReportRequest){0});
    const ReportFile *file = file_named(fixture->model, "a.c");
    g_assert_cmpint(file->state, ==, REPORT_SOURCE_CHANGED);
    g_assert_null(file->source);
    g_assert_cmpuint(file->n_functions, ==, 1);
}

/* Requests ----------------------------------------------------------------------------------------------- */

static void test_include_and_exclude(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    const char *const include[] = {"src/*.c", NULL}, *const exclude[] = {"*never*", NULL};
    model_of_project(fixture, (ReportRequest){.include = include, .exclude = exclude});
    g_assert_cmpuint(fixture->model->n_files, ==, 2);
    g_assert_cmpstr(fixture->model->files[1]->path, ==, "src/main.c");
}

static void test_worst_first(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    model_of_project(fixture, (ReportRequest){.sort = "stmt"});
    g_assert_cmpstr(fixture->model->files[0]->path, ==, "src/<b>&\"'.c");
    g_assert_cmpstr(fixture->model->files[1]->path, ==, "src/never.c");
    g_assert_cmpstr(fixture->model->files[3]->path, ==, "src/clamp.h");
}

static void test_unknown_sort_key(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    ReportRequest request = {.sort = "beauty"};
    g_autoptr(GError) error = NULL;
    sample_project_write(fixture->directory, "/nowhere/program");
    read_data(fixture, "data");
    g_assert_true(htol_selection_parse("all", &request.selection, NULL));
    g_assert_null(report_model_new(fixture->inputs, &request, &error));
    g_assert_nonnull(strstr(error->message, "beauty"));
}

/* Progress ------------------------------------------------------------------------------------------------- */

typedef struct {
    guint read, judged, functions;
} Told;

static void tell(gpointer user, const char *doing, guint done, guint of)
{
    Told *told = user;
    if (strcmp(doing, "reading") == 0) {
        g_assert_cmpuint(done, ==, ++told->read);
        return;
    }
    g_assert_cmpstr(doing, ==, "judging functions");
    g_assert_cmpuint(done, ==, told->judged++);
    told->functions = of;
}

static void test_progress(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    Told told = {0};
    const ReportProgress progress = {tell, &told};
    sample_project_write(fixture->directory, "/nowhere/program");
    g_autofree char *path = path_in(fixture, "data");
    const char *const paths[] = {path, NULL}, *const include[] = {"src/*.c", NULL};
    fixture->inputs = report_inputs_read(paths, &progress, NULL);
    g_assert_cmpuint(told.read, >=, fixture->inputs->units->len + fixture->inputs->runs->len);
    make_model(fixture, (ReportRequest){.include = include, .progress = &progress});
    g_assert_cmpuint(told.judged, ==, fixture->model->counts.functions);
    g_assert_cmpuint(told.functions, ==, fixture->model->counts.functions);
}

/* Inputs ------------------------------------------------------------------------------------------------- */

static const ReportNote *only_note(const Fixture *fixture)
{
    g_assert_cmpuint(fixture->inputs->notes->len, ==, 1);
    return fixture->inputs->notes->pdata[0];
}

static void test_slots_differ_from_table(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    g_autofree char *data = path_in(fixture, "data");
    HtolFunction function = sample_function(fixture->arena, &source, "f");
    SampleUnit unit;
    sample_unit_init(&unit, "a.c", &function, 1);
    sample_write_table(data, &unit);
    sample_write_data(data, "bad", "", &(SampleRecord){&unit, "1000000"}, 1);
    sample_unit_clear(&unit);
    read_data(fixture, "data");
    g_assert_cmpint(only_note(fixture)->kind, ==, REPORT_NOTE_DAMAGED);
    g_assert_true(g_str_has_suffix(only_note(fixture)->path, "bad.hlb"));
}

static void test_data_without_its_table(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    g_autofree char *data = path_in(fixture, "data");
    HtolFunction function = sample_function(fixture->arena, &source, "f");
    HtolFunction other = sample_function(fixture->arena, &source, "g");
    SampleUnit unit, lost;
    sample_unit_init(&unit, "a.c", &function, 1);
    sample_unit_init(&lost, "a.c", &other, 1);
    sample_write_table(data, &unit);
    sample_write_data(data, "run", "", (SampleRecord[]){{&unit, "100000"}, {&lost, "100000"}}, 2);
    g_autofree char *id = htol_id_text(lost.table.id);
    sample_unit_clear(&unit);
    sample_unit_clear(&lost);
    read_data(fixture, "data");
    g_assert_cmpint(only_note(fixture)->kind, ==, REPORT_NOTE_DAMAGED);
    g_assert_nonnull(strstr(only_note(fixture)->message, id));
    const ReportUnit *read = fixture->inputs->units->pdata[0];
    g_assert_true(read->run);
    g_assert_cmpuint(read->slots[SAMPLE_ENTRY], ==, 1);
}

/* Tuples ------------------------------------------------------------------------------------------------- */

enum { OF_DECISION, OF_LABEL, OF_SEQUENCE };

/* A unit of two functions; the second has the sources, in the order of the enumeration behind the first's
 * one. */
static void init_unit_with_sources(const Fixture *fixture, SampleUnit *unit)
{
    HtolFunction *functions = htol_arena_new0(fixture->arena, HtolFunction, 2);
    SampleFunction *first = sample_function_new(fixture->arena, "f"), *second = NULL;
    sample_function_add_label(first, "a.htol", "K", 1);
    functions[0] = *sample_function_end(first);
    second = sample_function_new(fixture->arena, "g");
    sample_function_add_decision(second, HTOL_DECISION_IF, "a && b", 1);
    sample_function_add_label(second, "a.htol", "L", 2);
    sample_function_add_sequence(second, "a.htol", "[ L --> M ]", 1);
    functions[1] = *sample_function_end(second);
    functions[1].row.sources++;
    functions[1].decisions[0].source = 1 + OF_DECISION;
    functions[1].labels[0].source = 1 + OF_LABEL;
    functions[1].sequences[0].source = 1 + OF_SEQUENCE;
    sample_unit_init(unit, "a.c", functions, 2);
}

/* A data file of the unit, all of whose slots are set; forgets its tuples. */
static void write_run(const Fixture *fixture, const char *name, SampleUnit *unit)
{
    g_autofree char *data = path_in(fixture, "data");
    g_autofree char *slots = g_strnfill(unit->table.row.slots, '1');
    sample_write_table(data, unit);
    sample_write_data(data, name, "", &(SampleRecord){unit, slots}, 1);
    sample_unit_forget_tuples(unit);
}

static void test_union_of_tuples(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    SampleUnit unit;
    g_autoptr(GString) text = g_string_new(NULL);
    init_unit_with_sources(fixture, &unit);
    sample_unit_add_tuple(&unit, 1 + OF_LABEL, "-5 0x10@7");
    sample_unit_add_tuple(&unit, 1 + OF_DECISION, "vector T");
    unit.set->data[HTOL_AT_SET_LOST] = 3;
    write_run(fixture, "first", &unit);
    sample_unit_add_tuple(&unit, 1 + OF_SEQUENCE, "0.5");
    sample_unit_add_tuple(&unit, 1 + OF_LABEL, "-5 0x10@7");
    sample_unit_add_tuple(&unit, 1 + OF_LABEL, "-5 0x10@8");
    sample_unit_add_tuple(&unit, 1 + OF_LABEL, "-6 0x10@8");
    unit.set->data[HTOL_AT_SET_LOST] = 4;
    write_run(fixture, "second", &unit);
    write_run(fixture, "third", &unit);
    sample_unit_clear(&unit);
    read_data(fixture, "data");
    g_assert_cmpuint(fixture->inputs->notes->len, ==, 0);
    const ReportUnit *read = fixture->inputs->units->pdata[0];
    for (guint32 i = 0; i < read->n_tuples; i++) {
        htol_tuple_print(&read->tuples[i], text);
        g_string_append_c(text, '\n');
    }
    g_assert_cmpstr(text->str, ==,
                    "source 1: vector TFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF\n"
                    "source 2: -6 0x10@8\n"
                    "source 2: -5 0x10@7\n"
                    "source 2: -5 0x10@8\n"
                    "source 3: 0.5\n");
    g_assert_cmpuint(read->lost, ==, 7);
}

static const struct {
    guint32 source;
    const char *values;
} misfits[] = {
    {1 + OF_DECISION, "1"},
    {1 + OF_DECISION, "vector T vector T"},
    {1 + OF_LABEL, "1"},
    {1 + OF_LABEL, "1 2 3"},
    {1 + OF_LABEL, "1 vector T"},
    {1 + OF_SEQUENCE, "1 2"},
    {1 + OF_SEQUENCE + 1, "1"},
    {G_MAXUINT32, "1"},
    {0, "vector T"},
};

/* Nothing of the unit counts then. */
static void test_tuples_differ_from_table(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    SampleUnit unit;
    init_unit_with_sources(fixture, &unit);
    for (guint i = 0; i < G_N_ELEMENTS(misfits); i++) {
        g_autofree char *name = g_strdup_printf("bad%u", i);
        sample_unit_add_tuple(&unit, 0, "1");
        sample_unit_add_tuple(&unit, misfits[i].source, misfits[i].values);
        write_run(fixture, name, &unit);
    }
    sample_unit_clear(&unit);
    read_data(fixture, "data");
    g_assert_cmpuint(fixture->inputs->notes->len, ==, G_N_ELEMENTS(misfits));
    for (guint i = 0; i < G_N_ELEMENTS(misfits); i++) {
        const ReportNote *note = fixture->inputs->notes->pdata[i];
        g_autofree char *name = g_strdup_printf("bad%u.hlb", i);
        g_assert_cmpint(note->kind, ==, REPORT_NOTE_DAMAGED);
        g_assert_true(g_str_has_suffix(note->path, name));
        g_assert_nonnull(strstr(note->message, "has tuples that do not fit its table (a.c): left out"));
    }
    const ReportUnit *read = fixture->inputs->units->pdata[0];
    g_assert_false(read->run || read->slots[0]);
    g_assert_cmpuint(read->n_tuples, ==, 0);
}

/* Users' objectives -------------------------------------------------------------------------------------- */

#define SCRIPT "limits.htol"

static const char script[] = "label L at h.h:2 { x = a, y = b } : 1;\n"
                             "hyper Differ : < L . L' | x == x' && y != y' >;\n";

/* A unit whose inline function, of one text, has the label L; `text` is the script that it was compiled with,
 * and `variant` the line where the label came to lie. */
static void init_user_unit(const Fixture *fixture, SampleUnit *unit, const char *path, const char *text,
                           guint32 variant)
{
    HtolRowScript *row = htol_arena_new0(fixture->arena, HtolRowScript, 1);
    *row = (HtolRowScript){SCRIPT, sample_hash(fixture->arena, text), 1, 1, HTOL_SCRIPT_FILE, text, ""};
    SampleFunction *sample = sample_function_new(fixture->arena, "f");
    sample_function_add_label(sample, SCRIPT, "L", 2);
    HtolFunction *function = sample_function_end(sample);
    function->labels[0].line = variant;
    sample_unit_init(unit, path, function, 1);
    sample_unit_set_scripts(unit, row, 1);
}

/* What a program recorded of the unit: entry and label were met, with these values. */
static void write_user_run(const Fixture *fixture, const char *name, SampleUnit *unit, const char *values)
{
    g_autofree char *data = path_in(fixture, "data");
    sample_write_table(data, unit);
    sample_unit_add_tuple(unit, 0, values);
    sample_write_data(data, name, "", &(SampleRecord){unit, "110"}, 1);
    sample_unit_clear(unit);
}

static const ReportObjective *user_objective(const ReportModel *model, const char *path)
{
    g_autoptr(GArray) entries = report_user_entries(model);
    for (guint i = 0; i < entries->len; i++) {
        const ReportUserEntry *entry = &g_array_index(entries, ReportUserEntry, i);
        if (strcmp(model->files[entry->file]->path, path) == 0)
            return entry->objective;
    }
    g_assert_not_reached();
}

static gsize environments_of_label(const ReportModel *model)
{
    return user_objective(model, "src/\xe4.c")->objective->user->relations[0]->relation.rows;
}

static void model_of_users(Fixture *fixture, ReportRequest request)
{
    read_data(fixture, "data");
    g_assert_cmpuint(fixture->inputs->notes->len, ==, 0);
    make_model(fixture, request);
}

static void test_tuples_of_units_are_united(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    SampleUnit one, two;
    write_text(fixture, SCRIPT, script);
    init_user_unit(fixture, &one, "one.c", script, 2);
    init_user_unit(fixture, &two, "two.c", script, 2);
    write_user_run(fixture, "first", &one, "1 5");
    sample_unit_add_tuple(&two, 0, "1 5");
    write_user_run(fixture, "second", &two, "1 6");
    model_of_users(fixture, (ReportRequest){0});
    g_assert_cmpuint(fixture->model->counts.functions, ==, 1);
    g_assert_cmpint(user_objective(fixture->model, "src/\xe4.c")->status, ==, REPORT_COVERED);
    g_assert_cmpuint(environments_of_label(fixture->model), ==, 2);
    assert_totals(&fixture->model->totals[HTOL_CRIT_user], 1, 1);
    g_assert_cmpuint(fixture->model->n_warnings, ==, 0);
}

/* The same rows, but the label meant something else: its environments do not count, all else does. */
static void test_older_script(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    SampleUnit one, two;
    write_text(fixture, SCRIPT, script);
    init_user_unit(fixture, &one, "one.c", "label L at h.h:2 { x = 1, y = 2 } : 1;", 2);
    init_user_unit(fixture, &two, "two.c", script, 2);
    write_user_run(fixture, "first", &one, "1 5");
    g_autofree char *data = path_in(fixture, "data");
    sample_write_table(data, &two);
    sample_write_data(data, "second", "", &(SampleRecord){&two, "000"}, 1);
    sample_unit_clear(&two);
    model_of_users(fixture, (ReportRequest){0});
    g_assert_cmpuint(fixture->model->counts.functions, ==, 1);
    g_assert_true(file_named(fixture->model, "src/\xe4.c")->functions[0]->called);
    g_assert_cmpint(user_objective(fixture->model, "src/\xe4.c")->status, ==, REPORT_UNCOVERED);
    g_assert_cmpuint(environments_of_label(fixture->model), ==, 0);
    g_assert_cmpuint(fixture->model->n_warnings, ==, 1);
    g_assert_cmpstr(fixture->model->warnings[0].where.file, ==, SCRIPT);
}

static void test_variant_of_older_script(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    SampleUnit one, two;
    write_text(fixture, SCRIPT, script);
    init_user_unit(fixture, &one, "one.c", "label L at h.h:3 { x = a, y = b } : 1;", 3);
    init_user_unit(fixture, &two, "two.c", script, 2);
    write_user_run(fixture, "first", &one, "1 5");
    write_user_run(fixture, "second", &two, "1 6");
    model_of_users(fixture, (ReportRequest){0});
    g_assert_cmpuint(fixture->model->counts.functions, ==, 1);
    g_assert_cmpuint(fixture->model->counts.outdated, ==, 1);
    g_assert_cmpuint(environments_of_label(fixture->model), ==, 1);
}

/* Then the text of most units counts. */
static void test_script_that_is_gone(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    SampleUnit units[3];
    init_user_unit(fixture, &units[0], "one.c", "label L at h.h:2 { x = 1, y = 2 } : 1;", 2);
    init_user_unit(fixture, &units[1], "two.c", script, 2);
    init_user_unit(fixture, &units[2], "three.c", script, 2);
    write_user_run(fixture, "first", &units[0], "1 5");
    write_user_run(fixture, "second", &units[1], "1 6");
    write_user_run(fixture, "third", &units[2], "1 7");
    model_of_users(fixture, (ReportRequest){0});
    g_assert_cmpint(user_objective(fixture->model, "src/\xe4.c")->status, ==, REPORT_COVERED);
    g_assert_cmpuint(environments_of_label(fixture->model), ==, 2);
    g_assert_nonnull(strstr(fixture->model->warnings[0].message, "1 of 3"));
}

/* Even if most units have another. */
static void test_text_of_the_file_now(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    SampleUnit units[3];
    const char *older = "label L at h.h:2 { x = 1, y = 2 } : 1;";
    write_text(fixture, SCRIPT, script);
    init_user_unit(fixture, &units[0], "one.c", older, 2);
    init_user_unit(fixture, &units[1], "two.c", older, 2);
    init_user_unit(fixture, &units[2], "three.c", script, 2);
    write_user_run(fixture, "first", &units[0], "1 5");
    write_user_run(fixture, "second", &units[1], "1 6");
    write_user_run(fixture, "third", &units[2], "2 7");
    model_of_users(fixture, (ReportRequest){0});
    g_assert_cmpint(user_objective(fixture->model, "src/\xe4.c")->status, ==, REPORT_UNCOVERED);
    g_assert_cmpuint(environments_of_label(fixture->model), ==, 1);
}

/* A unit with a function that has the label N without bindings, in a file of that path. */
static void write_label_unit(const Fixture *fixture, const char *path, const char *text, const char *slots)
{
    g_autofree char *data = path_in(fixture, "data");
    SampleUnit unit;
    HtolRowScript row = {SCRIPT, sample_hash(fixture->arena, text), 1, 1, HTOL_SCRIPT_FILE, text, ""};
    SampleFunction *sample = sample_function_new(fixture->arena, "f");
    sample_function_add_label(sample, SCRIPT, "N", 0);
    HtolFunction *function = sample_function_end(sample);
    function->files[0].path = path;
    sample_unit_init(&unit, text, function, 1);
    sample_unit_set_scripts(&unit, &row, 1);
    sample_write_table(data, &unit);
    g_autofree char *id = htol_id_text(unit.table.id);
    sample_write_data(data, id, "", &(SampleRecord){&unit, slots}, 1);
    sample_unit_clear(&unit);
}

/* Its slot means what it meant then. */
static void test_slot_of_older_script(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    const char *now = "label N at h.h:2 : x > 1;";
    write_text(fixture, SCRIPT, now);
    write_label_unit(fixture, "a.c", "label N at h.h:2 : x > 0;", "110");
    write_label_unit(fixture, "a.c", now, "000");
    model_of_users(fixture, (ReportRequest){0});
    g_assert_true(file_named(fixture->model, "a.c")->functions[0]->called);
    g_assert_cmpint(user_objective(fixture->model, "a.c")->status, ==, REPORT_UNCOVERED);
}

static void test_label_in_excluded_file(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    const char *const exclude[] = {"b.c", NULL};
    const char *text = "label N at f@entry : 1;";
    write_text(fixture, SCRIPT, text);
    write_label_unit(fixture, "a.c", text, "100");
    write_label_unit(fixture, "b.c", text, "110");
    model_of_users(fixture, (ReportRequest){.exclude = exclude});
    g_assert_cmpuint(fixture->model->n_files, ==, 1);
    g_assert_cmpuint(fixture->model->counts.functions, ==, 1);
    g_assert_cmpint(user_objective(fixture->model, "a.c")->status, ==, REPORT_COVERED);
}

/* What lies in files that were not asked for is recorded nevertheless. */
static void test_labels_of_excluded_files(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    const char *const exclude[] = {"src/login.c", NULL}, *const include[] = {"*.htol", NULL};
    sample_users_write(fixture->directory);
    model_of_users(fixture, (ReportRequest){.exclude = exclude, .include = include});
    g_assert_cmpuint(fixture->model->n_files, ==, 2);
    g_assert_cmpuint(fixture->model->counts.functions, ==, 0);
    g_assert_cmpstr(user_objective(fixture->model, SCRIPT)->why, ==,
                    "label Gone: shutdown@entry is in no measured function");
}

static void test_objectives_in_no_function(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    sample_users_write(fixture->directory);
    model_of_users(fixture, (ReportRequest){0});
    const ReportFile *file = file_named(fixture->model, "wrong.htol");
    g_assert_cmpint(file->state, ==, REPORT_SOURCE_OK);
    g_assert_true(g_str_has_prefix(file->source, "label : 1;"));
    g_assert_cmpuint(file->n_functions, ==, 0);
    g_assert_cmpuint(file->outside->n_objectives, ==, 1);
    g_assert_cmpuint(file->totals[HTOL_CRIT_user].unmeasured, ==, 1);
    g_assert_cmpstr(report_objective_path(file->outside, user_objective(fixture->model, "wrong.htol")), ==,
                    "wrong.htol");
}

/* In the file of their functions if it has any. */
static void test_objectives_beside_functions(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    SampleUnit unit;
    HtolRowScript row = {
        .path = "src/\xe4.c", .hash = "0", .line = 7, .kind = HTOL_SCRIPT_COMMENT, .text = " label K : 1"};
    g_autofree char *data = path_in(fixture, "data");
    HtolFunction *function = sample_function_end(sample_function_new(fixture->arena, "f"));
    sample_unit_init(&unit, "a.c", function, 1);
    sample_unit_set_scripts(&unit, &row, 1);
    sample_write_table(data, &unit);
    sample_write_data(data, "run", "", &(SampleRecord){&unit, "1"}, 1);
    sample_unit_clear(&unit);
    model_of_users(fixture, (ReportRequest){0});
    const ReportFile *file = file_named(fixture->model, "src/\xe4.c");
    g_assert_cmpuint(fixture->model->n_files, ==, 1);
    g_assert_cmpuint(file->n_functions, ==, 1);
    g_autoptr(ReportObjectives) objectives = report_objectives(fixture->model, file->outside);
    g_assert_cmpstr(objectives->list[0].why, ==, "label K: src/\xe4.c:7 is in no measured function");
}

static void test_nobody_wrote_objectives(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    ReportRequest request = {.root = fixture->directory};
    model_of_project(fixture, (ReportRequest){0});
    g_assert_false(fixture->model->selection.wanted[HTOL_CRIT_user]);
    report_model_free(fixture->model);
    g_assert_true(htol_selection_parse("all,user", &request.selection, NULL));
    fixture->model = report_model_new(fixture->inputs, &request, NULL);
    g_assert_true(fixture->model->selection.wanted[HTOL_CRIT_user]);
}

/* Of warnings that concern all, one; of each objective, its own. */
static void test_warnings_about_users(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    sample_users_write(fixture->directory);
    model_of_users(fixture, (ReportRequest){0});
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < fixture->model->n_warnings; i++)
        g_string_append_printf(text, "%s\n", fixture->model->warnings[i].message);
    g_assert_cmpuint(fixture->model->n_warnings, ==, 5);
    g_assert_nonnull(strstr(text->str, "3 times one could not be kept: coverage of labels Enter, Asked, Leave"));
    g_assert_nonnull(strstr(text->str, "label Ratio was passed by"));
    g_assert_nonnull(strstr(text->str, "more of [ Enter --> Leave ]"));
}

/* Escaping ----------------------------------------------------------------------------------------------- */

static void assert_escaped(const char *text, const char *expected)
{
    char *written = NULL;
    size_t size;
    FILE *out = open_memstream(&written, &size);
    report_html_string(out, text);
    fclose(out);
    g_assert_cmpstr(written, ==, expected);
    free(written);
}

static void test_html_text(void)
{
    assert_escaped("a < b && c > \"d\" 'e'", "a &lt; b && c > &quot;d&quot; 'e'");
    assert_escaped("&lt; &#60; a&&b &", "&amp;lt; &amp;#60; a&&amp;b &amp;");
    assert_escaped("\t\f\x7f\x1b", "\t\xe2\x90\x8c\xe2\x90\xa1\xe2\x90\x9b");
    assert_escaped("\xc3\xa9\xff\xc3", "\xc3\xa9\xef\xbf\xbd\xef\xbf\xbd");
    assert_escaped("\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    assert_escaped("x\xe2\x80\xaey", "x\xef\xbf\xbdy");
}

static void test_plain_text(void)
{
    g_autofree char *plain = htol_plain("a\nb\xff\xe2\x80\xa8");
    g_assert_cmpstr(plain, ==,
                    "a\xef\xbf\xbd"
                    "b\xef\xbf\xbd\xef\xbf\xbd");
}

static void test_page_names(void)
{
    g_autoptr(GHashTable) names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autofree char *long_path = g_strnfill(3000, 'a'), *longer_path = g_strnfill(3001, 'a');
    const char *const paths[] = {"a/b.c", "a+b.c",  "a=2fb.c", "a_b.c", "../a.c", "..+a.c", "/a.c",    "index",
                                 ".a.c",  "\xff.c", "\xfe.c",  "a b",   "<a>",    "A/b.c",  long_path, longer_path};
    for (gsize i = 0; i < G_N_ELEMENTS(paths); i++) {
        char *name = report_html_page_name(paths[i]);
        g_assert_cmpuint(strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.+="), ==,
                         strlen(name));
        g_assert_cmpuint(strlen(name), <, 240);
        g_assert_cmpint(name[0], !=, '.');
        g_assert_cmpstr(name, !=, "index.html");
        g_assert_true(g_hash_table_add(names, name));
    }
}

/* Files -------------------------------------------------------------------------------------------------- */

static void test_output_is_all_or_nothing(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    g_autofree char *path = path_in(fixture, "out");
    g_autofree char *text = NULL;
    gsize size;
    ReportOutput output;
    g_assert_true(report_output_open(&output, path, NULL));
    fputs("half", output.stream);
    fflush(output.stream);
    g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
    g_assert_true(report_output_close(&output, NULL));
    g_assert_true(report_file_read(path, &text, &size, NULL));
    g_assert_cmpstr(text, ==, "half");
}

static void test_output_to_nowhere(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    g_autoptr(GError) error = NULL;
    g_autofree char *path = path_in(fixture, "gone/out");
    ReportOutput output;
    g_assert_false(report_output_open(&output, path, &error));
    g_assert_nonnull(strstr(error->message, path));
}

static void test_output_to_full_device(void)
{
    g_autoptr(GError) error = NULL;
    ReportOutput output;
    g_assert_true(report_output_open(&output, "/dev/full", &error));
    fputs("text", output.stream);
    g_assert_false(report_output_close(&output, &error));
    g_assert_nonnull(strstr(error->message, "/dev/full"));
}

#define ADD(name, function) g_test_add("/report/" name, Fixture, NULL, set_up, function, tear_down)

static void add_model_tests(void)
{
    ADD("merge/inline", test_inline_function_of_two_units);
    ADD("merge/data", test_data_files_are_ored);
    ADD("merge/never-ran", test_unit_that_never_ran);
    ADD("merge/skipped", test_skipped_function_is_unmeasured);
    ADD("merge/sums", test_totals_are_sums);
    ADD("merge/expanded_again", test_objectives_are_expanded_again);
    ADD("variants/ids", test_variants_have_ids_of_their_own);
    ADD("variants/older", test_older_text_is_left_out);
    ADD("place/elsewhere", test_files_elsewhere_are_not_judged);
    ADD("variants/changed", test_changed_source_is_not_shown);
    ADD("request/globs", test_include_and_exclude);
    ADD("request/sort", test_worst_first);
    ADD("request/unknown-sort", test_unknown_sort_key);
    ADD("progress", test_progress);
    ADD("inputs/slots-differ", test_slots_differ_from_table);
    ADD("inputs/no-table", test_data_without_its_table);
    ADD("inputs/union-of-tuples", test_union_of_tuples);
    ADD("inputs/tuples-differ-from-table", test_tuples_differ_from_table);
    ADD("users/united", test_tuples_of_units_are_united);
    ADD("users/older", test_older_script);
    ADD("users/older-variant", test_variant_of_older_script);
    ADD("users/gone", test_script_that_is_gone);
    ADD("users/now", test_text_of_the_file_now);
    ADD("users/older-slot", test_slot_of_older_script);
    ADD("users/excluded-label", test_label_in_excluded_file);
    ADD("users/excluded", test_labels_of_excluded_files);
    ADD("users/outside", test_objectives_in_no_function);
    ADD("users/beside", test_objectives_beside_functions);
    ADD("users/nobody", test_nobody_wrote_objectives);
    ADD("users/warnings", test_warnings_about_users);
    ADD("files/complete", test_output_is_all_or_nothing);
    ADD("files/nowhere", test_output_to_nowhere);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    add_model_tests();
    g_test_add_func("/report/scores", test_scores);
    g_test_add_func("/report/escape/html", test_html_text);
    g_test_add_func("/report/escape/plain", test_plain_text);
    g_test_add_func("/report/escape/page-names", test_page_names);
    g_test_add_func("/report/files/full", test_output_to_full_device);
    return g_test_run();
}
