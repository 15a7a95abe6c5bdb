#!/bin/sh
# hlcov built with the sanitizers of addresses and of undefined behaviour passes its tests: the unit tests and one that
# writes every format, or those that are named. Leaks are not looked for: what lives as long as the process is not
# freed.
#
# usage: tests/sanitizers/run.sh [TEST...]

. "$(dirname "$0")/../subr.sh"

build=$top_builddir/asan
flags="-g -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer"
# The caller's make is none of this one's.
unset MAKEFLAGS MAKELEVEL MFLAGS
# Shadow memory that no limit of a test counts; tests of faults want allocations that fail, and preload what fails.
ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:verify_asan_link_order=0
UBSAN_OPTIONS=print_stacktrace=1
export ASAN_OPTIONS UBSAN_OPTIONS

built()
{
    mkdir -p "$build" && cd "$build" || return 1
    [ -f Makefile ] || "$top_srcdir/configure" -q CFLAGS="$flags" || return 1
    make -s FUZZ_CC= -j"$(nproc)" check-programs
}

passes()
{
    cd "$build" && make -s FUZZ_CC= check CHECKS="$*"
}

check "it is built" built
[ $# -gt 0 ] || set -- $(make -s -C "$build" print-unit) tests/report/diff.py
check "$# tests pass" passes "$@"
finish
