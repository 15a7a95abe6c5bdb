/* Knows decisions that are alike by their shape; see alike.h. */
#include "htol/criteria/alike.h"

#include "htol/base/digits.h"

struct HtolAlike {
    GHashTable *known; /* GBytes: what was made */
    GString *key;
    gpointer (*make)(void);
};

static void append_numbers(GString *shape, const guint32 *numbers, guint count)
{
    for (guint i = 0; i < count; i++)
        htol_digits_append(shape, "", numbers[i], i + 1 < count ? " " : ";");
}

void htol_shape_append(const HtolFunction *function, guint32 decision, GString *shape)
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

HtolAlike *htol_alike_new(gpointer (*make)(void), GDestroyNotify destroy)
{
    HtolAlike *alike = g_new(HtolAlike, 1);
    alike->known = g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, destroy);
    alike->make = make;
    alike->key = g_string_new(NULL);
    return alike;
}

void htol_alike_free(HtolAlike *alike)
{
    g_hash_table_unref(alike->known);
    g_string_free(alike->key, TRUE);
    g_free(alike);
}

gpointer htol_alike_of(HtolAlike *alike, const HtolFunction *function, guint32 decision, HtolEnvs recorded)
{
    GString *key = alike->key;
    g_string_truncate(key, 0);
    htol_shape_append(function, decision, key);
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
