/* The model as JSON (report.schema.json): everything a program may want to know. Written piece by piece, for
 * the whole of a large report would not fit in memory as a tree. */
#include "report/out/json/json.h"

#include "report/compare/losses.h"
#include "report/elf/crashes.h"
#include "report/judge/objectives.h"
#include "report/make/opened.h"
#include "report/model/diff.h"
#include "report/model/tests.h"
#include "report/out/renderers.h"
#include "report/summary/summary.h"
#include "report/words/exclusion_words.h"
#include "report/words/unmeasured.h"

#define FORMAT_VERSION 1

void report_json_begin(void)
{
    json_set_alloc_funcs(g_malloc, g_free);
}

json_t *report_json_text(const char *bytes)
{
    g_autofree char *valid = g_utf8_make_valid(bytes, -1);
    return json_string(valid);
}

/* Writes and frees the value. */
static void put(json_t *value, FILE *out)
{
    json_dumpf(value, out, JSON_COMPACT | JSON_ENCODE_ANY);
    json_decref(value);
}

static void put_member(const char *key, json_t *value, FILE *out)
{
    fprintf(out, ",\n\"%s\":", key);
    put(value, out);
}

static void put_separator(guint index, FILE *out)
{
    fputs(index ? ",\n" : "\n", out);
}

json_t *report_json_criteria(const ReportModel *model)
{
    json_t *names = json_array();
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        if (model->selection.wanted[i])
            json_array_append_new(names, json_string(htol_selection_name(&model->selection, i)));
    return names;
}

/* Totals ------------------------------------------------------------------------------------------------- */

json_t *report_json_totals(const ReportTotals *totals)
{
    return json_pack("{s:i, s:i, s:i, s:i, s:i}", "objectives", (int)totals->objectives, "covered",
                     (int)totals->covered, "excluded", (int)totals->excluded, "infeasible", (int)totals->infeasible,
                     "unmeasured", (int)totals->unmeasured);
}

static json_t *pruned_value(const ReportTotals *totals)
{
    json_t *value = json_pack("{s:i}", "covered", (int)totals->pruned_covered);
    for (guint i = 0; i < HTOL_PROOFS; i++)
        json_object_set_new(value, htol_proof_names[i], json_integer(totals->pruned[i]));
    return value;
}

/* With what was proved, if something was. */
static json_t *totals_value(const ReportTotals *totals)
{
    json_t *value = report_json_totals(totals);
    if (report_pruned(totals) > 0)
        json_object_set_new(value, "pruned", pruned_value(totals));
    return value;
}

static json_t *all_totals(const ReportModel *model, const ReportTotals *totals)
{
    json_t *object = json_object();
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        if (model->selection.wanted[i])
            json_object_set_new(object, htol_selection_name(&model->selection, i), totals_value(&totals[i]));
    return object;
}

/* Objectives --------------------------------------------------------------------------------------------- */

/* A list that is being written. */
typedef struct {
    const ReportModel *model;
    ReportWords *words;
    guint count;
    FILE *out;
} List;

static void put_listed(List *list, const ReportFunction *function, const ReportObjective *objectives, guint n)
{
    for (guint i = 0; i < n; i++) {
        put_separator(list->count++, list->out);
        report_json_put_objective(list->words, list->model, function, &objectives[i], list->out);
    }
}

static void put_objectives_of(List *list, const ReportFunction *function)
{
    const ReportObjectives *objectives = report_words_objectives(list->words, function);
    put_listed(list, function, objectives->list, objectives->n);
}

static void put_objectives(const ReportModel *model, const ReportFile *file, FILE *out)
{
    g_autoptr(ReportWords) words = report_words_new(model);
    List list = {model, words, 0, out};
    fputs(",\n\"objectives\":[", out);
    for (guint i = 0; i < file->n_functions; i++)
        put_objectives_of(&list, file->functions[i]);
    if (file->outside)
        put_objectives_of(&list, file->outside);
    fputs("]", out);
}

/* Written as objectives are, and none of them. */
static void put_findings(const ReportModel *model, const ReportFile *file, FILE *out)
{
    g_autoptr(ReportWords) words = report_words_new(model);
    List list = {model, words, 0, out};
    fputs(",\n\"findings\":[", out);
    for (guint i = 0; i < file->n_functions; i++) {
        if (file->functions[i]->n_findings == 0)
            continue;
        const ReportObjectives *objectives = report_words_objectives(words, file->functions[i]);
        put_listed(&list, file->functions[i], objectives->findings, objectives->n_findings);
    }
    fputs("]", out);
}

