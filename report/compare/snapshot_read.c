/* Snapshots of files that `hlcov report --json` wrote; see snapshot.h. What they need is read, and nothing of
 * it is taken for granted; what else is in them does not matter. */
#include <jansson.h>
#include <string.h>

#include "report/compare/snapshot.h"
#include "report/inputs/files.h"
#include "report/merge/merge.h"

enum { FORMAT_VERSION = 1, LOOKED_AT = 64 };

#define NAME_CHARACTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:-_"

typedef struct {
    ReportSnapshot *snapshot;
    const HtolSelection *selection; /* NULL: all */
    const ReportRequest *request;
    GHashTable *starts;   /* of functions, by their ids: the line */
    GHashTable *criteria; /* by name: ReportSaidCriterion */
    GArray *all;          /* ReportSaid */
    GError **error;
} Reader;

gboolean report_snapshot_is_file(const char *path)
{
    char bytes[LOOKED_AT];
    if (!g_file_test(path, G_FILE_TEST_IS_REGULAR))
        return FALSE;
    FILE *file = fopen(path, "rb");
    gsize size = file ? fread(bytes, 1, sizeof bytes - 1, file) : 0;
    if (file)
        fclose(file);
    bytes[size] = '\0';
    return bytes[strspn(bytes, " \t\r\n")] == '{';
}

static gboolean wrong(const Reader *reader, const char *what)
{
    g_set_error(reader->error, REPORT_ERROR, 0, "it is not a report by 'hlcov report --json': %s", what);
    return FALSE;
}

static const char *kept(const Reader *reader, const char *text)
{
    return htol_arena_strndup(reader->snapshot->arena, text, strlen(text));
}

/* Criteria --------------------------------------------------------------------------------------------- */

static gboolean is_selected(const Reader *reader, const char *name)
{
    HtolCriterion criterion;
    return !reader->selection || report_criterion_find(reader->selection, name, &criterion);
}

static gboolean read_criterion(Reader *reader, json_t *value)
{
    const char *name, *family;
    ReportSnapshot *snapshot = reader->snapshot;
    if (json_unpack(value, "{s:s, s:s}", "name", &name, "family", &family) != 0)
        return wrong(reader, "a criterion has no name or no family");
    if (!*name || strspn(name, NAME_CHARACTERS) != strlen(name))
        return wrong(reader, "a criterion has an odd name");
    if (g_hash_table_contains(reader->criteria, name))
        return wrong(reader, "a criterion stands twice");
    if (!is_selected(reader, name))
        return TRUE;
    ReportSaidCriterion *criterion = &snapshot->criteria[snapshot->n_criteria++];
    *criterion = (ReportSaidCriterion){.name = kept(reader, name), .family = kept(reader, family)};
    g_hash_table_insert(reader->criteria, (gpointer)criterion->name, criterion);
    return TRUE;
}

static gboolean read_criteria(Reader *reader, json_t *criteria)
{
    gsize i;
    json_t *value;
    reader->snapshot->criteria =
        htol_arena_new0(reader->snapshot->arena, ReportSaidCriterion, MAX(json_array_size(criteria), 1));
    json_array_foreach(criteria, i, value) if (!read_criterion(reader, value)) return FALSE;
    return TRUE;
}

/* Objectives ------------------------------------------------------------------------------------------- */

static gboolean find_status(const char *name, ReportStatus *status)
{
    for (*status = 0; *status < REPORT_STATUSES; (*status)++)
        if (strcmp(report_status_names[*status], name) == 0)
            return TRUE;
    return FALSE;
}

/* The text behind `prefix` and a colon; NULL if `text` does not begin so. */
static const char *behind(const char *text, const char *prefix)
{
    gsize size = strlen(prefix);
    return strncmp(text, prefix, size) == 0 && text[size] == ':' ? text + size + 1 : NULL;
}

/* Takes the id apart: none of its parts but path and criterion, which are known, and the last have colons. */
static gboolean split_id(const Reader *reader, ReportSaid *said)
{
    const char *rest = behind(said->id, said->path), *colon;
    said->hash = "";
    if (rest && *said->function) {
        rest = behind(rest, said->function);
        colon = rest ? strchr(rest, ':') : NULL;
        said->hash = colon ? htol_arena_strndup(reader->snapshot->arena, rest, (gsize)(colon - rest)) : "";
        rest = colon ? colon + 1 : NULL;
    }
    said->place = rest ? behind(rest, said->criterion) : NULL;
    if (!said->place)
        return FALSE;
    g_autofree char *of = g_strndup(said->id, (gsize)(rest - said->id - 1));
    said->start = GPOINTER_TO_UINT(g_hash_table_lookup(reader->starts, of));
    return TRUE;
}

static gint8 value_of(const json_t *value)
{
    return json_is_boolean(value) ? (gint8)json_is_true(value) : -1;
}

static const char *tests_of(const Reader *reader, json_t *witnesses)
{
    gsize i;
    json_t *name, *first = json_array_get(witnesses, 0);
    GString *words = g_string_new(NULL);
    json_array_foreach(first, i, name) g_string_append_printf(words, "%s%s",
                                                              i                            ? " with "
                                                              : json_array_size(first) > 1 ? "tests "
                                                                                           : "test ",
                                                              json_is_string(name) ? json_string_value(name) : "?");
    const char *tests = kept(reader, words->str);
    g_string_free(words, TRUE);
    return tests;
}

