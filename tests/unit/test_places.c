/* Places: columns must be the file's, though the preprocessor folds white space and replaces macros. */
#include "annot/text/places.h"

#include <glib/gstdio.h>
#include <string.h>

typedef struct {
    char *directory, *file;
} Fixture;

static const char source[] = "#define MAX(a, b) ((a) > (b) ? (a) : (b))\n"
                             "int f(int x)\n"
                             "{\n"
                             "    if (x   >  1 && /* why */ MAX(x, 2)   > y)\n"
                             "        return   0;\n"
                             "}\n";

/* As gcc -E prints it: spacing folded, the macro replaced, and the line split. */
static const char preprocessed[] = "# 0 \"a.c\"\n"
                                   "# 1 \"a.c\"\n"
                                   "\n"
                                   "int f(int x)\n"
                                   "{\n"
                                   "    if (x > 1 && \n"
                                   "# 4 \"a.c\" 3\n"
                                   "                 ((x) > (2) ? (x) : (2)) > y)\n"
                                   "        return 0;\n"
                                   "}\n";

static void set_up(Fixture *fixture, gconstpointer data)
{
    (void)data;
    fixture->directory = g_dir_make_tmp("hlcov-places-XXXXXX", NULL);
    fixture->file = g_build_filename(fixture->directory, "a.c", NULL);
    g_assert_true(g_file_set_contents(fixture->file, source, -1, NULL));
}

static void tear_down(Fixture *fixture, gconstpointer data)
{
    (void)data;
    g_unlink(fixture->file);
    g_rmdir(fixture->directory);
    g_free(fixture->file);
    g_free(fixture->directory);
}

static guint32 offset_of(const char *what)
{
    const char *found = strstr(preprocessed, what);
    g_assert_nonnull(found);
    return (guint32)(found - preprocessed);
}

static void check(AnnotPlaces *places, const char *what, guint32 line, guint32 column)
{
    AnnotSpot spot = annot_places_find(places, offset_of(what));
    g_assert_cmpuint(spot.line, ==, line);
    g_assert_cmpuint(spot.column, ==, column);
}

static void test_columns(Fixture *fixture, gconstpointer data)
{
    (void)data;
    AnnotText text = {preprocessed, sizeof preprocessed - 1};
    AnnotPlaces *places = annot_places_new(&text, fixture->directory);
    check(places, "int f", 2, 1);
    check(places, "x > 1", 4, 9);
    check(places, "> 1", 4, 13);
    check(places, "&&", 4, 18);
    check(places, "((x)", 4, 31); /* the macro's name */
    check(places, "> y", 4, 43);
    check(places, "0;", 5, 18);
    AnnotSpot end = annot_places_find_end(places, offset_of(" > y)") + 4);
    g_assert_cmpuint(end.column, ==, 46);
    g_assert_cmpstr(annot_places_path(places, end.file), ==, fixture->file);
    g_assert_cmpuint(strlen(annot_places_hash(places, end.file)), ==, 16);
    annot_places_free(places);
}

