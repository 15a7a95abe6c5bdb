#!/bin/sh
# Compares hlcov's CC with clang's branch coverage: both sides built by clang, with the same tests. What is compared,
# and how, is in clang.py.
#
# usage: tests/oracle/clang.sh [PROJECT...]

. "$(dirname "$0")/clang_sides.sh"

oracle=clang
criterion=CC

# About 90% of the conditions that clang knows.
minimum()
{
    case $1 in
    zlib) echo 1420 ;;
    lua) echo 2600 ;;
    torture) echo 750 ;;
    esac
}

compiler()
{
    echo "$here/clang-cc.sh"
}

[ $# -gt 0 ] || set -- zlib lua torture
compare_projects "$@"