/* Conditions that are no objectives, because constants decide them: listed, not silently dropped. */
static json_t *constant_value(const HtolFunction *function, const HtolRowCondition *row)
{
    static const char *const states[] = {
        [HTOL_CONDITION_FALSE] = "false", [HTOL_CONDITION_TRUE] = "true", [HTOL_CONDITION_DEAD] = "never evaluated"};
    return json_pack("{s:o, s:o, s:i, s:i, s:o, s:s}", "path", report_json_text(function->files[row->file].path),
                     "function", report_json_text(function->row.name), "line", (int)row->line, "column",
                     (int)row->column, "text", report_json_text(row->text), "state", states[row->state]);
}

static void put_constants(const ReportFile *file, FILE *out)
{
    guint count = 0;
    fputs(",\n\"constants\":[", out);
    for (guint i = 0; i < file->n_functions; i++) {
        const HtolFunction *function = file->functions[i]->function;
        for (guint32 c = 0; c < function->n_conditions; c++)
            if (report_is_constant(&function->conditions[c])) {
                put_separator(count++, out);
                put(constant_value(function, &function->conditions[c]), out);
            }
    }
    fputs("]", out);
}

/* What is remarkable about data flow, in no score. */
static json_t *fact_value(const HtolFunction *function, const HtolFlowFact *fact)
{
    return json_pack("{s:o, s:o, s:i, s:i, s:s, s:o, s:o}", "path", report_json_text(function->files[fact->file].path),
                     "function", report_json_text(function->row.name), "line", (int)fact->line, "column",
                     (int)fact->column, "kind", htol_flow_fact_names[fact->kind], "variable",
                     report_json_text(function->variables[fact->variable].name), "text", report_json_text(fact->text));
}

static void put_facts(const ReportFile *file, FILE *out)
{
    guint count = 0;
    fputs(",\n\"flows\":[", out);
    for (guint i = 0; i < file->n_functions; i++)
        for (guint f = 0; f < file->functions[i]->n_facts; f++) {
            put_separator(count++, out);
            put(fact_value(file->functions[i]->function, &file->functions[i]->facts[f]), out);
        }
    fputs("]", out);
}

/* Pairs of caller and callee that are facts. */
static json_t *seen_value(const HtolFunction *function, const ReportSeen *seen)
{
    return json_pack("{s:o, s:o, s:o, s:i, s:i, s:o}", "path", report_json_text(function->files[seen->row->file].path),
                     "function", report_json_text(function->row.name), "callee", report_json_text(seen->callee), "line",
                     (int)seen->row->line, "column", (int)seen->row->column, "text", report_json_text(seen->row->text));
}

static void put_calls(const ReportFile *file, FILE *out)
{
    guint count = 0;
    fputs(",\n\"calls\":[", out);
    for (guint i = 0; i < file->n_functions; i++)
        for (guint k = 0; k < file->functions[i]->n_seen; k++) {
            put_separator(count++, out);
            put(seen_value(file->functions[i]->function, &file->functions[i]->seen[k]), out);
        }
    fputs("]", out);
}

/* Functions and files ------------------------------------------------------------------------------------ */

static json_t *function_value(const ReportModel *model, const ReportFunction *function)
{
    const HtolRowFunction *row = &function->function->row;
    json_t *value = json_object();
    json_object_set_new(value, "id", report_json_text(function->id));
    json_object_set_new(value, "name", report_json_text(row->name));
    json_object_set_new(value, "line", json_integer(row->line));
    json_object_set_new(value, "end_line", json_integer(row->end_line));
    json_object_set_new(value, "called", json_boolean(function->called));
    json_object_set_new(value, "skipped", function->skipped ? report_json_text(function->skipped) : json_null());
    if (function->unpruned)
        json_object_set_new(value, "unpruned", report_json_text(function->unpruned));
    ReportTotals totals[HTOL_CRITERIA] = {0};
    report_totals_add_function(totals, function);
    json_object_set_new(value, "totals", all_totals(model, totals));
    return value;
}

static void put_file_head(const ReportModel *model, const ReportFile *file, FILE *out)
{
    fputs("{\"path\":", out);
    put(report_json_text(file->path), out);
    fprintf(out, ",\"source\":\"%s\"", report_source_state_names[file->state]);
    if (file->unmeasured)
        put_member("unmeasured", report_json_text(file->unmeasured), out);
    fputs(",\"totals\":", out);
    put(all_totals(model, file->totals), out);
}

