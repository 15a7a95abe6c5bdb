/* Numbers and strings as C text: they are the same value again, and read as somebody would write them. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "generate/contract/literal.h"

static const AnnotType types[] = {
    {.kind = ANNOT_TYPE_INTEGER, .size = 4, .is_signed = TRUE, .name = "int"},
    {.kind = ANNOT_TYPE_INTEGER, .size = 4, .name = "unsigned int"},
    {.kind = ANNOT_TYPE_INTEGER, .size = 8, .is_signed = TRUE, .name = "long"},
    {.kind = ANNOT_TYPE_INTEGER, .size = 8, .name = "unsigned long"},
    {.kind = ANNOT_TYPE_INTEGER, .size = 8, .is_signed = TRUE, .name = "long long"},
    {.kind = ANNOT_TYPE_INTEGER, .size = 8, .name = "unsigned long long"},
    {.kind = ANNOT_TYPE_INTEGER, .size = 1, .is_signed = TRUE, .name = "char"},
    {.kind = ANNOT_TYPE_INTEGER, .size = 1, .name = "unsigned char"},
    {.kind = ANNOT_TYPE_INTEGER, .size = 2, .is_signed = TRUE, .name = "short"},
    {.kind = ANNOT_TYPE_BOOL, .size = 1, .name = "_Bool"},
    {.kind = ANNOT_TYPE_FLOAT, .size = 8, .is_signed = TRUE, .name = "double"},
    {.kind = ANNOT_TYPE_FLOAT, .size = 4, .is_signed = TRUE, .name = "float"},
};

static const AnnotType *type_of(const char *name)
{
    for (guint i = 0; i < G_N_ELEMENTS(types); i++)
        if (strcmp(types[i].name, name) == 0)
            return &types[i];
    g_assert_not_reached();
}

static void check_number(const char *name, guint64 bits, const char *text)
{
    const GenerateSpelling spelling = {FALSE, NULL};
    g_autoptr(GString) out = g_string_new(NULL);
    generate_number(&spelling, type_of(name), bits, out);
    g_assert_cmpstr(out->str, ==, text);
}

static void test_integers(void)
{
    check_number("int", 0, "0");
    check_number("int", 0xffffffff, "-1");
    check_number("int", 0x80000000, "INT_MIN");
    check_number("int", 0x7fffffff, "INT_MAX");
    check_number("int", 0x80000001, "-2147483647");
    check_number("unsigned int", 0xffffffff, "UINT_MAX");
    check_number("unsigned int", 0x80000000, "2147483648u");
    check_number("long", (guint64)G_MININT64, "LONG_MIN");
    check_number("long", (guint64)G_MAXINT64, "LONG_MAX");
    check_number("long", (guint64)-5000000000, "-5000000000L");
    check_number("long", 7, "7");
    check_number("long long", (guint64)G_MININT64, "LLONG_MIN");
    check_number("long long", 5000000000, "5000000000LL");
    check_number("unsigned long", 5000000000, "5000000000UL");
    check_number("unsigned long long", G_MAXUINT64, "ULLONG_MAX");
    check_number("short", 0x8000, "-32768");
    check_number("unsigned char", 'a', "97");
}

static void test_truths(void)
{
    const GenerateSpelling words = {TRUE, NULL};
    g_autoptr(GString) out = g_string_new(NULL);
    check_number("_Bool", 1, "1");
    check_number("_Bool", 77, "1");
    generate_number(&words, type_of("_Bool"), 0, out);
    g_assert_cmpstr(out->str, ==, "false");
}

static void test_characters(void)
{
    check_number("char", 'a', "'a'");
    check_number("char", '\'', "'\\''");
    check_number("char", '\\', "'\\\\'");
    check_number("char", '"', "'\"'");
    check_number("char", '\n', "'\\n'");
    check_number("char", 0, "'\\0'");
    check_number("char", 7, "7");
    check_number("char", 0x80, "-128");
}

static void test_enumerators(void)
{
    const AnnotDecl red = {.name = "RED", .value = 0}, blue = {.name = "BLUE", .value = 4};
    const AnnotDecl *both[] = {&red, &blue};
    const AnnotType color = {.kind = ANNOT_TYPE_ENUM, .size = 4, .n_enumerators = 2, .enumerators = both};
    const GenerateSpelling spelling = {FALSE, NULL};
    g_autoptr(GString) out = g_string_new(NULL);
    generate_number(&spelling, &color, 4, out);
    generate_number(&spelling, &color, 3, out);
    g_assert_cmpstr(out->str, ==, "BLUE3");
}

static void check_double(double real, const char *text)
{
    guint64 bits;
    memcpy(&bits, &real, sizeof bits);
    check_number("double", bits, text);
}

static void check_float(float real, const char *text)
{
    guint64 bits = 0;
    memcpy(&bits, &real, sizeof real);
    check_number("float", bits, text);
}

static void test_reals(void)
{
    check_double(0, "0.0");
    check_double(-0.0, "-0.0");
    check_double(1.5, "1.5");
    check_double(0.1, "0.1");
    check_double(1.0 / 3, "0.3333333333333333");
    check_double(1e300, "1e+300");
    check_double(DBL_MIN, "2.2250738585072014e-308");
    check_double(-INFINITY, "-INFINITY");
    check_double((double)NAN, "NAN");
    check_float(0.1f, "0.1f");
    check_float(16777216, "16777216.0f");
    check_float(FLT_MAX, "3.4028235e+38f");
    check_float(INFINITY, "INFINITY");
}

/* Whatever the bits, the text is the same number. */
static void test_random_reals(void)
{
    const GenerateSpelling spelling = {FALSE, NULL};
    g_autoptr(GRand) rand = g_rand_new_with_seed(5);
    for (guint i = 0; i < 10000; i++) {
        guint64 bits = (guint64)g_rand_int(rand) << 32 | g_rand_int(rand);
        g_autoptr(GString) out = g_string_new(NULL);
        double real, again;
        memcpy(&real, &bits, sizeof real);
        if (isnan(real))
            continue;
        generate_number(&spelling, type_of("double"), bits, out);
        again = g_ascii_strtod(out->str, NULL);
        g_assert_cmpmem(&real, sizeof real, &again, sizeof again);
    }
}

