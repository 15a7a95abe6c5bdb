/* Masking for the front end: the copy must keep every offset, and lose only what the front end cannot read.
 */
#include "annot/text/mask.h"

#include <string.h>

static void check(const char *source, const char *expected)
{
    AnnotText text = {source, (guint32)strlen(source)};
    g_autofree char *masked = annot_mask(&text);
    g_assert_true(g_str_has_prefix(masked, annot_mask_prelude));
    const char *copy = masked + strlen(annot_mask_prelude);
    g_assert_cmpstr(copy, ==, expected);
    g_assert_cmpuint(strlen(copy), ==, text.size);
}

static void test_arguments_of_malloc_vanish(void)
{
    check("void *f(void) __attribute__((__malloc__ (free, 1), __nothrow__));",
          "void *f(void) __attribute__((__malloc__          , __nothrow__));");
}

static void test_other_attributes_stay(void)
{
    check("int f(int) __attribute__((alloc_size(1))) ;", "int f(int) __attribute__((alloc_size(1))) ;");
}

static void test_suffixes_leave_the_extent_of_the_number(void)
{
    check("x = 1.5f128 + 2.0dd;", "x = 00001.5 + 002.0;");
    check("x = 0x1p3f64;", "x = 0x0001p3;");
}

static void test_hexadecimal_digits_are_no_suffix(void)
{
    check("x = 0xf64 + 0x1df;", "x = 0xf64 + 0x1df;");
}

static void test_decimal_types_become_binary_ones(void)
{
    check("_Decimal64 a; _Decimal128 b;", "double     a; long double b;");
}

static void test_complex_types_are_keywords(void)
{
    check("_Complex _Float64x f(_Complex _Float32 z, _Float32 x);",
          "_Complex double    f(_Complex float    z, _Float32 x);");
}

static void test_atomics_are_hidden_where_stdatomic_is_used(void)
{
    check("# 1 \"/usr/lib/stdatomic.h\" 1\n__atomic_load_n(p,5)",
          "# 1 \"/usr/lib/stdatomic.h\" 1\nhlatomic_load_n(p,5)");
    check("__atomic_load_n(p,5)", "__atomic_load_n(p,5)");
}

static void test_what_was_asserted_holds(void)
{
    check("_Static_assert(__builtin_add_overflow_p(1, 2, 0) == 0, \"text\");",
          "_Static_assert(1                                     , \"text\");");
    check("_Static_assert (a ==\n# 7 \"f.c\"\n(b, 1));", "_Static_assert (1   \n# 7 \"f.c\"\n      );");
}

static void test_types_in_assertions_stay(void)
{
    check("_Static_assert(sizeof(struct s { int a; }) > 3);", "_Static_assert(sizeof(struct s { int a; }) > 3);");
    check("my_Static_assert_ (2); _Static_assert", "my_Static_assert_ (2); _Static_assert");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/mask/malloc", test_arguments_of_malloc_vanish);
    g_test_add_func("/mask/attributes", test_other_attributes_stay);
    g_test_add_func("/mask/suffixes", test_suffixes_leave_the_extent_of_the_number);
    g_test_add_func("/mask/hexadecimal", test_hexadecimal_digits_are_no_suffix);
    g_test_add_func("/mask/decimal", test_decimal_types_become_binary_ones);
    g_test_add_func("/mask/complex", test_complex_types_are_keywords);
    g_test_add_func("/mask/atomics", test_atomics_are_hidden_where_stdatomic_is_used);
    g_test_add_func("/mask/assertions", test_what_was_asserted_holds);
    g_test_add_func("/mask/assertions/types", test_types_in_assertions_stay);
    return g_test_run();
}
