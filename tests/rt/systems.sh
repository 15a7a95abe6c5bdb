#!/bin/sh
# Systems that lack something: system calls that fail, no build-id, no libc, no /proc: the program is
# unharmed.
. "$(dirname "$0")/../subr.sh"
. "$(dirname "$0")/fixture.sh"

unit 1 100 ends.c >"$work/ends.c"
plain ends.c >"$work/plain_ends.c"
gcc -O2 -o "$work/deny" "$here/deny.c"
gcc -O2 -pthread -static -o "$work/program" "$work/ends.c"
gcc -O2 -pthread -static -o "$work/plain" "$work/plain_ends.c"

# denied NAMES PROGRAM
denied()
{
    exec "$work/deny" "$2" "$1"
}

# without NAMES MADE ADDED: the facts when the data file is not yet there, and when slot 0 is already set in
# it.
without()
{
    forget
    behaves "without $1" "$2" denied "$1"
    forget
    "$work/program" _exit
    behaves "without $1, the file is there" "$3" denied "$1"
}

"$work/deny" getpid "$work/plain"
if [ $? -eq 77 ]; then
    skip "system calls that fail" "no seccomp here"
else
    without openat "" "01: 0"
    without lseek "01:" "01: 0"
    without mmap "01:" "01: 0"
    without mremap "01:" "01: 0"
    without mkdirat "" "01: 0-1"
    without write "" "01: 0-1"
    without prlimit64 "" "01: 0-1"
    without linkat,renameat2 "" "01: 0-1"
    for names in linkat clock_gettime getpid read close munmap unlinkat; do
        without $names "01: 0-1" "01: 0-1"
    done
fi

# A root directory without /proc.
chroot "$work" /plain 2>/dev/null
if [ $? -eq 7 ]; then
    mkdir "$work/jail"
    cp "$work/program" "$work/plain" "$work/jail"
    in_jail()
    {
        exec env HLCOV_DIR=/data chroot "$work/jail" "/${1##*/}"
    }
    data=$work/jail/data
    behaves "without /proc" "01: 0-1" in_jail
    check "the program's path is not known" test "$("$work/read" "$data"/*.hlb | grep -x 'program ')"
    data=$work/hlcov-data
else
    skip "without /proc" "needs the superuser"
fi

# No build-id; no libc.
forget
gcc -O2 -pthread -static -Wl,--build-id=none -o "$work/program" "$work/ends.c"
behaves "without a build-id" "01: 0-1" execute
check "the units name the file" test "$(ls "$data" | sed 's/[0-9a-f]\{32\}/ID/')" = u-ID.hlb
forget
unit 1 10 bare.c >"$work/bare.c"
plain bare.c >"$work/plain_bare.c"
for flags in "-static" "-pie -fPIE" "-no-pie"; do
    gcc -O2 -nostdlib -ffreestanding $flags -o "$work/program" "$work/bare.c"
    gcc -O2 -nostdlib -ffreestanding $flags -o "$work/plain" "$work/plain_bare.c"
    behaves "without libc, $flags" "" execute
done

finish
