/* The model as an SQLite database, for analysts: a row for each criterion, file, function, objective, test and claim of
 * a comment, and for each objective with each test that covers it. */
#include <sqlite3.h>

#include "report/gaps/words.h"
#include "report/inputs/files.h"
#include "report/judge/objectives.h"
#include "report/make/opened.h"
#include "report/model/tests.h"
#include "report/out/renderers.h"
#include "report/words/exclusion_words.h"

static const char schema[] =
    "PRAGMA journal_mode=OFF;"
    "PRAGMA synchronous=OFF;"
    "BEGIN;"
    "CREATE TABLE criteria(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, family TEXT NOT NULL,"
    " title TEXT NOT NULL, doc TEXT NOT NULL);"
    "CREATE TABLE files(id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, source TEXT NOT NULL,"
    " unmeasured TEXT);"
    "CREATE TABLE functions(id INTEGER PRIMARY KEY, file INTEGER NOT NULL REFERENCES files, name TEXT NOT "
    "NULL,"
    " key TEXT NOT NULL, line INTEGER NOT NULL, end_line INTEGER NOT NULL, called INTEGER NOT NULL, skipped "
    "TEXT);"
    "CREATE TABLE exclusions(id INTEGER PRIMARY KEY, path TEXT NOT NULL, line INTEGER NOT NULL,"
    " column INTEGER NOT NULL, claim TEXT NOT NULL, reason TEXT NOT NULL, state TEXT NOT NULL,"
    " disproof TEXT NOT NULL);"
    "CREATE TABLE objectives(id INTEGER PRIMARY KEY, function INTEGER NOT NULL REFERENCES functions,"
    " criterion INTEGER NOT NULL REFERENCES criteria, key TEXT NOT NULL, path TEXT NOT NULL, line INTEGER "
    "NOT NULL,"
    " column INTEGER NOT NULL, text TEXT NOT NULL, value INTEGER, status TEXT NOT NULL, why TEXT NOT NULL,"
    " exclusion INTEGER REFERENCES exclusions);"
    "CREATE TABLE tests(id INTEGER PRIMARY KEY, name TEXT NOT NULL, named INTEGER NOT NULL, seconds REAL);"
    "CREATE TABLE hits(objective INTEGER NOT NULL REFERENCES objectives, test INTEGER NOT NULL REFERENCES tests,"
    " alone INTEGER NOT NULL, PRIMARY KEY(objective, test)) WITHOUT ROWID;"
    "CREATE VIEW scores AS SELECT f.path AS path, c.name AS criterion,"
    " count(*) FILTER (WHERE o.status IN ('covered', 'uncovered')) AS wanted,"
    " count(*) FILTER (WHERE o.status = 'covered') AS covered"
    " FROM objectives o JOIN functions n ON n.id = o.function JOIN files f ON f.id = n.file"
    " JOIN criteria c ON c.id = o.criterion GROUP BY f.id, c.id;";

typedef struct {
    sqlite3 *database;
    sqlite3_stmt *insert_file, *insert_function, *insert_objective, *insert_hit;
    const ReportModel *model; /* of all files */
    GHashTable *exclusions;   /* by ReportClaim's place, owned: number of the exclusion's row */
    const ReportModel *of;    /* that judged the file which is written */
    ReportWords *words;       /* of that */
    gboolean good;
} Writer;

/* Names an exclusion in whichever model it stands; to be freed. */
static char *name_exclusion(const ReportExclusion *exclusion)
{
    const ReportClaim *claim = exclusion->claim;
    return g_strdup_printf("%s:%u:%u %s", claim->where.file, claim->where.line, claim->where.column, claim->words);
}

/* Errors stay with the database; what is called after one does nothing, and the last step reports it. */
static sqlite3_stmt *prepare(sqlite3 *database, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    sqlite3_prepare_v2(database, sql, -1, &statement, NULL);
    return statement;
}

static gboolean step(sqlite3_stmt *statement)
{
    if (!statement)
        return FALSE;
    gboolean good = sqlite3_step(statement) == SQLITE_DONE;
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return good;
}

static void bind_text(sqlite3_stmt *statement, int column, const char *text)
{
    if (!text)
        return;
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    if (sqlite3_bind_text(statement, column, valid, -1, SQLITE_TRANSIENT) == SQLITE_NOMEM)
        htol_no_memory();
}

static gboolean put_criteria(const Writer *w)
{
    sqlite3_stmt *insert = prepare(w->database, "INSERT INTO criteria VALUES(?, ?, ?, ?, ?)");
    gboolean good = TRUE;
    for (guint i = 0; good && i < HTOL_CRITERIA; i++) {
        if (!w->model->selection.wanted[i])
            continue;
        sqlite3_bind_int(insert, 1, (int)i + 1);
        bind_text(insert, 2, htol_selection_name(&w->model->selection, i));
        bind_text(insert, 3, htol_criteria[i].family);
        bind_text(insert, 4, htol_criteria[i].title);
        bind_text(insert, 5, htol_criteria[i].doc);
        good = step(insert);
    }
    sqlite3_finalize(insert);
    return good;
}

