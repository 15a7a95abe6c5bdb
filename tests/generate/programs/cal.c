/* cal of Ammann and Offutt: days between two days of one year, of which the first is not later. */
int cal(int month1, int day1, int month2, int day2, int year);

int cal(int month1, int day1, int month2, int day2, int year)
{
    int days_in[] = {0, 31, 0, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int days;
    if (month2 == month1)
        return day2 - day1;
    int m4 = year % 4, m100 = year % 100, m400 = year % 400;
    if (m4 != 0 || (m100 == 0 && m400 != 0))
        days_in[2] = 28;
    else
        days_in[2] = 29;
    days = day2 + (days_in[month1] - day1);
    for (int i = month1 + 1; i <= month2 - 1; i++)
        days = days_in[i] + days;
    return days;
}
