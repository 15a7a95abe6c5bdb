/* Places: columns must be the file's, though the preprocessor folds white space and replaces macros. */
#include "annot/places.h"

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

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add("/places/columns", Fixture, NULL, set_up, test_columns, tear_down);
    g_test_add("/places/missing", Fixture, NULL, set_up, test_a_missing_file_gives_columns_of_the_text,
               tear_down);
    return g_test_run();
}
