#!/bin/sh
# hlcov doctor names each cause of missing data, and none where all is well.
. "$(dirname "$0")/../subr.sh"

HLCOV_DIR=$work/data
export HLCOV_DIR
cd "$work" || exit 1
cat >a.c <<'END'
#include <unistd.h>
int main(int argc, char **argv)
{
    (void)argv;
    return argc > 1 ? pause() : 0;
}
END

# says STATUS WORDS [ARGUMENT...]: exit status, and a line with these words; for status 0, that there is no problem.
says()
{
    wanted=$1
    words=$2
    shift 2
    "$HLCOV" doctor "$@" >out 2>&1
    status=$?
    cat out
    [ $status -eq "$wanted" ] && grep -qF -e "$words" out && { [ $wanted -eq 1 ] || ! grep -q '^problem' out; }
}

built()
{
    "$HLCOV" cc gcc "$@" -o a a.c
}

# ---- the directory ----

check "there is no directory" says 1 "problem: it is not there"
mkdir -p data
check "nothing was compiled for it" says 1 "problem: nothing was compiled with 'hlcov cc'"
check "it compiles" built -O1
check "nothing has run" says 1 "problem: no program has recorded there"
check "the program never ran" says 1 "problem: it has recorded nothing in $HLCOV_DIR: it has not run" a
./a
check "all is well" says 0 "programs and libraries that recorded there: 1"
check "all is well with the program" says 0 "it has recorded: $HLCOV_DIR/" a
(unset HLCOV_DIR; cd /; "$HLCOV" doctor >"$work/out" 2>&1)
check "without HLCOV_DIR the directory is told" grep -q "data directory: .*hlcov-data (HLCOV_DIR is not set" out
"$HLCOV" reset -q
"$HLCOV" run --test=one -- ./a
check "a test has run" says 0 "shards that hold what tests recorded: 1"
check "and the program in it" says 0 "outside of tests it has recorded nothing" a
"$HLCOV" reset -q
./a
printf '#!/bin/sh\ncase "$*" in *.i\\ *) exit 1;; esac\nexec gcc "$@"\n' >wrapper
chmod +x wrapper
echo 'int f(void) { return 1; }' >x.c
"$HLCOV" cc ./wrapper -c x.c
check "units that were passed through" says 1 "problem: x.c was left to the compiler, without coverage: cannot be"
"$HLCOV" cc gcc -c x.c
check "and were compiled again" says 0 "units that were compiled for it: 2"
printf '.globl s\ns:\n.section .note.GNU-stack,"",@progbits\n' >s.s
"$HLCOV" cc gcc -c s.s x.c
check "a command with another language" says 1 "x.c was left to the compiler, without coverage: s.s is not C source"
"$HLCOV" report -q --fail-on-unmeasured >out 2>&1
check "reports name its C" grep -q "x.c: .*s.s is not C source" out
"$HLCOV" cc gcc -c s.s && "$HLCOV" cc gcc -c x.c
check "and a command for each" says 0 "units that were compiled for it: 2"
echo text >data/file
HLCOV_DIR=$work/data/file
check "a file in the directory's place" says 1 "is no directory"
HLCOV_DIR=$work/data
rm data/file
echo text >data/0123.hlb
check "what is no data file" says 1 "nothing is recorded there: remove it"
rm data/0123.hlb
./a wait &
await $! grep -q "/data/.*hlb" /proc/$!/maps
"$HLCOV" reset -q
check "a process records into a removed file" says 1 "problem: process $! records into a file that was removed"
kill $!
wait 2>/dev/null
./a

# ---- the build ----

