/* Arenas; see arena.h. Memory is cut from chunks, and what is too large for one gets a chunk of its own. */
#include "htol/base/arena.h"

#include <stdalign.h>
#include <stddef.h>
#include <string.h>

#include "htol/base/digits.h"

/* Many arenas stay small: chunks begin so and grow. */
enum { FIRST_CHUNK = 1 << 10, CHUNK = 1 << 16, ALIGNMENT = alignof(max_align_t) };

struct HtolArena {
    GPtrArray *chunks;
    guint8 *at; /* the free part of the newest common chunk */
    gsize left;
    gsize next; /* size of the next common chunk */
};

HtolArena *htol_arena_new(void)
{
    HtolArena *arena = g_new0(HtolArena, 1);
    arena->chunks = g_ptr_array_new_with_free_func(g_free);
    arena->next = FIRST_CHUNK;
    return arena;
}

void htol_arena_free(HtolArena *arena)
{
    if (!arena)
        return;
    g_ptr_array_unref(arena->chunks);
    g_free(arena);
}

static guint8 *new_chunk(HtolArena *arena, gsize size)
{
    guint8 *chunk = g_malloc0(size);
    g_ptr_array_add(arena->chunks, chunk);
    return chunk;
}

void *htol_arena_alloc(HtolArena *arena, gsize size)
{
    g_assert(size <= G_MAXSIZE - ALIGNMENT);
    size = (MAX(size, 1) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (size > arena->left && size > arena->next / 4)
        return new_chunk(arena, size);
    if (size > arena->left) {
        arena->at = new_chunk(arena, arena->next);
        arena->left = arena->next;
        arena->next = MIN(2 * arena->next, CHUNK);
    }
    guint8 *result = arena->at;
    arena->at += size;
    arena->left -= size;
    return result;
}

void *htol_arena_memdup(HtolArena *arena, const void *bytes, gsize size)
{
    void *copy = htol_arena_alloc(arena, size);
    if (size > 0)
        memcpy(copy, bytes, size);
    return copy;
}

char *htol_arena_strndup(HtolArena *arena, const char *text, gsize length)
{
    char *copy = htol_arena_alloc(arena, length + 1);
    if (length > 0)
        memcpy(copy, text, length);
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

static gboolean put_number(Room *room, guint number)
{
    char digits[HTOL_DIGITS];
    return put_string(room, htol_digits(number, digits));
}

static gboolean put_char(Room *room, char c)
{
    if (room->at == room->end)
        return FALSE;
    *room->at++ = c;
    return TRUE;
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
