/* Notes of how processes ended by a signal, as they lie in the header of a data file. Reads and checks; the runtime
 * writes. It gives nothing a name. */
#ifndef HTOL_CRASH_H
#define HTOL_CRASH_H

#include "htol/base/stream.h"

/* A place in the code of a program or library. */
typedef struct {
    guint64 number; /* of that program or library, as of tuples of kind CODE; 0: not known */
    guint64 offset; /* in it; if it is not known, the address in the process */
} HtolCodePlace;

/* One note: processes that ended by the same signal at the same place. */
typedef struct {
    guint32 signal;
    gint32 code;                 /* si_code */
    guint64 times;               /* how many processes ended so; not 0 */
    guint64 address;             /* si_addr */
    guint32 n_places;            /* 1 or more */
    const HtolCodePlace *places; /* where it was; then where that was called from, by the address returned to, ... */
} HtolCrash;

/* All notes of a data file. They lie in the arena that the reader was given. */
typedef struct {
    guint n_crashes;
    const HtolCrash *crashes;
    guint64 unnoted; /* how often there was no room for a note */
} HtolCrashes;

/* Whether the bytes are those of a data file with notes of crashes. */
gboolean htol_crash_is_noted(const guint8 *bytes, gsize size);

/* Reads the notes of a data file's header, HTOL_PAGE bytes; notes that are not complete are passed by. What it reads
 * lives in the arena. Returns NULL, or what is wrong. */
const char *htol_crashes_read(HtolArena *arena, const guint8 *header, HtolCrashes *crashes);

/* Orders two notes, whatever their times and addresses; returns 0 if they are equal. */
gint htol_crash_compare(gconstpointer one, gconstpointer other);

/* Adds the notes of `from` to those of `into`, in the arena, and puts all in order. Notes that are equal but for their
 * times and addresses become one, with the greater of the times and its address; if the times are equal, with the
 * smaller address. So nothing counts twice, and the order of merging does not matter. */
void htol_crashes_merge(HtolArena *arena, HtolCrashes *into, const HtolCrashes *from);

/* Append the notes, which must be in order, as shards have them; read them back into the arena. */
void htol_crashes_put(GByteArray *out, const HtolCrashes *crashes);
HtolCrashes htol_crashes_get(HtolStream *stream, HtolArena *arena);

/* Appends the notes as text, one a line. */
void htol_crashes_dump(const HtolCrashes *crashes, GString *out);

#endif
