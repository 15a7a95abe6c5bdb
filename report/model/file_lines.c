/* Finds the lines of a file's source; see file_lines.h. */
#include "report/model/file_lines.h"

#include <string.h>

static guint count_lines(const char *at, const char *end)
{
    guint lines = 0;
    for (; at && at < end; lines++) {
        at = memchr(at, '\n', (gsize)(end - at));
        at = at ? at + 1 : NULL;
    }
    return lines;
}

void report_file_find_lines(HtolArena *arena, ReportFile *file)
{
    if (!file->source || file->state != REPORT_SOURCE_OK)
        return;
    const char *at = file->source, *end = at + file->source_size;
    guint n = count_lines(at, end);
    guint32 *lines = htol_arena_new0(arena, guint32, (gsize)n + 1);
    for (guint i = 0; i < n; i++) {
        lines[i] = (guint32)(at - file->source);
        const char *newline = memchr(at, '\n', (gsize)(end - at));
        at = newline ? newline + 1 : end;
    }
    lines[n] = (guint32)file->source_size;
    file->n_lines = n;
    file->lines = lines;
}

const char *report_file_line(const ReportFile *file, guint32 number, gsize *length)
{
    *length = 0;
    if (number == 0 || number > file->n_lines || !file->lines)
        return NULL;
    const char *begin = file->source + file->lines[number - 1], *end = file->source + file->lines[number];
    if (end > begin && end[-1] == '\n')
        end--;
    if (end > begin && end[-1] == '\r')
        end--;
    *length = (gsize)(end - begin);
    return begin;
}
