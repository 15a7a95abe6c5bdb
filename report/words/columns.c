/* Counts the code units that lie before a column; see columns.h. */
#include "report/words/columns.h"

#include <string.h>

typedef struct {
    const ReportFile *file;
    GArray *lines; /* const char *: where each line begins, and where the text ends */
} Lines;

struct ReportColumns {
    const ReportModel *model;
    GHashTable *files; /* path: Lines * of those that were asked about */
};

static void free_lines(gpointer lines)
{
    g_clear_pointer(&((Lines *)lines)->lines, g_array_unref);
    g_free(lines);
}

ReportColumns *report_columns_new(const ReportModel *model)
{
    ReportColumns *columns = g_new0(ReportColumns, 1);
    columns->model = model;
    columns->files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_lines);
    return columns;
}

void report_columns_free(ReportColumns *columns)
{
    g_hash_table_unref(columns->files);
    g_free(columns);
}

static Lines *lines_of(ReportColumns *columns, const char *path)
{
    Lines *lines = g_hash_table_lookup(columns->files, path);
    if (lines)
        return lines;
    lines = g_new0(Lines, 1);
    lines->file = report_file_at(columns->model, path);
    g_hash_table_insert(columns->files, g_strdup(path), lines);
    return lines;
}

static void find_lines(Lines *lines)
{
    const char *at = lines->file->source, *end = at + lines->file->source_size;
    lines->lines = g_array_new(FALSE, FALSE, sizeof at);
    while (at < end) {
        const char *newline = memchr(at, '\n', end - at);
        g_array_append_val(lines->lines, at);
        at = newline ? newline + 1 : end;
    }
    g_array_append_val(lines->lines, end);
}

/* Code units of the text; half a character at its end counts as the bytes that are there. */
static guint32 count_units(const char *text, const char *end)
{
    guint32 units = 0;
    while (text < end) {
        gunichar character = g_utf8_get_char_validated(text, end - text);
        gboolean valid = character != (gunichar)-1 && character != (gunichar)-2;
        units += valid && character > 0xffff ? 2 : 1;
        text += valid ? g_utf8_skip[(guchar)*text] : 1;
    }
    return units;
}

guint32 report_column(ReportColumns *columns, const char *path, guint32 line, guint32 column)
{
    Lines *lines = lines_of(columns, path);
    if (!lines->file || !lines->file->source)
        return 0;
    if (!lines->lines)
        find_lines(lines);
    if (line == 0 || line >= lines->lines->len)
        return 0;
    const char *begin = g_array_index(lines->lines, const char *, line - 1);
    const char *end = g_array_index(lines->lines, const char *, line);
    gsize before = MIN((gsize)MAX(column, 1) - 1, (gsize)(end - begin));
    return count_units(begin, begin + before) + 1;
}