static void check_long_double(long double real, const char *text)
{
    const AnnotType type = {.kind = ANNOT_TYPE_FLOAT, .size = sizeof real, .name = "long double"};
    guint8 bytes[16] = {0};
    g_autoptr(GString) out = g_string_new(NULL);
    memcpy(bytes, &real, MIN(sizeof real, sizeof bytes));
    generate_wide_number(&type, bytes, out);
    g_assert_cmpstr(out->str, ==, text);
}

static void test_wide_numbers(void)
{
    const AnnotType type = {.kind = ANNOT_TYPE_INTEGER, .size = 16, .name = "unsigned __int128"};
    const guint8 small[16] = {5}, large[16] = {1, [8] = 2};
    g_autoptr(GString) out = g_string_new(NULL);
    check_long_double(2.5L, "2.5L");
    check_long_double(0.1L, "0.1L");
    check_long_double(-3, "-3.0L");
    generate_wide_number(&type, small, out);
    g_string_append_c(out, ' ');
    generate_wide_number(&type, large, out);
    g_assert_cmpstr(out->str, ==, "5 (unsigned __int128)((unsigned __int128)0x2 << 64 | 0x1)");
}

static void check_string(const char *bytes, gsize length, const char *text)
{
    g_autoptr(GString) out = g_string_new(NULL);
    generate_string((const guint8 *)bytes, length, out);
    g_assert_cmpstr(out->str, ==, text);
}

static void test_strings(void)
{
    check_string("", 0, "\"\"");
    check_string("abc", 3, "\"abc\"");
    check_string("\"\\\n\t\r", 5, "\"\\\"\\\\\\n\\t\\r\"");
    check_string("\001"
                 "1",
                 2, "\"\\0011\"");
    check_string("a\0b", 3, "\"a\\000b\"");
    check_string("\377", 1, "\"\\377\"");
    check_string("?"
                 "?/",
                 3, "\"?\\?/\"");
    check_string("?"
                 "?"
                 "?",
                 3, "\"?\\?\\?\"");
    check_string("a?b", 3, "\"a?b\"");
}

static gboolean is_string(const char *type, const char *bytes, gsize length, gsize wanted)
{
    gsize shown;
    gboolean is = generate_is_string(type_of(type), (const guint8 *)bytes, length, &shown);
    g_assert_cmpuint(shown, ==, wanted);
    return is;
}

/* Few bytes are numbers rather than characters, unless they are of type char. */
static void test_what_is_a_string(void)
{
    g_assert_true(is_string("char", "a\0\0", 3, 1));
    g_assert_true(is_string("unsigned char", "abc", 3, 3));
    g_assert_false(is_string("unsigned char", "ab", 2, 2));
    g_assert_false(is_string("char", "a\001", 2, 2));
    g_assert_false(is_string("char", "\0\0", 2, 0));
    g_assert_false(is_string("int", "abcd", 4, 4));
}

static void check_array_type(const char *text, const char *wanted)
{
    g_autoptr(GString) out = g_string_new(NULL);
    generate_array_type(text, "[3]", out);
    g_assert_cmpstr(out->str, ==, wanted);
}

static void test_array_types(void)
{
    check_array_type("int", "int[3]");
    check_array_type("char *", "char *[3]");
    check_array_type("int[2]", "int[3][2]");
    check_array_type("int (*)(int)", "int (*[3])(int)");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/literal/integers", test_integers);
    g_test_add_func("/literal/truths", test_truths);
    g_test_add_func("/literal/characters", test_characters);
    g_test_add_func("/literal/enumerators", test_enumerators);
    g_test_add_func("/literal/reals", test_reals);
    g_test_add_func("/literal/random_reals", test_random_reals);
    g_test_add_func("/literal/wide_numbers", test_wide_numbers);
    g_test_add_func("/literal/strings", test_strings);
    g_test_add_func("/literal/what_is_a_string", test_what_is_a_string);
    g_test_add_func("/literal/array_types", test_array_types);
    return g_test_run();
}
