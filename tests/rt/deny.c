/* Runs a program for which some system calls fail: deny NAME[,NAME...] COMMAND... */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static const struct {
    const char *name;
    unsigned number;
} calls[] = {{"clock_gettime", SYS_clock_gettime}, {"close", SYS_close},     {"getpid", SYS_getpid},
             {"getrandom", SYS_getrandom},         {"madvise", SYS_madvise},
             {"linkat", SYS_linkat},               {"lseek", SYS_lseek},     {"mkdirat", SYS_mkdirat},
             {"mmap", SYS_mmap},                   {"mremap", SYS_mremap},   {"munmap", SYS_munmap},
             {"openat", SYS_openat},               {"prlimit64", SYS_prlimit64}, {"read", SYS_read},
             {"renameat2", SYS_renameat2},         {"unlinkat", SYS_unlinkat},   {"write", SYS_write}};

static int deny(unsigned number)
{
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};

    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

int main(int argc, char **argv)
{
    if (argc < 3 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return 77;
    for (char *name = strtok(argv[1], ","); name; name = strtok(NULL, ","))
        for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
            if (strcmp(name, calls[i].name) == 0 && deny(calls[i].number) != 0)
                return 77;
    execv(argv[2], argv + 2);
    return 77;
}
