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

# What hlcov's side was made by: it is the same for all that compare with clang, so the second of them has it already.
made_by()
{
    clang-19 --version
    cksum "$HLCOV" "$(dirname "$HLCOV")/hlcov-more" "$top_srcdir"/tests/projects/*.sh "$top_srcdir/tests/projects/$1"/*
    find "$projects/source/$package" -type f -exec cksum {} + | sort | cksum
}

# hlcov_side NAME: builds and runs hlcov's side, unless just that has been done.
hlcov_side()
{
    made_by "$1" >"$work/made_by"
    side_data=$projects/$1/clang-data
    if cmp -s "$work/made_by" "$projects/$1/clang-hlcov.made_by"; then
        ok "$1: hlcov's side is built"
        ok "$1: hlcov's side is run"
    else
        make_hlcov_side "$1"
    fi
    check "$1: hlcov's side is reported" "$HLCOV" report --criteria "$criterion" --json "$projects/$1/$oracle.json" \
        "$side_data"
}

make_hlcov_side()
{
    rm -rf "$side_data" "$projects/$1/clang-hlcov.made_by"
    HLCOV_DIR=$side_data
    export HLCOV_DIR
    side_failed=$tap_failed
    check "$1: hlcov's side is built" build_variant "$1" clang-hlcov "$HLCOV cc clang-19" -O0
    check "$1: hlcov's side is run" test_variant "$1" clang-hlcov "$HLCOV cc clang-19" -O0
    unset HLCOV_DIR
    [ "$tap_failed" -ne "$side_failed" ] || cp "$work/made_by" "$projects/$1/clang-hlcov.made_by"
}

compare()
{
    "$python" "$here/$oracle.py" "$1" --clang-tree "$projects/$1/$oracle" \
        --profiles "$projects/$1/$oracle-profiles" --hlcov-tree "$projects/$1/clang-hlcov" \
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
        check "$project: both did the same" same_results "$project" "$oracle" clang-hlcov
        check "$project: every condition agrees with clang" compare "$project"
        sed 's/^/# /' "$projects/$project/$oracle.compared" | tail -n 1
    done
    finish
}
