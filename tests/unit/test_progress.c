/* The line that says what a command is doing, with a clock that the test sets, and a screen of one line. */
#include <string.h>

#include "tools/shared/progress.h"

static gint64 now;

static gint64 read_clock(void)
{
    return now;
}

typedef struct {
    FILE *out;
    char *written;
    size_t size;
    CommandProgress progress;
} Fixture;

static void set_up(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    now = 5000;
    fixture->out = open_memstream(&fixture->written, &fixture->size);
    command_progress_begin(&fixture->progress, fixture->out, read_clock);
}

static void tear_down(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    command_progress_clear();
    fclose(fixture->out);
    free(fixture->written);
}

static void tell_at(Fixture *fixture, gint64 time, const char *doing, guint done, guint of)
{
    now = time;
    report_progress_tell(&fixture->progress.report, doing, done, of);
}

/* What a terminal shows of what was written: blanks at the end do not show. */
static void assert_shown(Fixture *fixture, const char *wanted)
{
    char screen[200] = "";
    gsize column = 0;
    fflush(fixture->out);
    for (gsize i = 0; i < fixture->size; i++) {
        if (fixture->written[i] == '\r')
            column = 0;
        else
            screen[column++] = fixture->written[i];
        g_assert_cmpuint(column, <, sizeof screen);
    }
    g_assert_cmpstr(g_strchomp(screen), ==, wanted);
}

static void test_first(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    tell_at(fixture, 5000, "reading", 0, 0);
    tell_at(fixture, 5000 + COMMAND_PROGRESS_FIRST - 1, "reading", 1, 0);
    assert_shown(fixture, "");
    g_assert_cmpuint(fixture->size, ==, 0);
    tell_at(fixture, 5000 + COMMAND_PROGRESS_FIRST, "reading", 2, 0);
    assert_shown(fixture, "reading (2)");
}

static void test_again(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    gint64 time = 5000 + COMMAND_PROGRESS_FIRST;
    tell_at(fixture, time, "judging functions", 2000, 3000);
    tell_at(fixture, time + COMMAND_PROGRESS_AGAIN - 1, "judging functions", 2001, 3000);
    assert_shown(fixture, "judging functions (2000 of 3000)");
    tell_at(fixture, time + COMMAND_PROGRESS_AGAIN, "writing", 0, 0);
    assert_shown(fixture, "writing");
    tell_at(fixture, time + 2 * COMMAND_PROGRESS_AGAIN, "writing", 0, 7);
    assert_shown(fixture, "writing (0 of 7)");
}

static void test_clear(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    command_progress_clear();
    assert_shown(fixture, "");
    g_assert_cmpuint(fixture->size, ==, 0);
    tell_at(fixture, 5000 + COMMAND_PROGRESS_FIRST, "a long line of words", 0, 0);
    tell_at(fixture, 5000 + 2 * COMMAND_PROGRESS_FIRST, "short", 0, 0);
    command_progress_clear();
    assert_shown(fixture, "");
    g_assert_cmpint(fixture->written[fixture->size - 1], ==, '\r');
    tell_at(fixture, 5000 + 3 * COMMAND_PROGRESS_FIRST, "more", 0, 0);
    assert_shown(fixture, "more");
}

static void test_nobody(void)
{
    CommandProgress silent;
    now = 0;
    command_progress_begin(&silent, NULL, read_clock);
    now = 10 * COMMAND_PROGRESS_FIRST;
    report_progress_tell(&silent.report, "reading", 1, 2);
    report_progress_tell(NULL, "reading", 1, 2);
    command_progress_clear();
    g_assert_cmpuint(silent.length, ==, 0);
    g_assert_null(command_progress_stream(TRUE));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add("/progress/first", Fixture, NULL, set_up, test_first, tear_down);
    g_test_add("/progress/again", Fixture, NULL, set_up, test_again, tear_down);
    g_test_add("/progress/clear", Fixture, NULL, set_up, test_clear, tear_down);
    g_test_add_func("/progress/nobody", test_nobody);
    return g_test_run();
}
