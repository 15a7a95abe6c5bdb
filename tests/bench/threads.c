/* Threads that run the same code at once, for tests/bench/compare.py: as many as the command line says, each with the
 * same work, none of it shared but what a build with coverage counts. Without an argument it does nothing: that is its
 * start. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 64, ROUNDS = 30000000 };

static void *work(void *result)
{
    unsigned state = 1, found = 0;

    for (int i = 0; i < ROUNDS; i++) {
        state = state * 1664525u + 1013904223u;
        if (state >> 31 && state >> 30 & 1)
            found++;
        else if (state >> 29 & 1)
            found += 2;
    }
    *(unsigned *)result = found;
    return NULL;
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 0;
    pthread_t threads[MOST];
    unsigned results[MOST], sum = 0;

    for (int i = 0; i < count && i < MOST; i++)
        if (pthread_create(&threads[i], NULL, work, &results[i]) != 0)
            return 1;
    for (int i = 0; i < count && i < MOST; i++) {
        pthread_join(threads[i], NULL);
        sum += results[i];
    }
    if (count > 0)
        printf("%u\n", sum);
    return 0;
}
