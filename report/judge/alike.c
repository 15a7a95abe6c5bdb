/* Knows decisions that are alike by their shape; see alike.h. */
#include "report/judge/alike.h"

#include "htol/base/digits.h"

struct ReportAlike {
    GHashTable *known; /* GBytes: what was made */
    GString *key;
    gpointer (*make)(void);
};

static void append_numbers(GString *shape, const guint32 *numbers, guint count)
{
    char room[HTOL_DIGITS];
    for (guint i = 0; i < count; i++) {
        g_string_append(shape, htol_digits(numbers[i], room));
        g_string_append_c(shape, i + 1 < count ? ' ' : ';');
    }
}

void report_shape_append(const HtolFunction *function, guint32 decision, GString *shape)
{
    const HtolRowDecision *row = &function->decisions[decision];
    append_numbers(
        shape,
        (const guint32[]){row->kind == HTOL_DECISION_VALUE, row->root, row->ways > 0, row->semantics, row->source > 0},
        5);
    for (guint32 i = 0; i < row->conditions; i++) {
        const HtolRowCondition *condition = &function->conditions[row->first_condition + i];
        append_numbers(
            shape, (const guint32[]){condition->state, condition->on_true, condition->on_false, condition->same}, 4);
    }
}

ReportAlike *report_alike_new(gpointer (*make)(void), GDestroyNotify destroy)
{
    ReportAlike *alike = g_new(ReportAlike, 1);
    alike->known = g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, destroy);
    alike->make = make;
    alike->key = g_string_new(NULL);
    return alike;
}

void report_alike_free(ReportAlike *alike)
{
    g_hash_table_unref(alike->known);
    g_string_free(alike->key, TRUE);
    g_free(alike);
}

gpointer report_alike_of(ReportAlike *alike, const HtolFunction *function, guint32 decision, HtolEnvs recorded)
{
    GString *key = alike->key;
    g_string_truncate(key, 0);
    report_shape_append(function, decision, key);
    g_string_append_c(key, '/');
    g_string_append_len(key, (const char *)recorded.values, (gssize)recorded.rows * recorded.columns);
    g_autoptr(GBytes) bytes = g_bytes_new_static(key->str, key->len);
    gpointer found = g_hash_table_lookup(alike->known, bytes);
    if (found)
        return found;
    found = alike->make();
    g_hash_table_insert(alike->known, g_bytes_new(key->str, key->len), found);
    return found;
}
