/* A queue of a fixed size. Words are numbers, which are put in, and `-`, which takes the oldest out and prints it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 4 };

typedef struct {
    long items[SIZE];
    unsigned first, count; /* first < SIZE, count <= SIZE */
} Ring;

static int put(Ring *ring, long item)
{
    if (ring->count == SIZE)
        return 0;
    ring->items[(ring->first + ring->count) % SIZE] = item;
    ring->count++;
    return 1;
}

static int take(Ring *ring, long *item)
{
    //! justify logic -F: `ring->first < SIZE` is **an invariant**:
    //! - a new ring has `first == 0`,
    //! - only the line below sets it, and takes it modulo `SIZE`.
    if (ring->count > 0 && ring->first < SIZE) {
        *item = ring->items[ring->first];
        ring->first = (ring->first + 1) % SIZE;
        ring->count--;
        return 1;
    }
    return 0;
}

/* Returns 0 if the ring cannot do what the word says. */
static int obey(Ring *ring, const char *word)
{
    long item;
    if (strcmp(word, "-") != 0)
        return put(ring, strtol(word, NULL, 10));
    if (!take(ring, &item))
        return 0;
    printf("%ld\n", item);
    return 1;
}

int main(int argc, char **argv)
{
    Ring *ring = calloc(1, sizeof *ring);
    if (!ring) { // LCOV_EXCL_START
        perror("ring");
        return 2;
    } // LCOV_EXCL_STOP
    for (int i = 1; i < argc; i++)
        if (!obey(ring, argv[i])) {
            puts(ring->count ? "full" : "empty");
            break;
        }
    free(ring);
    return 0;
}
