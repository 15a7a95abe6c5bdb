# Builds and tests projects with clang's coverage and with hlcov, and compares. Sourced by the tests that compare with
# clang, it runs nothing itself. They set
#
#   oracle      names what is built, the comparison ($oracle.py) and its list ($oracle-differences.txt)
#   criterion   what hlcov is asked for
#
# and define minimum PROJECT, which prints how many conditions must have been compared, and compiler PROJECT, which
# prints the compiler of clang's side.

. "$(dirname "$0")/../projects/common.sh"

here=$top_srcdir/tests/oracle

clang_side()
{
    rm -rf "$projects/$1/$oracle-profiles" && mkdir -p "$projects/$1/$oracle-profiles"
    LLVM_PROFILE_FILE=$projects/$1/$oracle-profiles/%p.profraw
    export LLVM_PROFILE_FILE
    check "$1: clang's side is built" build_variant "$1" "$oracle" "$(compiler "$1")" -O0
    check "$1: clang's side is run" test_variant "$1" "$oracle" "$(compiler "$1")" -O0
    unset LLVM_PROFILE_FILE
}

hlcov_side()
{
    rm -rf "$projects/$1/$oracle-data"
    HLCOV_DIR=$projects/$1/$oracle-data
    export HLCOV_DIR
    check "$1: hlcov's side is built" build_variant "$1" "$oracle-hlcov" "$HLCOV cc clang-19" -O0
    check "$1: hlcov's side is run" test_variant "$1" "$oracle-hlcov" "$HLCOV cc clang-19" -O0
    check "$1: hlcov's side is reported" "$HLCOV" report --criteria "$criterion" --json "$projects/$1/$oracle.json" \
        "$HLCOV_DIR"
    unset HLCOV_DIR
}

compare()
{
    "$python" "$here/$oracle.py" "$1" --clang-tree "$projects/$1/$oracle" \
        --profiles "$projects/$1/$oracle-profiles" --hlcov-tree "$projects/$1/$oracle-hlcov" \
        --report "$projects/$1/$oracle.json" --known "$here/$oracle-differences.txt" \
        --minimum "$(minimum "$1")" >"$projects/$1/$oracle.compared" 2>&1
    compare_status=$?
    tail -n 40 "$projects/$1/$oracle.compared"
    return $compare_status
}

compare_projects()
{
    for project; do
        load_recipe "$project"
        check "$project: its source is here" fetch "$package"
        clang_side "$project"
        hlcov_side "$project"
        check "$project: both did the same" same_results "$project" "$oracle" "$oracle-hlcov"
        check "$project: every condition agrees with clang" compare "$project"
        sed 's/^/# /' "$projects/$project/$oracle.compared" | tail -n 1
    done
    finish
}
