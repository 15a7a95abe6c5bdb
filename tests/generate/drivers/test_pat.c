/* Calls test_pat with texts of few letters. */
#include "driver.h"

int test_pat(const char *subject, int subject_length, const char *pattern, int pattern_length);

static void call(void)
{
    char subject[8], pattern[4];
    draw_string(subject, (int)sizeof subject, "ab");
    draw_string(pattern, (int)sizeof pattern, "ab");
    test_pat(subject, (int)strlen(subject), pattern, (int)strlen(pattern));
}
