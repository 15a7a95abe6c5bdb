/* Puts lines together; see lines.h. */
#include "report/store/lines.h"

#include <string.h>

#include "htol/notes/parts.h"
#include "htol/notes/trials.h"

struct ReportLines {
    ReportLineRank rank;
    GHashTable *lines; /* each with its newline: its rank */
};

ReportLines *report_lines_new(ReportLineRank rank)
{
    ReportLines *lines = g_new(ReportLines, 1);
    *lines = (ReportLines){rank, g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL)};
    return lines;
}

void report_lines_free(ReportLines *lines)
{
    g_hash_table_unref(lines->lines);
    g_free(lines);
}

gint report_rank_of_trial(const char *line)
{
    guint n, damaged = 0;
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolTrial *trial = htol_trials_read(arena, line, &n, &damaged);
    return n == 1 && damaged == 0 ? htol_trial_is_noticed(trial) : -1;
}

gint report_rank_of_part(const char *line)
{
    guint n, damaged = 0;
    g_autoptr(HtolArena) arena = htol_arena_new();
    htol_parts_read(arena, line, &n, &damaged);
    return n == 1 && damaged == 0 ? 0 : -1;
}

static guint add_line(ReportLines *lines, char *line)
{
    gint rank = lines->rank(line);
    gboolean is_empty = strcmp(line, "\n") == 0;
    if (rank >= 0)
        g_hash_table_insert(lines->lines, line, GINT_TO_POINTER(rank));
    else
        g_free(line);
    return rank < 0 && !is_empty;
}

guint report_lines_add(ReportLines *lines, const char *text, gsize size)
{
    guint damaged = 0;
    for (const char *end = text + size; text < end;) {
        const char *newline = memchr(text, '\n', (gsize)(end - text));
        const char *next = newline ? newline + 1 : end;
        damaged += add_line(lines, g_strndup(text, (gsize)(next - text)));
        text = next;
    }
    return damaged;
}

static gint compare_lines(gconstpointer left, gconstpointer right, gpointer lines)
{
    const char *one = *(const char *const *)left, *other = *(const char *const *)right;
    gint rank = GPOINTER_TO_INT(g_hash_table_lookup(lines, one)),
         other_rank = GPOINTER_TO_INT(g_hash_table_lookup(lines, other));
    return rank == other_rank ? strcmp(one, other) : rank - other_rank;
}

char *report_lines_text(const ReportLines *lines)
{
    g_autoptr(GPtrArray) sorted = g_ptr_array_new();
    GHashTableIter iter;
    gpointer line;
    g_hash_table_iter_init(&iter, lines->lines);
    while (g_hash_table_iter_next(&iter, &line, NULL))
        g_ptr_array_add(sorted, line);
    g_ptr_array_sort_with_data(sorted, compare_lines, lines->lines);
    g_ptr_array_add(sorted, NULL);
    return g_strjoinv("", (char **)sorted->pdata);
}
