/* Reads tables again; see reread.h. What a table is, htol knows. */
#include "report/read/reread.h"

#include <string.h>

#include "report/inputs/files.h"

static const char *known_path(HtolArena *arena, GHashTable *known, const char *path)
{
    const char *own = g_hash_table_lookup(known, path);
    if (!own) {
        own = htol_arena_strndup(arena, path, strlen(path));
        g_hash_table_add(known, (gpointer)own);
    }
    return own;
}

static void add_path(GPtrArray *paths, const char *path)
{
    if (!g_ptr_array_find(paths, path, NULL))
        g_ptr_array_add(paths, (gpointer)path);
}

void report_unit_find_paths(HtolArena *arena, GHashTable *known, const HtolTable *table, ReportUnit *unit)
{
    g_autoptr(GPtrArray) paths = g_ptr_array_new();
    const char *last = *table->row.unmeasured ? known_path(arena, known, table->row.path) : NULL;
    if (last)
        add_path(paths, last);
    for (guint32 i = 0; i < table->n_functions; i++) {
        const HtolFunction *function = &table->functions[i];
        const char *path = function->n_files ? function->files[0].path : table->row.path;
        if (last && strcmp(path, last) == 0)
            continue;
        last = known_path(arena, known, path);
        add_path(paths, last);
    }
    unit->n_paths = paths->len;
    unit->paths = htol_arena_memdup(arena, paths->pdata, paths->len * sizeof(gpointer));
}

static const HtolTable *read_table(HtolArena *arena, const guint8 *bytes, gsize size, const guint8 *id, GError **error)
{
    const HtolTable *table = htol_table_read(arena, bytes, size, NULL, error);
    if (!table || htol_id_equal(table->id, id))
        return table;
    g_set_error_literal(error, REPORT_ERROR, 0, "the table changed while it was reported: try again");
    return NULL;
}

static const HtolTable *read_file(HtolArena *arena, const ReportTablePlace *origin, const guint8 *id, GError **error)
{
    g_autofree char *bytes = NULL;
    gsize size;
    if (!report_file_read(origin->path, &bytes, &size, error))
        return NULL;
    gsize at = MIN(origin->at, size);
    return read_table(arena, (const guint8 *)bytes + at, size - at, id, error);
}

const HtolTable *report_unit_table(HtolArena *arena, const ReportUnit *unit, GError **error)
{
    const ReportTablePlace *origin = unit->place;
    if (!origin)
        return unit->table;
    const HtolTable *table = origin->bytes ? read_table(arena, origin->bytes, origin->size, unit->table->id, error)
                                           : read_file(arena, origin, unit->table->id, error);
    if (!table)
        g_prefix_error(error, "%s: ", origin->path);
    return table;
}
