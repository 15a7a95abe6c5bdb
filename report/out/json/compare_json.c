/* A comparison as JSON (compare.schema.json), written piece by piece: there may be as many changes as
 * objectives. */
#include "report/compare/compare.h"
#include "report/out/json/json.h"
#include "report/out/renderers.h"

static json_t *side_value(const ReportSnapshot *snapshot, const char *name)
{
    return json_pack("{s:o, s:s, s:i}", "path", report_json_text(name), "semantics", snapshot->semantics, "objectives",
                     (int)snapshot->n_objectives);
}

static json_t *totals_or_null(const ReportTotals *totals)
{
    return totals ? report_json_totals(totals) : json_null();
}

static json_t *criterion_value(const ReportCompared *compared)
{
    json_t *value = json_pack("{s:s, s:s, s:o, s:o, s:b}", "name", compared->name, "family", compared->family, "a",
                              totals_or_null(compared->a), "b", totals_or_null(compared->b), "compared",
                              compared->a && compared->b);
    for (guint kind = 0; kind < REPORT_CHANGES; kind++)
        json_object_set_new(value, report_change_names[kind], json_integer(compared->changes[kind]));
    json_object_set_new(value, "both", json_integer(compared->both));
    json_object_set_new(value, "gone_covered", json_integer(compared->gone_covered));
    json_object_set_new(value, "new_covered", json_integer(compared->new_covered));
    return value;
}

json_t *report_json_said(const ReportSnapshot *snapshot, const ReportSaid *said)
{
    if (!said)
        return json_null();
    g_autofree char *why = report_said_why(snapshot, said), *tests = report_said_tests(snapshot, said);
    json_t *value =
        json_pack("{s:s, s:s, s:s, s:i, s:i, s:s, s:o, s:s, s:o, s:o}", "id", said->id, "function", said->function,
                  "path", said->where, "line", (int)said->line, "column", (int)said->column, "text", said->text,
                  "value", said->value < 0 ? json_null() : json_boolean(said->value), "status",
                  report_status_names[said->status], "why", report_json_text(why), "tests", report_json_text(tests));
    if (said->level)
        json_object_set_new(value, "level", json_string(said->level));
    return value;
}

json_t *report_json_change(const ReportComparison *comparison, const ReportChange *change)
{
    return json_pack("{s:s, s:s, s:o, s:o}", "change", report_change_names[change->kind], "criterion",
                     (change->a ? change->a : change->b)->criterion, "a", report_json_said(comparison->a, change->a),
                     "b", report_json_said(comparison->b, change->b));
}

static json_t *where_value(const ReportWhereAll *where)
{
    return json_pack("{s:i, s:o}", "functions", (int)where->functions, "totals", report_json_totals(&where->totals));
}

static json_t *criteria_value(const ReportComparison *comparison)
{
    json_t *criteria = json_array();
    for (guint i = 0; i < comparison->n_criteria; i++)
        json_array_append_new(criteria, criterion_value(&comparison->criteria[i]));
    return criteria;
}

static void put_member(const char *key, json_t *value, FILE *out)
{
    fprintf(out, ",\n\"%s\":", key);
    json_dumpf(value, out, JSON_COMPACT | JSON_ENCODE_ANY);
    json_decref(value);
}

void report_compare_json(const ReportComparison *comparison, FILE *out)
{
    fputs("{\"hlcov\":1", out);
    put_member("a", side_value(comparison->a, comparison->a_name), out);
    put_member("b", side_value(comparison->b, comparison->b_name), out);
    put_member("criteria", criteria_value(comparison), out);
    if (!comparison->same_criteria) {
        put_member("of_b_where_a_covers_all", where_value(&comparison->of_b), out);
        put_member("of_a_where_b_covers_all", where_value(&comparison->of_a), out);
    }
    fputs(",\n\"changes\":[", out);
    for (guint i = 0; i < comparison->n_changes; i++) {
        json_t *value = report_json_change(comparison, &comparison->changes[i]);
        fputs(i ? ",\n" : "\n", out);
        json_dumpf(value, out, JSON_COMPACT);
        json_decref(value);
    }
    fputs("]}\n", out);
}
