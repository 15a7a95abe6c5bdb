/* Reads scores of earlier reports, and keeps those of this one; see earlier.h. */
#include "report/summary/earlier.h"

#include <glib/gstdio.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define SCORES "scores.jsonl"
#define BEFORE "scores-before.jsonl"

enum { FORMAT_VERSION = 1, LONGEST_NAME = 80 };

/* A report of everything may be large. */
#define MOST_BYTES (G_GINT64_CONSTANT(1) << 30)

/* Reading ------------------------------------------------------------------------------------------------ */

static gboolean read_count(json_t *totals, const char *name, guint *count)
{
    json_t *value = json_object_get(totals, name);
    json_int_t number = json_integer_value(value);
    *count = (guint)CLAMP(number, 0, G_MAXINT);
    return json_is_integer(value) && number >= 0 && number <= G_MAXINT;
}

/* FALSE if numbers are missing, or cannot be. */
static gboolean read_totals(json_t *value, ReportTotals *totals)
{
    *totals = (ReportTotals){0};
    if (!read_count(value, "objectives", &totals->objectives) || !read_count(value, "covered", &totals->covered) ||
        !read_count(value, "excluded", &totals->excluded) || !read_count(value, "infeasible", &totals->infeasible))
        return FALSE;
    return (guint64)totals->covered + totals->excluded + totals->infeasible <= totals->objectives;
}

/* Reads those of criteria that are selected; `known` (may be NULL) says which there are. FALSE if one is wrong. */
static gboolean read_all_totals(json_t *object, const HtolSelection *selection, gboolean *known, ReportTotals *totals)
{
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        json_t *value = selection->wanted[i] ? json_object_get(object, htol_selection_name(selection, i)) : NULL;
        if (value && !read_totals(value, &totals[i]))
            return FALSE;
        if (known)
            known[i] = value != NULL;
    }
    return TRUE;
}

static gboolean read_file(json_t *value, const HtolSelection *selection, GHashTable *files)
{
    const char *path = json_string_value(json_object_get(value, "path"));
    json_t *object = json_object_get(value, "totals");
    if (!path || !json_is_object(object))
        return FALSE;
    ReportTotals *totals = g_new0(ReportTotals, HTOL_CRITERIA);
    g_hash_table_insert(files, g_strdup(path), totals);
    return read_all_totals(object, selection, NULL, totals);
}

static gboolean read_files(ReportEarlier *earlier, json_t *files, const HtolSelection *selection)
{
    gsize i;
    json_t *file;
    if (!json_is_array(files))
        return files == NULL;
    earlier->files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    json_array_foreach(files, i, file)
    {
        if (!read_file(file, selection, earlier->files))
            return FALSE;
    }
    return TRUE;
}

/* Reports have a date, scores that the last report left have seconds. 0: neither. */
static gint64 read_time(const json_t *root)
{
    const char *date = json_string_value(json_object_get(root, "date"));
    g_autoptr(GDateTime) time = date ? g_date_time_new_from_iso8601(date, NULL) : NULL;
    return time ? g_date_time_to_unix(time) : (gint64)json_integer_value(json_object_get(root, "time"));
}

/* What is wrong with it; NULL: nothing. */
const char *report_earlier_fill(ReportEarlier *earlier, const json_t *root, const HtolSelection *selection)
{
    json_t *totals = json_object_get(root, "totals");
    const char *revision = json_string_value(json_object_get(root, "revision"));
    if (json_integer_value(json_object_get(root, "hlcov")) != FORMAT_VERSION)
        return "it is not a report by 'hlcov report --json', or of another version";
    if (!json_is_object(totals))
        return "it has no totals";
    if (revision && *revision && strlen(revision) <= LONGEST_NAME)
        earlier->revision = g_strdup(revision);
    earlier->time = read_time(root);
    if (!read_all_totals(totals, selection, earlier->known, earlier->totals) ||
        !read_files(earlier, json_object_get(root, "files"), selection))
        return "its totals are no totals";
    return NULL;
}