static void bind_exclusion(sqlite3_stmt *insert, const ReportModel *model, const ReportExclusion *exclusion)
{
    const ReportClaim *claim = exclusion->claim;
    g_autofree char *disproof = report_exclusion_disproof(model, exclusion);
    bind_text(insert, 2, claim->where.file);
    sqlite3_bind_int64(insert, 3, claim->where.line);
    sqlite3_bind_int64(insert, 4, claim->where.column);
    bind_text(insert, 5, claim->words);
    bind_text(insert, 6, claim->reason);
    bind_text(insert, 7, report_exclusion_state(exclusion));
    bind_text(insert, 8, disproof);
}

static gboolean put_exclusions(const Writer *w)
{
    sqlite3_stmt *insert = prepare(w->database, "INSERT INTO exclusions VALUES(?, ?, ?, ?, ?, ?, ?, ?)");
    gboolean good = TRUE;
    for (guint i = 0; good && i < w->model->n_exclusions; i++) {
        g_hash_table_insert(w->exclusions, name_exclusion(w->model->exclusions[i]), GUINT_TO_POINTER(i + 1));
        sqlite3_bind_int64(insert, 1, i + 1);
        bind_exclusion(insert, w->model, w->model->exclusions[i]);
        good = step(insert);
    }
    sqlite3_finalize(insert);
    return good;
}

static void bind_test(sqlite3_stmt *insert, const ReportModel *model, guint32 test)
{
    const GPtrArray *tests = model->inputs->tests;
    const ReportTest *named = test < tests->len ? tests->pdata[test] : NULL;
    g_autofree char *name = report_test_name(model, test);
    sqlite3_bind_int64(insert, 1, (sqlite3_int64)test + 1);
    bind_text(insert, 2, name);
    sqlite3_bind_int(insert, 3, named != NULL);
    if (named && named->ending.started)
        sqlite3_bind_double(insert, 4, (double)named->ending.duration / G_USEC_PER_SEC);
}

/* What was recorded outside of tests is the last one. */
static gboolean put_tests(const Writer *w)
{
    sqlite3_stmt *insert = prepare(w->database, "INSERT INTO tests VALUES(?, ?, ?, ?)");
    guint32 count = w->model->tests ? htol_test_sets_tests(w->model->tests) : 0;
    gboolean good = TRUE;
    for (guint32 i = 0; good && i < count; i++) {
        bind_test(insert, w->model, i);
        good = step(insert);
    }
    sqlite3_finalize(insert);
    return good;
}

static gboolean put_hits_of(const Writer *w, sqlite3_int64 objective, HtolTestSet tests, gboolean alone)
{
    const HtolTestSets *sets = w->of->tests;
    guint32 test = htol_test_set_next(sets, tests, 0);
    gboolean good = TRUE;
    for (; good && test != HTOL_NO_TEST; test = htol_test_set_next(sets, tests, test + 1)) {
        sqlite3_bind_int64(w->insert_hit, 1, objective);
        sqlite3_bind_int64(w->insert_hit, 2, (sqlite3_int64)test + 1);
        sqlite3_bind_int(w->insert_hit, 3, alone);
        good = step(w->insert_hit);
    }
    return good;
}

/* Of tests that cover it with others, those that do not cover it alone. */
static gboolean put_hits(const Writer *w, sqlite3_int64 objective, const HtolWitnesses *witnesses)
{
    HtolTestSets *sets = w->of->tests;
    HtolTestSet together = htol_witnesses_together(sets, witnesses);
    return put_hits_of(w, objective, witnesses->alone, TRUE) &&
           put_hits_of(w, objective, htol_test_set_without(sets, together, witnesses->alone), FALSE);
}

static void bind_exclusion_of(const Writer *w, const ReportObjective *objective)
{
    if (!objective->exclusion)
        return;
    g_autofree char *name = name_exclusion(objective->exclusion);
    guint row = GPOINTER_TO_UINT(g_hash_table_lookup(w->exclusions, name));
    if (row > 0)
        sqlite3_bind_int64(w->insert_objective, 11, row);
}

