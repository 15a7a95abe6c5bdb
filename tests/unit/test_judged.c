/* Sums of judged files: what is kept, what goes with time, and that damage is seen. */
#include "htol/notes/judged.h"

#include <string.h>

enum { SUMS = 20, MOST_WRITES = 12 };

static void key_of(guint number, guint8 key[HTOL_JUDGED_KEY])
{
    memset(key, (int)number, HTOL_JUDGED_KEY);
    key[5] = 7; /* others differ, too */
}

static void add(HtolJudged *judged, guint number, const char *sum)
{
    guint8 key[HTOL_JUDGED_KEY];
    key_of(number, key);
    htol_judged_add(judged, key, (const guint8 *)sum, strlen(sum));
}

static gboolean has(HtolJudged *judged, guint number, const char *sum)
{
    guint8 key[HTOL_JUDGED_KEY];
    gsize size;
    key_of(number, key);
    const guint8 *found = htol_judged_find(judged, key, &size);
    return found && size == strlen(sum) && memcmp(found, sum, size) == 0;
}

static GByteArray *put(const HtolJudged *judged, HtolJudgedWhich which)
{
    GByteArray *bytes = g_byte_array_new();
    htol_judged_put(judged, which, bytes);
    return bytes;
}

static HtolJudged *take(const GByteArray *bytes)
{
    HtolJudged *judged = htol_judged_new();
    g_assert_true(htol_judged_take(judged, bytes->data, bytes->len, FALSE));
    return judged;
}

static HtolJudged *made(void)
{
    HtolJudged *judged = htol_judged_new();
    for (guint i = SUMS; i-- > 0;)
        add(judged, i, i % 2 ? "odd" : "");
    return judged;
}

static void test_kept(void)
{
    g_autoptr(HtolJudged) judged = made();
    g_autoptr(GByteArray) bytes = put(judged, HTOL_JUDGED_ALL), added = put(judged, HTOL_JUDGED_ADDED);
    g_autoptr(HtolJudged) again = take(bytes);
    g_autoptr(GByteArray) unused = put(again, HTOL_JUDGED_USED);
    g_assert_cmpmem(bytes->data, bytes->len, added->data, added->len);
    g_assert_true(htol_judged_is_changed(judged));
    g_assert_false(htol_judged_is_changed(again));
    for (guint i = 0; i < SUMS; i++)
        g_assert_true(has(again, i, i % 2 ? "odd" : ""));
    g_assert_false(has(again, SUMS, ""));
    g_autoptr(GByteArray) used = put(again, HTOL_JUDGED_USED);
    g_assert_cmpmem(used->data, used->len, bytes->data, bytes->len);
    g_autoptr(HtolJudged) none = take(unused);
    g_assert_false(has(none, 1, "odd"));
}

/* The order in which sums come does not matter, nor how often. */
static void test_union(void)
{
    g_autoptr(HtolJudged) one = htol_judged_new(), other = htol_judged_new(), whole = made();
    for (guint i = 0; i < SUMS; i++)
        add(i < 12 ? one : other, i, i % 2 ? "odd" : "");
    add(other, 3, "odd");
    g_autoptr(GByteArray) first = put(one, HTOL_JUDGED_ALL), second = put(other, HTOL_JUDGED_ALL);
    g_autoptr(HtolJudged) joined = take(second);
    g_assert_true(htol_judged_take(joined, first->data, first->len, FALSE));
    g_assert_true(htol_judged_take(joined, first->data, first->len, FALSE));
    g_autoptr(GByteArray) bytes = put(joined, HTOL_JUDGED_ALL), wanted = put(whole, HTOL_JUDGED_ALL);
    g_assert_cmpmem(bytes->data, bytes->len, wanted->data, wanted->len);
}

/* A sum that is asked for stays; one that nobody asks for goes, but not at once. */
static void test_age(void)
{
    g_autoptr(HtolJudged) first = made();
    g_autoptr(GByteArray) bytes = put(first, HTOL_JUDGED_LASTING);
    guint gone = 0;
    for (guint i = 1; i <= MOST_WRITES; i++) {
        g_autoptr(HtolJudged) judged = take(bytes);
        g_assert_true(has(judged, 4, ""));
        g_byte_array_set_size(bytes, 0);
        htol_judged_put(judged, HTOL_JUDGED_LASTING, bytes);
        g_autoptr(HtolJudged) left = take(bytes);
        gone = gone == 0 && !has(left, 5, "odd") ? i : gone;
    }
    g_assert_cmpuint(gone, >, 3);
}

static void test_damage(void)
{
    g_autoptr(HtolJudged) judged = made();
    g_autoptr(GByteArray) bytes = put(judged, HTOL_JUDGED_ALL);
    for (guint size = 0; size < bytes->len; size++) {
        g_autoptr(HtolJudged) cut = htol_judged_new();
        g_assert_false(htol_judged_take(cut, bytes->data, size, FALSE));
        g_assert_false(has(cut, 1, "odd"));
    }
    for (guint i = 0; i < bytes->len; i++) {
        g_autoptr(HtolJudged) wrong = htol_judged_new();
        bytes->data[i] ^= 0x10;
        if (htol_judged_take(wrong, bytes->data, bytes->len, FALSE)) /* some bits of zstd's frame say nothing */
            g_assert_true(has(wrong, 1, "odd"));
        bytes->data[i] ^= 0x10;
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/judged/kept", test_kept);
    g_test_add_func("/judged/union", test_union);
    g_test_add_func("/judged/age", test_age);
    g_test_add_func("/judged/damage", test_damage);
    return g_test_run();
}
