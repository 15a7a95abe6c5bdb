/* Compares names that users give with paths of reports; see place.h. */
#include "report/model/place.h"

#include <string.h>

const char *report_place_below(const char *name, const char *root)
{
    gsize length = root ? strlen(root) : 0;
    if (length > 0 && strncmp(name, root, length) == 0 && name[length] == '/')
        name += length + 1;
    while (g_str_has_prefix(name, "./"))
        name += 2;
    return name;
}

gboolean report_place_is(const char *name, const char *root, const char *path)
{
    name = report_place_below(name, root);
    gsize length = strlen(path), end = strlen(name);
    return length >= end && strcmp(path + length - end, name) == 0 && (length == end || path[length - end - 1] == '/');
}

gboolean report_place_may_be(const char *place, const char *root, const char *path)
{
    const char *colon = strrchr(place, ':');
    g_autofree char *file = colon ? g_strndup(place, (gsize)(colon - place)) : g_strdup(place);
    return report_place_is(place, root, path) || report_place_is(file, root, path);
}
