/* Hashes names and parses parts; see part.h. */
#include "htol/base/part.h"

gboolean htol_part_parse(const char *text, HtolPart *part)
{
    guint64 number = 0, parts = 0;
    *part = (HtolPart){0, 0};
    if (!text)
        return TRUE;
    g_auto(GStrv) words = g_strsplit(text, "/", -1);
    if (g_strv_length(words) != 2 || !g_ascii_string_to_unsigned(words[1], 10, 1, G_MAXINT, &parts, NULL) ||
        !g_ascii_string_to_unsigned(words[0], 10, 1, parts, &number, NULL))
        return FALSE;
    *part = (HtolPart){(guint)number, (guint)parts};
    return TRUE;
}

/* FNV-1a, whose high bits are the better ones, folded. */
static guint64 hash_of(const char *name)
{
    guint64 hash = 0xcbf29ce484222325u;
    for (; *name; name++)
        hash = (hash ^ (guint8)*name) * 0x100000001b3u;
    return hash ^ hash >> 32;
}

gboolean htol_part_has(HtolPart part, const char *name)
{
    return htol_part_has_hash(part, hash_of(name));
}

gboolean htol_part_has_hash(HtolPart part, guint64 hash)
{
    return part.parts == 0 || hash % part.parts == part.part - 1;
}
