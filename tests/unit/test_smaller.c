/* Smaller inputs of several numbers: what is kept of them, and that each is smaller. */
#include "generate/smaller.h"

#include <string.h>

enum { MOST = 4 };

static const AnnotType int_type = {.kind = ANNOT_TYPE_INTEGER, .size = 4, .is_signed = TRUE};
static const GenerateShape int_shape = {.kind = HLCOV_NUMBER, .type = &int_type};

/* An input of ints; `bytes` is where they are written. */
static GenerateInput *input_of(const gint32 *values, guint n, guint8 *bytes)
{
    GenerateInput *input = g_new0(GenerateInput, 1);
    *input = (GenerateInput){
        .bytes = bytes, .size = n * sizeof *values, .nodes = g_array_new(FALSE, TRUE, sizeof(GenerateNode))};
    memcpy(bytes, values, input->size);
    for (guint i = 0; i < n; i++) {
        GenerateNode node = {.shape = &int_shape, .at = 4 * i, .end = 4 * i + 4, .next = i + 1};
        node.bits = (guint32)values[i];
        g_array_append_val(input->nodes, node);
    }
    return input;
}

static GPtrArray *together(const gint32 *values, guint n)
{
    guint8 bytes[MOST * sizeof *values];
    GenerateInput *input = input_of(values, n, bytes);
    GPtrArray *smaller = generate_smaller_together(input);
    g_array_unref(input->nodes);
    g_free(input);
    return smaller;
}

static const gint32 *values_at(const GPtrArray *smaller, guint i)
{
    return g_bytes_get_data(smaller->pdata[i], NULL);
}

static gboolean has(const GPtrArray *smaller, gint32 a, gint32 b, gint32 c)
{
    for (guint i = 0; i < smaller->len; i++) {
        const gint32 *values = values_at(smaller, i);
        if (values[0] == a && values[1] == b && values[2] == c)
            return TRUE;
    }
    return FALSE;
}

static void test_order_is_kept(void)
{
    g_autoptr(GPtrArray) smaller = together((const gint32[]){805306368, 805306368, 1610612736}, 3);
    g_assert_true(has(smaller, 1, 1, 2));
}

static void test_differences_are_kept(void)
{
    g_autoptr(GPtrArray) smaller = together((const gint32[]){67108865, 67108867, 67108864}, 3);
    g_assert_true(has(smaller, 1, 3, 0));
    g_assert_true(has(smaller, 2, 4, 1));
}

static void test_sums_are_kept(void)
{
    g_autoptr(GPtrArray) smaller = together((const gint32[]){101, 101, 201}, 3);
    g_assert_true(has(smaller, 1, 1, 1));
    g_assert_true(has(smaller, 2, 2, 3));
}

static void test_pairs_move(void)
{
    g_autoptr(GPtrArray) smaller = together((const gint32[]){3, 500, -500}, 3);
    g_assert_true(has(smaller, 3, 0, 0));
    g_assert_true(has(smaller, 3, 1, -1));
}

/* Whether no number is farther from 0 or has changed its sign, and some are nearer. */
static gboolean is_smaller(const gint32 *values, const gint32 *before, guint n)
{
    gboolean any = FALSE;
    for (guint i = 0; i < n; i++) {
        if (ABS((gint64)values[i]) > ABS((gint64)before[i]) || (gint64)values[i] * before[i] < 0)
            return FALSE;
        any |= values[i] != before[i];
    }
    return any;
}

static void test_all_are_smaller(void)
{
    static const gint32 before[] = {G_MININT32, G_MAXINT32, -1, 77};
    g_autoptr(GPtrArray) smaller = together(before, 4);
    g_assert_cmpuint(smaller->len, >, 30);
    for (guint i = 0; i < smaller->len; i++)
        g_assert_true(is_smaller(values_at(smaller, i), before, 4));
}

static void test_one_number_is_left_alone(void)
{
    g_autoptr(GPtrArray) smaller = together((const gint32[]){0, 12, 0}, 3);
    g_assert_cmpuint(smaller->len, ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/smaller/order", test_order_is_kept);
    g_test_add_func("/smaller/differences", test_differences_are_kept);
    g_test_add_func("/smaller/sums", test_sums_are_kept);
    g_test_add_func("/smaller/pairs", test_pairs_move);
    g_test_add_func("/smaller/all", test_all_are_smaller);
    g_test_add_func("/smaller/one", test_one_number_is_left_alone);
    return g_test_run();
}
