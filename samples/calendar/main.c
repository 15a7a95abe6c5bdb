/* The command: calendar YYYY-MM-DD prints the weekday and the day of the year; calendar YYYY WEEKDAY how often the
 * year has that weekday. */
#include <stdio.h>

#include "calendar.h"

static int usage(void)
{
    fprintf(stderr, "usage: calendar YYYY-MM-DD | calendar YYYY WEEKDAY\n");
    return 2;
}

static int describe(const char *text)
{
    struct date date;
    if (sscanf(text, "%d-%d-%d", &date.year, &date.month, &date.day) != 3)
        return usage();
    if (!is_valid(&date)) {
        fprintf(stderr, "calendar: there is no %s\n", text);
        return 1;
    }
    printf("%s, day %d of %d\n", weekday_names[weekday(&date)], day_of_year(&date), days_in_year(date.year));
    return 0;
}

static int count(const char *year_text, const char *name)
{
    struct date first = {0, 1, 1};
    int wanted = find_weekday(name);
    if (sscanf(year_text, "%d", &first.year) != 1 || wanted < 0 || !is_valid(&first))
        return usage();
    int offset = (wanted - weekday(&first) + 7) % 7, times = 0;
    while (offset < days_in_year(first.year)) {
        times++;
        offset += 7;
    }
    printf("%d times %s\n", times, weekday_names[wanted]);
    return 0;
}

int main(int argc, char **argv)
{
    switch (argc) {
    case 2: return describe(argv[1]);
    case 3: return count(argv[1], argv[2]);
    default: return usage();
    }
}
