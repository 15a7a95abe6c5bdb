/* Hashes names and parses parts; see part.h. */
#include "htol/base/part.h"

gboolean htol_part_parse(const char *text, HtolPart *part)
{
    guint64 number = 0, parts = 0;
    *part = (HtolPart){0, 0};
    if (!text)
        return TRUE;
    g_auto(GStrv) words = g_strsplit(text, "/", -1);
    if (g_strv_length(words) != 2 || !g_ascii_string_to_unsigned(words[1], 10, 1, HTOL_PART_MOST, &parts, NULL) ||
        !g_ascii_string_to_unsigned(words[0], 10, 1, parts, &number, NULL))
        return FALSE;
    *part = (HtolPart){(guint)number, (guint)parts};
    return TRUE;
}

/* FNV-1a, whose high bits are the better ones, folded. */
guint32 htol_part_hash(const char *name)
{
    guint64 hash = 0xcbf29ce484222325u;
    for (; *name; name++)
        hash = (hash ^ (guint8)*name) * 0x100000001b3u;
    return (guint32)(hash ^ hash >> 32);
}

guint htol_part_of_hash(guint64 hash, guint parts)
{
    return (guint)(hash % parts) + 1;
}

guint htol_part_of(const char *name, guint parts)
{
    return htol_part_of_hash(htol_part_hash(name), parts);
}

gboolean htol_part_has(HtolPart part, const char *name)
{
    return htol_part_has_hash(part, htol_part_hash(name));
}

gboolean htol_part_has_hash(HtolPart part, guint64 hash)
{
    return part.parts == 0 || htol_part_of_hash(hash, part.parts) == part.part;
}

/* The constants are splitmix64's. */
guint64 htol_part_mix(guint64 hash, guint64 seed)
{
    guint64 value = hash + (seed + 1) * 0x9e3779b97f4a7c15u;
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9u;
    value = (value ^ value >> 27) * 0x94d049bb133111ebu;
    return value ^ value >> 31;
}
