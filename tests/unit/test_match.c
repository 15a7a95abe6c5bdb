/* Which objective is which after an edit: snapshots made by hand. */
#include "report/compare/match.h"

enum { MOST = 16 };

typedef struct {
    ReportSaid said[MOST];
    ReportSnapshot snapshot;
} Made;

static void add(Made *made, const char *hash, const char *criterion, guint line, const char *text)
{
    guint n = made->snapshot.n_objectives++;
    made->snapshot.objectives = made->said;
    made->said[n] = (ReportSaid){.id = g_strdup_printf("a.c:f:%s:%s:%u", hash, criterion, n),
                                 .path = "a.c",
                                 .function = "f",
                                 .hash = hash,
                                 .criterion = criterion,
                                 .place = "p",
                                 .text = text,
                                 .source = "",
                                 .start = 1,
                                 .line = line,
                                 .value = -1};
}

static void clear(Made *made)
{
    for (guint i = 0; i < made->snapshot.n_objectives; i++)
        g_free((char *)made->said[i].id);
}

/* `wanted`: as many numbers as the one has objectives. */
static void check(Made *one, Made *other, const guint *wanted)
{
    g_autofree guint *match = report_match(&one->snapshot, &other->snapshot);
    for (guint i = 0; i < one->snapshot.n_objectives; i++)
        g_assert_cmpuint(match[i], ==, wanted[i]);
    clear(one);
    clear(other);
}

static void test_same_id(void)
{
    Made one = {0}, other = {0};
    add(&one, "1", "CC", 3, "x");
    add(&one, "1", "CC", 3, "x");
    add(&other, "1", "CC", 9, "y");
    check(&one, &other, (const guint[]){0, REPORT_NO_MATCH});
}

/* One text among others, wherever it stands; not that of another criterion. */
static void test_text(void)
{
    Made one = {0}, other = {0};
    add(&one, "1", "CC", 3, "x");
    add(&one, "1", "CC", 4, "gone");
    add(&one, "1", "DC", 4, "z");
    add(&other, "2", "CC", 2, "new");
    add(&other, "2", "CC", 5, "z");
    add(&other, "2", "CC", 7, "x");
    check(&one, &other, (const guint[]){2, REPORT_NO_MATCH, REPORT_NO_MATCH});
}

/* Statements have no text: their lines move with what has. Two lines are new before x, one behind it. */
static void test_lines(void)
{
    Made one = {0}, other = {0};
    add(&one, "1", "CC", 10, "x");
    add(&one, "1", "STMT", 10, "");
    add(&one, "1", "STMT", 11, "");
    add(&one, "1", "CC", 12, "y");
    add(&one, "1", "STMT", 12, "");
    add(&other, "2", "STMT", 10, "");
    add(&other, "2", "STMT", 11, "");
    add(&other, "2", "CC", 12, "x");
    add(&other, "2", "STMT", 12, "");
    add(&other, "2", "STMT", 13, "");
    add(&other, "2", "STMT", 14, "");
    add(&other, "2", "CC", 15, "y");
    add(&other, "2", "STMT", 15, "");
    check(&one, &other, (const guint[]){2, 3, 4, 6, 7});
}

/* The first of three that are alike is new: lines say which. */
static void test_alike(void)
{
    Made one = {0}, other = {0};
    add(&one, "1", "FC", 5, "f");
    add(&one, "1", "CC", 6, "same");
    add(&one, "1", "CC", 7, "same");
    add(&other, "2", "FC", 4, "f");
    add(&other, "2", "CC", 4, "same");
    add(&other, "2", "CC", 5, "same");
    add(&other, "2", "CC", 6, "same");
    check(&one, &other, (const guint[]){0, 2, 3});
}

/* What stands in their lines says which statements they are, if that is known of all. */
static void test_sources(void)
{
    Made one = {0}, other = {0};
    add(&one, "1", "STMT", 5, "");
    add(&one, "1", "STMT", 6, "");
    add(&other, "2", "STMT", 5, "");
    add(&other, "2", "STMT", 7, "");
    one.said[0].source = other.said[1].source = "a = 1;";
    one.said[1].source = "b = 1;";
    other.said[0].source = "c = 1;";
    check(&one, &other, (const guint[]){1, REPORT_NO_MATCH});
    Made bare = {0}, known = {0};
    add(&bare, "1", "STMT", 5, "");
    add(&known, "2", "STMT", 5, "");
    known.said[0].source = "a = 1;";
    check(&bare, &known, (const guint[]){0});
}

/* Where no line helps, order does. */
static void test_order(void)
{
    Made one = {0}, other = {0};
    add(&one, "1", "CC", 6, "same");
    add(&one, "1", "CC", 6, "same");
    add(&other, "2", "CC", 60, "same");
    add(&other, "2", "CC", 70, "same");
    check(&one, &other, (const guint[]){0, 1});
}

static void test_texts_with_lines(void)
{
    Made one = {0}, other = {0};
    add(&one, "1", "CC", 12, "x");
    add(&one, "1", "EPC", 12, "lines 12 -> 14 -> 22");
    add(&other, "2", "CC", 10, "x");
    add(&other, "2", "EPC", 10, "lines 12 -> 14 -> 22");
    add(&other, "2", "EPC", 10, "lines 10 -> 12 -> 20");
    check(&one, &other, (const guint[]){0, 2});
}

static void test_other_path(void)
{
    Made one = {0}, other = {0};
    add(&one, "1", "CC", 6, "x");
    add(&other, "1", "CC", 8, "x");
    other.said[0].path = "b.c";
    g_free((char *)other.said[0].id);
    other.said[0].id = g_strdup("b.c:f:1:CC:0");
    check(&one, &other, (const guint[]){0});
}

static guint add_data(guint line, gpointer data)
{
    return line + GPOINTER_TO_UINT(data);
}

static void check_moved(const char *text, const char *wanted)
{
    g_autofree char *moved = report_text_moved(text, add_data, GUINT_TO_POINTER(100));
    g_assert_cmpstr(moved, ==, wanted);
}

static void test_moved(void)
{
    check_moved("x defined in line 28, used in line 31:7", "x defined in line 128, used in line 131:7");
    check_moved("lines 12 -> 14 -> 22", "lines 112 -> 114 -> 122");
    check_moved("a, by lines 1 -> 2:3 -> 4, 5", "a, by lines 101 -> 102:3 -> 104, 5");
    check_moved("p -> 12 < 4", "p -> 12 < 4");
    check_moved("baseline 12, line x, lines", "baseline 12, line x, lines");
    check_moved("", "");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/match/id", test_same_id);
    g_test_add_func("/match/text", test_text);
    g_test_add_func("/match/lines", test_lines);
    g_test_add_func("/match/alike", test_alike);
    g_test_add_func("/match/sources", test_sources);
    g_test_add_func("/match/order", test_order);
    g_test_add_func("/match/texts-with-lines", test_texts_with_lines);
    g_test_add_func("/match/other-path", test_other_path);
    g_test_add_func("/match/moved", test_moved);
    return g_test_run();
}
