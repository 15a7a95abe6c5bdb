/* Where the user's text stands: from offsets in preprocessed text to file, line and column. */
#ifndef ANNOT_PLACES_H
#define ANNOT_PLACES_H

#include "annot/text/text.h"
#include "htol/base/arena.h"

typedef struct AnnotPlaces AnnotPlaces;

typedef struct {
    guint file;           /* index of the unit's files */
    guint32 line, column; /* from 1; columns count bytes */
} AnnotSpot;

/* Reads the line markers of the text. `directory`: where relative names of files are looked up; both outlive
 * it. */
AnnotPlaces *annot_places_new(const AnnotText *text, const char *directory);
void annot_places_free(AnnotPlaces *places);

/* The place of the token that begins at the offset: exact where it does not come out of a macro, and of what a macro
 * has as an argument and uses once; else that of the macro's name. Lines follow the line markers; columns the file
 * itself, if it can be read. */
AnnotSpot annot_places_find(AnnotPlaces *places, guint32 at);

/* The place behind the token that ends at the offset. */
AnnotSpot annot_places_find_end(AnnotPlaces *places, guint32 end);

/* A file's path, absolute if it could be made so, and the hash of its bytes: 16 hexadecimal digits, or "" if
 * it could not be read. */
const char *annot_places_path(const AnnotPlaces *places, guint file);
const char *annot_places_hash(const AnnotPlaces *places, guint file);

/* Returns the hash of any bytes, as annot_places_hash has it; to be freed. */
char *annot_places_hash_bytes(const char *bytes, gsize size);

/* The files that the line markers name: how many, and which are the user's: read from a file that is no system
 * header. */
guint annot_places_files(const AnnotPlaces *places);
gboolean annot_places_is_users(const AnnotPlaces *places, guint file);

/* A file's bytes, or NULL if it could not be read. */
const char *annot_places_bytes(const AnnotPlaces *places, guint file, gsize *size);

/* Whether the text has a token from one of these lines of the file. */
gboolean annot_places_shows(AnnotPlaces *places, guint file, guint32 first, guint32 last);

/* The offset of the first token that comes from this line of the file or a later one: guint32, one for each time
 * that the file was included and has such a token. To be freed with g_array_unref. */
GArray *annot_places_behind(AnnotPlaces *places, guint file, guint32 line);

/* The path relative to the root where it lies below it, else as it is. In `arena`. */
const char *annot_relative_path(HtolArena *arena, const char *root, const char *path);

#endif
