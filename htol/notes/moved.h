/* Paths of a tree of files that lies elsewhere now, as it was copied or moved: by themselves, and in words of
 * commands. It looks at no file. */
#ifndef HTOL_MOVED_H
#define HTOL_MOVED_H

#include <glib.h>

/* What was below `from` is below `to`; both absolute, and without a slash at the end. Below "" nothing was. */
typedef struct {
    const char *from, *to;
} HtolMoved;

/* Returns the path as it is now: another one if it is `from` or lies below it. To be freed. */
char *htol_moved_path(HtolMoved moved, const char *path);

/* Returns a word of a command line as it is now, if it holds such a path: at its beginning, behind an option's name,
 * behind = or a comma. To be freed. */
char *htol_moved_word(HtolMoved moved, const char *word);

#endif
