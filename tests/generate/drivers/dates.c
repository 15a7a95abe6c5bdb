/* Calls functions of dates with dates near those of the calendar, or any. */
#include "driver.h"

struct date {
    int year, month, day;
};
int days_in_month(int year, int month);
int is_date(const struct date *date);
int compare_dates(const struct date *one, const struct date *other);
int next_day(struct date *date);

static struct date draw_date(void)
{
    struct date date = {draw_range(1580, 2020), draw_range(0, 13), draw_range(0, 32)};
    if (draw_range(0, 3) == 0)
        date.year = draw_int();
    if (draw_range(0, 7) == 0)
        date.month = draw_int();
    if (draw_range(0, 7) == 0)
        date.day = draw_int();
    return date;
}

static void call(void)
{
    struct date date = draw_date(), other = draw_range(0, 1) ? date : draw_date();
    switch (draw_range(0, 3)) {
    case 0: days_in_month(date.year, date.month); break;
    case 1: is_date(&date); break;
    case 2: other.day = draw_range(0, 2) ? other.day : draw_int(), compare_dates(&date, &other); break;
    default: next_day(draw_range(0, 99) ? &date : NULL);
    }
}
