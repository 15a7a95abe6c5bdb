/* The models of the C library against the library: of random texts and blocks, they return and write the same. */
#include "generate/solve/models.c"

#include <ctype.h>
#include <string.h>

#include <glib.h>

enum { ROUNDS = 20000, MOST = 6, ROOM = 16 };

/* A text of few different characters, so that equal pieces are common. */
static void make_text(GRand *random, char text[ROOM])
{
    static const char few[] = "aab\377";
    guint n = g_rand_int(random) % MOST;
    memset(text, 0, ROOM);
    for (guint i = 0; i < n; i++)
        text[i] = few[g_rand_int(random) % 4];
}

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

static void check_readers(const char *one, const char *other, char wanted, size n)
{
    g_assert_cmpuint(model_strlen(one), ==, strlen(one));
    g_assert_cmpuint(model_strnlen(one, n), ==, strnlen(one, n));
    g_assert_cmpint(sign(model_strcmp(one, other)), ==, sign(strcmp(one, other)));
    g_assert_cmpint(sign(model_strncmp(one, other, n)), ==, sign(strncmp(one, other, n)));
    g_assert_cmpint(sign(model_memcmp(one, other, n)), ==, sign(memcmp(one, other, n)));
    g_assert_true(model_strchr(one, wanted) == strchr(one, wanted));
    g_assert_true(model_strrchr(one, wanted) == strrchr(one, wanted));
    g_assert_true(model_memchr(one, wanted, n) == memchr(one, wanted, n));
    g_assert_cmpuint(model_strspn(one, other), ==, strspn(one, other));
    g_assert_cmpuint(model_strcspn(one, other), ==, strcspn(one, other));
    g_assert_true(model_strpbrk(one, other) == strpbrk(one, other));
    g_assert_true(model_strstr(one, other) == strstr(one, other));
}

/* The compiler knows strncpy too well: it warns of texts that are cut off. */
static char *(*volatile cut_off)(char *, const char *, size_t) = strncpy;

/* Both rooms are equal before and behind. */
static void check_writers(const char *one, const char *other, char with, size n)
{
    char own[2 * ROOM] = {0}, theirs[2 * ROOM] = {0};
    g_assert_true(model_strcpy(own, one) == own);
    strcpy(theirs, one);
    g_assert_cmpmem(own, sizeof own, theirs, sizeof theirs);
    g_assert_true(model_strcat(own, other) == own);
    strcat(theirs, other);
    g_assert_cmpmem(own, sizeof own, theirs, sizeof theirs);
    g_assert_true(model_strncpy(own + 1, other, n) == own + 1);
    cut_off(theirs + 1, other, n);
    g_assert_cmpmem(own, sizeof own, theirs, sizeof theirs);
    g_assert_true(model_memcpy(own + 2, one, n) == own + 2);
    memcpy(theirs + 2, one, n);
    g_assert_cmpmem(own, sizeof own, theirs, sizeof theirs);
    g_assert_true(model_memmove(own + 4, own + 3, n) == own + 4 && model_memmove(own, own + 1, n) == own);
    memmove(theirs + 4, theirs + 3, n);
    memmove(theirs, theirs + 1, n);
    g_assert_cmpmem(own, sizeof own, theirs, sizeof theirs);
    g_assert_true(model_memset(own + 3, with, n) == own + 3);
    memset(theirs + 3, with, n);
    g_assert_cmpmem(own, sizeof own, theirs, sizeof theirs);
}

static void test_texts(void)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(1);
    for (guint i = 0; i < ROUNDS; i++) {
        char one[ROOM], other[ROOM];
        make_text(random, one);
        make_text(random, other);
        check_readers(one, other, "ab\377x"[i % 5], i % ROOM);
        check_writers(one, other, (char)i, i % MOST);
    }
}

static void test_numbers(void)
{
    for (int i = -300; i < 300; i++) {
        g_assert_cmpint(model_abs(i), ==, abs(i));
        g_assert_cmpint(model_labs(i), ==, labs(i));
    }
}

/* By the table, which has all that the functions and macros say. */
static void test_characters(void)
{
    for (int c = -128; c < 256; c++) {
        g_assert_cmpint(model___ctype_b_loc(c), ==, (*__ctype_b_loc())[c]);
        g_assert_cmpint(model___ctype_tolower_loc(c), ==, (*__ctype_tolower_loc())[c]);
        g_assert_cmpint(model___ctype_toupper_loc(c), ==, (*__ctype_toupper_loc())[c]);
    }
}

static void check_number(const char *text, int base)
{
    char *own, *theirs;
    long number = strtol(text, &theirs, base);
    g_assert_cmpint(model_strtol(text, &own, base), ==, number);
    g_assert_true(own == theirs);
    g_assert_cmpint(model_atol(text), ==, atol(text));
    g_assert_cmpint(model_atoi(text), ==, (int)strtol(text, NULL, 10));
}

static void test_texts_of_numbers(void)
{
    static const char few[] = "0x19aF- +\t", *const edges[] = {"9223372036854775807",
                                                               "9223372036854775808",
                                                               "-9223372036854775808",
                                                               "-9223372036854775809",
                                                               "0x",
                                                               "0xg"};
    static const int bases[] = {0, 2, 8, 10, 16, 36};
    g_autoptr(GRand) random = g_rand_new_with_seed(1);
    for (guint i = 0; i < ROUNDS; i++) {
        char text[ROOM] = {0};
        for (guint k = g_rand_int(random) % MOST; k > 0; k--)
            text[k - 1] = few[g_rand_int(random) % (sizeof few - 1)];
        check_number(i < G_N_ELEMENTS(edges) ? edges[i] : text, bases[i % G_N_ELEMENTS(bases)]);
        check_number(i < G_N_ELEMENTS(edges) ? edges[i] : text, 0);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/models/texts", test_texts);
    g_test_add_func("/models/numbers", test_numbers);
    g_test_add_func("/models/characters", test_characters);
    g_test_add_func("/models/texts-of-numbers", test_texts_of_numbers);
    return g_test_run();
}
