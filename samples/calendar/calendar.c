/* Dates of the Gregorian calendar; reads and prints nothing. */
#include "calendar.h"

#include <string.h>

const char *const weekday_names[7] = {
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
};

int days_in_month(int year, int month)
{
    switch (month) {
    case 2:
        return is_leap_year(year) ? 29 : 28;
    case 4:
    case 6:
    case 9:
    case 11:
        return 30;
    case 1:
    case 3:
    case 5:
    case 7:
    case 8:
    case 10:
    case 12:
        return 31;
    }
    return 0;
}

int is_valid(const struct date *date)
{
    return date->year >= 1583 && date->year <= 9999 && date->day >= 1 &&
           date->day <= days_in_month(date->year, date->month);
}

int day_of_year(const struct date *date)
{
    int day = date->day;
    for (int month = 1; month < date->month; month++)
        day += days_in_month(date->year, month);
    return day;
}

/* The first of January of 1583 was a Saturday. */
int weekday(const struct date *date)
{
    int days = 5;
    for (int year = 1583; year < date->year; year++)
        days += days_in_year(year);
    return (days + day_of_year(date) - 1) % 7;
}

int find_weekday(const char *text)
{
    size_t length = strlen(text);
    int found = -1;
    for (int day = 0; day < 7; day++) {
        if (length == 0 || strncmp(weekday_names[day], text, length) != 0)
            continue;
        if (found >= 0)
            return -1;
        found = day;
    }
    return found;
}