/* All that comes out of a macro is at its name, but for an argument that it uses once. */
static void test_macros(void)
{
    static const char file[] = "M(a, bb);\nONCE(c && d);\n";
    static const char text[] = "# 1 \"m.c\"\nif (a > 3) bb++; if (bb > 4) a--; if (a == bb) bb = 7;\n"
                               "if (!(c && d)) stop();\n";
    g_autofree char *directory = g_dir_make_tmp("hlcov-places-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(directory, "m.c", NULL);
    AnnotText given = {text, sizeof text - 1};
    g_assert_true(g_file_set_contents(path, file, -1, NULL));
    AnnotPlaces *places = annot_places_new(&given, directory);
    for (const char *at = strstr(text, "if"); at < strstr(text, ";\n"); at++)
        if (*at != ' ' && *at != ')')
            g_assert_cmpuint(annot_places_find(places, (guint32)(at - text)).column, ==, 1);
    g_assert_cmpuint(annot_places_find(places, (guint32)(strstr(text, ";\n") - text)).column, ==, 9);
    g_assert_cmpuint(annot_places_find(places, (guint32)(strstr(text, "c &&") - text)).column, ==, 6);
    g_assert_cmpuint(annot_places_find(places, (guint32)(strstr(text, "d)") - text)).column, ==, 11);
    g_assert_cmpuint(annot_places_find(places, (guint32)(strstr(text, "stop") - text)).column, ==, 1);
    annot_places_free(places);
    g_unlink(path);
    g_rmdir(directory);
}

static void test_a_missing_file_gives_columns_of_the_text(Fixture *fixture, gconstpointer data)
{
    (void)data;
    g_unlink(fixture->file);
    AnnotText text = {preprocessed, sizeof preprocessed - 1};
    AnnotPlaces *places = annot_places_new(&text, fixture->directory);
    check(places, "&&", 4, 15);
    g_assert_cmpstr(annot_places_hash(places, annot_places_find(places, offset_of("&&")).file), ==, "");
    annot_places_free(places);
}

/* A header without a guard, included twice; a system header; and a macro of it in the user's file. */
static const char twice[] = "# 0 \"a.c\"\n"
                            "# 1 \"<built-in>\"\n"
                            "# 1 \"a.c\"\n"
                            "# 1 \"t.h\" 1\n"
                            "\n"
                            "int one;\n"
                            "int three;\n"
                            "# 2 \"a.c\" 2\n"
                            "int x;\n"
                            "# 1 \"./t.h\" 1\n"
                            "int again;\n"
                            "# 4 \"a.c\" 2\n"
                            "# 1 \"/usr/include/s.h\" 1 3 4\n"
                            "int s;\n"
                            "# 5 \"a.c\" 2\n"
                            "\n"
                            "int y =\n"
                            "# 6 \"a.c\" 3\n"
                            " 0\n"
                            "# 6 \"a.c\"\n"
                            " ;\n";

static guint file_named(const AnnotPlaces *places, const char *end)
{
    for (guint i = 0; i < annot_places_files(places); i++)
        if (g_str_has_suffix(annot_places_path(places, i), end))
            return i;
    g_assert_not_reached();
}

/* What stands at the offsets, each up to the end of its line. */
static void check_behind(AnnotPlaces *places, guint file, guint32 line, const char *wanted)
{
    g_autoptr(GArray) offsets = annot_places_behind(places, file, line);
    g_autoptr(GString) found = g_string_new(NULL);
    for (guint i = 0; i < offsets->len; i++) {
        const char *at = twice + g_array_index(offsets, guint32, i);
        g_string_append_len(found, at, strchr(at, '\n') + 1 - at);
    }
    g_assert_cmpstr(found->str, ==, wanted);
}

static void test_files_and_lines(void)
{
    AnnotText text = {twice, sizeof twice - 1};
    AnnotPlaces *places = annot_places_new(&text, "/nowhere");
    guint main_file = file_named(places, "a.c"), header = file_named(places, "t.h");
    g_assert_true(annot_places_is_users(places, main_file));
    g_assert_true(annot_places_is_users(places, header));
    g_assert_false(annot_places_is_users(places, file_named(places, "s.h")));
    g_assert_false(annot_places_is_users(places, file_named(places, "<built-in>")));
    check_behind(places, header, 1, "int one;\nint again;\n");
    check_behind(places, header, 3, "int three;\n");
    check_behind(places, header, 4, "");
    check_behind(places, main_file, 1, "int x;\n");
    check_behind(places, main_file, 3, "int y =\n");
    g_assert_true(annot_places_shows(places, main_file, 3, 6));
    g_assert_false(annot_places_shows(places, main_file, 3, 5));
    annot_places_free(places);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/places/macros", test_macros);
    g_test_add("/places/columns", Fixture, NULL, set_up, test_columns, tear_down);
    g_test_add("/places/missing", Fixture, NULL, set_up, test_a_missing_file_gives_columns_of_the_text, tear_down);
    g_test_add_func("/places/files-and-lines", test_files_and_lines);
    return g_test_run();
}
