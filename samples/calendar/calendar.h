/* Dates of the Gregorian calendar. */
#ifndef CALENDAR_H
#define CALENDAR_H

struct date {
    int year, month, day;
};

static inline int is_leap_year(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static inline int days_in_year(int year)
{
    return is_leap_year(year) ? 366 : 365;
}

/* 0 if there is no such month. */
int days_in_month(int year, int month);

int is_valid(const struct date *date);

/* From 1. */
int day_of_year(const struct date *date);

/* 0 is Monday. */
int weekday(const struct date *date);

/* "Saturday"; its first letters suffice in `text`. Returns the number of the day, or -1. */
int find_weekday(const char *text);

extern const char *const weekday_names[7];

#endif