/* FALSE if a member is missing or of another kind. */
static gboolean unpack(const Reader *reader, json_t *value, ReportSaid *said, const char **status)
{
    int line, column;
    const char *id, *function, *text, *why, *where = said->path, *level = NULL, *source = "", *spelled = NULL;
    json_t *truth = NULL, *witnesses = NULL;
    if (json_unpack(value, "{s:s, s:s, s:i, s:i, s:s, s:o, s:s, s:s, s?s, s?s, s?s, s?s, s?o}", "id", &id, "function",
                    &function, "line", &line, "column", &column, "text", &text, "value", &truth, "status", status,
                    "why", &why, "path", &where, "level", &level, "source", &source, "spelled", &spelled, "witnesses",
                    &witnesses) != 0)
        return FALSE;
    said->id = kept(reader, id);
    said->function = kept(reader, function);
    said->where = where == said->path ? where : kept(reader, where);
    said->line = (guint)MAX(line, 0);
    said->column = (guint)MAX(column, 0);
    said->text = kept(reader, text);
    said->spelled = spelled ? kept(reader, spelled) : said->text;
    said->source = *text ? "" : kept(reader, source);
    said->level = level ? kept(reader, level) : NULL;
    said->value = value_of(truth);
    said->why = kept(reader, why);
    said->tests = tests_of(reader, witnesses);
    return TRUE;
}

static gboolean read_objective(Reader *reader, const char *path, json_t *value)
{
    const char *name = json_string_value(json_object_get(value, "criterion")), *status;
    ReportSaid said = {.path = path};
    if (!name || !is_selected(reader, name))
        return name ? TRUE : wrong(reader, "an objective has no criterion");
    ReportSaidCriterion *criterion = g_hash_table_lookup(reader->criteria, name);
    if (!criterion)
        return wrong(reader, "the criterion of an objective is none of its criteria");
    said.criterion = criterion->name;
    if (!unpack(reader, value, &said, &status))
        return wrong(reader, "a member of an objective is missing, or of another kind");
    if (!find_status(status, &said.status))
        return wrong(reader, "the status of an objective is not known");
    if (!split_id(reader, &said))
        return wrong(reader, "the id of an objective is not path:function:hash:criterion:place");
    report_totals_count(&criterion->totals, said.status);
    g_array_append_val(reader->all, said);
    return TRUE;
}

/* Where functions begin; one of which that is not said begins nowhere. */
static void read_starts(Reader *reader, json_t *functions)
{
    gsize i;
    json_t *value;
    g_hash_table_remove_all(reader->starts);
    json_array_foreach(functions, i, value)
    {
        const char *id = json_string_value(json_object_get(value, "id"));
        json_int_t line = json_integer_value(json_object_get(value, "line"));
        if (id && line > 0 && line <= G_MAXINT)
            g_hash_table_insert(reader->starts, (gpointer)id, GUINT_TO_POINTER((guint)line));
    }
}

static gboolean read_file(Reader *reader, json_t *file)
{
    gsize i;
    json_t *value;
    const char *path = json_string_value(json_object_get(file, "path"));
    json_t *objectives = json_object_get(file, "objectives");
    if (!path || !json_is_array(objectives))
        return wrong(reader, "a file has no path or no objectives");
    if (!report_is_wanted(reader->request, path))
        return TRUE;
    path = kept(reader, path);
    if (json_is_string(json_object_get(file, "unmeasured")))
        g_ptr_array_add(reader->snapshot->unmeasured, (gpointer)path);
    read_starts(reader, json_object_get(file, "functions"));
    json_array_foreach(objectives, i, value) if (!read_objective(reader, path, value)) return FALSE;
    return TRUE;
}

/* The whole -------------------------------------------------------------------------------------------- */

static gboolean read_root(Reader *reader, json_t *root)
{
    gsize i;
    json_t *file, *criteria = json_object_get(root, "criteria"), *files = json_object_get(root, "files");
    const char *semantics = json_string_value(json_object_get(root, "semantics"));
    if (json_integer_value(json_object_get(root, "hlcov")) != FORMAT_VERSION)
        return wrong(reader, "its version is not 1");
    if (!semantics || !json_is_array(criteria) || !json_is_array(files))
        return wrong(reader, "semantics, criteria or files are missing");
    if (!g_strv_contains((const char *const[]){"observed", "complete", "mixed", NULL}, semantics))
        return wrong(reader, "its semantics is not known");
    reader->snapshot->semantics = kept(reader, semantics);
    if (!read_criteria(reader, criteria))
        return FALSE;
    json_array_foreach(files, i, file) if (!read_file(reader, file)) return FALSE;
    return TRUE;
}

static gboolean read_document(Reader *reader, const char *path)
{
    gsize size;
    json_error_t fault;
    g_autofree char *bytes = NULL;
    if (!report_file_read(path, &bytes, &size, reader->error))
        return FALSE;
    json_t *root = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, &fault);
    g_autofree char *text = root ? NULL : g_strdup_printf("line %d: %s", fault.line, fault.text);
    gboolean good = root ? read_root(reader, root) : wrong(reader, text);
    json_decref(root);
    return good;
}

ReportSnapshot *report_snapshot_read(const char *path, const HtolSelection *selection, const ReportRequest *request,
                                     GError **error)
{
    GError *fault = NULL;
    g_autoptr(GHashTable) starts = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) criteria = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(ReportSaid));
    ReportSnapshot *snapshot = g_new0(ReportSnapshot, 1);
    snapshot->arena = htol_arena_new();
    snapshot->unmeasured = g_ptr_array_new();
    Reader reader = {snapshot, selection, request, starts, criteria, all, &fault};
    if (!read_document(&reader, path)) {
        g_propagate_prefixed_error(error, fault, "%s: ", path);
        report_snapshot_free(snapshot);
        return NULL;
    }
    snapshot->n_objectives = all->len;
    snapshot->objectives = htol_arena_memdup(snapshot->arena, all->data, all->len * sizeof(ReportSaid));
    return snapshot;
}