/* To be freed; NULL and *error. */
static char *read_bytes(const char *path, gsize *size, GError **error)
{
    struct stat status;
    char *bytes = NULL;
    if (stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > MOST_BYTES)
        g_set_error_literal(error, REPORT_ERROR, 0, "it is too large to be a report");
    else
        report_file_read(path, &bytes, size, error);
    return bytes;
}

static gboolean parse(ReportEarlier *earlier, const char *path, const HtolSelection *selection, GError **error)
{
    gsize size;
    json_error_t fault;
    g_autofree char *bytes = read_bytes(path, &size, error);
    if (!bytes)
        return FALSE;
    json_t *root = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, &fault);
    g_autofree char *text = g_strdup_printf("line %d: %s", fault.line, fault.text);
    const char *wrong = root ? report_earlier_fill(earlier, root, selection) : text;
    if (wrong)
        g_set_error_literal(error, REPORT_ERROR, 0, wrong);
    json_decref(root);
    return wrong == NULL;
}

ReportEarlier *report_earlier_read(const char *path, const HtolSelection *selection, GError **error)
{
    GError *fault = NULL;
    ReportEarlier *earlier = g_new0(ReportEarlier, 1);
    if (!parse(earlier, path, selection, &fault)) {
        g_propagate_prefixed_error(error, fault, "%s: ", path);
        report_earlier_free(earlier);
        return NULL;
    }
    earlier->name = earlier->revision ? g_strdup(earlier->revision) : g_path_get_basename(path);
    return earlier;
}

void report_earlier_free(ReportEarlier *earlier)
{
    g_clear_pointer(&earlier->files, g_hash_table_unref);
    g_free(earlier->revision);
    g_free(earlier->branch);
    g_free(earlier->name);
    g_free(earlier);
}

/* What the last report left ------------------------------------------------------------------------------ */

/* NULL unless it is a regular file that can be read. */
static FILE *open_left(const char *path)
{
    struct stat status;
    gboolean good = stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= MOST_BYTES;
    return good ? fopen(path, "rbe") : NULL;
}

/* The next line; NULL: there is none, or it is damaged. */
static json_t *read_line(FILE *file, char **line, size_t *room)
{
    ssize_t length = getline(line, room, file);
    return length > 0 ? json_loadb(*line, (size_t)length, JSON_REJECT_DUPLICATES, NULL) : NULL;
}

/* The totals of all files stand in the first line, then those of a file in each line: so that of many files no more
 * than one is in memory as JSON. */
static gboolean read_left_lines(ReportEarlier *earlier, FILE *file, const HtolSelection *selection, gboolean has_files)
{
    char *line = NULL;
    size_t room = 0;
    json_t *value = read_line(file, &line, &room);
    gboolean good = value && !report_earlier_fill(earlier, value, selection);
    json_decref(value);
    if (has_files)
        earlier->files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    while (good && has_files && (value = read_line(file, &line, &room))) {
        good = read_file(value, selection, earlier->files);
        json_decref(value);
    }
    free(line);
    return good;
}

/* Of files nothing is read if `has_files` is not set. */
static ReportEarlier *read_left(const ReportModel *model, const char *directory, const char *name, gboolean has_files)
{
    g_autofree char *path = g_build_filename(directory, name, NULL);
    FILE *file = open_left(path);
    if (!file)
        return NULL;
    ReportEarlier *earlier = g_new0(ReportEarlier, 1);
    gboolean good = read_left_lines(earlier, file, &model->selection, has_files);
    fclose(file);
    if (!good) {
        report_earlier_free(earlier);
        return NULL;
    }
    earlier->name = g_strdup(earlier->revision ? earlier->revision : name);
    return earlier;
}

static gboolean has_same_scores(const ReportEarlier *earlier, const ReportModel *model)
{
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        const ReportTotals *then = &earlier->totals[i], *now = &model->totals[i];
        if (model->selection.wanted[i] && (then->covered != now->covered || report_wanted(then) != report_wanted(now)))
            return FALSE;
    }
    return TRUE;
}

