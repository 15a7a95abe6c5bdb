/* Memory that is freed all at once: one arena per phase. Not a general allocator; nothing is freed alone. */
#ifndef HTOL_ARENA_H
#define HTOL_ARENA_H

#include <glib.h>

typedef struct HtolArena HtolArena;

/* Makes an empty arena; htol_arena_free frees it with all that was allocated in it. NULL may be freed. */
HtolArena *htol_arena_new(void);
void htol_arena_free(HtolArena *arena);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(HtolArena, htol_arena_free)

/* Zeroed memory, aligned for any type. */
void *htol_arena_alloc(HtolArena *arena, gsize size);
/* Copy what is given into the arena: `length` bytes of text and a NUL; what printf makes of `format`; `size` bytes,
 * aligned for any type. */
char *htol_arena_strndup(HtolArena *arena, const char *text, gsize length);
char *htol_arena_printf(HtolArena *arena, const char *format, ...) G_GNUC_PRINTF(2, 3);
void *htol_arena_memdup(HtolArena *arena, const void *bytes, gsize size);

#define htol_arena_new0(arena, Type, count) ((Type *)htol_arena_alloc((arena), sizeof(Type) * (count)))

/* Ends the process as GLib does when memory cannot be had: for what other libraries could not have. */
void htol_no_memory(void);

#endif
