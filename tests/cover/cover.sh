#!/bin/sh
# Measures hlcov with hlcov: builds it with coverage, runs tests against that, and reports. It judges no score.
#
# usage: tests/cover/cover.sh [TEST...]
#
# The tests build programs with coverage, by a hlcov that records its own. So that both can be in one program, what
# measures has other names for all that it adds and heeds (COVER_DIR, section cover_bits). Everything is below
# $top_builddir/cover; of what is there already, what has changed is compiled again.
#
# rt/ is measured too: objects under test carry no assembler text of it, and the compiler that tests find links programs
# with the runtime's own objects instead. Tests that look into what is carried, or count what the runtime asks of the
# kernel, then fail; that is no failure here. What runs before the measuring runtime has started is recorded as well;
# where that can make no file either, nothing is.
#
# Assertions of hlcov are left out: no test makes one fail. Those of the tests are not.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
top_srcdir=${top_srcdir:-$(cd "$here/../.." && pwd)}
top_builddir=${top_builddir:-$top_srcdir/build}
cover=$top_builddir/cover
outer=$cover/outer/hlcov
COVER_DIR=$cover/data
CARRY_SH=$here/carry.sh
unset HLCOV_DIR HLCOV_CC_OPTIONS CC
export COVER_DIR CARRY_SH top_srcdir
sources=$("$top_srcdir/tests/rooms.py")

# Only names of the same length: the rest of the program stays where it is.
make_outer()
{
    mkdir -p "$cover/outer"
    for program in hlcov hlcov-more; do
        copy=$cover/outer/$program
        LC_ALL=C sed 's/hlcov_/cover_/g; s/HLCOV_/COVER_/g' "$top_builddir/$program" >"$copy.new"
        chmod +x "$copy.new"
        cmp -s "$copy.new" "$copy" || { rm -rf "$COVER_DIR" && find "$cover" -name '*.o' -exec rm {} +; }
        mv "$copy.new" "$copy"
    done
}

build()
{
    cd "$cover"
    [ -f Makefile ] || "$top_srcdir/configure" -q CFLAGS="-g -O1" CPPFLAGS=-DG_DISABLE_ASSERT
    [ -f carry.c ] || sh "$CARRY_SH" >carry.c
    make -s -j2 CC="$outer cc gcc" hlcov
    make -s -j2 CC=gcc CPPFLAGS= FUZZ_CC= check-programs
}

# What rt/carry.sh compiles for, as far as it matters: no calls of libc.
build_runtime()
{
    mkdir -p "$cover/rt" "$cover/bin"
    for source in "$top_srcdir"/rt/*.c; do
        object=$cover/rt/$(basename "$source" .c).o
        [ "$object" -nt "$source" ] || "$outer" cc gcc -g -O1 -std=c11 -fPIC -ffreestanding -fno-builtin \
            -fno-stack-protector -mgeneral-regs-only -fasynchronous-unwind-tables -U_FORTIFY_SOURCE -DRT_WITH_CRASH \
            -I "$top_srcdir" -c -o "$object" "$source"
    done
    # Programs without units have no directory.
    printf '.section .rodata\n.weak hlcov_baked_dir\n.hidden hlcov_baked_dir\nhlcov_baked_dir: .byte 0\n%s\n' \
        '.section .note.GNU-stack,"",@progbits' | gcc -c -x assembler -o "$cover/rt/baked.o" -
    for compiler in gcc clang-19; do
        make_linker "$compiler"
    done
}

# make_linker COMPILER: one that links with the runtime what it links.
make_linker()
{
    real=$(command -v "$1") || return 0
    {
        echo '#!/bin/sh'
        echo 'for word; do'
        echo '    case $word in'
        echo "    -c | -S | -E | -r | -M | -MM | -fsyntax-only | --version | -v | -V | -dump* | -print* | -m32)"
        echo "        exec $real \"\$@\" ;;"
        echo '    esac'
        echo 'done'
        echo "exec $real \"\$@\" -x none $cover/rt/*.o"
    } >"$cover/bin/$1"
    chmod +x "$cover/bin/$1"
}

# Failed tests are told, and count for nothing.
run_tests()
{
    "$outer" reset "$COVER_DIR"
    cd "$cover"
    PATH=$cover/bin:$PATH make -s CC=gcc CPPFLAGS= FUZZ_CC= check CHECKS="$*" >tests.log 2>&1 || true
    grep FAILED tests.log || true
    tail -n 2 tests.log | head -n 1
    grep '^[0-9]* passed' tests.log || { tail -n 30 tests.log; return 1; }
}

report()
{
    cd "$top_srcdir"
    set --
    for directory in $sources; do
        set -- "$@" "--include=$directory/*"
    done
    "$outer" report "$@" --html="$cover/html" --json="$cover/report.json" --uncovered="$cover/uncovered.txt" \
        "$COVER_DIR" >"$cover/report.txt" || echo "hlcov report: status $?"
    python3 "$here/scores.py" "$cover/report.json" $sources
    echo "reports: $cover/html/index.html, report.txt, report.json, uncovered.txt"
}

make_outer
build
build_runtime
run_tests "$@"
report
