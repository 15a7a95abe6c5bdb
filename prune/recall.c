/* Proofs as lines of the cache; see recall.h. */
#include "prune/recall.h"

gboolean prune_recall(HtolArena *arena, const PruneRequest *request, const char *key, HtolProved *proved)
{
    guint n = 0;
    g_autofree char *line = key ? prune_cache_find(request->cache, key, request->patience) : NULL;
    const HtolProved *found = line ? htol_proved_read(arena, line, &n, NULL) : NULL;
    if (!found || n != 1)
        return FALSE;
    *proved = *found;
    proved->known = TRUE;
    return TRUE;
}

void prune_keep(const PruneRequest *request, const char *key, const HtolProved *proved)
{
    g_autoptr(GString) line = g_string_new(NULL);
    if (!key)
        return;
    htol_proved_write(proved, line);
    prune_cache_keep(request->cache, key, proved->unanswered > 0 ? request->patience : prune_endless, line->str);
}
