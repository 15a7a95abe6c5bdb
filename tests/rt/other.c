/* A second unit, with more slots than a page has room for. */
/* Names that the runtime has too. */
int rt_add, rt_equal, rt_file_open, rt_directory, header, path, next, start, hlcov_rt;

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
