# Functions for tests written in shell: they print TAP. Sourced by each test, it runs nothing itself.
#
# Sets, unless the environment does: top_srcdir, top_builddir (both absolute) and HLCOV, the built command. Sets work, a
# fresh directory that is removed at exit.
#
#   ok NAME                a test point that passed
#   not_ok NAME [DETAIL]   one that failed, and why
#   check NAME COMMAND...  runs the command: passed if its exit status is 0; its output is the detail
#   skip NAME REASON       one that cannot be tried here
#   await PROCESS COMMAND... waits until the command succeeds; fails if the process has ended before
#   finish                 the last line of every test: prints the plan, exits 1 if anything failed

top_srcdir=${top_srcdir:-$(cd "$(dirname "$0")/../.." && pwd)}
top_builddir=${top_builddir:-$top_srcdir/build}
HLCOV=${HLCOV:-$top_builddir/hlcov}
LC_ALL=C
SOURCE_DATE_EPOCH=1700000000 # reports have a date
export top_srcdir top_builddir HLCOV LC_ALL SOURCE_DATE_EPOCH
unset HLCOV_DIR HLCOV_CC_OPTIONS

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

tap_points=0
tap_failed=0

ok()
{
    tap_points=$((tap_points + 1))
    echo "ok $tap_points - $1"
}

not_ok()
{
    tap_points=$((tap_points + 1))
    tap_failed=$((tap_failed + 1))
    echo "not ok $tap_points - $1"
    [ $# -lt 2 ] || printf '%s\n' "$2" | sed 's/^/# /'
}

check()
{
    tap_name=$1
    shift
    if tap_output=$("$@" 2>&1); then
        ok "$tap_name"
    else
        not_ok "$tap_name" "$tap_output"
    fi
}

skip()
{
    tap_points=$((tap_points + 1))
    echo "ok $tap_points - $1 # SKIP $2"
}

await()
{
    awaited=$1
    shift
    until "$@" 2>/dev/null; do
        if ! kill -0 "$awaited" 2>/dev/null; then
            "$@" 2>/dev/null
            return
        fi
        sleep 0.01
    done
}

finish()
{
    echo "1..$tap_points"
    [ "$tap_failed" -eq 0 ] || exit 1
    exit 0
}
