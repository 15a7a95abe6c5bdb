/* Writes files; see output.h. */
#include "generate/write/output.h"

#include <string.h>

#include <glib/gstdio.h>

enum { DIGITS = 16 };

/* What is written before the digits. */
static const char label[] = "Checksum: ";

/* The digits of the text's checksum; NULL: it has none. */
static char *digits_of(char *text)
{
    char *at = strstr(text, label);
    at = at ? at + strlen(label) : NULL;
    return at && strspn(at, "0123456789abcdef") == DIGITS ? at : NULL;
}

/* Of the whole text, as if its digits were zeros. To be freed. */
static char *checksum_of(const char *text)
{
    g_autofree char *blank = g_strdup(text);
    char *digits = digits_of(blank);
    if (digits)
        memset(digits, '0', DIGITS);
    char *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, blank, -1);
    sum[DIGITS] = '\0';
    return sum;
}

static gboolean is_edited(char *text)
{
    g_autofree char *sum = checksum_of(text);
    const char *digits = digits_of(text);
    return !digits || strncmp(digits, sum, DIGITS) != 0;
}

/* Whether there is a file of that path that somebody edited; if it began as `text`, sets *is_same. */
static gboolean is_theirs(const char *path, const char *text, gboolean *is_same)
{
    g_autofree char *old = NULL;
    if (!g_file_get_contents(path, &old, NULL, NULL))
        return g_file_test(path, G_FILE_TEST_EXISTS);
    g_autofree char *sum = checksum_of(text);
    const char *digits = digits_of(old);
    *is_same = digits && strncmp(digits, sum, DIGITS) == 0;
    return is_edited(old);
}

/* "test_a.c" becomes "test_a.new.c", then "test_a.new2.c". To be freed. */
static char *path_beside(const char *path, guint number)
{
    const char *dot = strrchr(path, '.');
    g_autofree char *digits = number > 1 ? g_strdup_printf("%u", number) : g_strdup("");
    return g_strdup_printf("%.*s.new%s%s", (int)(dot - path), path, digits, dot);
}

static gboolean write_text(const char *path, const char *text, GError **error)
{
    g_autofree char *complete = g_strdup(text), *sum = checksum_of(text), *old = NULL;
    memcpy(digits_of(complete), sum, DIGITS);
    if (g_file_get_contents(path, &old, NULL, NULL) && strcmp(old, complete) == 0)
        return TRUE;
    return g_file_set_contents(path, complete, -1, error);
}

gboolean generate_save(const char *path, const char *text, char *summary, GPtrArray *written, GError **error)
{
    GenerateWritten *made = g_new0(GenerateWritten, 1);
    gboolean is_same = FALSE;
    made->summary = summary;
    g_ptr_array_add(written, made);
    if (!is_theirs(path, text, &is_same)) {
        made->path = g_strdup(path);
        return write_text(path, text, error);
    }
    made->edited = g_strdup(path);
    for (guint i = 1; !is_same; i++) {
        g_autofree char *beside = path_beside(path, i);
        if (is_theirs(beside, text, &is_same))
            continue;
        made->path = g_steal_pointer(&beside);
        return write_text(made->path, text, error);
    }
    return TRUE;
}

void generate_discard(const char *path)
{
    g_autofree char *old = NULL;
    if (g_file_get_contents(path, &old, NULL, NULL) && !is_edited(old))
        g_unlink(path);
}

static void free_written(gpointer data)
{
    GenerateWritten *written = data;
    g_free(written->path);
    g_free(written->edited);
    g_free(written->summary);
    g_free(written);
}

GPtrArray *generate_written_new(void)
{
    return g_ptr_array_new_with_free_func(free_written);
}
