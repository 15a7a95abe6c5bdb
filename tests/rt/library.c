/* A shared library with slots of its own. */
int in_library(int number);

__attribute__((constructor)) static void early(void)
{
    HIT(2);
}

int in_library(int number)
{
    HIT(number);
    return number + 1;
}