static gboolean is_of(const ReportEarlier *earlier, const ReportModel *model, const char *revision)
{
    if (revision && earlier->revision)
        return strcmp(revision, earlier->revision) == 0;
    return has_same_scores(earlier, model);
}

ReportEarlier *report_earlier_left(const ReportModel *model, const char *revision, const char *directory)
{
    gboolean has_files = model->inputs->n_dropped == 0; /* who needs no functions shows no changes of files */
    ReportEarlier *last = read_left(model, directory, SCORES, has_files);
    if (last && !is_of(last, model, revision))
        return last;
    g_clear_pointer(&last, report_earlier_free);
    return read_left(model, directory, BEFORE, has_files);
}

/* Keeping ------------------------------------------------------------------------------------------------ */

static json_t *totals_value(const ReportTotals *totals)
{
    return json_pack("{s:i, s:i, s:i, s:i}", "objectives", (int)totals->objectives, "covered", (int)totals->covered,
                     "excluded", (int)totals->excluded, "infeasible", (int)totals->infeasible);
}

json_t *report_earlier_totals(const ReportModel *model, const ReportTotals *totals)
{
    json_t *object = json_object();
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        if (model->selection.wanted[i] && totals[i].objectives > 0)
            json_object_set_new(object, htol_selection_name(&model->selection, i), totals_value(&totals[i]));
    return object;
}

/* Criteria have names that JSON need not escape; and there are dozens for each file of a large project. */
static void put_totals(const ReportModel *model, const ReportTotals *totals, FILE *out)
{
    const char *before = "{";
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        if (!model->selection.wanted[i] || totals[i].objectives == 0)
            continue;
        fprintf(out, "%s\"%s\":{\"objectives\":%u,\"covered\":%u,\"excluded\":%u,\"infeasible\":%u}", before,
                htol_selection_name(&model->selection, i), totals[i].objectives, totals[i].covered, totals[i].excluded,
                totals[i].infeasible);
        before = ",";
    }
    fputs(*before == '{' ? "{}" : "}", out);
}

static void put_file(const ReportModel *model, const ReportFile *file, FILE *out)
{
    g_autofree char *path = g_utf8_make_valid(file->path, -1);
    json_t *name = json_string(path);
    fputs("{\"path\":", out);
    json_dumpf(name, out, JSON_ENCODE_ANY);
    fputs(",\"totals\":", out);
    put_totals(model, file->totals, out);
    fputs("}\n", out);
    json_decref(name);
}

static json_t *head_value(const ReportModel *model, const char *revision)
{
    return json_pack("{s:i, s:s*, s:I, s:o}", "hlcov", FORMAT_VERSION, "revision", revision, "time",
                     (json_int_t)model->time, "totals", report_earlier_totals(model, model->totals));
}

static void put_line(json_t *value, FILE *out)
{
    json_dumpf(value, out, JSON_COMPACT);
    putc('\n', out);
    json_decref(value);
}

/* The scores of another revision stay, under another name. */
static void move_last(const ReportModel *model, const char *revision, const char *directory)
{
    ReportEarlier *last = read_left(model, directory, SCORES, FALSE);
    g_autofree char *path = g_build_filename(directory, SCORES, NULL);
    g_autofree char *before = g_build_filename(directory, BEFORE, NULL);
    if (last && !is_of(last, model, revision))
        g_rename(path, before);
    g_clear_pointer(&last, report_earlier_free);
}

void report_scores_keep(const ReportModel *model, const char *revision, const char *directory)
{
    ReportOutput output;
    move_last(model, revision, directory);
    if (!report_output_open_in(&output, directory, SCORES, NULL))
        return;
    put_line(head_value(model, revision), output.stream);
    for (guint i = 0; i < model->n_files; i++)
        put_file(model, model->files[i], output.stream);
    report_output_close(&output, NULL);
}
