/* Puts trials together; see tried.h. */
#include "report/store/tried.h"

#include <string.h>

#include "htol/files/trials.h"

struct ReportTried {
    GHashTable *lines; /* each with its newline: whether its test noticed the mutant */
};

ReportTried *report_tried_new(void)
{
    ReportTried *tried = g_new(ReportTried, 1);
    tried->lines = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    return tried;
}

void report_tried_free(ReportTried *tried)
{
    g_hash_table_unref(tried->lines);
    g_free(tried);
}

/* Whether the line is one trial; *noticed: whether its test noticed the mutant. */
static gboolean read_line(const char *line, gboolean *noticed)
{
    guint n, damaged = 0;
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolTrial *trial = htol_trials_read(arena, line, &n, &damaged);
    *noticed = n == 1 && htol_trial_is_noticed(trial);
    return n == 1 && damaged == 0;
}

static guint add_line(ReportTried *tried, char *line)
{
    gboolean noticed, good = read_line(line, &noticed), is_empty = strcmp(line, "\n") == 0;
    if (good)
        g_hash_table_insert(tried->lines, line, GINT_TO_POINTER(noticed));
    else
        g_free(line);
    return !good && !is_empty;
}

guint report_tried_add(ReportTried *tried, const char *text, gsize size)
{
    guint damaged = 0;
    for (const char *end = text + size; text < end;) {
        const char *newline = memchr(text, '\n', (gsize)(end - text));
        const char *next = newline ? newline + 1 : end;
        damaged += add_line(tried, g_strndup(text, (gsize)(next - text)));
        text = next;
    }
    return damaged;
}

static gint compare_lines(gconstpointer left, gconstpointer right, gpointer lines)
{
    const char *one = *(const char *const *)left, *other = *(const char *const *)right;
    gint noticed = GPOINTER_TO_INT(g_hash_table_lookup(lines, one)),
         noticed_too = GPOINTER_TO_INT(g_hash_table_lookup(lines, other));
    return noticed == noticed_too ? strcmp(one, other) : noticed - noticed_too;
}

char *report_tried_text(const ReportTried *tried)
{
    g_autoptr(GPtrArray) lines = g_ptr_array_new();
    GHashTableIter iter;
    gpointer line;
    g_hash_table_iter_init(&iter, tried->lines);
    while (g_hash_table_iter_next(&iter, &line, NULL))
        g_ptr_array_add(lines, line);
    g_ptr_array_sort_with_data(lines, compare_lines, tried->lines);
    g_ptr_array_add(lines, NULL);
    return g_strjoinv("", (char **)lines->pdata);
}
