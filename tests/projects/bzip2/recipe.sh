# How to build and test bzip2: its Makefile, its tests, and what it packs and says when called by hand. Sourced by
# common.sh.

package=bzip2
cflags='-O2 -g'

build()
{
    make CC="$CC" CFLAGS="$CFLAGS -D_FILE_OFFSET_BITS=64" libbz2.a bzip2 bzip2recover &&
        $CC $CFLAGS -o bzip2 bzip2.o libbz2.a # Debian links it with the library that is installed
}

run_tests()
{
    make -s CC="$CC" test >test.log 2>&1 || return 1
    cat ./*.c | tee text.in | ./bzip2 -k >text.bz2 && ./bzip2 -t text.bz2 && ./bzip2 -dc text.bz2 | cmp - text.in
    for level in 1 3 9; do
        ./bzip2 -"$level" -c text.in | cksum
        ./bzip2 -"$level" -c text.in | ./bzip2 -d -s | cksum
    done
    for length in 0 4 10 30 100 1000; do
        head -c "$length" text.bz2 | ./bzip2 -d 2>&1 | cksum
        { head -c "$length" text.bz2; printf '\377\000'; tail -c +$((length + 3)) text.bz2; } >damaged.bz2
        ./bzip2 -t damaged.bz2 2>&1
        ./bzip2recover damaged.bz2 2>&1
    done
    ./bzip2 --help 2>&1
    ./bzip2 -d no-such-file 2>&1
    ./bzip2 --no-such-option 2>&1
    return 0
}
