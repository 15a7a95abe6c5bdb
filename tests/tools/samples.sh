#!/bin/sh
# The samples that users copy: they build and pass their tests without hlcov and with it, and are measured whole.
. "$(dirname "$0")/../subr.sh"

works()
{
    rm -rf "$work/$1" && cp -R "$top_srcdir/samples/$1" "$work/$1" && cd "$work/$1" || return 1
    make -s test "$2" CFLAGS='-Wall -Wextra -Werror'
}

# Every criterion is scored, and neither everything nor nothing is covered: the tests leave gaps on purpose.
is_measured()
{
    cd "$work/$1" && "$HLCOV" report --details --criteria all --html html >report.txt || return 1
    cat report.txt
    [ -f html/index.html ] || return 1
    for criterion in FC STMT BBC BC DC CC DCC 2-CC MCC; do
        grep -q "^ *$criterion " report.txt || { echo "no score of $criterion"; return 1; }
    done
    grep -q TOTAL report.txt
}

# README.md shows the scores of the calendar as they are printed, behind the line with revision and date.
is_shown()
{
    cd "$work/calendar" && "$HLCOV" report --criteria FC,STMT,BC,CACC,MCC >shown.txt && [ -s shown.txt ] || return 1
    sed '1d; s/^./    &/' shown.txt >wanted.txt
    sed -n '/^     functions /,/^    TOTAL/p' "$top_srcdir/README.md" | diff - wanted.txt
}

for sample in triangle calendar ring fuzz; do
    HLCOV_DIR=$work/$sample/hlcov-data
    export HLCOV_DIR
    check "$sample with cc" works $sample CC=cc
    check "$sample with hlcov cc gcc" works $sample CC="$HLCOV cc gcc"
    check "$sample is measured" is_measured $sample
done
HLCOV_DIR=$work/calendar/hlcov-data
check "README.md shows the scores of calendar" is_shown
finish
