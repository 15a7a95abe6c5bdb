/* Comments: which are objectives, where their texts stand, and in which groups. The texts are as nasty as C
 * allows. */
#include "annot/users/comments.h"

#include <string.h>

/* `line:column:text` of each comment, a line each; newlines in texts are shown as |, carriage returns as ^.
 */
static char *found_in(const char *source)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(AnnotComments) found = annot_comments_find(arena, "/src/parse.c", source, strlen(source));
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < found->comments->len; i++) {
        const AnnotComment *comment = &g_array_index(found->comments, AnnotComment, i);
        g_autofree char *text = g_strdup(comment->text);
        g_strdelimit(g_strdelimit(text, "\n", '|'), "\r", '^');
        g_string_append_printf(out, "%u:%u:%s\n", comment->line, comment->column, text);
    }
    return g_string_free(out, FALSE);
}

static void check(gconstpointer data)
{
    const char *const *pair = data;
    g_autofree char *found = found_in(pair[0]);
    g_assert_cmpstr(found, ==, pair[1]);
}

static const char *const texts[][2] = {
    {"", ""},
    {"//! label L : x", "1:4: label L : x\n"},
    {"int x; //! label L : x\n", "1:11: label L : x\n"},
    {"\t//!label L:x;\n", "1:5:label L:x;\n"},
    {"//!\tpure f , g ;\n//! pure h\n", "1:4:\tpure f , g ;\n2:4: pure h\n"},
    /* what is none */
    {"// label L : x\n/// label L : x\n/*! label L : x */\n//!< label L : x\n", ""},
    {"//! labels : x\n//! label : x\n//! label 1 : x\n//! label of a button\n//! hyper space\n", ""},
    {"//! pure function that returns\n//! pure f,\n//! pure : x\n", ""},
    {"\"//! label L : x\" '//! label M : x'\n", ""},
    {"/* //! label L : x\n//! label M : x\n*/\n", ""},
    {"char *s = \"\\\\\\\"//! label L : x\";\n", ""},
    {"char *s = \"a\\\n//! label L : x\";\n", ""},
    {"// prose \\\n//! label L : x\n", ""},
    /* what only seems to hide one */
    {"char q = '\"'; //! label L : x\n", "1:18: label L : x\n"},
    {"char q = '\\''; //! label L : x\n", "1:19: label L : x\n"},
    {"int n = 1'000; //! label L : x\n", "1:19: label L : x\n"},
    {"#error don't\n//! label L : x\n", "2:4: label L : x\n"},
    {"/* \" */ //! label L : x\n", "1:12: label L : x\n"},
    {"/*/ \" */ //! label L : x\n", "1:13: label L : x\n"},
    {"x = a //*! b\n//! label L : x\n", "2:4: label L : x\n"},
    /* several lines */
    {"//! label L { a = b,\n  //!    c = d } : x;\n//! prose : here\n",
     "1:4: label L { a = b,|         c = d } : x;\n"},
    {"//! label L : x\n//! && y\n//! hyper H : L\n", "1:4: label L : x|    && y\n3:4: hyper H : L\n"},
    {"//! label L : x // a; b\n//! && y; // c\n//! label M : z\n",
     "1:4: label L : x // a; b|    && y; // c\n3:4: label M : z\n"},
    {"//! label L : x == ';'\n//! || y;\n", "1:4: label L : x == ';'|    || y;\n"},
    {"//! label L :\n//! x;\n", "1:4: label L :|    x;\n"},
    {"//! label L : x\n\n//! && y\n", "1:4: label L : x\n"},
    {"//! label L : x\n// && y\n//! && z\n", "1:4: label L : x\n"},
    {"//! label L : x\nint y; //! && y\n", "1:4: label L : x\n"},
    {"//! label L : x\n/* */ //! && y\n", "1:4: label L : x\n"},
    {"//! label L : x \\\n  && y\n//! && z;\n", "1:4: label L : x  |  && y|    && z;\n"},
    {"//! label A : 1; label B : 2\n", "1:4: label A : 1; label B : 2\n"},
    /* what was written in another file */
    {"#line 7 \"parse.y\"\n//! label L : x\n#line 3 \"build/parse.c\"\n//! label M : y\n", "4:4: label M : y\n"},
    {"# 1 \"/src/parse.y\" 3\n//! label L : x\n", ""},
    {"#line 7\n//! label L : x\n", "2:4: label L : x\n"},
    /* a justification is none, and no part of one */
    {"//! label L : x\n//! justify CC: y\n//! && z\n", "1:4: label L : x\n"},
    /* ends of lines of another system */
    {"int x;\r\n//! label L : x\r\n//! && y;\r\nint y;\r\n", "2:4: label L : x^|    && y;\n"},
    {"//! label L : x \\\r\n && y\r\n", "1:4: label L : x  ^| && y\n"},
};

/* What the group of the only comment is: its lines, whether it has code, and whether it is never compiled. */
static void check_group(const char *source, guint32 first, guint32 last, gboolean has_code, gboolean never)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(AnnotComments) found = annot_comments_find(arena, "/src/parse.c", source, strlen(source));
    g_assert_cmpuint(found->comments->len, ==, 1);
    const AnnotComment *comment = &g_array_index(found->comments, AnnotComment, 0);
    const AnnotGroup *group = &g_array_index(found->groups, AnnotGroup, comment->group);
    g_assert_cmpuint(comment->group, ==, annot_comments_group_at(found, comment->line));
    g_assert_cmpuint(group->first, ==, first);
    g_assert_cmpuint(group->last, ==, last);
    g_assert_cmpint(group->has_code, ==, has_code);
    g_assert_cmpint(group->never, ==, never);
}

static void test_groups(void)
{
    check_group("//! label L : x\n", 1, G_MAXUINT32, FALSE, FALSE);
    check_group("#if 0\n//! label L : x\n#endif\n", 2, 2, FALSE, TRUE);
    check_group(" # if 0 // no\r\n//! label L : x\n#endif\n", 2, 2, FALSE, TRUE);
    check_group("#if 0 || X\n//! label L : x\n#endif\n", 2, 2, FALSE, FALSE);
    check_group("#ifdef X\na;\n#elif 1 \\\n + 1\n//! label L : x\nb;\n#else\n#endif\n", 4, 6, TRUE, FALSE);
    check_group("#if X\n//! label L : x\n#if Y\na;\n#else\n#endif\n#endif\n", 2, 6, TRUE, FALSE);
    check_group("#if X\n#define A a\n#else\n//! label L : x\n", 4, 5, FALSE, FALSE);
    check_group("#if X\na;\n#endif\n#endif\n//! label L : x\n", 1, G_MAXUINT32, TRUE, FALSE);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autofree char *path = g_strdup_printf("/comments/text/%u", i);
        g_test_add_data_func(path, texts[i], check);
    }
    g_test_add_func("/comments/groups", test_groups);
    return g_test_run();
}
