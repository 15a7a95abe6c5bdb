/* What a user means by a path: that of a file in reports, or its end. It looks at names alone. */
#ifndef REPORT_PLACE_H
#define REPORT_PLACE_H

#include <glib.h>

/* Returns the name as paths of reports are: without `root` (NULL: not known) and ./ before it. */
const char *report_place_below(const char *name, const char *root);

/* Whether `name` means the file with this path: it is the path or ends it, behind a slash. It may be absolute, below
 * `root`. */
gboolean report_place_is(const char *name, const char *root, const char *path);

/* Whether `place`, which is FILE, FILE:FUNCTION or FILE:LINE, may mean something in the file with this path. */
gboolean report_place_may_be(const char *place, const char *root, const char *path);

#endif
