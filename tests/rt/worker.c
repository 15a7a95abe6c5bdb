/* A program that sets the thousand slots of its number, one after the other, and acknowledges each on
 * standard output after it is set; then it waits to be killed. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void acknowledge(unsigned slot)
{
    char line[16];
    int size = sprintf(line, "%06u\n", slot);

    if (write(1, line, (size_t)size) != size)
        exit(1);
    for (volatile int i = 0; i < 2000; i++)
        continue;
}

int main(int argc, char **argv)
{
    unsigned first = argc > 1 ? (unsigned)atoi(argv[1]) * 1000 : 0;

    for (unsigned slot = first; slot < first + 1000; slot++) {
        HIT(slot);
        acknowledge(slot);
    }
    sleep(5);
    return 0;
}
