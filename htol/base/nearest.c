/* Finds the word nearest to a misspelt one; see nearest.h. */
#include "htol/base/nearest.h"

#include <string.h>

enum { MOST_CHANGES = 2, MOST_LENGTH = 40 };

static guint least(guint one, guint other)
{
    return MIN(one, other);
}

static gboolean is_exchanged(const char *from, const char *to, gsize i, gsize k)
{
    return i > 1 && k > 1 && from[i - 1] == to[k - 2] && from[i - 2] == to[k - 1];
}

/* Row i and column k of the table: the changes that make the first k characters of `to` of the first i of `from`. */
static guint count_changes(const char *from, const char *to)
{
    guint table[MOST_LENGTH + 1][MOST_LENGTH + 1];
    gsize n = strlen(from), m = strlen(to);
    for (gsize i = 0; i <= n; i++) {
        for (gsize k = 0; k <= m; k++) {
            guint *changes = &table[i][k];
            *changes = i == 0 ? k : i;
            if (i == 0 || k == 0)
                continue;
            *changes = least(table[i - 1][k] + 1, table[i][k - 1] + 1);
            *changes = least(*changes, table[i - 1][k - 1] + (from[i - 1] != to[k - 1]));
            if (is_exchanged(from, to, i, k))
                *changes = least(*changes, table[i - 2][k - 2] + 1);
        }
    }
    return table[n][m];
}

static guint distance(const char *word, const char *known)
{
    g_autofree char *from = g_ascii_strdown(word, -1), *to = g_ascii_strdown(known, -1);
    return count_changes(from, to);
}

const char *htol_nearest(const char *word, const char *const *known, gsize n)
{
    const char *nearest = NULL;
    gsize length = strlen(word);
    guint best = least(MOST_CHANGES, (length - 1) / 2) + 1;
    for (gsize i = 0; i < n && length > 0 && length <= MOST_LENGTH; i++) {
        guint changes = strlen(known[i]) <= MOST_LENGTH ? distance(word, known[i]) : best;
        if (changes >= best)
            continue;
        best = changes;
        nearest = known[i];
    }
    return nearest;
}
