/* Fuzz target: verdicts that the reader of .hlv files accepts are written so that they read the same again. */
#include <string.h>

#include "htol/notes/proof.h"

int LLVMFuzzerTestOneInput(const guint8 *data, size_t size);

/* The table that files of the corpus are of. */
static const guint8 id[HTOL_ID_SIZE] = {0x1f, 0x2e, 0x3d, 0x4c};

static void put(const HtolProved *proved, guint n, GString *out)
{
    htol_proofs_begin(id, out);
    for (guint i = 0; i < n; i++)
        htol_proved_write(&proved[i], out);
}

int LLVMFuzzerTestOneInput(const guint8 *data, size_t size)
{
    guint n = 0, m = 0;
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GString) once = g_string_new(NULL), twice = g_string_new(NULL);
    g_autofree char *text = g_strndup((const char *)data, size);
    HtolProved *proved = htol_proofs_read(arena, text, id, &n, NULL);
    g_assert(proved || n == 0);
    if (!proved)
        return 0;
    put(proved, n, once);
    proved = htol_proofs_read(arena, once->str, id, &m, NULL);
    g_assert(proved && m == n);
    put(proved, m, twice);
    g_assert(strcmp(once->str, twice->str) == 0);
    return 0;
}
