#!/bin/sh
# hlcov_dump gives what was recorded to a callback: in programs that can write no files, static ones among them, that
# may do nothing but write and end. It does nothing where nothing is recorded, and in C++.
. "$(dirname "$0")/../subr.sh"
. "$(dirname "$0")/fixture.sh"

# What is built in names no directory; the environment names one that cannot be made.
data=/proc/nowhere
unit 1 100 dump.c >"$work/program.c"
valued 2 64 256 dump.c >"$work/valued.c"
plain dump.c >"$work/plain.c"
data=$work/dumps
mkdir "$data"

# dumped STATUS [ARGUMENT]: the program ends so, and what it printed is in the data directory.
dumped()
{
    wanted=$1
    shift
    "$work/program" "$@" >"$data/image.hlb"
    status=$?
    [ $status -eq 77 ] || [ $status -eq "$wanted" ]
}

gcc -O2 -I "$top_srcdir" -o "$work/plain" "$work/plain.c"
"$work/plain" >"$work/out"
plain=$?
if [ $plain -eq 77 ]; then
    skip "hlcov_dump" "no seccomp here"
    finish
fi
check "where nothing is recorded it returns -1, and writes nothing" test $plain -eq 6 -a ! -s "$work/out"
for flags in "-static" "-static-pie" "-pie -fPIE" "-no-pie" "-O2 -flto" "-fuse-ld=lld" "-fuse-ld=gold" "-D__HLCOV__"; do
    check "$flags: it compiles" built $flags
    check "$flags: it writes and ends" dumped 7
    check "$flags: what happened before is in it" test "$(recorded)" = "01: 0-1"
done
check "the callback's result is returned" dumped 9 refuse
cp "$work/valued.c" "$work/program.c"
check "it compiles with a set" built -static
check "it writes and ends with a set" dumped 7
tuples >"$work/found"
check "tuples are in it" test "$(cat "$work/found")" = "02 0 0:0:5
02 0 0:0:6"
EARLY=1 "$work/program" >"$data/image.hlb"
check "before the runtime has started" test $? -eq 7 -a "$(recorded)" = "02: 3"

# The program's own file, where it has one, holds the same.
unit 1 100 dump.c >"$work/program.c"
check "it compiles for a directory that can be made" built -static
rm "$data"/*
dumped 7 && cp "$data/image.hlb" "$work/image.hlb" && rm "$data/image.hlb"
check "the file has what happened afterwards too" test "$(recorded)" = "01: 0-2"
rm "$data"/*
cp "$work/image.hlb" "$data"
check "the image is read alike" test "$(recorded)" = "01: 0-1"
check "and names the program that made a file" sh -c "'$work/read' '$data'/*.hlb | grep -qx 'program $work/program'"

# ---- for users ----

HLCOV_DIR=$work/out.d
export HLCOV_DIR
cd "$work" || exit 1
cat >user.c <<'END'
#include <hlcov/record.h>
#include <stdio.h>

static int put(void *context, const void *bytes, unsigned long size)
{
    return fwrite(bytes, 1, size, context) != size;
}

int called(int);
int called(int number) { return number > 2; }
int never(int);
int never(int number) { return number; }

int main(void)
{
    called(3);
    return hlcov_dump(put, stdout);
}
END
reported()
{
    "$HLCOV" cc gcc -static -I "$top_srcdir/include" -o user user.c || return 1
    HLCOV_DIR=/proc/nowhere ./user >user.hlb || return 1
    "$HLCOV" report --details --criteria FC user.hlb user | grep 'FC .* 3/4 '
}

check "hlcov report reads the image and the program" reported
check "with tables of the data directory" \
    sh -c "'$HLCOV' report --details --criteria FC user.hlb $HLCOV_DIR | grep -q ' 3/4 '"
cat >user.cc <<'END'
#include <hlcov/record.h>
static int put(void *, const void *, unsigned long) { return 0; }
int main() { return hlcov_dump(put, 0) == EXPECTED ? 0 : 1; }
END
in_cxx()
{
    g++ -Wall -Wextra -Werror -I "$top_srcdir/include" -DEXPECTED=-1 -o cxx user.cc && ./cxx || return 1
    sed '/^int main/,$d' user.c >part.c
    "$HLCOV" cc gcc -c -I "$top_srcdir/include" -Wno-unused-function part.c &&
        g++ -I "$top_srcdir/include" -DEXPECTED=0 -o cxx user.cc part.o && ./cxx
}

check "C++, alone and with C that is recorded" in_cxx
finish
