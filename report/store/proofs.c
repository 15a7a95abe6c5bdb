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
    htol_proofs_begin(id, text);
    for (guint i = 0; i < n; i++)
        htol_proved_write(&proved[i], text);
    report_gather_proofs(gather, id, text->str);
}

typedef struct {
    HtolArena *arena;
    HtolProved *all;
    guint n;
} Proofs;

/* Keeps the proofs, with the marks of others. */
static void set_marked(ReportGather *gather, const guint8 id[HTOL_ID_SIZE], const Proofs *kept, const Proofs *others)
{
    htol_proofs_mark(kept->arena, kept->all, kept->n, others->all, others->n);
    set_proofs(gather, id, kept->all, kept->n);
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
    if (!known || htol_proofs_compare(proved, n, known, n_known) > 0)
        set_marked(gather, id, &(Proofs){arena, proved, n}, &(Proofs){arena, known, n_known});
    else
        set_marked(gather, id, &(Proofs){arena, known, n_known}, &(Proofs){arena, proved, n});
    return TRUE;
}
