/* What is not covered as SARIF 2.1.0, a result for each cause; criteria are the rules. So are files that were not
 * measured. What is justified is a result that is suppressed, what disproves a justification an error. Written piece by
 * piece, as JSON is. */
#include <string.h>

#include "report/compare/losses.h"
#include "report/gaps/gap_sentence.h"
#include "report/gaps/words.h"
#include "report/judge/each.h"
#include "report/make/opened.h"
#include "report/model/diff.h"
#include "report/out/json/json.h"
#include "report/out/renderers.h"
#include "report/words/columns.h"
#include "report/words/remarks.h"

#define UNMEASURED "unmeasured"

/* GitHub takes 25,000 results of a run, and 10 MB, packed. */
enum { MOST_RESULTS = 25000, MOST_BYTES = 9500000 };

#define SCHEMA "https://json.schemastore.org/sarif-2.1.0.json"

static json_t *text_value(const char *text)
{
    return json_pack("{s:o}", "text", report_json_text(text));
}

/* Rules are one for files that were not measured, and the selected criteria, in their order. */
static json_t *rules_value(const HtolSelection *selection)
{
    json_t *rules =
        json_pack("[{s:s, s:o, s:{s:s}}]", "id", UNMEASURED, "shortDescription",
                  text_value("files that were compiled without coverage"), "defaultConfiguration", "level", "warning");
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        if (selection->wanted[i])
            json_array_append_new(rules,
                                  json_pack("{s:s, s:o, s:o, s:{s:s}}", "id", htol_selection_name(selection, i),
                                            "shortDescription", text_value(htol_criteria[i].title), "fullDescription",
                                            text_value(htol_criteria[i].doc), "defaultConfiguration", "level", "note"));
    return rules;
}

static guint rule_of(const HtolSelection *selection, HtolCriterion criterion)
{
    guint rule = 1;
    for (guint i = 0; i < criterion; i++)
        rule += selection->wanted[i];
    return rule;
}

/* Where only the line is known, it is the region. */
static json_t *region_value(guint32 line, guint32 column)
{
    json_t *region = json_pack("{s:i}", "startLine", (int)MAX(line, 1));
    if (column > 0)
        json_object_set_new(region, "startColumn", json_integer(column));
    return region;
}

/* A path is a reference that is relative to the root, unless it is absolute. */
static json_t *location_value(ReportColumns *columns, const char *path, guint32 line, guint32 column)
{
    g_autofree char *valid = g_utf8_make_valid(path, -1);
    gboolean absolute = g_path_is_absolute(valid);
    g_autofree char *uri = absolute ? g_filename_to_uri(valid, NULL, NULL) : g_uri_escape_string(valid, "/", FALSE);
    json_t *artifact = json_pack("{s:s}", "uri", uri ? uri : "");
    if (!absolute)
        json_object_set_new(artifact, "uriBaseId", json_string("ROOT"));
    return json_pack("{s:{s:o, s:o}}", "physicalLocation", "artifactLocation", artifact, "region",
                     region_value(line, report_column(columns, path, line, column)));
}

typedef struct {
    ReportColumns *columns; /* of the model that judged the file which is written, and so the next */
    ReportWords *words;
    FILE *out;
    guint count, left_out; /* results */
    gsize bytes;
} Writer;

static json_t *suppressions_value(ReportColumns *columns, const ReportClaim *claim)
{
    return json_pack("[{s:s, s:o, s:o}]", "kind", "inSource", "justification",
                     report_json_text(*claim->reason ? claim->reason : claim->words), "location",
                     location_value(columns, claim->where.file, claim->where.line, claim->where.column));
}

/* Of an objective that a comment is about. */
static char *sentence_of(ReportWords *words, const ReportFunction *function, const ReportObjective *objective)
{
    const ReportClaim *claim = objective->exclusion->claim;
    const HtolObjective *what = objective->objective;
    const char *value = what->value < 0 ? "" : what->value ? " true" : " false";
    g_autofree char *spelled = report_objective_text(words, function, objective);
    g_autofree char *name = *spelled ? g_strdup_printf("`%s`%s: ", spelled, value) : g_strdup("");
    g_autofree char *text = g_strdup_printf(
        "%s%s `%s` in line %u", name, objective->status == REPORT_COVERED ? "covered, which disproves" : "excluded by",
        claim->words, claim->where.line);
    return htol_plain(text);
}

/* Writes and frees the result, if there is room. */
static void put_value(Writer *w, json_t *result)
{
    char *text = json_dumps(result, JSON_COMPACT);
    gsize size = strlen(text);
    json_decref(result);
    if (w->count < MOST_RESULTS && w->bytes + size < MOST_BYTES) {
        fprintf(w->out, "%s%s", w->count++ ? ",\n" : "\n", text);
        w->bytes += size + 2;
    } else {
        w->left_out++;
    }
    g_free(text);
}

