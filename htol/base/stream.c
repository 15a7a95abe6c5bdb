/* Writes and reads numbers and texts; see stream.h. */
#include "htol/base/stream.h"

#include <string.h>

/* Honest files take some twenty times what they hold packed. */
#define LEAST_MEMORY (G_GUINT64_CONSTANT(128) << 20)
#define MOST_MEMORY (G_GUINT64_CONSTANT(4) << 30)
#define MOST_TIMES 256

enum { NUMBER_BYTES = 5 /* that 32 bits may take */, LONG_BYTES = 10 };

void htol_stream_put(GByteArray *out, guint64 number)
{
    guint8 bytes[LONG_BYTES];
    guint n = 0;
    do {
        bytes[n++] = (number & 0x7f) | (number > 0x7f ? 0x80 : 0);
        number >>= 7;
    } while (number > 0);
    g_byte_array_append(out, bytes, n);
}

void htol_stream_put_text(GByteArray *out, const char *text)
{
    gsize length = text ? strlen(text) : 0;
    htol_stream_put(out, length);
    g_byte_array_append(out, (const guint8 *)text, length);
}

guint32 htol_stream_fail(HtolStream *stream, const char *wrong)
{
    if (!stream->wrong)
        stream->wrong = wrong;
    stream->at = stream->end;
    return 0;
}

static guint64 read_number(HtolStream *stream, guint most_bytes)
{
    guint64 number = 0;
    for (guint shift = 0; shift < 7 * most_bytes; shift += 7) {
        if (htol_stream_left(stream) == 0)
            return htol_stream_fail(stream, "it ends in the middle of a row");
        guint8 byte = *stream->at++;
        number |= (guint64)(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            return number;
    }
    return htol_stream_fail(stream, "a number is too long");
}

guint64 htol_stream_long(HtolStream *stream)
{
    return read_number(stream, LONG_BYTES);
}

guint32 htol_stream_any_number(HtolStream *stream)
{
    guint64 number = read_number(stream, NUMBER_BYTES);
    return number <= G_MAXUINT32 ? number : htol_stream_fail(stream, "a number is too large");
}

guint32 htol_stream_count(HtolStream *stream, gsize least, gsize size)
{
    guint32 count = htol_stream_number(stream);
    if (count > htol_stream_left(stream) / MAX(least, 1))
        return htol_stream_fail(stream, "a count is larger than what follows it");
    return htol_stream_ask(stream, (guint64)count * size) ? count : 0;
}

gboolean htol_stream_ask(HtolStream *stream, guint64 size)
{
    stream->asked += size;
    if (stream->most == 0 || stream->asked <= stream->most)
        return TRUE;
    htol_stream_fail(stream, "it asks for more memory than its size allows");
    return FALSE;
}

guint64 htol_stream_most(guint64 size)
{
    return MIN(MOST_MEMORY, LEAST_MEMORY + MOST_TIMES * MIN(size, MOST_MEMORY));
}

const char *htol_stream_text(HtolStream *stream, HtolArena *arena)
{
    guint32 length = htol_stream_number(stream);
    const guint8 *text = htol_stream_bytes(stream, length);
    if (!text || length == 0)
        return "";
    if (memchr(text, 0, length)) {
        htol_stream_fail(stream, "a text holds a zero byte");
        return "";
    }
    return htol_arena_strndup(arena, (const char *)text, length);
}

const guint8 *htol_stream_bytes(HtolStream *stream, gsize size)
{
    const guint8 *bytes = stream->at;
    if (size > htol_stream_left(stream)) {
        htol_stream_fail(stream, "a text is longer than what is left");
        return NULL;
    }
    stream->at += size;
    return bytes;
}
