#!/bin/sh
# Compares hlcov's CC with clang's branch coverage: both sides built by clang, with the same tests. What is compared,
# and how, is in clang.py.
#
# usage: tests/oracle/clang.sh [PROJECT...]

. "$(dirname "$0")/../projects/common.sh"

here=$top_srcdir/tests/oracle

# About 90% of the conditions that clang knows.
minimum()
{
    case $1 in
    zlib) echo 1420 ;;
    lua) echo 2600 ;;
    torture) echo 750 ;;
    esac
}

clang_side()
{
    rm -rf "$projects/$1/profiles" && mkdir -p "$projects/$1/profiles"
    LLVM_PROFILE_FILE=$projects/$1/profiles/%p.profraw
    export LLVM_PROFILE_FILE
    check "$1: clang's side is built" build_variant "$1" clang "$here/clang-cc.sh" -O0
    check "$1: clang's side is run" test_variant "$1" clang "$here/clang-cc.sh" -O0
    unset LLVM_PROFILE_FILE
}

hlcov_side()
{
    rm -rf "$projects/$1/clang-data"
    HLCOV_DIR=$projects/$1/clang-data
    export HLCOV_DIR
    check "$1: hlcov's side is built" build_variant "$1" clang-hlcov "$HLCOV cc clang-19" -O0
    check "$1: hlcov's side is run" test_variant "$1" clang-hlcov "$HLCOV cc clang-19" -O0
    check "$1: hlcov's side is reported" "$HLCOV" report --criteria CC --json "$projects/$1/clang.json" "$HLCOV_DIR"
    unset HLCOV_DIR
}

compare()
{
    "$python" "$here/clang.py" "$1" --clang-tree "$projects/$1/clang" --profiles "$projects/$1/profiles" \
        --hlcov-tree "$projects/$1/clang-hlcov" --report "$projects/$1/clang.json" \
        --known "$here/clang-differences.txt" --minimum "$(minimum "$1")" >"$projects/$1/clang.compared" 2>&1
    compare_status=$?
    tail -n 40 "$projects/$1/clang.compared"
    return $compare_status
}

[ $# -gt 0 ] || set -- zlib lua torture
for project; do
    load_recipe "$project"
    check "$project: its source is here" fetch "$package"
    clang_side "$project"
    hlcov_side "$project"
    check "$project: both did the same" same_results "$project" clang clang-hlcov
    check "$project: every condition agrees with clang" compare "$project"
    sed 's/^/# /' "$projects/$project/clang.compared" | tail -n 1
done
finish