static gboolean put_objective(const Writer *w, sqlite3_int64 parent, const ReportFunction *function,
                              const ReportObjective *objective)
{
    const HtolObjective *what = objective->objective;
    g_autofree char *key = report_objective_id(w->of, function, objective);
    g_autofree char *why = report_why(w->words, function, objective);
    sqlite3_stmt *insert = w->insert_objective;
    sqlite3_bind_int64(insert, 1, parent);
    sqlite3_bind_int(insert, 2, (int)what->criterion + 1);
    bind_text(insert, 3, key);
    bind_text(insert, 4, report_objective_path(function, objective));
    sqlite3_bind_int64(insert, 5, what->line);
    sqlite3_bind_int64(insert, 6, what->column);
    bind_text(insert, 7, what->text);
    if (what->value >= 0)
        sqlite3_bind_int(insert, 8, what->value);
    bind_text(insert, 9, report_status_names[objective->status]);
    bind_text(insert, 10, why);
    bind_exclusion_of(w, objective);
    gboolean good = step(insert);
    sqlite3_int64 row = sqlite3_last_insert_rowid(w->database);
    return good && (!objective->witnesses || put_hits(w, row, objective->witnesses));
}

static gboolean put_function(const Writer *w, sqlite3_int64 file, const ReportFunction *function)
{
    const HtolRowFunction *row = &function->function->row;
    sqlite3_bind_int64(w->insert_function, 1, file);
    bind_text(w->insert_function, 2, row->name);
    bind_text(w->insert_function, 3, function->id);
    sqlite3_bind_int64(w->insert_function, 4, row->line);
    sqlite3_bind_int64(w->insert_function, 5, row->end_line);
    sqlite3_bind_int(w->insert_function, 6, function->called);
    bind_text(w->insert_function, 7, function->skipped);
    gboolean good = step(w->insert_function);
    sqlite3_int64 parent = sqlite3_last_insert_rowid(w->database);
    g_autoptr(ReportObjectives) objectives = report_objectives(w->of, function);
    for (guint i = 0; good && i < objectives->n; i++)
        good = put_objective(w, parent, function, &objectives->list[i]);
    return good;
}

static gboolean put_file(const Writer *w, const ReportFile *file)
{
    bind_text(w->insert_file, 1, file->path);
    bind_text(w->insert_file, 2, report_source_state_names[file->state]);
    bind_text(w->insert_file, 3, file->unmeasured);
    gboolean good = step(w->insert_file);
    sqlite3_int64 parent = sqlite3_last_insert_rowid(w->database);
    for (guint i = 0; good && i < file->n_functions; i++)
        good = put_function(w, parent, file->functions[i]);
    return good && (!file->outside || put_function(w, parent, file->outside));
}

/* A ReportVisitFile. */
static void put_next_file(const ReportModel *of, const ReportFile *file, gpointer data)
{
    Writer *w = data;
    g_autoptr(ReportWords) words = report_words_new(of);
    w->of = of;
    w->words = words;
    w->good = w->good && put_file(w, file);
}

/* FALSE without *error: the database has one. */
static gboolean put_all(Writer *w, GError **error)
{
    if (sqlite3_exec(w->database, schema, NULL, NULL, NULL) != SQLITE_OK || !put_criteria(w) || !put_exclusions(w) ||
        !put_tests(w))
        return FALSE;
    w->insert_file = prepare(w->database, "INSERT INTO files(path, source, unmeasured) VALUES(?, ?, ?)");
    w->insert_function = prepare(w->database, "INSERT INTO functions(file, name, key, line, end_line, called, skipped)"
                                              " VALUES(?, ?, ?, ?, ?, ?, ?)");
    w->insert_objective =
        prepare(w->database, "INSERT INTO objectives(function, criterion, key, path, line, column, text, value, status,"
                             " why, exclusion) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    w->insert_hit = prepare(w->database, "INSERT INTO hits VALUES(?, ?, ?)");
    w->good = TRUE;
    return report_each_file(w->model, NULL, put_next_file, w, error) && w->good &&
           sqlite3_exec(w->database, "COMMIT", NULL, NULL, NULL) == SQLITE_OK;
}

static gboolean write_database(const ReportModel *model, const char *path, GError **error)
{
    g_autoptr(GHashTable) exclusions = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    Writer writer = {.model = model, .exclusions = exclusions};
    gboolean good = sqlite3_open(path, &writer.database) == SQLITE_OK && put_all(&writer, error);
    if (!good && error && !*error)
        g_set_error(error, REPORT_ERROR, 0, "the database cannot be written: %s", sqlite3_errmsg(writer.database));
    sqlite3_finalize(writer.insert_file);
    sqlite3_finalize(writer.insert_function);
    sqlite3_finalize(writer.insert_objective);
    sqlite3_finalize(writer.insert_hit);
    sqlite3_close(writer.database);
    return good;
}

gboolean report_sqlite(const ReportModel *model, const char *path, GError **error)
{
    ReportOutput output;
    if (!report_output_open(&output, path, error))
        return FALSE;
    if (!output.temporary) {
        report_output_drop(&output);
        g_set_error(error, REPORT_ERROR, 0, "%s: a database can only be written to a regular file", path);
        return FALSE;
    }
    if (write_database(model, output.temporary, error))
        return report_output_close(&output, error);
    report_output_drop(&output);
    return FALSE;
}