check "not compiled with hlcov cc" says 1 "problem: nothing in it was compiled with 'hlcov cc'" /bin/true
check "no program" says 1 "is no program of Linux" a.c
check "no file" says 1 "nowhere: No such file or directory" nowhere
check "it is built again" built -O2
check "data of another build" says 1 "was built again since: run it again"
mv a new
check "data of a program that is gone" says 1 "its program $work/a is gone"
mv new a
check "data of an older build of the program" says 1 "was recorded by an older build of it" a
"$HLCOV" reset -q
./a
check "and then all is well again" says 0 "it has recorded" a
strip -R .hlcov_tab a -o stripped
check "tables stripped, but registered" says 0 "are in the data directory" stripped
cp -R data bare && rm -r bare/tables
HLCOV_DIR=$work/bare
check "tables stripped and gone" says 1 "problem: its tables were stripped from it, and 1 of them" stripped
HLCOV_DIR=$work/data
strip a -o less
check "without symbols" says 0 "it has recorded" less
check "static" built -static
./a
check "a static program" says 0 "it is instrumented, and static" a
check "without a build-id" built -Wl,--build-id=none
check "it is told what its file is named" says 0 "it has no build-id" a
objcopy -R hlcov_bits a none 2>/dev/null
check "its slots are gone" says 1 "problem: nothing in it was compiled" none
printf 'int f(void);\nint f(void) { return 1; }\nvoid _start(void) { f(); __asm__ volatile("hlt"); }\n' >free.c
check "it compiles without libc" "$HLCOV" cc gcc -nostdlib -static -o free free.c
check "no constructors" says 1 "problem: it runs no constructors" free
"$HLCOV" cc gcc -c -o a.o a.c
sed "s/HLCOV_DIR/hlcov_dir/" a >lost
check "no runtime" says 1 "problem: it has lost the code that records" lost
objcopy --change-section-address hlcov_bits+16 a.o moved.o 2>/dev/null
check "its slots are not on pages of their own" says 1 "problem: its section hlcov_bits does not lie on pages" moved.o
if echo 'int x;' | gcc -m32 -c -x c -o foreign.o - 2>/dev/null; then
    check "of another machine" says 1 "problem: it is not for 64-bit Linux" foreign.o
else
    skip "of another machine" "gcc has no -m32"
fi

# ---- the place ----

check "it is built for this directory" built -O1
"$HLCOV" reset -q
./a
cp -R data elsewhere
elsewhere()
{
    (unset HLCOV_DIR; cd / && "$HLCOV" doctor "$work/a" >"$work/out" 2>&1)
    grep -qF "problem: it records to $work/data, where it was compiled for, not to " out
}
check "the wrong directory" elsewhere
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
    chmod 711 "$work"
    chmod 755 data
    HLCOV_COPY=$work/hlcov
    more=$(dirname "$(readlink -f "$HLCOV")")
    [ -e "$more/hlcov-more" ] || more=$more/../libexec/hlcov
    cp "$HLCOV" "$more/hlcov-more" "$work"
    nobody()
    {
        setpriv --reuid=65534 --regid=65534 --clear-groups "$HLCOV_COPY" doctor "$@" >"$work/out"
    }
    nobody
    check "a directory of another user" grep -q "problem: no file can be made in $HLCOV_DIR: Permission denied" out
    chmod 777 data
    chmod 644 data/*.hlb
    nobody a
    check "a file of another user" grep -q "problem: .*hlb: Permission denied; programs that you run" out
    chmod 4755 a
    check "set-user-ID" says 0 "HLCOV_DIR is not heard" a
    chmod 755 a
else
    skip "other users" "needs the superuser and setpriv"
fi
mkdir disk
if mount -t tmpfs -o size=64k none disk 2>/dev/null; then
    trap 'umount "$work/disk" 2>/dev/null; rm -rf "$work"' EXIT
    head -c 100000 /dev/zero >disk/full 2>/dev/null
    HLCOV_DIR=$work/disk
    check "the disk is full" says 1 "problem: the disk of $work/disk is full"
    mount -o remount,ro disk
    check "read-only" says 1 "problem: no file can be made in $work/disk: Read-only file system"
    umount disk
else
    skip "the disk is full or read-only" "mount is not permitted"
fi
finish
