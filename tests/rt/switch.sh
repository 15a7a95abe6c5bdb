#!/bin/sh
# hlcov_test: tests that one process runs are told apart, and nothing of one is in another; files, children and reports
# follow it.
. "$(dirname "$0")/../subr.sh"
. "$(dirname "$0")/fixture.sh"

cat >"$work/body.c" <<'END'
#include "include/hlcov/record.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef SET
#include "rt/values.h"
#endif

static void add(unsigned long number)
{
#ifdef SET
    RtValue value = {0, number};

    hlcov_add(SET, 0, 1, &value);
#endif
    (void)number;
}

/* Each argument: a number is a slot and a tuple, +NAME a test, % the end of tests, and the others are said below. */
int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const char *what = argv[i];

        if (strcmp(what, "die") == 0)
            kill(getpid(), SIGKILL);
        else if (strcmp(what, "crash") == 0)
            abort();
        else if (strcmp(what, "away") == 0 && chdir("/") == 0)
            clearenv();
        else if (strcmp(what, "exec") == 0)
            execv(argv[0], argv + i);
        else if (*what == '+')
            printf("%d\n", hlcov_test(what + 1));
        else if (*what == '%')
            printf("%d\n", hlcov_test(NULL));
        else if (*what >= '0' && *what <= '9') {
#ifdef HIT
            HIT(atoi(what));
#endif
            add((unsigned long)atoi(what));
        }
        fflush(stdout);
    }
    return 7;
}
END
valued 1 64 256 "$work/body.c" >"$work/program.c"
grep -v '^#define HIT' "$work/body.c" >"$work/plain.c"

# of NAME: what the test of that name has recorded; of "", what is of none.
of()
{
    for file in "$data"/*.hlb "$data"/live/*/*.hlb; do
        [ -f "$file" ] && "$work/read" "$file" >"$work/out" &&
            [ "$(sed -n 's/^test //p' "$work/out")" = "$1" ] &&
            sed -n 's/^unit .* set: *//p' "$work/out" && python3 "$here/sets.py" "$file" | sed 's/.*://' | tr '\n' ' '
    done
}

# found NAME FACTS...: each pair.
found()
{
    while [ $# -gt 0 ]; do
        facts=$(of "$1" | tr '\n' ' ' | sed 's/ $//')
        [ "$facts" = "$2" ] || { echo "$1: $facts instead of $2"; return 1; }
        shift 2
    done
}

run()
{
    (exec "$work/program" "$@") >"$work/said" 2>&1
    status=$?
    grep -qv '^0$' "$work/said" && cat "$work/said"
    [ $status -eq 7 ]
}

for flags in "-O2" "-static" "-no-pie -O0" "-fuse-ld=lld"; do
    check "$flags: it compiles" built $flags
    forget
    check "$flags: several tests" run 1 +one 2 +two 3 4 +one 5 % 6
    check "$flags: each has its own" found "" "1 6 1 6" one "2 5 2 5" two "3-4 3 4"
    run +two 9
    check "$flags: they add up over processes" found "" "1 6 1 6" one "2 5 2 5" two "3-4 9 3 4 9"
done
check "it compiles again" built -O2
forget
(exec "$work/program" 1 +one 2 die) >/dev/null 2>&1
check "killed" found "" "1 1" one "2 2"
forget
check "a process that is started belongs to the test" run 1 +one exec 2
check "it does" found "" "1 1" one "2 2"
forget
cd "$work" && HLCOV_DIR=$data run +one 1 away +two 2
check "the directory is that of the start" found one "1 1" two "2 2"
forget
(HLCOV_TEST=outer && export HLCOV_TEST && run 1 % 3)
check "within another test" found outer "1 1" "" "3 3"
forget
HLCOV_DIR=/proc/nowhere "$work/program" 1 +one 2 >"$work/said"
check "no directory" test $? -eq 7 -a "$(cat "$work/said")" = -1
"$work/program" "+$(printf %01024d 0)" >"$work/said"
check "a name that is too long" test "$(cat "$work/said")" = -1
check "a name that is not" run "+$(printf %01023d 0)" 1
gcc -O2 -Wall -Werror -I "$top_srcdir" -o "$work/plain" "$work/plain.c"
"$work/plain" +one >"$work/said"
check "where nothing is recorded" test $? -eq 7 -a "$(cat "$work/said")" = -1

# Notes of crashes, and reports.
forget
(ulimit -c 0; HLCOV_CRASH=1 exec "$work/program" +one 1 +two crash) >/dev/null 2>&1
for file in "$data"/live/*/*.hlb; do
    "$work/read" "$file" | grep -q '^crash' && "$work/read" "$file" | sed -n 's/^test //p'
done >"$work/crashed"
check "a crash is of the test that ran" test "$(cat "$work/crashed")" = two
cat >"$work/user.c" <<'END'
#include <hlcov/record.h>
int one(void);
int one(void) { return 1; }
int two(void);
int two(void) { return 2; }
int main(void)
{
    if (hlcov_test("first") != 0)
        return 1;
    one();
    hlcov_test("second");
    one();
    return two() - 2;
}
END
HLCOV_DIR=$work/user.d
export HLCOV_DIR
reported()
{
    "$HLCOV" cc gcc -I "$top_srcdir/include" -o user user.c && ./user && "$HLCOV" report --details --criteria FC |
        grep 'FC .* 3/3 '
}
check "reports have it" reported
check "and it is sealed after the next test" \
    sh -c "'$HLCOV' run --test=last -- true && '$HLCOV' report --details --criteria FC |
    grep -q 'FC .* 3/3 ' && ! ls '$HLCOV_DIR'/live/*/*.hlb"
finish
