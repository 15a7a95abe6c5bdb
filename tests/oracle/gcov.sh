#!/bin/sh
# Compares hlcov's FC and STMT with gcov's functions and lines: both sides built by gcc -O0, with the same tests. What
# is compared, and how, is in gcov.py.
#
# usage: tests/oracle/gcov.sh [PROJECT...]

. "$(dirname "$0")/../projects/common.sh"

here=$top_srcdir/tests/oracle

gcov_side()
{
    check "$1: gcov's side is built" build_variant "$1" gcov-run "gcc --coverage -fprofile-abs-path" -O0
    check "$1: gcov's side is run" test_variant "$1" gcov-run "gcc --coverage -fprofile-abs-path" -O0
}

hlcov_side()
{
    rm -rf "$projects/$1/gcov-data"
    HLCOV_DIR=$projects/$1/gcov-data
    export HLCOV_DIR
    check "$1: hlcov's side is built" build_variant "$1" gcov-hlcov "$HLCOV cc gcc" -O0
    check "$1: hlcov's side is run" test_variant "$1" gcov-hlcov "$HLCOV cc gcc" -O0
    check "$1: hlcov's side is reported" "$HLCOV" report --criteria FC,STMT --json "$projects/$1/gcov.json" \
        "$HLCOV_DIR"
    unset HLCOV_DIR
}

compare()
{
    "$python" "$here/gcov.py" "$1" --gcov-tree "$projects/$1/gcov-run" --hlcov-tree "$projects/$1/gcov-hlcov" \
        --report "$projects/$1/gcov.json" --known "$here/gcov-differences.txt" --functions "$2" --lines "$3" \
        >"$projects/$1/gcov.compared" 2>&1
    compare_status=$?
    tail -n 40 "$projects/$1/gcov.compared"
    return $compare_status
}

# What must at least have been compared: functions, lines.
minimum()
{
    case $1 in
    zlib) echo 170 3500 ;;
    lua) echo 980 9000 ;;
    torture) echo 70 400 ;;
    esac
}

[ $# -gt 0 ] || set -- zlib lua torture
for project; do
    load_recipe "$project"
    check "$project: its source is here" fetch "$package"
    gcov_side "$project"
    hlcov_side "$project"
    check "$project: both did the same" same_results "$project" gcov-run gcov-hlcov
    check "$project: every function and line agrees with gcov" compare "$project" $(minimum "$project")
    sed 's/^/# /' "$projects/$project/gcov.compared" | tail -n 1
done
finish
