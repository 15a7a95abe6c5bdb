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

GHashTable *annot_defuse_taken(const AnnotDefUse *defuse)
{
    GHashTable *taken = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < defuse->accesses->len; i++) {
        const AnnotAccess *access = annot_defuse_access(defuse, i);
        if (access->kind == ANNOT_ACCESS_ADDRESS)
            g_hash_table_add(taken, (gpointer)access->object.decl);
    }
    return taken;
}

/* ---- runs ---- */

static gboolean may_leave(const AnnotAccess *access)
{
    return access->kind == ANNOT_ACCESS_UNKNOWN && access->expr->kind == ANNOT_EXPR_CALL &&
           !(access->expr->decl && (access->expr->decl->returns || access->expr->decl->comes_back));
}

static gboolean ends_run(const AnnotDefUse *defuse, guint32 point)
{
    guint32 access = g_array_index(defuse->points, guint32, point);
    return access == ANNOT_NO_ACCESS || may_leave(annot_defuse_access(defuse, access));
}

/* A run goes on from a point with one successor to a point with one predecessor. */
guint32 *annot_defuse_runs(const AnnotDefUse *defuse)
{
    guint32 n = defuse->points->len, *runs = g_new0(guint32, n);
    g_autofree guint32 *ins = g_new0(guint32, n), *outs = g_new0(guint32, n), *before = g_new0(guint32, n);
    for (guint i = 0; i < defuse->passes->len; i++) {
        const AnnotPass *pass = &g_array_index(defuse->passes, AnnotPass, i);
        outs[pass->from]++;
        ins[pass->to]++;
        before[pass->to] = pass->from;
    }
    for (guint32 p = 0; p < n; p++) {
        gboolean goes_on = ins[p] == 1 && before[p] < p && outs[before[p]] == 1 && !ends_run(defuse, before[p]) &&
                           !ends_run(defuse, p);
        runs[p] = goes_on ? runs[before[p]] : p;
    }
    return runs;
}

/* ---- reads of one value ---- */

/* Whether the access reads a whole variable that nothing unseen changes: it lives in the function, and its address is
 * not taken. */
static gboolean reads_plain(const AnnotAccess *access, GHashTable *taken)
{
    const AnnotObject *object = &access->object;
    return access->kind == ANNOT_ACCESS_READ && object->n_members == 0 && !object->part && !object->is_fixed &&
           !object->decl->is_static && !object->decl->is_global && !g_hash_table_contains(taken, object->decl);
}

/* Goes back over the points, and keeps for each variable the access that reads the value that it has there. */
guint32 *annot_defuse_leaders(const AnnotDefUse *defuse, GHashTable *asked)
{
    g_autofree guint32 *runs = annot_defuse_runs(defuse), *points = annot_defuse_points_of(defuse);
    g_autoptr(GHashTable) taken = annot_defuse_taken(defuse);
    g_autoptr(GHashTable) last = g_hash_table_new(NULL, NULL); /* const AnnotDecl: 1 + access */
    guint32 *leaders = g_new(guint32, MAX(defuse->accesses->len, 1));
    for (guint32 i = 0; i < defuse->accesses->len; i++)
        leaders[i] = i;
    for (guint32 p = defuse->points->len; p > 0; p--) {
        guint32 number = g_array_index(defuse->points, guint32, p - 1);
        const AnnotAccess *access = number == ANNOT_NO_ACCESS ? NULL : annot_defuse_access(defuse, number);
        if (!access || access->kind == ANNOT_ACCESS_UNKNOWN)
            continue;
        if (access->kind != ANNOT_ACCESS_READ)
            g_hash_table_remove(last, access->object.decl);
        if (!reads_plain(access, taken) || points[number] != p - 1 || !g_hash_table_contains(asked, access->expr))
            continue;
        guint32 next = GPOINTER_TO_UINT(g_hash_table_lookup(last, access->object.decl));
        if (next > 0 && runs[points[next - 1]] == runs[p - 1])
            leaders[number] = next - 1;
        else
            g_hash_table_insert(last, (gpointer)access->object.decl, GUINT_TO_POINTER(number + 1));
    }
    return leaders;
}
