/* Numbers and texts one behind the other, as the packed parts of our files hold them: numbers as LEB128, texts as their
 * length and bytes. It knows no record. */
#ifndef HTOL_STREAM_H
#define HTOL_STREAM_H

#include "htol/base/arena.h"

/* Append a number, in 1 to 10 bytes, or the length of a text and its bytes, without a zero byte at its end. */
void htol_stream_put(GByteArray *out, guint64 number);

/* NULL is written as "". */
void htol_stream_put_text(GByteArray *out, const char *text);

/* Bytes while they are read. After the first fault, which `wrong` then tells, everything read is 0 or "". */
typedef struct {
    const guint8 *at, *end;
    const char *wrong;
    guint64 asked, most; /* bytes of memory that its counts have asked for, and may; most 0: as much as they like */
} HtolStream;

/* Returns the number of bytes not yet read. */
static inline gsize htol_stream_left(const HtolStream *stream)
{
    return stream->end - stream->at;
}

/* Notes what is wrong, unless something was before, and goes to the end. Returns 0. */
guint32 htol_stream_fail(HtolStream *stream, const char *wrong);

/* Reads a number of up to 64 bits; one of more than 10 bytes is a fault. */
guint64 htol_stream_long(HtolStream *stream);

/* One below 2^32. */
guint32 htol_stream_number(HtolStream *stream);

/* How many of something follow that takes `least` bytes each, and `size` bytes of memory: a count that asks for more
 * than is there, or may be asked for, is a fault. */
guint32 htol_stream_count(HtolStream *stream, gsize least, gsize size);

/* So much more memory is asked for; FALSE, and a fault, if that is more than may be. */
gboolean htol_stream_ask(HtolStream *stream, guint64 size);

/* The most that may be asked for what is read of so many bytes of a file: little of a small one, whatever it unpacks
 * to, and of none more than a machine should have. */
guint64 htol_stream_most(guint64 size);

/* Without zero bytes, in the arena. */
const char *htol_stream_text(HtolStream *stream, HtolArena *arena);

/* So many bytes as they are; NULL if there are fewer. */
const guint8 *htol_stream_bytes(HtolStream *stream, gsize size);

#endif
