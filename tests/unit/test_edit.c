/* Edits: insertions at one byte must nest as the extents they come from do. */
#include "annot/text/edit.h"

#include <string.h>

static void check(AnnotEdits *edits, const char *source, const char *expected)
{
    AnnotText text = {source, (guint32)strlen(source)};
    GString *result = annot_edits_apply(edits, &text, (AnnotExtent){0, text.size});
    g_assert_cmpstr(result->str, ==, expected);
    g_string_free(result, TRUE);
    annot_edits_free(edits);
}

static void wrap(AnnotEdits *edits, guint32 begin, guint32 end, const char *open, const char *close)
{
    annot_edits_wrap(edits, (AnnotExtent){begin, end}, g_strdup(open), close ? g_strdup(close) : NULL);
}

static void test_extents_that_begin_together_nest(void)
{
    AnnotEdits *edits = annot_edits_new();
    wrap(edits, 0, 1, "<", ">");
    wrap(edits, 0, 3, "(", ")");
    check(edits, "abc", "(<a>bc)");
}

static void test_extents_that_end_together_nest(void)
{
    AnnotEdits *edits = annot_edits_new();
    wrap(edits, 0, 3, "(", ")");
    wrap(edits, 2, 3, "<", ">");
    check(edits, "abc", "(ab<c>)");
}

static void test_of_equal_extents_the_first_is_outer(void)
{
    AnnotEdits *edits = annot_edits_new();
    wrap(edits, 0, 1, "(", ")");
    wrap(edits, 0, 1, "<", ">");
    check(edits, "a", "(<a>)");
}

static void test_what_closes_stands_before_what_opens(void)
{
    AnnotEdits *edits = annot_edits_new();
    wrap(edits, 1, 2, "(", ")");
    wrap(edits, 0, 1, "<", ">");
    annot_edits_insert(edits, 1, g_strdup("|"));
    check(edits, "ab", "<a>|(b)");
}

static void test_what_is_replaced_keeps_its_newlines(void)
{
    AnnotEdits *edits = annot_edits_new();
    annot_edits_replace(edits, (AnnotExtent){1, 4}, g_strdup(";"));
    wrap(edits, 4, 5, "(", ")");
    check(edits, "ab\nde", "a;\n(e)");
}

static void test_an_extent_alone(void)
{
    AnnotEdits *edits = annot_edits_new();
    AnnotText text = {"abcde", 5};
    wrap(edits, 1, 4, "(", ")");
    GString *result = annot_edits_apply(edits, &text, (AnnotExtent){1, 4});
    g_assert_cmpstr(result->str, ==, "(bcd)");
    g_string_free(result, TRUE);
    annot_edits_free(edits);
}

static void test_words_stay_apart(void)
{
    AnnotEdits *edits = annot_edits_new();
    wrap(edits, 6, 9, "word", "word");
    check(edits, "return(x)else", "return word(x)word else");
    edits = annot_edits_new();
    wrap(edits, 6, 9, "", "");
    annot_edits_insert(edits, 4, g_strdup(""));
    check(edits, "return(x)", "return(x)");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/edit/begin-together", test_extents_that_begin_together_nest);
    g_test_add_func("/edit/end-together", test_extents_that_end_together_nest);
    g_test_add_func("/edit/equal", test_of_equal_extents_the_first_is_outer);
    g_test_add_func("/edit/close-before-open", test_what_closes_stands_before_what_opens);
    g_test_add_func("/edit/replace", test_what_is_replaced_keeps_its_newlines);
    g_test_add_func("/edit/an extent alone", test_an_extent_alone);
    g_test_add_func("/edit/words", test_words_stay_apart);
    return g_test_run();
}
