/* Users' objectives in the JSON report: what was declared, the witness, what was recorded. */
#include <math.h>

#include "htol/lang/print.h"
#include "report/out/json/json.h"

enum { MOST_ENVIRONMENTS = 5 }; /* of each label; all are counted */

static json_t *printed_value(HtolValue value)
{
    g_autoptr(GString) text = g_string_new(NULL);
    htol_value_print(value, text);
    return json_string(text->str);
}

/* A number where JSON has one for it. */
static json_t *value_of(HtolValue value)
{
    switch (value.kind) {
    case HTOL_VALUE_SIGNED: return json_integer(value.s);
    case HTOL_VALUE_UNSIGNED: return value.u <= G_MAXINT64 ? json_integer((gint64)value.u) : printed_value(value);
    case HTOL_VALUE_FLOAT: return isfinite(value.f) ? json_real(value.f) : printed_value(value);
    case HTOL_VALUE_POINTER: return printed_value(value);
    }
    g_assert_not_reached();
}

static json_t *values_of(const HtolHyper *member, const HtolValue *values)
{
    json_t *object = json_object();
    guint columns = htol_member_columns(member);
    for (guint i = 0; i < columns; i++) {
        g_autoptr(GString) name = g_string_new(NULL);
        htol_column_print(member, i, name);
        json_object_set_new(object, name->str, value_of(values[i]));
    }
    return object;
}

static json_t *label_of(const HtolHyper *member)
{
    g_autoptr(GString) text = g_string_new(NULL);
    htol_hyper_print(member, text);
    return json_string(text->str);
}

/* An environment and where it was recorded. */
static json_t *environment_of(const HtolHyper *member, const HtolValue *values, const HtolUserPlace *place)
{
    return json_pack("{s:o, s:i, s:o}", "path", report_json_text(htol_user_place_path(place)), "line", (int)place->line,
                     "values", values_of(member, values));
}

/* Witness ------------------------------------------------------------------------------------------------ */

static json_t *witness_of(const HtolUserObjective *user)
{
    const HtolVerdict *verdict = &user->verdict;
    json_t *array = json_array();
    for (guint i = 0; i < verdict->conjunct.n_members; i++) {
        const HtolHyper *member = verdict->conjunct.members[i];
        const HtolRelation *relation = verdict->relations[i];
        json_t *value = environment_of(member, relation->values + verdict->rows[i] * relation->columns,
                                       htol_user_witness_place(user, i));
        json_object_set_new(value, "label", label_of(member));
        json_array_append_new(array, value);
    }
    return array;
}

static json_t *witness_text(const HtolUserObjective *user)
{
    g_autoptr(GString) text = g_string_new(NULL);
    htol_witness_print(&user->verdict, text);
    return json_string(text->str);
}

/* Environments ------------------------------------------------------------------------------------------- */

static json_t *first_of(const HtolUserRelation *relation)
{
    json_t *array = json_array();
    for (gsize i = 0; i < MIN(relation->relation.rows, MOST_ENVIRONMENTS); i++)
        json_array_append_new(array, environment_of(relation->member,
                                                    relation->relation.values + i * relation->relation.columns,
                                                    &relation->places[relation->row_place[i]]));
    return array;
}

static json_t *environments_of(const HtolUserObjective *user)
{
    json_t *array = json_array();
    for (guint i = 0; i < user->n_relations; i++) {
        const HtolUserRelation *relation = user->relations[i];
        json_array_append_new(array, json_pack("{s:s, s:I, s:o}", "label", relation->name, "count",
                                               (json_int_t)relation->relation.rows, "first", first_of(relation)));
    }
    return array;
}

/* The whole ---------------------------------------------------------------------------------------------- */

static json_t *labels_of(const HtolUserObjective *user)
{
    json_t *array = json_array();
    for (guint i = 0; i < user->n_labels; i++) {
        g_autoptr(GString) text = g_string_new(NULL);
        htol_label_decl_print(user->labels[i], text);
        json_array_append_new(array, report_json_text(text->str));
    }
    return array;
}

static json_t *warnings_of(const HtolUserObjective *user)
{
    json_t *array = json_array();
    for (guint i = 0; i < user->n_warnings; i++)
        json_array_append_new(array, report_json_text(user->warnings[i]));
    return array;
}

static json_t *user_of(const HtolUserObjective *user)
{
    json_t *value = json_object();
    json_object_set_new(value, "script", report_json_text(user->where.file));
    json_object_set_new(value, "line", json_integer(user->where.line));
    json_object_set_new(value, "column", json_integer(user->where.column));
    json_object_set_new(value, "declaration", report_json_text(user->text));
    json_object_set_new(value, "labels", labels_of(user));
    json_object_set_new(value, "environments", environments_of(user));
    json_object_set_new(value, "warnings", warnings_of(user));
    return value;
}

json_t *report_json_user(const ReportObjective *objective)
{
    const HtolUserObjective *user = objective->objective->user;
    json_t *value = json_pack("{s:o}", "user", user_of(user));
    if (objective->status != REPORT_COVERED)
        return value;
    json_object_set_new(value, "witness", witness_of(user));
    json_object_set_new(value, "witness_text", witness_text(user));
    return value;
}
