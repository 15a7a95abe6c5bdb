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

/* Reads a number below 2^32; a greater one is a fault. Nearly all take one byte, and there are millions. */
guint32 htol_stream_any_number(HtolStream *stream);
static inline guint32 htol_stream_number(HtolStream *stream)
{
    if (stream->at < stream->end && *stream->at < 0x80)
        return *stream->at++;
    return htol_stream_any_number(stream);
}

/* Reads how many of something follow, each of which takes `least` bytes here and `size` bytes of memory: a count that
 * asks for more bytes than are left, or for more memory than `most`, is a fault. */
guint32 htol_stream_count(HtolStream *stream, gsize least, gsize size);

/* Counts `size` more bytes of memory as asked for; FALSE, and a fault, if that is more than `most`. */
gboolean htol_stream_ask(HtolStream *stream, guint64 size);

/* The most that may be asked for what is read of so many bytes of a file: little of a small one, whatever it unpacks
 * to, and of none more than a machine should have. */
guint64 htol_stream_most(guint64 size);

/* Reads a text into the arena; one that holds zero bytes is a fault. */
const char *htol_stream_text(HtolStream *stream, HtolArena *arena);

/* Reads `size` bytes as they are; NULL, and a fault, if there are fewer. They are not copied. */
const guint8 *htol_stream_bytes(HtolStream *stream, gsize size);

#endif
