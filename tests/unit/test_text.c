/* The lexer over preprocessed text: what it passes over, and where tokens end. */
#include "annot/text/text.h"

#include <string.h>

static AnnotText text_of(const char *bytes)
{
    return (AnnotText){bytes, (guint32)strlen(bytes)};
}

static void test_skips_markers_pragmas_and_comments(void)
{
    AnnotText text = text_of("  /* x */\n# 3 \"a.c\" 2\n\t#pragma omp for\n// y\nint");
    g_assert_cmpstr(text.bytes + annot_text_skip(&text, 0), ==, "int");
}

static void test_a_hash_inside_a_line_is_a_token(void)
{
    AnnotText text = text_of("a # b");
    g_assert_cmpuint(annot_text_skip(&text, 1), ==, 2);
}

static void test_literals_hide_brackets(void)
{
    AnnotText text = text_of("(\")\\\")\", ')') ;");
    g_assert_cmpuint(annot_text_find(&text, 1, ')'), ==, 12);
    g_assert_cmpuint(annot_text_find(&text, 0, ';'), ==, text.size - 1);
}

static void test_find_stops_at_the_end_of_its_bracket(void)
{
    AnnotText text = text_of("a ) ;");
    g_assert_cmpuint(annot_text_find(&text, 0, ';'), ==, text.size);
}

static void test_finds_the_end_of_the_token_before(void)
{
    AnnotText text = text_of("x;\n#pragma omp for\n# 9 \"b.c\"\n  for");
    guint32 at = (guint32)(strstr(text.bytes, "  for") - text.bytes) + 2;
    g_assert_cmpuint(annot_text_previous_end(&text, at), ==, 2);
    g_assert_true(annot_text_follows_pragma(&text, at));
}

static void test_a_line_marker_is_no_pragma(void)
{
    AnnotText text = text_of("x;\n# 9 \"b.c\"\n  for");
    g_assert_false(annot_text_follows_pragma(&text, text.size - 3));
}

static void test_a_standard_pragma_is_about_its_block(void)
{
    AnnotText text = text_of("{\n#pragma STDC FP_CONTRACT ON\n  for");
    g_assert_false(annot_text_follows_pragma(&text, text.size - 3));
}

static gboolean follows_attributes(const char *before)
{
    g_autofree char *whole = g_strdup_printf("%s x", before);
    AnnotText text = text_of(whole);
    return annot_text_follows_attributes(&text, text.size - 1);
}

static void test_attributes(void)
{
    g_assert_true(follows_attributes("if (a) __attribute__((unused))"));
    g_assert_true(follows_attributes("__attribute__ ((hot, section(\"s\")))\n# 3 \"a.c\"\n"));
    g_assert_false(follows_attributes("if (a)"));
    g_assert_false(follows_attributes("my__attribute__((unused))"));
    g_assert_false(follows_attributes("__attribute__((unused)) int"));
    g_assert_false(follows_attributes(""));
}

static void test_folds_white_space(void)
{
    AnnotText text = text_of("a\n# 4 \"x.c\"\n   &&\tb");
    g_autofree char *folded = annot_text_folded(&text, (AnnotExtent){0, text.size}, 100);
    g_assert_cmpstr(folded, ==, "a && b");
    g_autofree char *cut = annot_text_folded(&text, (AnnotExtent){0, text.size}, 4);
    g_assert_cmpstr(cut, ==, "a && ...");
}

/* Two checkouts of a project, and a file elsewhere whose path begins like the root of one. */
static void test_hash_of_paths(void)
{
    static const char *const texts[] = {"f(\"/a/b/c.c\")", "f(\"/d/c.c\")", "f(\"/a/bc.c\")"};
    static const char *const roots[] = {"/a/b", "/d", "/a/b"};
    char *hashes[3];
    for (guint i = 0; i < 3; i++) {
        AnnotText text = {texts[i], (guint32)strlen(texts[i])};
        hashes[i] = annot_text_hash(&text, (AnnotExtent){0, text.size}, roots[i]);
    }
    g_assert_cmpstr(hashes[0], ==, hashes[1]);
    g_assert_cmpstr(hashes[0], !=, hashes[2]);
    for (guint i = 0; i < 3; i++)
        g_free(hashes[i]);
}

static void test_the_hash_ignores_spacing_only(void)
{
    AnnotText one = text_of("a+ b"), two = text_of("a\n+\nb"), three = text_of("ab +");
    g_autofree char *x = annot_text_hash(&one, (AnnotExtent){0, one.size}, NULL);
    g_autofree char *y = annot_text_hash(&two, (AnnotExtent){0, two.size}, NULL);
    g_autofree char *z = annot_text_hash(&three, (AnnotExtent){0, three.size}, NULL);
    g_assert_cmpstr(x, ==, y);
    g_assert_cmpstr(x, !=, z);
    g_assert_cmpuint(strlen(x), ==, 16);
}

static void check_marker(const char *bytes, const char *expected)
{
    AnnotText text = {bytes, (guint32)strlen(bytes)};
    g_autofree char *marker = annot_text_line_marker(&text, (guint32)(strchr(bytes, '@') - bytes));
    g_assert_cmpstr(marker, ==, expected);
}

static void test_line_markers(void)
{
    check_marker("# 7 \"a.c\"\nx @", "\n# 7 \"a.c\"\n");
    check_marker("# 7 \"a b\\\"c.h\" 1 3 4\n\n\nx\n @", "\n# 10 \"a b\\\"c.h\" 3\n");
    check_marker("# 1 \"a.c\"\n# 30 \"b.h\" 1\nx\n#line 12 \"c.y\"\ny\n@\n# 99 \"a.c\"\n", "\n# 13 \"c.y\"\n");
    check_marker("# 7 \"a.c\"\n#pragma once 3\nx @", "\n# 8 \"a.c\"\n");
    check_marker("x @", NULL);
    check_marker("# 7\nx @", NULL);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/text/skip", test_skips_markers_pragmas_and_comments);
    g_test_add_func("/text/hash-of-paths", test_hash_of_paths);
    g_test_add_func("/text/hash-inside", test_a_hash_inside_a_line_is_a_token);
    g_test_add_func("/text/literals", test_literals_hide_brackets);
    g_test_add_func("/text/find-stops", test_find_stops_at_the_end_of_its_bracket);
    g_test_add_func("/text/previous-end", test_finds_the_end_of_the_token_before);
    g_test_add_func("/text/marker", test_a_line_marker_is_no_pragma);
    g_test_add_func("/text/standard-pragma", test_a_standard_pragma_is_about_its_block);
    g_test_add_func("/text/attributes", test_attributes);
    g_test_add_func("/text/folded", test_folds_white_space);
    g_test_add_func("/text/hash", test_the_hash_ignores_spacing_only);
    g_test_add_func("/text/line markers", test_line_markers);
    return g_test_run();
}
