#!/bin/sh
# Who called what crashed is found out when the process is gone: from stacks of all kinds of programs, which are their
# user's only, are erased when they were walked, and may be damaged.
. "$(dirname "$0")/../subr.sh"

HLCOV_DIR=$work/data
export HLCOV_DIR
cd "$work" || exit 1
stacks=$HLCOV_DIR/$(printf '%08x' "$(id -u)").hlk
cat >a.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>
#ifdef FILTERED
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif
#define APART __attribute__((noinline, noclone))
static int *volatile nowhere;
static void (*volatile wild)(void);
static volatile int sink;

static APART void fail(void) { *nowhere = 1; sink++; }
static APART void segv(void) { fail(); sink++; }
static APART void aborts(void) { abort(); }
static APART void calls_null(void) { wild(); sink++; }

static APART void overflow(int n)
{
    volatile char room[3000];
    room[n % 3000] = 1;
    overflow(n + 1);
    sink += room[n % 3000];
}

static void *in_thread(void *unused) { segv(); sink++; return unused; }

static APART void thread(void)
{
    pthread_t other;
    pthread_create(&other, NULL, in_thread, NULL);
    pthread_join(other, NULL);
}

static void on_signal(int number) { segv(); sink += number; }

/* The handler has a stack of its own. */
static APART void signalled(void)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};
    stack_t stack = {.ss_sp = malloc(100000), .ss_size = 100000};
    sigaltstack(&stack, NULL);
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    sink++;
}

static struct sigaction before;
static void passes_on(int number) { before.sa_handler(number); sink++; }

/* All that ours is told is the number. */
static APART void chained(void)
{
    struct sigaction action = {.sa_handler = passes_on, .sa_flags = SA_ONSTACK};
    sigaction(SIGSEGV, &action, &before);
    segv();
    sink++;
}

static APART void in_library(void)
{
    void *library = dlopen("./plugin.so", RTLD_NOW);
    void (*volatile plugin)(void (*)(void)) = (void (*)(void (*)(void)))dlsym(library, "plugin");
    plugin(segv);
    sink++;
}

static int compare(const void *one, const void *other) { segv(); return one < other; }
static APART void in_libc(void) { int numbers[] = {3, 2, 1}; qsort(numbers, 3, sizeof *numbers, compare); sink++; }

static APART void smash(void)
{
    void *volatile *frame = __builtin_frame_address(0);
    for (int i = 0; i < 200; i++)
        frame[i] = (void *)(i % 3 ? 0x4141414141414141 : (long)frame + 8 * (i * 7 % 100));
    abort();
}

/* On a stack that nobody knows of. */
static ucontext_t own, main_context;
static APART void coroutine(void)
{
    getcontext(&own);
    own.uc_stack.ss_sp = malloc(65536);
    own.uc_stack.ss_size = 65536;
    own.uc_link = &main_context;
    makecontext(&own, segv, 0);
    swapcontext(&main_context, &own);
}

/* Somebody cuts what is mapped. */
static APART void cut_file(void) { sink = truncate(getenv("STACKS"), 0); segv(); sink++; }

#ifdef FILTERED
/* What is not an exit kills by SIGSYS; so does what is asked for to write a file. */
static APART void filtered(void)
{
    struct sock_filter rows[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
                                 BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_rt_sigreturn, 0, 1),
                                 BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
                                 BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)};
    struct sock_fprog program = {4, rows};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        exit(77);
    segv();
    sink++;
}
#endif

static APART void run(const char *way)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } ways[] = {{"segv", segv}, {"abort", aborts}, {"wild", calls_null}, {"thread", thread}, {"signalled", signalled},
                {"chained", chained}, {"library", in_library}, {"libc", in_libc}, {"smash", smash},
#ifdef FILTERED
                {"filtered", filtered},
#endif
                {"cut", cut_file}, {"coroutine", coroutine}};
    if (strcmp(way, "overflow") == 0)
        overflow(0);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (strcmp(way, ways[i].name) == 0)
            ways[i].run();
    sink++;
}

int main(int argc, char **argv)
{
    volatile char room[4096]; /* for smash, which must not come to the end of the stack, whatever the environment */
    room[0] = (char)argc;
    for (int i = 1; i < argc; i++)
        run(argv[i]);
    sink++;
    return 0;
}
END
cat >plugin.c <<'END'
void plugin(void (*function)(void));
static volatile int sink;
void plugin(void (*function)(void)) { function(); sink++; }
END

