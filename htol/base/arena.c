/* Arenas; see arena.h. Memory is cut from chunks, and what is too large for one gets a chunk of its own. */
#include "htol/base/arena.h"

#include <stdalign.h>
#include <stddef.h>
#include <string.h>

#include "htol/base/digits.h"

/* Many arenas stay small: the first chunk is a part of the arena, those behind it grow. With it an arena takes less
 * than 1 KiB, up to which the C library keeps what was freed at hand. */
enum { FIRST_CHUNK = 960, CHUNK = 1 << 16, ALIGNMENT = alignof(max_align_t) };

typedef struct Chunk Chunk;
struct Chunk {
    Chunk *before;
    alignas(max_align_t) guint8 bytes[];
};

struct HtolArena {
    Chunk *newest; /* NULL: only the first */
    guint8 *at;    /* the free part of the newest common chunk */
    gsize left;
    gsize next; /* size of the next common chunk */
    alignas(max_align_t) guint8 first[FIRST_CHUNK];
};

HtolArena *htol_arena_new(void)
{
    HtolArena *arena = g_malloc(sizeof *arena);
    arena->newest = NULL;
    arena->at = arena->first;
    arena->left = FIRST_CHUNK;
    arena->next = 2 * FIRST_CHUNK;
    return arena;
}

void htol_arena_free(HtolArena *arena)
{
    if (!arena)
        return;
    for (Chunk *chunk = arena->newest, *before; chunk; chunk = before) {
        before = chunk->before;
        g_free(chunk);
    }
    g_free(arena);
}

static guint8 *new_chunk(HtolArena *arena, gsize size)
{
    Chunk *chunk = g_malloc(sizeof *chunk + size);
    chunk->before = arena->newest;
    arena->newest = chunk;
    return chunk->bytes;
}

/* Bytes that the caller writes, all of them: they are not cleared. */
static void *take_bytes(HtolArena *arena, gsize size, gsize alignment)
{
    gsize padding = -(guintptr)arena->at & (alignment - 1);
    g_assert(size <= G_MAXSIZE - ALIGNMENT - sizeof(Chunk));
    size = MAX(size, 1);
    if (padding + size > arena->left && size > arena->next / 4)
        return new_chunk(arena, size);
    if (padding + size > arena->left) {
        arena->at = new_chunk(arena, arena->next);
        arena->left = arena->next;
        arena->next = MIN(2 * arena->next, CHUNK);
        padding = 0;
    }
    guint8 *result = arena->at + padding;
    arena->at = result + size;
    arena->left -= padding + size;
    return result;
}

void *htol_arena_alloc(HtolArena *arena, gsize size)
{
    void *bytes = take_bytes(arena, size, ALIGNMENT);
    memset(bytes, 0, size);
    return bytes;
}

void *htol_arena_memdup(HtolArena *arena, const void *bytes, gsize size)
{
    void *copy = take_bytes(arena, size, ALIGNMENT);
    if (size > 0)
        memcpy(copy, bytes, size);
    return copy;
}

char *htol_arena_strndup(HtolArena *arena, const char *text, gsize length)
{
    char *copy = take_bytes(arena, length + 1, 1);
    if (length > 0)
        memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

/* Of a text in the making. */
typedef struct {
    char *at, *end;
} Room;

static gboolean put_string(Room *room, const char *text)
{
    gsize length = strlen(text);
    if (length > (gsize)(room->end - room->at))
        return FALSE;
    memcpy(room->at, text, length);
    room->at += length;
    return TRUE;
}

static gboolean put_char(Room *room, char c)
{
    if (room->at == room->end)
        return FALSE;
    *room->at++ = c;
    return TRUE;
}

static gboolean put_number(Room *room, guint number)
{
    char digits[HTOL_DIGITS];
    return number < 10 ? put_char(room, (char)('0' + number)) : put_string(room, htol_digits(number, digits));
}

/* Whether it could: there is room, and no more is asked for than %s, %u and %c. Ids of objectives are made so, millions
 * of them, for which the C library takes longer than for all else about them. */
static gboolean put_format(Room *room, const char *format, va_list arguments)
{
    gboolean good = TRUE;
    for (; good && *format; format++) {
        if (*format != '%')
            good = put_char(room, *format);
        else if (*++format == 's')
            good = put_string(room, va_arg(arguments, const char *));
        else if (*format == 'u')
            good = put_number(room, va_arg(arguments, guint));
        else if (*format == 'c')
            good = put_char(room, (char)va_arg(arguments, int));
        else
            return FALSE;
    }
    return good;
}

char *htol_arena_printf(HtolArena *arena, const char *format, ...)
{
    char text[128]; /* most are short */
    Room room = {text, text + sizeof text};
    va_list arguments;
    va_start(arguments, format);
    gboolean good = put_format(&room, format, arguments);
    va_end(arguments);
    if (good)
        return htol_arena_strndup(arena, text, room.at - text);
    va_start(arguments, format);
    g_autofree char *copy = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    return htol_arena_strndup(arena, copy, strlen(copy));
}

/* So much there never is. */
void htol_no_memory(void)
{
    g_free(g_malloc(G_MAXSSIZE));
}
