/* Names of mutation operators, and lists of mutants; see change.h. */
#include "annot/strong/change.h"

#include <string.h>

static const struct {
    const char *name;
    guint32 records;
} operators_known[ANNOT_STRONG_OPERATORS] = {
    [ANNOT_STRONG_ROR] = {"ROR", HTOL_RECORDS_COMPARISONS},
    [ANNOT_STRONG_ABS] = {"ABS", HTOL_RECORDS_SIGNS},
    [ANNOT_STRONG_COR] = {"COR", 0},
    [ANNOT_STRONG_LCR] = {"LCR", 0},
    [ANNOT_STRONG_AOR] = {"AOR", HTOL_RECORDS_OF(AOR)},
    [ANNOT_STRONG_BOR] = {"BOR", HTOL_RECORDS_OF(BOR)},
    [ANNOT_STRONG_SOR] = {"SOR", HTOL_RECORDS_OF(SOR)},
    [ANNOT_STRONG_UOI] = {"UOI", HTOL_RECORDS_OF(UOI)},
    [ANNOT_STRONG_AOIU] = {"AOIU", HTOL_RECORDS_OF(AOIU)},
    [ANNOT_STRONG_CRP] = {"CRP", HTOL_RECORDS_OF(CRP)},
    [ANNOT_STRONG_SDL] = {"SDL", HTOL_RECORDS_OF(SDL)},
    [ANNOT_STRONG_SSDL] = {HTOL_CHANGE_DELETION, 0},
    [ANNOT_STRONG_CALLDL] = {HTOL_CHANGE_CALL, 0},
    [ANNOT_STRONG_RETURN] = {HTOL_CHANGE_RETURN, 0},
};

const char *annot_strong_name(AnnotStrongOperator by)
{
    return operators_known[by].name;
}

guint32 annot_strong_records(guint32 operators)
{
    guint32 records = 0;
    for (guint i = 0; i < ANNOT_STRONG_OPERATORS; i++)
        records |= operators >> i & 1 ? operators_known[i].records : 0;
    return records;
}

static gboolean add_named(const char *name, guint32 *operators, GError **error)
{
    for (guint i = 0; i < ANNOT_STRONG_OPERATORS; i++)
        if (g_ascii_strcasecmp(name, operators_known[i].name) == 0) {
            *operators |= 1u << i;
            return TRUE;
        }
    g_autoptr(GString) known = g_string_new(NULL);
    for (guint i = 0; i < ANNOT_STRONG_OPERATORS; i++)
        g_string_append_printf(known, "%s%s", i > 0 ? ", " : "", operators_known[i].name);
    g_set_error(error, ANNOT_ERROR, 0, "'%s' is no mutation operator; there are %s", name, known->str);
    return FALSE;
}

gboolean annot_strong_parse(const char *list, guint32 *operators, GError **error)
{
    *operators = *list ? 0 : ANNOT_STRONG_ALL;
    g_auto(GStrv) names = g_strsplit(list, ",", -1);
    for (char **name = names; *list && *name; name++)
        if (!add_named(g_strstrip(*name), operators, error))
            return FALSE;
    return TRUE;
}

static void clear_change(gpointer data)
{
    AnnotChange *change = data;
    g_free(change->value);
    g_free(change->after);
}

GArray *annot_changes_new(void)
{
    GArray *changes = g_array_new(FALSE, FALSE, sizeof(AnnotChange));
    g_array_set_clear_func(changes, clear_change);
    return changes;
}

void annot_changes_add(GArray *changes, guint32 operators, AnnotChange change)
{
    if (!(operators >> change.by & 1)) {
        clear_change(&change);
        return;
    }
    change.number = changes->len + 1;
    change.weak = change.weak ? change.weak : "";
    g_array_append_val(changes, change);
}
