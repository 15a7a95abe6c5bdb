/* The small function that many.py tests: whether there is such a day. */
int day_exists(int year, int month, int day);

int day_exists(int year, int month, int day)
{
    int days = 31;
    if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1)
        return 0;
    if (month == 2)
        days = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28;
    else if (month == 4 || month == 6 || month == 9 || month == 11)
        days = 30;
    return day <= days;
}
