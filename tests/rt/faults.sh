#!/bin/sh
# The runtime's list of faults: in every one the program prints and ends as the plain one, and the data file, which is
# read afterwards, holds all that happened. Where each is:
#
#   SIGKILL while running, while the file is made                ends.sh, values.sh (many more: make check-faults)
#   abort, _exit, quick_exit, stack overflow, vfork, exec         ends.sh
#   SIGKILL in a thread or a child                                ends.sh
#   SIGSEGV, fork, fork and exec, daemon, chroot, setuid          here
#   seccomp strict; system calls that fail                        here; systems.sh
#   RLIMIT_FSIZE, RLIMIT_NOFILE: before the start; after it       trouble.sh; here
#   disk full, directory or file of another user, read-only       here
#   directory missing; cannot be made; anything else in its place trouble.sh
#   file removed or replaced meanwhile                            removed.sh
#   program built again, two programs in one directory            here
#   library unloaded and loaded again, the same at two paths      library.sh
#   static programs; no /proc, no libc, no build-id               trouble.sh, link.sh; systems.sh
#   threads: 16, and under ThreadSanitizer                        here, values.sh
. "$(dirname "$0")/../subr.sh"
. "$(dirname "$0")/fixture.sh"

unit 1 9000 faults.c >"$work/program.c"
plain faults.c >"$work/plain.c"
check "it compiles" built
gcc -O2 -pthread -o "$work/plain" "$work/plain.c"

# fault NAME FACTS
fault()
{
    "$work/plain" "$1" >/dev/null 2>&1
    if [ $? -eq 77 ]; then
        skip "$1" "not permitted here"
        return
    fi
    forget
    behaves "$1" "01: $2" execute "$1"
} 2>/dev/null

fault segv 0
fault segv-handled "0 23"
fault fork "0-1 10-11"
fault fork-exec "0-1 12-13"
fault daemon "0-1 14-15"
fault chroot "0-1 16"
fault setuid "0-1 17"
fault seccomp "0 18"
fault seccomp-killed "0 19"
fault limits "0-1 20"
fault limit-exec "0-1 21"
fault close "0-1 22"
for round in 1 2 3 4; do
    fault threads "0-1 24 1000-8999"
done

# ---- threads under a sanitizer ----

mv "$work/program" "$work/usual"
check "it compiles with ThreadSanitizer" built -fsanitize=thread
fault threads "0-1 24 1000-8999"
mv "$work/usual" "$work/program"

# ---- disks and users ----

in_directory()
{
    export HLCOV_DIR="$disk"
    exec "$1"
}

disk=$work/disk
mkdir "$disk"
usual=$data
data=$disk
if mount -t tmpfs -o size=64k none "$disk" 2>/dev/null; then
    trap 'umount "$disk" 2>/dev/null; rm -rf "$work"' EXIT
    head -c 100000 /dev/zero >"$disk/full" 2>/dev/null
    behaves "the disk is full" "" in_directory
    check "nothing is left behind" test "$(ls "$disk")" = full
    rm "$disk/full"
    head -c 57344 /dev/zero >"$disk/full" # room for a part of it
    behaves "the disk becomes full" "" in_directory
    check "nothing is left behind then" test "$(ls "$disk")" = full
    rm "$disk/full"
    "$work/plain"
    behaves "there is room again" "01: 0-1" in_directory
    head -c 100000 /dev/zero >"$disk/full" 2>/dev/null
    dd if=/dev/zero of="$(echo "$disk"/*.hlb)" bs=1 seek=4128 count=2 conv=notrunc 2>/dev/null
    check "the slots are zero now" test "$(recorded)" = "01:"
    behaves "a file that is there needs no more room" "01: 0-1" in_directory
    rm "$disk"/*
    mount -o remount,ro "$disk"
    behaves "the disk is read-only" "" in_directory
    umount "$disk"
else
    skip "the disk is full or read-only" "mount is not permitted"
fi

as_nobody()
{
    export HLCOV_DIR="$disk"
    exec setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
}

if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
    chmod 711 "$work"
    chmod 755 "$disk"
    behaves "a directory of another user" "" as_nobody
    umask 022
    behaves "a file is made by another user" "01: 0-1" in_directory
    cp "$(echo "$disk"/*.hlb)" "$work/before"
    behaves "a file of another user" "01: 0-1" as_nobody
    check "it stays" cmp "$work/before" "$disk"/*.hlb
else
    chmod 555 "$disk"
    behaves "a directory that is read-only" "" in_directory
    skip "a file of another user" "needs the superuser and setpriv"
fi
data=$usual

# ---- several programs ----

forget
"$work/program"
{ cat "$work/program.c"; echo 'int added = 1;'; } >"$work/again.c"
mv "$work/again.c" "$work/program.c"
mv "$work/program" "$work/usual"
check "the program is built again" built
behaves "both builds record" "01: 0-1
01: 0-1 10-11" execute fork
check "in a file each" test "$(ls "$data" | wc -l)" -eq 2
unit 2 9000 faults.c >"$work/program.c"
check "another program is built" built
for i in 1 2 3 4 5 6 7 8; do
    "$work/usual" threads &
    "$work/program" threads &
done
wait
check "two programs in one directory, at once" test "$(recorded)" = "01: 0-1 10-11
01: 0-1 24 1000-8999
02: 0-1 24 1000-8999"
check "no other file" test "$(ls "$data" | wc -l)" -eq 3

finish
