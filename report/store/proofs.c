/* Keeps the best proofs of each unit; see proofs.h. */
#include "report/store/proofs.h"

#include <string.h>

#include "htol/notes/proof.h"

/* Whether they were found in a cache says nothing of the unit, and would make texts differ. */
static HtolProved *read_proofs(HtolArena *arena, const char *text, const guint8 id[HTOL_ID_SIZE], guint *n,
                               GError **error)
{
    HtolProved *proved = htol_proofs_read(arena, text, id, n, error);
    for (guint i = 0; i < *n; i++)
        proved[i].known = FALSE;
    return proved;
}

static void set_proofs(ReportGather *gather, const guint8 id[HTOL_ID_SIZE], const HtolProved *proved, guint n)
{
    g_autoptr(GString) text = g_string_new(NULL);
    htol_proofs_write(id, proved, n, text);
    report_gather_proofs(gather, id, text->str);
}

gboolean report_proofs_add(ReportGather *gather, const char *text, gsize size, GError **error)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autofree char *ended = g_strndup(text, size);
    guint8 id[HTOL_ID_SIZE];
    guint n, n_known = 0;
    HtolProved *proved = htol_proofs_table(ended, id, error) ? read_proofs(arena, ended, id, &n, error) : NULL;
    if (!proved)
        return FALSE;
    memcpy(id, report_gather_renamed(gather, id), HTOL_ID_SIZE);
    const char *known_text = report_gather_proofs_of(gather, id);
    HtolProved *known = known_text ? htol_proofs_read(arena, known_text, id, &n_known, NULL) : NULL;
    if (htol_proofs_join(arena, proved, n, known, n_known))
        set_proofs(gather, id, proved, n);
    else
        set_proofs(gather, id, known, n_known);
    return TRUE;
}
