/* Writes and reads notes of parts, a line each; see parts.h. */
#include "htol/notes/parts.h"

#include <string.h>

#include "htol/notes/lines.h"

/* Of a line. */
enum { WORK, PART, PARTS, STATE, FIELDS };

static const char BEGUN[] = "begun", ENDED[] = "ended";

char *htol_parts_path(const char *dir)
{
    return g_build_filename(dir, "parts", NULL);
}

gboolean htol_parts_append(const char *path, const HtolPartNote *note, GError **error)
{
    g_autoptr(GString) line = g_string_new(NULL);
    htol_line_add(line, note->work);
    g_string_append_printf(line, "%u\t%u\t%s\t", note->part.part, note->part.parts, note->ended ? ENDED : BEGUN);
    return htol_lines_append(path, line->str, error);
}

static gboolean read_note(HtolArena *arena, char **fields, HtolPartNote *note)
{
    if (g_strv_length(fields) != FIELDS)
        return FALSE;
    g_autofree char *part = g_strdup_printf("%s/%s", fields[PART], fields[PARTS]);
    note->ended = strcmp(fields[STATE], ENDED) == 0;
    note->work = htol_arena_strndup(arena, fields[WORK], strlen(fields[WORK]));
    return htol_part_parse(part, &note->part) && (note->ended || strcmp(fields[STATE], BEGUN) == 0);
}

HtolPartNote *htol_parts_read(HtolArena *arena, const char *text, guint *n, guint *damaged)
{
    g_autoptr(GArray) notes = g_array_new(FALSE, TRUE, sizeof(HtolPartNote));
    for (char **fields; (fields = htol_lines_next(&text, damaged)); g_strfreev(fields)) {
        HtolPartNote note = {0};
        if (read_note(arena, fields, &note))
            g_array_append_val(notes, note);
        else
            ++*damaged;
    }
    *n = notes->len;
    return htol_arena_memdup(arena, notes->data, notes->len * sizeof(HtolPartNote));
}
