/* Which slots engines are told of; see goals.h. */
#include "fuzz/goals.h"

#include <string.h>

#include "htol/base/bytes.h"
#include "htol/files/table.h"
#include "htol/judge/site.h"
#include "htol/judge/slots.h"
#include "report/judge/objectives.h"

enum { WANTED = 1 };

/* A function of the model, by what it is in every unit that holds it: its path and the bytes of its rows. */
static guint hash_function(gconstpointer key)
{
    const ReportFunction *function = key;
    return g_str_hash(function->path) ^ function->function->row.slots ^ g_str_hash(function->function->row.hash);
}

static gboolean equal_functions(gconstpointer left, gconstpointer right)
{
    const ReportFunction *one = left, *other = right;
    return strcmp(one->path, other->path) == 0 && htol_function_equal(one->function, other->function);
}

static GHashTable *functions_of(const ReportModel *model)
{
    GHashTable *functions = g_hash_table_new(hash_function, equal_functions);
    for (guint i = 0; i < model->n_files; i++)
        for (guint k = 0; k < model->files[i]->n_functions; k++)
            g_hash_table_add(functions, model->files[i]->functions[k]);
    return functions;
}

/* ---- a function ---- */

static gboolean is_goal(const ReportObjective *objective, gboolean open)
{
    return objective->status == REPORT_UNCOVERED || (!open && objective->status == REPORT_COVERED);
}

static void want_objectives(const ReportModel *model, const ReportFunction *function, gboolean open, guint8 *slots)
{
    g_autoptr(ReportObjectives) objectives = report_objectives(model, function);
    for (guint i = 0; i < objectives->n; i++)
        if (is_goal(&objectives->list[i], open))
            htol_hyper_slots(function->function, objectives->list[i].objective->hyper, WANTED, slots);
}

/* What no site has is wanted always: first all is, then what sites have is not, then what objectives ask for is. */
static void want_function(const ReportModel *model, const ReportFunction *judged, const HtolFunction *function,
                          gboolean open, guint8 *slots)
{
    memset(slots, WANTED, function->row.slots);
    htol_function_slots(function, 0, slots);
    if (judged)
        want_objectives(model, judged, open, slots);
}

/* ---- a program ---- */

typedef struct {
    const ReportModel *model;
    GHashTable *functions;
    gboolean open;
} Goals;

static const ReportUnit *find_unit(const ReportInputs *inputs, const guint8 *id)
{
    for (guint i = 0; i < inputs->units->len; i++) {
        const ReportUnit *unit = inputs->units->pdata[i];
        if (memcmp(unit->table->id, id, HTOL_ID_SIZE) == 0)
            return unit;
    }
    return NULL;
}

static void want_unit(const Goals *goals, const HtolTable *table, guint8 *slots)
{
    for (guint i = 0; i < table->n_functions; i++) {
        const HtolFunction *function = &table->functions[i];
        const ReportFunction key = {.function = function, .path = htol_function_path(table, function)};
        const ReportFunction *judged = g_hash_table_lookup(goals->functions, &key);
        want_function(goals->model, judged, function, goals->open, slots + function->first_slot);
    }
}

static void want_part(const Goals *goals, const FuzzPart *part, guint8 *wanted)
{
    for (const guint8 *at = fuzz_part_next(part, NULL); at; at = fuzz_part_next(part, at)) {
        const ReportUnit *unit = find_unit(goals->model->inputs, at + HTOL_AT_UNIT_ID);
        guint32 size = htol_number_at(at + HTOL_AT_UNIT_SIZE);
        if (unit && unit->table->row.slots <= size - HTOL_AT_UNIT_END)
            want_unit(goals, unit->table, wanted + (at - part->section->data) + HTOL_AT_UNIT_END);
    }
}

static void put_number(guint8 *to, guint64 number, gsize bytes)
{
    number = GUINT64_TO_LE(number);
    memcpy(to, &number, bytes);
}

static guint put_build_id(const char *digits, guint8 *to)
{
    guint n = 0;
    for (; digits[2 * n] && n < HTOL_LEN_GOALS_BUILD_ID; n++)
        to[n] = (guint8)(g_ascii_xdigit_value(digits[2 * n]) << 4 | g_ascii_xdigit_value(digits[2 * n + 1]));
    return n;
}

static void put_part(const Goals *goals, const FuzzPart *part, GByteArray *out)
{
    guint begin = out->len;
    g_byte_array_set_size(out, begin + HTOL_AT_GOALS_END + part->section->len);
    guint8 *header = out->data + begin;
    memset(header, 0, out->len - begin);
    memcpy(header, HTOL_GOALS_MAGIC_BYTES, HTOL_LEN_GOALS_MAGIC);
    put_number(header + HTOL_AT_GOALS_SIZE, part->section->len, HTOL_LEN_GOALS_SIZE);
    put_number(header + HTOL_AT_GOALS_BUILD_ID_SIZE, put_build_id(part->build_id, header + HTOL_AT_GOALS_BUILD_ID),
               HTOL_LEN_GOALS_BUILD_ID_SIZE);
    want_part(goals, part, header + HTOL_AT_GOALS_END);
}

gboolean fuzz_goals_write(const FuzzTarget *target, const ReportModel *model, gboolean open, const char *path,
                          GError **error)
{
    g_autoptr(GHashTable) functions = functions_of(model);
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    const Goals goals = {model, functions, open};
    for (guint i = 0; i < target->parts->len; i++)
        put_part(&goals, target->parts->pdata[i], bytes);
    return g_file_set_contents(path, (const char *)bytes->data, bytes->len, error);
}
