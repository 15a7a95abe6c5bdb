/* Notes of work that hosts share by parts (--shard=K/N): which parts began, and which ended well, each a line of a file
 * in the data directory. It does not know what the work is; what came of it lies in other files.
 *
 * A line is, with tabs between: the work (escaped as by g_strescape), the part, how many there are, "begun" or "ended",
 * checksum of what stands before. Neither a time nor a host is in it: files of several hosts may be put into one, in
 * any order, and a part that ran twice is noted as one that ran once. */
#ifndef HTOL_PARTS_H
#define HTOL_PARTS_H

#include "htol/base/arena.h"
#include "htol/base/part.h"

/* One note. A part that ended has two. */
typedef struct {
    const char *work; /* a command, with the options that choose what it works on: "mutate --sample=100" */
    HtolPart part;
    gboolean ended; /* FALSE: it began */
} HtolPartNote;

/* The file in the data directory `dir`. To be freed. */
char *htol_parts_path(const char *dir);

/* Appends a line to the file, which is made if it is not there, by one write, so that several processes may do so.
 * FALSE, and *error, if that fails. */
gboolean htol_parts_append(const char *path, const HtolPartNote *note, GError **error);

/* Reads the notes of a file's text, *n of them, in the arena; adds to *damaged the lines that are none. */
HtolPartNote *htol_parts_read(HtolArena *arena, const char *text, guint *n, guint *damaged);

#endif
