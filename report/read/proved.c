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

typedef struct {
    const HtolProved *all;
    guint n;
} Others;

/* Keeps the proofs, with the marks of others. */
static void keep_proofs(HtolArena *arena, ReportUnit *unit, HtolProved *proved, guint n, const Others *others)
{
    htol_proofs_mark(arena, proved, n, others->all, others->n);
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
    if (unit->proved && htol_proofs_compare(proved, n, unit->proved, unit->n_proved) <= 0)
        keep_proofs(arena, unit, htol_arena_memdup(arena, unit->proved, unit->n_proved * sizeof *proved),
                    unit->n_proved, &(Others){proved, n});
    else
        keep_proofs(arena, unit, proved, n, &(Others){unit->proved, unit->n_proved});
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
