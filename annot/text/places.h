/* Where the user's text stands: from offsets in preprocessed text to file, line and column. */
#ifndef ANNOT_PLACES_H
#define ANNOT_PLACES_H

#include "annot/text/text.h"
#include "htol/base/arena.h"

typedef struct AnnotPlaces AnnotPlaces;

/* A place in the user's files. */
typedef struct {
    guint file;           /* index of the unit's files */
    guint32 line, column; /* from 1; columns count bytes */
} AnnotSpot;

/* Reads the line markers of `text`. Relative names of files are looked up in `directory`. Both arguments must outlive
 * the result, which is to be freed with annot_places_free. */
AnnotPlaces *annot_places_new(const AnnotText *text, const char *directory);
void annot_places_free(AnnotPlaces *places);

/* Returns the place of the token that begins at offset `at`: its own if the user wrote it there, also as an argument
 * that a macro uses once; else the place of the macro's name. Lines follow the line markers, columns the file itself if
 * it can be read. */
AnnotSpot annot_places_find(AnnotPlaces *places, guint32 at);

/* Returns the place behind the token that ends at offset `end`. */
AnnotSpot annot_places_find_end(AnnotPlaces *places, guint32 end);

/* Return a file's path, absolute if it could be made so, and the hash of its bytes: 16 hexadecimal digits, or "" if it
 * could not be read. */
const char *annot_places_path(const AnnotPlaces *places, guint file);
const char *annot_places_hash(const AnnotPlaces *places, guint file);

/* Return the number of files that the line markers name, and whether one is the user's: no system header. */
guint annot_places_files(const AnnotPlaces *places);
gboolean annot_places_is_users(const AnnotPlaces *places, guint file);

/* Returns the bytes of a file, and their number in *size; NULL if it could not be read. */
const char *annot_places_bytes(const AnnotPlaces *places, guint file, gsize *size);

/* Whether the text has a token from lines `first` to `last` of the file. */
gboolean annot_places_shows(AnnotPlaces *places, guint file, guint32 first, guint32 last);

/* Returns the offsets, guint32, of the first token from `line` of the file or a later line: one for each inclusion of
 * the file that has such a token. To be freed with g_array_unref. */
GArray *annot_places_behind(AnnotPlaces *places, guint file, guint32 line);

/* Returns `path` relative to `root` if it lies below it, else unchanged. In `arena`. */
const char *annot_relative_path(HtolArena *arena, const char *root, const char *path);

#endif