static void put_file(const ReportModel *model, const ReportFile *file, FILE *out)
{
    put_file_head(model, file, out);
    fputs(",\n\"functions\":[", out);
    for (guint i = 0; i < file->n_functions; i++) {
        put_separator(i, out);
        put(function_value(model, file->functions[i]), out);
    }
    fputs("]", out);
    put_objectives(model, file, out);
    put_findings(model, file, out);
    put_constants(file, out);
    put_facts(file, out);
    put_calls(file, out);
    fputs("}", out);
}

/* The whole ---------------------------------------------------------------------------------------------- */

static json_t *criteria_value(const ReportModel *model)
{
    json_t *array = json_array();
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        if (model->selection.wanted[i])
            json_array_append_new(array,
                                  json_pack("{s:s, s:s, s:s, s:s}", "name", htol_selection_name(&model->selection, i),
                                            "family", htol_criteria[i].family, "title", htol_criteria[i].title, "doc",
                                            htol_criteria[i].doc));
    return array;
}

static json_t *programs_value(const ReportInputs *inputs)
{
    json_t *array = json_array();
    for (guint i = 0; i < inputs->runs->len; i++) {
        const ReportRun *run = inputs->runs->pdata[i];
        json_array_append_new(array, json_pack("{s:o, s:o, s:o}", "path", report_json_text(run->program), "build_id",
                                               report_json_text(run->build_id), "data", report_json_text(run->path)));
    }
    return array;
}

static json_t *note_value(const char *kind, const char *path, const char *message)
{
    return json_pack("{s:s, s:o, s:o}", "kind", kind, "path", report_json_text(path), "message",
                     report_json_text(message));
}

static json_t *warning_value(const HtolFault *warning)
{
    json_t *value = note_value("warning", warning->where.file, warning->message);
    if (warning->where.line > 0) {
        json_object_set_new(value, "line", json_integer(warning->where.line));
        json_object_set_new(value, "column", json_integer(warning->where.column));
    }
    return value;
}

static json_t *notes_value(const ReportModel *model)
{
    const GPtrArray *notes = model->inputs->notes;
    json_t *array = json_array();
    for (guint i = 0; i < notes->len; i++) {
        const ReportNote *note = notes->pdata[i];
        const char *kind = note->kind == REPORT_NOTE_DAMAGED ? "damaged" : "warning";
        json_array_append_new(array, note_value(kind, note->path, note->message));
    }
    for (guint i = 0; i < model->n_warnings; i++)
        json_array_append_new(array, warning_value(&model->warnings[i]));
    return array;
}

static json_t *exclusion_value(const ReportModel *model, const ReportExclusion *exclusion)
{
    const ReportClaim *claim = exclusion->claim;
    g_autofree char *disproof = report_exclusion_disproof(model, exclusion);
    return json_pack("{s:o, s:i, s:i, s:o, s:o, s:s, s:i, s:i, s:i, s:o}", "path", report_json_text(claim->where.file),
                     "line", (int)claim->where.line, "column", (int)claim->where.column, "claim",
                     report_json_text(claim->words), "reason", report_json_text(claim->reason), "state",
                     report_exclusion_state(exclusion), "matched", (int)exclusion->matched, "excluded",
                     (int)exclusion->excluded, "covered", (int)exclusion->covered, "disproof",
                     report_json_text(disproof));
}

static json_t *exclusions_value(const ReportModel *model)
{
    json_t *array = json_array();
    for (guint i = 0; i < model->n_exclusions; i++)
        json_array_append_new(array, exclusion_value(model, model->exclusions[i]));
    return array;
}

static json_t *fallback_value(const ReportFallback *fallback)
{
    const HtolRowDecision *row = fallback->row;
    return json_pack("{s:o, s:i, s:i, s:o, s:o, s:o, s:s}", "path", report_json_text(fallback->path), "line",
                     (int)row->line, "column", (int)row->column, "function",
                     report_json_text(fallback->function->function->row.name), "text", report_json_text(row->text),
                     "guarded", report_json_text(row->guarded), "why", htol_fallback_reason(row->fallback));
}

static void add_fallbacks(const ReportModel *of, const ReportFile *file, gpointer array)
{
    (void)of;
    g_autoptr(GArray) fallbacks = g_array_new(FALSE, FALSE, sizeof(ReportFallback));
    report_fallbacks_add(file, fallbacks);
    for (guint i = 0; i < fallbacks->len; i++)
        json_array_append_new(array, fallback_value(&g_array_index(fallbacks, ReportFallback, i)));
}

