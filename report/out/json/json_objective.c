/* Writes an objective of the JSON report, member by member: of hundreds of thousands, trees of jansson would take most
 * of the time. What few objectives have is such a tree. */
#include <string.h>

#include "htol/base/digits.h"
#include "report/gaps/words.h"
#include "report/model/tests.h"
#include "report/out/json/json.h"

/* ---- values ---- */

/* Characters that JSON has no place for within a string. */
static gboolean is_special(guchar c)
{
    return c < 0x20 || c == '"' || c == '\\';
}

static void put_special(FILE *out, char c)
{
    static const char letters[] = "btnfr\"\\", meant[] = "\b\t\n\f\r\"\\";
    const char *known = strchr(meant, c);
    if (known)
        fprintf(out, "\\%c", letters[known - meant]);
    else
        fprintf(out, "\\u%04X", (guint)c);
}

/* Text in quotes; what is not UTF-8 is replaced. `before`: what stands before it, as it is. */
static void put_text(FILE *out, const char *before, const char *text)
{
    g_autofree char *made = g_utf8_validate(text, -1, NULL) ? NULL : g_utf8_make_valid(text, -1);
    fputs(before, out);
    putc('"', out);
    for (const char *at = made ? made : text, *end; *at; at = *end ? end + 1 : end) {
        end = at;
        while (*end && !is_special(*end))
            end++;
        fwrite(at, 1, end - at, out);
        if (*end)
            put_special(out, *end);
    }
    putc('"', out);
}

static void put_number(FILE *out, const char *before, guint number)
{
    char room[HTOL_DIGITS];
    fputs(before, out);
    fputs(htol_digits(number, room), out);
}

/* Writes and frees the members of a tree, behind others. */
static void put_tree(FILE *out, json_t *tree)
{
    const char *key;
    json_t *value;
    json_object_foreach(tree, key, value)
    {
        fprintf(out, ",\"%s\":", key);
        json_dumpf(value, out, JSON_COMPACT | JSON_ENCODE_ANY);
    }
    json_decref(tree);
}

/* ---- members ---- */

static json_t *proof_value(const HtolProof *proof)
{
    return json_pack("{s:s, s:o, s:o, s:o*}", "verdict", htol_proof_names[proof->kind], "other",
                     report_json_text(proof->other), "why", report_json_text(proof->why), "of",
                     *proof->of ? report_json_text(proof->of) : NULL);
}

static void put_htol(FILE *out, const HtolObjective *objective)
{
    g_autoptr(GString) htol = g_string_new(NULL);
    if (!objective->hyper) {
        fputs(",\"htol\":null", out);
        return;
    }
    htol_hyper_print(objective->hyper, htol);
    put_text(out, ",\"htol\":", htol->str);
}

static void put_names(const ReportModel *model, const HtolWitness *witness, FILE *out)
{
    for (guint i = 0; i < witness->n; i++) {
        g_autofree char *name = report_test_name(model, witness->tests[i]);
        put_text(out, i > 0 ? "," : "", name);
    }
}

/* How many tests cover it alone is told where tests are known. */
static void put_witnesses(const ReportModel *model, const ReportObjective *objective, FILE *out)
{
    guint count;
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolWitness *list = report_witnesses(arena, model, objective, &count);
    fputs(",\"witnesses\":[", out);
    for (guint i = 0; i < count; i++) {
        fputs(i > 0 ? ",[" : "[", out);
        put_names(model, &list[i], out);
        putc(']', out);
    }
    putc(']', out);
    if (objective->witnesses)
        put_number(out, ",\"tests_alone\":", htol_test_set_size(model->tests, objective->witnesses->alone));
}

/* What stands in its line is told of what has no text. */
static void put_line(ReportWords *words, const ReportFunction *function, const ReportObjective *objective, FILE *out)
{
    g_autofree char *line = *objective->objective->text ? NULL : report_line_text(words, function, objective);
    if (line && *line)
        put_text(out, ",\"source\":", line);
}

/* How the source spells what the text has as preprocessed. */
static void put_spelled(ReportWords *words, const ReportFunction *function, const ReportObjective *objective, FILE *out)
{
    g_autofree char *spelled = report_objective_text(words, function, objective);
    if (strcmp(spelled, objective->objective->text) != 0)
        put_text(out, ",\"spelled\":", spelled);
}

static void put_place(ReportWords *words, const ReportModel *model, const ReportFunction *function,
                      const ReportObjective *objective, FILE *out)
{
    const HtolObjective *what = objective->objective;
    g_autofree char *id = report_objective_id(model, function, objective);
    const char *path = report_objective_path(function, objective);
    put_text(out, "{\"id\":", id);
    put_text(out, ",\"criterion\":", htol_selection_name(&model->selection, what->criterion));
    put_text(out, ",\"function\":", function->function->row.name);
    if (g_strcmp0(path, function->path) != 0)
        put_text(out, ",\"path\":", path);
    put_number(out, ",\"line\":", what->line);
    put_number(out, ",\"column\":", what->column);
    put_text(out, ",\"text\":", what->text);
    put_spelled(words, function, objective, out);
    put_line(words, function, objective, out);
}

static void put_asked(const HtolObjective *what, FILE *out)
{
    fputs(what->value < 0 ? ",\"value\":null" : what->value ? ",\"value\":true" : ",\"value\":false", out);
    if (what->level)
        put_text(out, ",\"level\":", what->level);
    put_htol(out, what);
}

static void put_verdict(ReportWords *words, const ReportModel *model, const ReportFunction *function,
                        const ReportObjective *objective, FILE *out)
{
    HtolFinding finding = objective->objective->finding;
    g_autofree char *why = report_why(words, function, objective);
    put_text(out, ",\"status\":", report_status_names[objective->status]);
    put_text(out, ",\"why\":", why);
    if (objective->exclusion)
        put_number(out, ",\"exclusion\":", objective->exclusion->index);
    if (objective->proof)
        put_tree(out, json_pack("{s:o}", "pruned", proof_value(objective->proof)));
    if (finding != HTOL_NO_FINDING)
        put_text(out, ",\"finding\":", finding == HTOL_FINDING_ERROR ? "error" : "boundary");
    put_witnesses(model, objective, out);
}

void report_json_put_objective(ReportWords *words, const ReportModel *model, const ReportFunction *function,
                               const ReportObjective *objective, FILE *out)
{
    const ReportMutant *mutant = report_mutant_of(function, objective->objective);
    put_place(words, model, function, objective, out);
    put_asked(objective->objective, out);
    put_verdict(words, model, function, objective, out);
    if (objective->objective->user)
        put_tree(out, report_json_user(objective));
    if (mutant)
        put_tree(out, json_pack("{s:o}", "mutant", report_json_mutant(model, mutant)));
    putc('}', out);
}
