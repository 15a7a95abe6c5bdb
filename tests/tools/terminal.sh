#!/bin/sh
# Names with bytes that command a terminal: no message has them, whatever the command. What reports say is tested with
# them.

. "$(dirname "$0")/../subr.sh"

HLCOV_DIR=$work/data
export HLCOV_DIR
cd "$work" || exit 1
escape=$(printf '\033')
odd=odd$escape[31m
mkdir "$odd"
cat >"$odd/a.c" <<'END'
//! label L @ nowhere.c:1 : x
int main(int argc, char **argv) { return argc && !argv; }
END

# harmless COMMAND...: what it prints names the directory, without the byte; its exit status does not matter.
harmless()
{
    "$@" >out 2>&1
    cat -v out
    grep -q odd out && ! grep -q "$escape" out
}

check "cc" harmless "$HLCOV" cc gcc -c "$odd/a.c" -o a.o
check "annotate" harmless "$HLCOV" annotate "$odd/a.c"
check "annotate, of nothing" harmless "$HLCOV" annotate "$odd/b.c"
check "cc, no compiler" harmless "$HLCOV" cc "./$odd/gcc" -c a.c
check "report" harmless "$HLCOV" report "$odd/nothing"
check "report of it" harmless "$HLCOV" report --badge badge.svg
check "reset" harmless "$HLCOV" reset "$odd"
check "merge" harmless "$HLCOV" merge -o out.hls "$odd/nothing"
check "doctor" harmless env HLCOV_DIR="$work/$odd/data" "$HLCOV" doctor
check "doctor, of a program" harmless "$HLCOV" doctor "$odd/program"
check "prune" harmless "$HLCOV" prune "$odd/b.c"
check "run" harmless "$HLCOV" run --test=one -- "./$odd/program"
check "an option" harmless "$HLCOV" report "--$odd"
check "a command" harmless "$HLCOV" "$odd"
finish
