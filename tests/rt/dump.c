/* A program that can write no files: it locks itself in, sets slots, adds tuples and has what it recorded written to
 * its standard output. `refuse` has the callback fail; with EARLY in the environment all is done before the runtime
 * starts. */
#include <linux/seccomp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "include/hlcov/record.h"

#ifdef SET
#include "rt/values.h"
#endif

static int put(void *context, const void *bytes, unsigned long size)
{
    const char *at = bytes;

    while (size > 0) {
        ssize_t done = write(*(int *)context, at, size);

        if (done <= 0)
            return 9;
        at += done;
        size -= (unsigned long)done;
    }
    return 0;
}

static void add(unsigned long number)
{
#ifdef SET
    RtValue value = {0, number};

    hlcov_add(SET, 0, 1, &value);
#endif
    (void)number;
}

static int dump(int fd)
{
    return hlcov_dump(put, &fd);
}

#pragma GCC diagnostic ignored "-Wprio-ctor-dtor"
__attribute__((constructor(90))) static void early(void)
{
    if (getenv("EARLY")) {
        HIT(3);
        _exit(dump(1) == 0 ? 7 : 8);
    }
}

int main(int argc, char **argv)
{
    int refuse = argc > 1 && strcmp(argv[1], "refuse") == 0;
    int result;

    HIT(0);
    add(5);
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) != 0)
        return 77;
    HIT(1);
    add(6);
    result = dump(refuse ? 99 : 1);
    HIT(2);
    syscall(SYS_exit, result == -1 ? 6 : result == 0 ? 7 : result);
}
