/* Dates in a structure: whether one is of the calendar, which comes first, and the day after it. */
struct date {
    int year, month, day;
};
int days_in_month(int year, int month);
int is_date(const struct date *date);
int compare_dates(const struct date *one, const struct date *other);
int next_day(struct date *date);

int days_in_month(int year, int month)
{
    switch (month) {
    case 2: return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28;
    case 4:
    case 6:
    case 9:
    case 11: return 30;
    default: return month >= 1 && month <= 12 ? 31 : 0;
    }
}

int is_date(const struct date *date)
{
    return date->year >= 1583 && date->year <= 9999 && date->day >= 1 &&
           date->day <= days_in_month(date->year, date->month);
}

int compare_dates(const struct date *one, const struct date *other)
{
    if (one->year != other->year)
        return one->year < other->year ? -1 : 1;
    if (one->month != other->month)
        return one->month < other->month ? -1 : 1;
    return (one->day > other->day) - (one->day < other->day);
}

int next_day(struct date *date)
{
    if (!date || !is_date(date))
        return -1;
    if (date->day < days_in_month(date->year, date->month)) {
        date->day++;
        return 0;
    }
    date->day = 1;
    if (++date->month <= 12)
        return 1;
    date->month = 1;
    date->year++;
    return 2;
}
