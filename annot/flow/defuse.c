/* What is asked of accesses and points; see defuse.h. */
#include "annot/flow/defuse.h"

void annot_defuse_free(AnnotDefUse *defuse)
{
    g_array_unref(defuse->accesses);
    g_array_unref(defuse->points);
    g_array_unref(defuse->passes);
    g_free(defuse);
}

const AnnotAccess *annot_defuse_access(const AnnotDefUse *defuse, guint32 access)
{
    return &g_array_index(defuse->accesses, AnnotAccess, access);
}

guint32 *annot_defuse_points_of(const AnnotDefUse *defuse)
{
    guint n = MAX(defuse->accesses->len, 1);
    g_autofree guint8 *met = g_new0(guint8, n);
    guint32 *points = g_new(guint32, n);
    for (guint i = 0; i < n; i++)
        points[i] = ANNOT_NO_POINT;
    for (guint32 p = 0; p < defuse->points->len; p++) {
        guint32 access = g_array_index(defuse->points, guint32, p);
        if (access == ANNOT_NO_ACCESS)
            continue;
        points[access] = met[access] ? ANNOT_NO_POINT : p;
        met[access] = TRUE;
    }
    return points;
}