/* An objective, and what is said of it. */
typedef struct {
    const ReportFunction *function;
    const ReportObjective *objective;
    const char *level, *sentence;
} Result;

static void put_result(const ReportModel *model, const Result *said, Writer *w)
{
    const ReportFunction *function = said->function;
    const ReportObjective *objective = said->objective;
    const HtolObjective *what = objective->objective;
    g_autofree char *id = report_objective_id(model, function, objective);
    json_t *result = json_pack(
        "{s:s, s:i, s:s, s:o, s:[o], s:{s:o}}", "ruleId", htol_selection_name(&model->selection, what->criterion),
        "ruleIndex", (int)rule_of(&model->selection, what->criterion), "level", said->level, "message",
        text_value(said->sentence), "locations",
        location_value(w->columns, report_objective_path(function, objective), what->line, what->column),
        "partialFingerprints", "objective/v1", report_json_text(id));
    if (objective->status == REPORT_EXCLUDED)
        json_object_set_new(result, "suppressions", suppressions_value(w->columns, objective->exclusion->claim));
    put_value(w, result);
}

/* The uncovered objectives of the line that a gap is about; all of it where lines never ran. */
static gboolean is_about(const ReportFunction *function, const ReportGap *gap, const ReportObjective *objective)
{
    return gap->kind == REPORT_GAP_CALL || gap->kind == REPORT_GAP_RUN ||
           report_gap_kind(function, objective->objective) == gap->kind;
}

/* Objectives of the line that its gaps do not count: rows that are wanted for others cover them as well. */
static guint count_untold(const ReportGapLine *line)
{
    guint told = 0;
    for (guint i = 0; i < line->gaps->len; i++)
        told += g_array_index(line->gaps, ReportGap, i).count;
    return line->missing > told ? line->missing - told : 0;
}

/* Names of criteria are properties, and no part of a sentence. */
static json_t *criteria_value(const HtolSelection *selection, const ReportFunction *function, const ReportGapLine *line,
                              const ReportGap *gap)
{
    gboolean asks[HTOL_CRITERIA] = {FALSE};
    json_t *names = json_array();
    for (guint i = 0; i < line->uncovered->len; i++) {
        const ReportObjective *objective = g_array_index(line->uncovered, const ReportObjective *, i);
        asks[objective->objective->criterion] |= is_about(function, gap, objective);
    }
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        if (asks[i])
            json_array_append_new(names, json_string(htol_selection_name(selection, i)));
    return names;
}

/* A result of an objective that stands for `count`, of these criteria, which it takes. */
static void put_note(const ReportModel *model, const Result *said, guint count, json_t *criteria, Writer *w)
{
    const ReportObjective *objective = said->objective;
    const HtolObjective *what = objective->objective;
    g_autofree char *id = report_objective_id(model, said->function, objective);
    put_value(w, json_pack("{s:s, s:i, s:s, s:o, s:[o], s:{s:o}, s:{s:i, s:o}}", "ruleId",
                           htol_selection_name(&model->selection, what->criterion), "ruleIndex",
                           (int)rule_of(&model->selection, what->criterion), "level", said->level, "message",
                           text_value(said->sentence), "locations",
                           location_value(w->columns, report_objective_path(said->function, objective), what->line,
                                          what->column),
                           "partialFingerprints", "objective/v1", report_json_text(id), "properties", "objectives",
                           (int)count, "criteria", criteria));
}

/* A result for each gap of a line. */
static gboolean put_gaps(const ReportModel *model, const ReportGaps *gaps, const ReportGapLine *line, gpointer writer)
{
    for (guint i = 0; i < line->gaps->len; i++) {
        const ReportGap *gap = &g_array_index(line->gaps, ReportGap, i);
        if (!gap->first || gap->kind == REPORT_GAP_PROVED || gap->kind == REPORT_GAP_EXCLUDED)
            continue;
        g_autofree char *sentence = report_gap_sentence(gaps, line, gap);
        put_note(model, &(Result){gaps->function, gap->first, "note", sentence},
                 gap->count + (i == 0 ? count_untold(line) : 0),
                 criteria_value(&model->selection, gaps->function, line, gap), writer);
    }
    return TRUE;
}

/* What gaps of the function's own file do not tell: what stands in included texts, and in no function. */
static void put_elsewhere(const ReportModel *model, const ReportFunction *function, const ReportObjective *objective,
                          gpointer writer)
{
    Writer *w = writer;
    const HtolObjective *what = objective->objective;
    const char *name = htol_selection_name(&model->selection, what->criterion);
    if (what->line > 0 && strcmp(report_objective_path(function, objective), function->path) == 0)
        return;
    g_autofree char *sentence = report_sentence(w->words, function, objective);
    const char *words = sentence;
    if (g_str_has_prefix(words, name))
        words += strlen(name) + strspn(words + strlen(name), ": ");
    put_note(model, &(Result){function, objective, "note", words}, 1, json_pack("[s]", name), w);
}

