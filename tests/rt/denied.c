/* Body of an annotated unit: denied CALL ERROR. It names a test, and from then on that system call fails with that
 * error, as in a program that locks itself in; then it names another test, which may fail, and goes on.
 *
 * Prints whether the second could be named. Ends with status 77 where it may not have system calls fail. */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "include/hlcov/record.h"

static const struct {
    const char *name;
    unsigned number;
} calls[] = {{"close", SYS_close},   {"flock", SYS_flock}, {"fstat", SYS_fstat},   {"linkat", SYS_linkat},
             {"mkdirat", SYS_mkdirat}, {"mmap", SYS_mmap},   {"mremap", SYS_mremap}, {"munmap", SYS_munmap},
             {"openat", SYS_openat}, {"write", SYS_write}, {"unlinkat", SYS_unlinkat}, {"none", -1}};

static int deny(unsigned number, int error)
{
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)error),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};

    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

int main(int argc, char **argv)
{
    unsigned number = -1;
    int result;

    if (argc < 3)
        return 1;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (strcmp(calls[i].name, argv[1]) == 0)
            number = calls[i].number;
    hlcov_test("first");
    HIT(1);
    puts("it runs");
    fflush(stdout);
    if (!deny(number, atoi(argv[2])))
        return 77;
    result = hlcov_test("second");
    HIT(2);
    return result == 0 ? 3 : 4;
}
