#!/bin/sh
# Compares hlcov's RACC with clang's MC/DC: both sides built by clang, with the same tests. What is compared, and how,
# is in mcdc.py.
#
# usage: tests/oracle/mcdc.sh [PROJECT...]      (sqlite, which takes minutes and Tcl, only where it is named)

. "$(dirname "$0")/clang_sides.sh"

oracle=mcdc
criterion=RACC

# About 90% of the conditions in clang's records.
minimum()
{
    case $1 in
    zlib) echo 460 ;;
    lua) echo 810 ;;
    sqlite) echo 9580 ;;
    torture) echo 515 ;;
    esac
}

# With MC/DC clang keeps code that constants cut off: what it calls is defined, and never called.
compiler()
{
    case $1 in
    torture) echo "$here/clang-cc.sh -fcoverage-mcdc -Wl,--defsym=undefined_procedure=0" ;;
    *) echo "$here/clang-cc.sh -fcoverage-mcdc" ;;
    esac
}

[ $# -gt 0 ] || set -- zlib lua torture
compare_projects "$@"
