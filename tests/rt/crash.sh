#!/bin/sh
# Where the environment asks for it, a program that dies by a signal leaves a note of where it was; and dies as ever.
. "$(dirname "$0")/../subr.sh"
. "$(dirname "$0")/fixture.sh"

unit 1 100 crash.c >"$work/program.c"
plain crash.c >"$work/plain.c"
flags="-g -O2 -Wno-infinite-recursion"

# Walks the stacks that are left.
walk()
{
    HLCOV_DIR=$data "$HLCOV" report --details >"$work/report" 2>&1
}

# dies NAME NOTE [FACTS]: as the plain program; then the data file has that note: signal, code and so many functions.
dies()
{
    forget
    behaves "$kind: $1" "01: ${3-0}" execute "$1"
    walk
    "$work/read" "$data"/*.hlb >"$work/out"
    sed -n 's/^crash signal=\([0-9]*\) code=\([-0-9]*\) times=\([0-9]*\) address=[^ ]* /\1 \2 \3 /p' \
        "$work/out" >"$work/note"
    check "$kind: $1: noted: $2" test "$(awk '{ print $1, $2, (NF - 3 > 2 ? "way" : NF - 3) }' "$work/note")" = "$2"
} 2>/dev/null

HLCOV_CRASH=1
export HLCOV_CRASH
"$top_builddir/hlcov" --version >/dev/null
for kind in "gcc" "gcc -static" "gcc -no-pie -fno-omit-frame-pointer" "clang-19" "gcc -fcf-protection=full -flto"; do
    command -v "${kind%% *}" >/dev/null || continue
    $kind $flags -pthread -o "$work/plain" "$work/plain.c"
    check "$kind: it compiles" $kind $flags -pthread -o "$work/program" "$work/program.c"
    dies segv "11 1 way"
    dies fpe "8 1 way"
    dies ill "4 2 way"
    dies bus "7 2 way"
    dies abort "6 -6 way"
    dies overflow "11 1 way"
    dies wild "11 1 way"
    dies killed "11 0 way"
    dies thread "11 1 way"
    dies guarded_abort "6 -6 way"
    dies guarded_fpe "8 1 2"
    dies chained "11 1 way"
    dies child "11 1 way" 0-1
    dies handled ""
    dies jumping "" 0-1
    dies ignored "" 0-1
    forget
    behaves "$kind: the way is destroyed" "01: 0" execute smash
    forget
    behaves "$kind: the way to a chained handler is destroyed" "01: 0" execute smash_chained
    "$work/plain" locked 2>/dev/null
    [ $? -eq 77 ] || dies locked "11 1 way"
done

# Core dumps, and the whole status that the parent gets.
status_of()
{
    (cd "$work" && ulimit -c unlimited && exec python3 -c '
import subprocess, sys, os
print(os.spawnv(os.P_WAIT, sys.argv[1], sys.argv[1:]), end=" ")
pid = os.fork()
if pid == 0:
    os.execv(sys.argv[1], sys.argv[1:])
print(os.waitpid(pid, 0)[1])' "$@")
}

for way in segv abort fpe overflow; do
    check "the status of $way" test "$(status_of "$work/program" $way)" = "$(status_of "$work/plain" $way)"
done

# Without being asked nothing is done that a program can see.
gcc $flags -pthread -o "$work/plain" "$work/plain.c"
gcc $flags -pthread -o "$work/program" "$work/program.c"
check "asked, signals are handled" test "$("$work/program" seen | tr '\n' ' ')" = \
    "11: handled 6: handled 7: handled 8: handled 4: handled 15: default stack: some "
unset HLCOV_CRASH
forget
behaves "not asked, they are not" "01: 0-1" execute seen
kind="not asked"
dies segv ""
HLCOV_CRASH=
export HLCOV_CRASH
kind="empty"
dies segv ""
HLCOV_CRASH=1

# Equal ends are counted, what has no room is counted apart, and the next runs go on.
crashes()
{
    "$work/read" "$data"/*.hlb | grep '^crash'
}

forget
for i in 1 2 3 4 5 6 7 8 9 10; do
    for way in segv fpe ill child; do
        (ulimit -c 0; "$work/program" $way >/dev/null 2>&1) &
    done
done 2>/dev/null
wait
check "40 at once are 4 notes of 10" test "$(crashes | sed 's/.* times=\([0-9]*\) .*/\1/' | tr '\n' ' ')" = \
    "10 10 10 10 "
for way in abort wild; do
    (ulimit -c 0; "$work/program" $way) >/dev/null 2>&1
done
check "more find no room" test "$(crashes | tail -1)" = "crashes without a note: 2"
check "what was recorded is there still" test "$(recorded)" = "01: 0-1"

# Where two are equal, neither of which is written yet, they are one note as well.
for i in $(seq 50); do
    forget
    (ulimit -c 0; "$work/program" twins) >/dev/null 2>&1
    crashes | sed 's/.* times=\([0-9]*\) .*/\1/'
done >"$work/twins"
check "twins are one note" test "$(sort "$work/twins" | uniq -c | tr -s ' ')" = " 50 2"

# Ends are equal if signal, code and the whole way are.
forget
for way in segv thread killed wild segv thread killed wild segv; do
    (ulimit -c 0; "$work/program" $way) >/dev/null 2>&1
done 2>/dev/null
kinds=$(crashes | sed 's/crash signal=\([0-9]*\) code=\([-0-9]*\) times=\([0-9]*\) .*/\1 \2 \3/' | sort | tr '\n' ';')
check "4 ends by one signal, each by itself" test "$kinds" = "11 0 2;11 1 2;11 1 2;11 1 3;"

# A library has none: it might be unloaded.
unit 2 100 library.c >"$work/library.c"
plain loader.c >"$work/loader.c"
gcc -O2 -fPIC -shared -o "$work/lib.so" "$work/library.c"
gcc -O2 -o "$work/loader" "$work/loader.c" -ldl
cat >"$work/host.c" <<'END'
#include <signal.h>
#include <stdio.h>
int in_library(int number);
int main(void)
{
    struct sigaction action;

    sigaction(SIGSEGV, NULL, &action);
    puts(action.sa_handler == SIG_DFL ? "default" : "handled");
    return in_library(3);
}
END
gcc -o "$work/host" "$work/host.c" "$work/lib.so"
check "a library handles no signals" test "$("$work/host")" = default
finish
