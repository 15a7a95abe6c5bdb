/* The patience of answers, a line before each; see cache.h. */
#include "prune/formula/cache.h"

#include <string.h>

const PrunePatience prune_endless = {G_MAXUINT, G_MAXUINT};

/* Returns a hash of this program; if it cannot be read, one by which nothing is found. To be freed. */
static char *program_hash(void)
{
    g_autoptr(GMappedFile) program = g_mapped_file_new("/proc/self/exe", FALSE, NULL);
    if (!program)
        return g_uuid_string_random();
    const guchar *bytes = (const guchar *)g_mapped_file_get_contents(program);
    return g_compute_checksum_for_data(G_CHECKSUM_SHA256, bytes, g_mapped_file_get_length(program));
}

HtolCache prune_cache_open(const char *directory, guint64 most)
{
    return htol_cache_open(directory, most, program_hash());
}

/* Reads a number that `end` ends, and moves *at behind that; FALSE: there is none. */
static gboolean take_number(const char **at, char end, guint *number)
{
    char *behind;
    guint64 value = g_ascii_strtoull(*at, &behind, 10);
    if (behind == *at || *behind != end || value > G_MAXUINT)
        return FALSE;
    *number = (guint)value;
    *at = behind + 1;
    return TRUE;
}

char *prune_cache_find(const HtolCache *cache, const char *key, PrunePatience patience)
{
    gsize size;
    g_autofree char *text = htol_cache_find(cache, key, &size);
    const char *body = text;
    PrunePatience had;
    if (!body || !take_number(&body, ' ', &had.timeout) || !take_number(&body, '\n', &had.budget) ||
        had.timeout < patience.timeout || had.budget < patience.budget)
        return NULL;
    return g_strdup(body);
}

void prune_cache_keep(const HtolCache *cache, const char *key, PrunePatience patience, const char *answer)
{
    g_autofree char *text = g_strdup_printf("%u %u\n%s", patience.timeout, patience.budget, answer);
    htol_cache_keep(cache, key, text, strlen(text));
}