/* Most projects have none, and functions may have to be made again for it. NULL and an error as report_each_file. */
static json_t *fallbacks_value(const ReportModel *model, GError **error)
{
    json_t *array = json_array();
    if (model->counts.fallback == 0 || report_each_file(model, NULL, add_fallbacks, array, error))
        return array;
    json_decref(array);
    return NULL;
}

static json_t *counts_value(const ReportModel *model)
{
    return json_pack(
        "{s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i}", "unmeasured_files", (int)model->n_unmeasured,
        "system_files", (int)model->n_system, "functions", (int)model->counts.functions, "skipped",
        (int)model->counts.skipped, "outdated", (int)model->counts.outdated, "stray_errors", (int)model->stray_errors,
        "constant_conditions", (int)model->counts.constant, "complete_decisions", (int)model->counts.complete,
        "fallback_decisions", (int)model->counts.fallback, "unrecorded_proofs", (int)model->counts.unrecorded, "units",
        (int)model->n_units, "units_never_run", (int)model->n_unrun);
}

static json_t *diff_value(const ReportModel *model)
{
    const ReportLosses *losses = model->losses;
    json_t *lost = losses ? json_array() : json_null();
    for (guint i = 0; losses && i < losses->n; i++)
        json_array_append_new(lost, report_json_change(losses->comparison, &losses->changes[i]));
    return json_pack("{s:o, s:i, s:o}", "base", report_json_text(report_diff_base(model->diff)), "files",
                     (int)report_diff_files(model->diff), "lost", lost);
}

/* As remarks of other reports have them. */
static json_t *crashes_value(const ReportInputs *inputs)
{
    g_autoptr(GPtrArray) lines = report_crashes(inputs);
    json_t *array = json_array();
    for (guint i = 0; i < lines->len; i++)
        json_array_append_new(array, report_json_text(lines->pdata[i]));
    return array;
}

/* Project and revision where they are known, and the date as RFC 3339 has it. */
static void put_origin(const ReportModel *model, FILE *out)
{
    const ReportCheckout *checkout = model->summary ? model->summary->checkout : NULL;
    g_autoptr(GDateTime) time = g_date_time_new_from_unix_utc(model->time);
    g_autofree char *date = time ? g_date_time_format(time, "%Y-%m-%dT%H:%M:%SZ") : NULL;
    if (checkout && checkout->project)
        put_member("project", report_json_text(checkout->project), out);
    if (checkout && checkout->revision)
        put_member("revision", report_json_text(checkout->revision), out);
    if (date)
        put_member("date", json_string(date), out);
}

/* What both forms begin with. */
static gboolean put_head(const ReportModel *model, FILE *out, GError **error)
{
    json_t *fallbacks = fallbacks_value(model, error);
    if (!fallbacks)
        return FALSE;
    fprintf(out, "{\"hlcov\":%d", FORMAT_VERSION);
    put_origin(model, out);
    put_member("semantics", report_json_text(model->semantics), out);
    put_member("headline", json_string(htol_selection_name(&model->selection, report_headline(model))), out);
    put_member("criteria", criteria_value(model), out);
    put_member("totals", all_totals(model, model->totals), out);
    put_member("counts", counts_value(model), out);
    put_member("programs", programs_value(model->inputs), out);
    put_member("notes", notes_value(model), out);
    put_member("crashes", crashes_value(model->inputs), out);
    put_member("exclusions", exclusions_value(model), out);
    put_member("fallbacks", fallbacks, out);
    if (model->diff)
        put_member("diff", diff_value(model), out);
    fputs(",\n\"files\":[", out);
    return TRUE;
}

/* Files as they are written. */
typedef struct {
    FILE *out;
    guint n;
} Writer;

static void put_next_file(const ReportModel *of, const ReportFile *file, gpointer data)
{
    Writer *writer = data;
    put_separator(writer->n++, writer->out);
    put_file(of, file, writer->out);
}

gboolean report_json(const ReportModel *model, FILE *out, GError **error)
{
    Writer writer = {out, 0};
    if (!put_head(model, out, error) || !report_each_file(model, NULL, put_next_file, &writer, error))
        return FALSE;
    fputs("]}\n", out);
    return TRUE;
}

gboolean report_json_summary(const ReportModel *model, FILE *out, GError **error)
{
    if (!put_head(model, out, error))
        return FALSE;
    for (guint i = 0; i < model->n_files; i++) {
        put_separator(i, out);
        put_file_head(model, model->files[i], out);
        fputs("}", out);
    }
    fputs("]}\n", out);
    return TRUE;
}
