#!/bin/sh
# When a test is named and the kernel refuses what a file for it needs, hlcov_test says so, the program goes on, and
# what it records then is kept: without a test, or, if not even that file can be had, with the test before. What is
# refused when programs start: trouble.sh, systems.sh.
. "$(dirname "$0")/../subr.sh"
. "$(dirname "$0")/fixture.sh"

HLCOV_DIR=$data
export HLCOV_DIR
unit 1 100 denied.c >"$work/program.c"
check "it compiles" built

# facts: a line per file with slots that are set: `NAME: slots`; of no test: `none: slots`.
facts()
{
    for file in "$data"/live/*/*.hlb "$data"/*.hlb; do
        [ ! -f "$file" ] || "$HLCOV" dump "$file" | awk 'BEGIN { name = "none" }
            /^test / { sub(/:.*/, ""); name = substr($0, 6) }
            /^unit / { sub(/.* set:/, ""); if ($0) print name ":" $0 }'
    done | sort
}

# denied CALL ERROR STATUS FACTS
denied()
{
    forget
    "$work/program" "$1" "$2" >"$work/out"
    status=$?
    found=$(facts | tr '\n' ';')
    if [ $status -eq 77 ]; then
        skip "$1 $2" "not permitted here"
    elif [ $status -eq "$3" ] && [ "$found" = "$4" ] && grep -qx "it runs" "$work/out"; then
        ok "$1 $2"
    else
        not_ok "$1 $2" "status $status, $(cat "$work/out"), found: $found"
    fi
}

both="first: 1;second: 2;"
none="first: 1;none: 2;"
kept="first: 1-2;"
EPERM=1
EINTR=4
EAGAIN=11
ENOMEM=12
ENOSPC=28
denied none $EPERM 3 "$both"
denied openat $EPERM 4 "$kept"
denied mkdirat $EPERM 4 "$none"
denied linkat $EPERM 3 "$both"
denied write $ENOSPC 4 "$none"
denied mmap $ENOMEM 4 "$kept"
denied mremap $ENOMEM 4 "$kept"
denied munmap $ENOMEM 3 "$both"
denied unlinkat $EPERM 3 "$both"
denied flock $EAGAIN 4 "$none"
denied flock $EINTR 3 "$both"
denied close $EINTR 3 "$both"
finish