build()
{
    "$HLCOV" reset -q 2>/dev/null
    "$HLCOV" cc $1 -g -fno-optimize-sibling-calls -shared -fPIC -o plugin.so plugin.c &&
        "$HLCOV" cc $1 $2 -g -fno-optimize-sibling-calls -w -pthread -o a a.c -ldl
}

crashes()
{
    (ulimit -c 0; HLCOV_CRASH=1 exec ./a "$1") >/dev/null 2>&1
    [ $? -gt 128 ]
} 2>/dev/null

# What the report says of the crash, without files and lines.
told()
{
    "$HLCOV" report --details --criteria FC 2>&1 | sed -n 's/ ([^()]*)//g; s/^a crashed: //p'
}

is_erased()
{
    test -f "$stacks" && cmp -s -n "$(wc -c <"$stacks")" "$stacks" /dev/zero
}

# says NAME WAY PATTERN: so it crashes, and that is told of it.
says()
{
    rm -f "$HLCOV_DIR"/*.hlb
    check "$1: $2: it crashes" crashes "$2"
    told >told.txt
    check "$1: $2: $(cat told.txt)" grep -qE "^$3\$" told.txt
    check "$1: $2: its stack is erased" is_erased
}

way="SIGSEGV in fail, called from segv"
end="run, main"
again="overflow, overflow, overflow, overflow, overflow, overflow, overflow, overflow"
for kind in "gcc -O2 -fomit-frame-pointer|" "gcc -O2|-static" "gcc -O2|-static-pie" "gcc -O0|-no-pie" \
    "gcc -O2 -fno-asynchronous-unwind-tables -fno-unwind-tables -fno-omit-frame-pointer|" "clang-19 -O2|"; do
    flags=${kind%|*}
    command -v "${flags%% *}" >/dev/null || continue
    check "$kind: it compiles" build "$flags" "${kind#*|}"
    says "$kind" segv "$way, $end"
    check "$kind: it is the user's only" test "$(stat -c %a "$stacks")" = 600
    says "$kind" thread "$way, in_thread, .*"
    says "$kind" signalled "$way, on_signal, .*, signalled, $end"
    says "$kind" chained "SIGSEGV in passes_on, called from .*, fail, segv, chained, $end"
    says "$kind" libc "$way, compare, .*in_libc, $end"
    says "$kind" coroutine "$way.*"
    says "$kind" wild "SIGSEGV in no code that is known, called from calls_null, $end"
    says "$kind" overflow "SIGSEGV in overflow, called from $again, \.\.\."
    says "$kind" smash "SIGABRT in .*"
    says "$kind" abort "SIGABRT in .*aborts, $end"
    case $kind in *static*) ;; *) says "$kind" library "$way, plugin, in_library, $end" ;; esac
done

# Where nothing describes frames, there are frame pointers.
bare="gcc -O0 -fno-omit-frame-pointer -fno-asynchronous-unwind-tables -fno-unwind-tables"
"$HLCOV" reset -q
check "$bare: it compiles" "$HLCOV" cc $bare -w -pthread -o a a.c -ldl
says "$bare" segv "$way, $end"

# Programs that have locked themselves in.
"$HLCOV" reset -q
if "$HLCOV" cc gcc -O2 -g -DFILTERED -fno-optimize-sibling-calls -w -pthread -o a a.c -ldl 2>/dev/null; then
    says "locked in" filtered "$way, filtered, $end"
fi

# What ran as a test is sealed with its path.
for i in 1 2 3; do
    (ulimit -c 0; exec "$HLCOV" run --test=t$i -- ./a segv) >/dev/null 2>&1
done 2>/dev/null
check "tests have left no stack" is_erased
"$HLCOV" report --details --criteria FC >report.txt
check "tests tell their ways" test "$(grep -c "^test t.: a crashed: SIGSEGV in fail .*, called from segv .*, main " \
    report.txt)" -eq 3

# More than there is room for: places without callers. What is erased has room again.
rm -f "$HLCOV_DIR"/*.hlb "$HLCOV_DIR"/shards/*
for i in $(seq 40); do
    (ulimit -c 0; HLCOV_TEST=t$i HLCOV_CRASH=1 ./a segv) >/dev/null 2>&1
done 2>/dev/null
"$HLCOV" report --details --criteria FC --json=- | tr '"' '\n' >report.txt
check "32 stacks are saved" test "$(grep -c 'crashed: SIGSEGV in fail .*, called from segv' report.txt)" -eq 32
check "of the others there is the place" test "$(grep -c 'crashed: SIGSEGV in fail (a.c:[0-9]*)$' report.txt)" -eq 8
check "they are erased, too" is_erased

# Others' files are none of ours, nor are those that others may read.
"$HLCOV" reset -q
check "reset removes them" test ! -e "$stacks"
mkdir -p "$HLCOV_DIR" && dd if=/dev/zero of="$stacks" bs=73728 count=32 2>/dev/null && chmod 644 "$stacks"
check "others may read it: it crashes" crashes segv
check "nothing is saved there" is_erased
rm "$stacks" "$HLCOV_DIR"/*.hlb && ln -s "$work/elsewhere" "$stacks"
check "a link: it crashes" crashes segv
check "it is not followed" test ! -e "$work/elsewhere"
rm "$stacks" "$HLCOV_DIR"/*.hlb && mkfifo "$stacks"
check "a FIFO: it crashes" crashes segv
told >told.txt
check "it is told where" grep -q '^SIGSEGV in fail$' told.txt
rm "$stacks" "$HLCOV_DIR"/*.hlb

# Cut, while it is in use.
STACKS=$stacks
export STACKS
check "the file is cut: it crashes" crashes cut
told >told.txt
check "it is told where, too" grep -q '^SIGSEGV in fail$' told.txt
rm "$stacks" "$HLCOV_DIR"/*.hlb

# Of another kind of machine, and damaged ones.
check "it crashes once more" crashes segv
cp -r "$HLCOV_DIR" saved
printf '\001' | dd of="$stacks" bs=1 seek=8 conv=notrunc 2>/dev/null
"$HLCOV" report --details --criteria FC >report.txt 2>&1
check "another machine: the place" grep -q '^a crashed: SIGSEGV in fail (a.c:[0-9]*)$' report.txt
check "and why no more" grep -q 'what crashed is not known: the stack is of another kind of machine' report.txt
check "it is erased" is_erased
rm -rf "$HLCOV_DIR" && cp -r saved "$HLCOV_DIR"
check "merge knows stacks as well" "$HLCOV" merge -q -o merged.hls "$HLCOV_DIR"
check "so its shard has the way" sh -c "'$HLCOV' report --details --criteria FC merged.hls |
    grep -q 'SIGSEGV in fail (.*), called from segv'"
check "and none is left" is_erased
rm -rf "$HLCOV_DIR" && cp -r saved "$HLCOV_DIR" && chmod 400 "$HLCOV_DIR"/*.hl[bk]
check "without the right to write, the report knows it" sh -c "'$HLCOV' report --details --criteria FC |
    grep -q 'SIGSEGV in fail (.*), called from segv'"
rm -rf "$HLCOV_DIR" && cp -r saved "$HLCOV_DIR"
cat >damage.py <<'END'
import os, random, shutil, subprocess, sys

hlcov, data, name = sys.argv[1], sys.argv[2], sys.argv[3]
random.seed(1)
START, IMAGES, BYTES, END = 8, 512, 8192, 73728
SPECIAL = (0, 1, 7, 8, 1 << 16, 1 << 31, (1 << 32) - 1, 1 << 63, (1 << 64) - 8, (1 << 64) - 1)


def damage(stack, used, words):
    for _ in range(random.choice((1, 1, 2, 8, 100))):
        low, high = random.choice(((START, IMAGES), (IMAGES, IMAGES + 400), (BYTES, BYTES + max(used, 8))))
        at = random.randrange(low, high)
        if random.random() < 0.5:
            stack[at] = random.randrange(256)
        else:
            at &= ~7
            value = random.choice((*SPECIAL, random.choice(words), random.choice(words) + random.randrange(-64, 64)))
            stack[at:at + 8] = (value % (1 << 64)).to_bytes(8, "little")
    return stack


with open(os.path.join("saved", name), "rb") as file:
    saved = file.read()
used = int.from_bytes(saved[48:56], "little")
words = [int.from_bytes(saved[i:i + 8], "little") for i in range(32, min(BYTES + used, END), 8)]
for number in range(int(sys.argv[4])):
    shutil.rmtree(data)
    shutil.copytree("saved", data, ignore=shutil.ignore_patterns(name))
    with open(os.path.join(data, name), "wb") as file:
        file.write(damage(bytearray(saved[:END]), used, words) + saved[END:].rstrip(b"\0"))
        file.truncate(len(saved))
    done = subprocess.run([hlcov, "report", "--details", "--criteria=FC"], capture_output=True, timeout=60)
    if done.returncode != 0 or b"a crashed: SIGSEGV in fail (a.c:" not in done.stdout:
        print(number, done.returncode, done.stdout, done.stderr)
END
python3 damage.py "$HLCOV" "$HLCOV_DIR" "${stacks##*/}" 300 >wrong 2>&1
check "300 damaged stacks: $(cut -c 1-300 wrong | head -5)" test ! -s wrong
finish
