/* A program that is linked with the library. */
#include <stdio.h>
#include <unistd.h>

int in_library(int number);

int main(void)
{
    HIT(0);
    printf("%d\n", in_library(20));
    fflush(stdout);
    _exit(3);
}
