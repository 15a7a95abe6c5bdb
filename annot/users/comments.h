/* The objectives in the comments of a source file, found in its bytes, and the groups of lines between its
 * conditionals. It does not preprocess: which groups were compiled, the preprocessed text tells. */
#ifndef ANNOT_COMMENTS_H
#define ANNOT_COMMENTS_H

#include "htol/base/arena.h"

/* What stands behind `//!` on one line or several. A comment is an objective's if it begins with `label`,
 * `hyper` or `partition` and a name and holds a colon, or with `pure` and a list of names; Doxygen uses the
 * same mark for prose. It goes on with the `//!` lines right below it until one ends with a semicolon, the next
 * declaration begins, or a justification, which the report reads. */
typedef struct {
    guint32 line, column; /* where the text begins, from 1, columns in bytes */
    const char *text;     /* the file's bytes; blanks for what marks the comment: `//!`, the backslash of a line
                             that goes on */
    guint group;          /* the innermost that it stands in */
} AnnotComment;

/* The lines between two directives of one conditional: #if and #else, #elif and #endif, ... Group 0 is the
 * file. */
typedef struct {
    guint outer;         /* index of the group around it; 0 for group 0 */
    guint32 first, last; /* lines between the directives; none if last < first */
    gboolean has_code;   /* something else than directives and comments, in groups inside of it too */
    gboolean never;      /* begins with #if 0 */
} AnnotGroup;

/* What was found in a file. To be freed by annot_comments_free. */
typedef struct {
    GArray *comments; /* AnnotComment, in order; their texts lie in the arena */
    GArray *groups;   /* AnnotGroup, in order of their first lines */
} AnnotComments;

/* Finds the objectives and groups in `bytes`, the source file `path`; free with annot_comments_free. What a #line
 * directive says is another file's belongs to that, and is not found here; a file is known by its name without
 * directories. `path` NULL: all of it is the file's. */
AnnotComments *annot_comments_find(HtolArena *arena, const char *path, const char *bytes, gsize size);
void annot_comments_free(AnnotComments *comments);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(AnnotComments, annot_comments_free)

/* Returns the innermost group that holds the line; a directive is in the group around its conditional. */
guint annot_comments_group_at(const AnnotComments *comments, guint32 line);

#endif
