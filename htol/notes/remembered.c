/* Writes and reads commands of tests, a line each: name, directory, number of words, words, variables; see
 * remembered.h. */
#include "htol/notes/remembered.h"

#include <string.h>

#include "htol/notes/lines.h"

enum { NAME, DIRECTORY, COUNT, WORDS }; /* fields of a line */

const char *const htol_remembered_variables[] = {"PATH",
                                                 "HOME",
                                                 "USER",
                                                 "LOGNAME",
                                                 "SHELL",
                                                 "LANG",
                                                 "LANGUAGE",
                                                 "LC_*",
                                                 "TZ",
                                                 "TERM",
                                                 "LD_LIBRARY_PATH",
                                                 "LD_PRELOAD",
                                                 "PYTHONPATH",
                                                 "PERL5LIB",
                                                 "srcdir",
                                                 "builddir",
                                                 "top_srcdir",
                                                 "top_builddir",
                                                 "abs_srcdir",
                                                 "abs_builddir",
                                                 "abs_top_srcdir",
                                                 "abs_top_builddir",
                                                 "SRCDIR",
                                                 "BUILDDIR",
                                                 "G_TEST_SRCDIR",
                                                 "G_TEST_BUILDDIR",
                                                 "MALLOC_PERTURB_",
                                                 "ASAN_OPTIONS",
                                                 "UBSAN_OPTIONS",
                                                 NULL};

/* ---- what is kept ---- */

static gboolean is_named(const char *name, gsize length, const char *pattern)
{
    gsize stem = strcspn(pattern, "*");
    return pattern[stem] ? length >= stem && strncmp(name, pattern, stem) == 0
                         : length == stem && strncmp(name, pattern, stem) == 0;
}

static gboolean is_kept(const char *variable, const char *const *patterns)
{
    gsize length = strcspn(variable, "=");
    for (; patterns && *patterns; patterns++)
        if (is_named(variable, length, *patterns))
            return TRUE;
    return FALSE;
}

char **htol_remembered_environment(char **environment, char **also)
{
    g_autoptr(GStrvBuilder) kept = g_strv_builder_new();
    for (; *environment; environment++)
        if (is_kept(*environment, htol_remembered_variables) ||
            is_kept(*environment, (const char *const *)(gpointer)also))
            g_strv_builder_add(kept, *environment);
    return g_strv_builder_end(kept);
}

/* ---- the file ---- */

char *htol_remembered_path(const char *dir)
{
    return g_build_filename(dir, "remembered", NULL);
}

static void add_all(GString *line, const char *const *texts)
{
    for (; *texts; texts++)
        htol_line_add(line, *texts);
}

gboolean htol_remembered_append(const char *path, const HtolRemembered *test, GError **error)
{
    g_autoptr(GString) line = g_string_new(NULL);
    htol_line_add(line, test->name);
    htol_line_add(line, test->directory);
    g_string_append_printf(line, "%u\t", g_strv_length((char **)(gpointer)test->words));
    add_all(line, test->words);
    add_all(line, test->environment);
    return htol_lines_append(path, line->str, error);
}

static const char *const *kept_texts(HtolArena *arena, char **texts, gsize n)
{
    const char **kept = htol_arena_new0(arena, const char *, n + 1);
    for (gsize i = 0; i < n; i++)
        kept[i] = htol_arena_strndup(arena, texts[i], strlen(texts[i]));
    return kept;
}

static HtolRemembered *read_test(HtolArena *arena, char **fields)
{
    guint n = g_strv_length(fields);
    guint64 words;
    if (n <= WORDS || !g_ascii_string_to_unsigned(fields[COUNT], 10, 1, n - WORDS, &words, NULL))
        return NULL;
    HtolRemembered *test = htol_arena_new0(arena, HtolRemembered, 1);
    test->name = htol_arena_strndup(arena, fields[NAME], strlen(fields[NAME]));
    test->directory = htol_arena_strndup(arena, fields[DIRECTORY], strlen(fields[DIRECTORY]));
    test->words = kept_texts(arena, fields + WORDS, words);
    test->environment = kept_texts(arena, fields + WORDS + words, n - WORDS - words);
    return test;
}

static gint compare_tests(gconstpointer one, gconstpointer other)
{
    const HtolRemembered *const *first = one, *const *second = other;
    return strcmp((*first)->name, (*second)->name);
}

static GPtrArray *sorted_tests(GHashTable *tests)
{
    GPtrArray *sorted = g_ptr_array_new();
    GHashTableIter iterator;
    gpointer test;
    g_hash_table_iter_init(&iterator, tests);
    while (g_hash_table_iter_next(&iterator, NULL, &test))
        g_ptr_array_add(sorted, test);
    g_ptr_array_sort(sorted, compare_tests);
    return sorted;
}

GPtrArray *htol_remembered_read(HtolArena *arena, const char *text, guint *damaged)
{
    g_autoptr(GHashTable) tests = g_hash_table_new(g_str_hash, g_str_equal);
    for (char **fields; (fields = htol_lines_next(&text, damaged)); g_strfreev(fields)) {
        HtolRemembered *test = read_test(arena, fields);
        if (test)
            g_hash_table_replace(tests, (gpointer)test->name, test);
        else
            ++*damaged;
    }
    return sorted_tests(tests);
}
