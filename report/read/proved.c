/* Reads what was proved; see proved.h. */
#include "report/read/proved.h"

#include <errno.h>

#include "htol/base/bytes.h"
#include "report/inputs/files.h"

/* Whether they were found in a cache does not matter; shards do not tell. */
static guint64 hash_of(const HtolProved *proved, guint n)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < n; i++) {
        HtolProved one = proved[i];
        one.known = FALSE;
        htol_proved_write(&one, text);
    }
    return htol_sum(HTOL_FNV_BASIS, (const guint8 *)text->str, text->len);
}

static void set_proofs(ReportUnit *unit, const HtolProved *proved, guint n)
{
    unit->proved = proved;
    unit->n_proved = n;
    unit->proofs = hash_of(proved, n);
}

static gboolean add_proofs(HtolArena *arena, ReportUnit *unit, const char *text, GError **error)
{
    guint n;
    HtolProved *proved = htol_proofs_read(arena, text, unit->table->id, &n, error);
    if (!proved)
        return FALSE;
    HtolProved *known = unit->proved ? htol_arena_memdup(arena, unit->proved, unit->n_proved * sizeof *known) : NULL;
    if (htol_proofs_join(arena, proved, n, known, unit->n_proved))
        set_proofs(unit, proved, n);
    else
        set_proofs(unit, known, unit->n_proved);
    return TRUE;
}

gboolean report_proved_read(HtolArena *arena, const char *directory, ReportUnit *unit, GError **error)
{
    g_autofree char *path = htol_data_proofs_path(directory, unit->table->id);
    g_autofree char *text = NULL;
    g_autoptr(GError) wrong = NULL;
    gsize size;
    if (report_file_read(path, &text, &size, &wrong))
        add_proofs(arena, unit, text, &wrong);
    else if (wrong->code == ENOENT || wrong->code == ENOTDIR)
        return TRUE;
    if (!wrong)
        return TRUE;
    g_propagate_prefixed_error(error, g_steal_pointer(&wrong), "%s: ", path);
    return FALSE;
}

gboolean report_proved_add(HtolArena *arena, GHashTable *units, const guint8 *text, gsize size, GError **error)
{
    g_autofree char *ended = g_strndup((const char *)text, size);
    guint8 id[HTOL_ID_SIZE];
    if (!htol_proofs_table(ended, id, error))
        return FALSE;
    ReportUnit *unit = g_hash_table_lookup(units, id);
    return !unit || add_proofs(arena, unit, ended, error);
}
