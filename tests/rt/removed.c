/* A program that runs a shell command, which does something to its data file, between its first slot and the others.
 * With a second argument it locks itself in before it ends: whatever it asks of the kernel but to write and to end
 * kills it. */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

static void allow_the_end_only(void)
{
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_write, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};

    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        exit(77);
}

int main(int argc, char **argv)
{
    static char buffer[64];

    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    HIT(0);
    if (system(argv[1]) != 0)
        puts("the command failed");
    HIT(1);
    puts("the end");
    if (argc > 2)
        allow_the_end_only();
    HIT(2);
    return 7;
}