static void put_claimed(const ReportModel *model, const ReportFunction *function, const ReportObjective *objective,
                        gpointer writer)
{
    Writer *w = writer;
    g_autofree char *sentence = sentence_of(w->words, function, objective);
    const char *level = objective->status == REPORT_COVERED ? "error" : "note";
    put_result(model, &(Result){function, objective, level, sentence}, w);
}

static void forget_file(Writer *w)
{
    g_clear_pointer(&w->columns, report_columns_free);
    g_clear_pointer(&w->words, report_words_free);
}

static void take_file(Writer *w, const ReportModel *of)
{
    forget_file(w);
    w->columns = report_columns_new(of);
    w->words = report_words_new(of);
}

/* A ReportVisitFile. */
static void put_file_claimed(const ReportModel *of, const ReportFile *file, gpointer writer)
{
    take_file(writer, of);
    report_each_claimed_in(of, file, put_claimed, writer);
}

/* A ReportVisitFile. */
static void put_file(const ReportModel *of, const ReportFile *file, gpointer writer)
{
    take_file(writer, of);
    report_each_gap_line_in(of, file, put_gaps, writer);
    report_each_uncovered_in(of, file, put_elsewhere, writer);
}

/* What is claimed comes first: there may be no room for all. */
static gboolean put_files(const ReportModel *model, Writer *w, GError **error)
{
    gboolean good = report_each_telling(model, REPORT_TELLS_CLAIMS, put_file_claimed, w, error);
    good = good && report_each_file(model, NULL, put_file, w, error);
    forget_file(w);
    return good;
}

static void put_unmeasured(const ReportModel *model, Writer *w)
{
    for (guint i = 0; i < model->n_files; i++) {
        const ReportFile *file = model->files[i];
        if (!file->unmeasured)
            continue;
        g_autofree char *text = report_unmeasured_text(file);
        put_value(w, json_pack("{s:s, s:i, s:s, s:o, s:[o], s:{s:o}}", "ruleId", UNMEASURED, "ruleIndex", 0, "level",
                               "warning", "message", text_value(text), "locations",
                               location_value(w->columns, file->path, 1, 0), "partialFingerprints", "objective/v1",
                               report_json_text(file->path)));
    }
}

/* What was covered before. */
static void put_losses(const ReportModel *model, Writer *writer)
{
    for (guint i = 0; model->losses && i < model->losses->n; i++) {
        const ReportChange *change = &model->losses->changes[i];
        g_autofree char *sentence = report_change_text(model->losses->comparison, change);
        const ReportObjective *objective = report_said_objective(model->losses->comparison->b, change->b);
        put_result(model, &(Result){change->b->of, objective, "warning", sentence}, writer);
    }
}

static json_t *base_value(const char *root)
{
    g_autofree char *absolute = g_canonicalize_filename(root, NULL);
    g_autofree char *with_slash = g_strconcat(absolute, "/", NULL);
    g_autofree char *uri = g_filename_to_uri(with_slash, NULL, NULL);
    return json_pack("{s:{s:s}}", "ROOT", "uri", uri ? uri : "");
}

static void put_member(const char *key, json_t *value, FILE *out)
{
    fprintf(out, "\"%s\":", key);
    json_dumpf(value, out, JSON_COMPACT | JSON_ENCODE_ANY);
    json_decref(value);
    fputs(",\n", out);
}

static void put_left_out(guint count, FILE *out)
{
    g_autofree char *text = g_strdup_printf("%u more results were left out, for services take no more", count);
    json_t *value = json_pack("[{s:b, s:[{s:s, s:o}]}]", "executionSuccessful", TRUE, "toolExecutionNotifications",
                              "level", "warning", "message", text_value(text));
    fputs(",\n\"invocations\":", out);
    json_dumpf(value, out, JSON_COMPACT);
    json_decref(value);
}

gboolean report_sarif(const ReportModel *model, FILE *out, GError **error)
{
    Writer writer = {.out = out};
    take_file(&writer, model);
    fputs("{\"$schema\":\"" SCHEMA "\",\n\"version\":\"2.1.0\",\n\"runs\":[{", out);
    put_member("tool", json_pack("{s:{s:s, s:o}}", "driver", "name", "hlcov", "rules", rules_value(&model->selection)),
               out);
    put_member("originalUriBaseIds", base_value(model->root), out);
    put_member("columnKind", json_string("utf16CodeUnits"), out);
    fputs("\"results\":[", out);
    put_unmeasured(model, &writer);
    put_losses(model, &writer);
    if (!put_files(model, &writer, error))
        return FALSE;
    fputs("]", out);
    if (writer.left_out > 0)
        put_left_out(writer.left_out, out);
    fputs("}]}\n", out);
    return TRUE;
}
