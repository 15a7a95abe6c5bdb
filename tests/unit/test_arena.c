/* Texts that are made in arenas: what is written in haste, and what is left to the C library. */
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

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/arena/ids", test_ids);
    g_test_add_func("/arena/other_formats", test_other_formats);
    g_test_add_func("/arena/long_texts", test_long_texts);
    return g_test_run();
}
