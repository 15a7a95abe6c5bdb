/* Arenas: memory and texts side by side; texts that are written in haste, and what is left to the C library. */
#include <stdalign.h>
#include <stddef.h>
#include <string.h>

#include "htol/base/arena.h"

static void assert_made(const char *made, const char *expected)
{
    g_assert_cmpstr(made, ==, expected);
}

static void test_ids(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    assert_made(htol_arena_printf(arena, "d%u.c%u=%c", 0u, G_MAXUINT, 'T'), "d0.c4294967295=T");
    assert_made(htol_arena_printf(arena, "%s=%c,d=%c", "d2.c1", 'T', 'F'), "d2.c1=T,d=F");
    assert_made(htol_arena_printf(arena, "%s%s", "", ""), "");
}

static void test_other_formats(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    assert_made(htol_arena_printf(arena, "%u of %d%%", 7u, -1), "7 of -1%");
    assert_made(htol_arena_printf(arena, "has %" G_GUINT64_FORMAT, G_MAXUINT64), "has 18446744073709551615");
}

/* Longer than what is written in haste, by one and by many. */
static void test_long_texts(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    for (gsize length = 120; length < 300; length++) {
        g_autofree char *text = g_strnfill(length, 'x');
        g_autofree char *expected = g_strconcat(text, ":1", NULL);
        assert_made(htol_arena_printf(arena, "%s:%u", text, 1u), expected);
    }
}

/* Texts lie close together; what lies behind them is aligned for any type, zeroed, and apart from them. */
static void test_memory_between_texts(void)
{
    enum { N = 5000, LONGEST = 40 };
    g_autoptr(HtolArena) arena = htol_arena_new();
    static char *texts[N];
    for (guint i = 0; i < N; i++) {
        gsize size = (i * 7) % 90;
        g_autofree char *text = g_strnfill(i % LONGEST, (char)('a' + i % 26));
        texts[i] = htol_arena_strndup(arena, text, strlen(text));
        guint8 *bytes = htol_arena_alloc(arena, size);
        g_assert_cmpuint((guintptr)bytes % alignof(max_align_t), ==, 0);
        for (gsize k = 0; k < size; k++)
            g_assert_cmpuint(bytes[k], ==, 0);
        memset(bytes, 0xff, size);
    }
    for (guint i = 0; i < N; i++) {
        g_autofree char *text = g_strnfill(i % LONGEST, (char)('a' + i % 26));
        g_assert_cmpstr(texts[i], ==, text);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/arena/ids", test_ids);
    g_test_add_func("/arena/other_formats", test_other_formats);
    g_test_add_func("/arena/long_texts", test_long_texts);
    g_test_add_func("/arena/memory_between_texts", test_memory_between_texts);
    return g_test_run();
}
