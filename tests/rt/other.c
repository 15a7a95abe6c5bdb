/* A second unit, with more slots than a page has room for. */
int other(int number)
{
    HIT(8000);
    return number + 1;
}

int unused(void)
{
    HIT(1);
    return 0;
}
