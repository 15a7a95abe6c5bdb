# Functions for tests that build other people's projects. Sourced by each test, it runs nothing itself.
#
# A project NAME has a recipe, tests/projects/NAME/recipe.sh: it sets `package` (its Debian source package) and
# `cflags`, and defines what is called in a copy of the source, with CC and CFLAGS in the environment:
#
#   build       compiles everything that counts as the project
#   run_tests   runs the project's tests; standard output must be the same for every compiler
#
# For tests/bench, which measures what coverage costs, `build_program` builds no more than a program to be run, in the
# place of `build`. A recipe without `run_tests` is for tests/bench only: run.sh does not name it.
#
# A recipe for a program of ours sets `own_source`, the directory of its source, which is then fetched from there.
# Everything is built below $projects, each copy of a source at $projects/NAME/VARIANT. Sources are fetched once.

. "$(dirname "$0")/../subr.sh"
. "$top_srcdir/tests/projects/systems.sh"

projects=${HLCOV_PROJECTS_DIR:-$top_builddir/projects}
python=/usr/bin/python3
# Manuals, which some unpack older than their sources, are not made again: that takes what not every machine has.
export MAKEINFO=true

# apt COMMAND ARGUMENTS... with sources of its own: those of the machine, asked for source packages. Needs no rights.
private_apt()
{
    apt_command=$1
    shift
    "apt-$apt_command" -qq -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$projects/apt/parts" \
        -o Dir::State::lists="$projects/apt/lists" -o Dir::Cache="$projects/apt/cache" \
        -o APT::Sandbox::User="$(id -un)" "$@"
}

apt_sources()
{
    for apt_file in /etc/apt/sources.list /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list; do
        [ ! -f "$apt_file" ] || sed -e 's/^Types:.*/Types: deb-src/' -e 's/^deb[[:space:]]/deb-src /' "$apt_file" \
            >"$projects/apt/parts/$(basename "$apt_file")"
    done
}

# fetch PACKAGE: its unpacked source is then $projects/source/PACKAGE.
fetch()
{
    [ -z "$own_source" ] || { fetch_own "$1"; return; }
    [ ! -d "$projects/source/$1" ] || return 0
    mkdir -p "$projects/apt/parts" "$projects/apt/lists/partial" "$projects/apt/cache/archives/partial" || return 1
    rm -rf "$projects/fetch.$1" && mkdir -p "$projects/source" "$projects/fetch.$1" || return 1
    apt_sources && private_apt get update && (cd "$projects/fetch.$1" && newest_source "$1") || return 1
    mv "$projects/fetch.$1"/*/ "$projects/source/$1" && rm -rf "$projects/fetch.$1"
}

# The newest version that the machine's mirror has: a list may name one that is gone, or not there yet.
newest_source()
{
    for apt_version in $(private_apt cache showsrc "$1" | sed -n 's/^Version: //p'); do
        private_apt get source "$1=$apt_version" && return 0
    done
    return 1
}

fetch_own()
{
    mkdir -p "$projects/source" && rm -rf "$projects/source/$1" && cp -r "$own_source" "$projects/source/$1"
}

load_recipe()
{
    own_source=
    . "$top_srcdir/tests/projects/$1/recipe.sh"
    inputs=$top_srcdir/tests/projects/$1
    export inputs
}

# A fresh copy of the source, a checkout of its own: paths in reports are relative to it.
fresh_copy()
{
    rm -rf "$1" && cp -a "$projects/source/$package" "$1" && git init -q "$1"
}

# build_variant NAME VARIANT CC CFLAGS: compiles a fresh copy; what it printed is in VARIANT.log.
build_variant()
{
    mkdir -p "$projects/$1" && fresh_copy "$projects/$1/$2" || return 1
    (cd "$projects/$1/$2" && CC=$3 CFLAGS=$4 && export CC CFLAGS && build) >"$projects/$1/$2.log" 2>&1 && return 0
    tail -n 30 "$projects/$1/$2.log"
    return 1
}

# test_variant NAME VARIANT CC CFLAGS: runs its tests; their results are in VARIANT.results.
test_variant()
{
    (cd "$projects/$1/$2" && CC=$3 CFLAGS=$4 && export CC CFLAGS && run_tests) \
        >"$projects/$1/$2.results" 2>"$projects/$1/$2.errors" && return 0
    tail -n 20 "$projects/$1/$2.errors" "$projects/$1/$2.results"
    return 1
}

same_results()
{
    [ -s "$projects/$1/$2.results" ] || return 1
    diff -u "$projects/$1/$2.results" "$projects/$1/$3.results" >"$projects/$1/$3.diff" && return 0
    head -n 60 "$projects/$1/$3.diff"
    return 1
}

# seconds NAME COMMAND...: sets NAME to the seconds that COMMAND takes; its status is COMMAND's.
seconds()
{
    seconds_name=$1
    shift
    seconds_start=$(date +%s%N)
    "$@"
    seconds_status=$?
    seconds_tenths=$((($(date +%s%N) - seconds_start) / 100000000))
    eval "$seconds_name=$((seconds_tenths / 10)).$((seconds_tenths % 10))"
    return $seconds_status
}

no_notes()
{
    [ ! -s "$1/notes.log" ] || { cat "$1/notes.log"; return 1; }
}

# check_project NAME [--light]: everything there is to check about a project; each step needs those before. If it is
# light, without debug information: to say where variables are takes compilers a quarter of their time. tests/torture
# has builds with it, and so has what run.sh measures.
check_project()
{
    load_recipe "$1"
    [ "${2-}" != --light ] || cflags=${cflags% -g}
    data=$projects/$1/data
    check "$1: its source is here" fetch "$package"
    seconds plain_build check "$1: builds with gcc" build_variant "$1" plain gcc "$cflags"
    seconds plain_tests check "$1: its tests pass" test_variant "$1" plain gcc "$cflags"
    check "$1: gcov lists its functions" build_variant "$1" gcov "gcc --coverage $gcov_flags" "-O0"
    check_with_hlcov "$1"
    check_strong "$1"
    finish
}

gcov_flags='-fkeep-static-functions -fkeep-inline-functions -fprofile-abs-path'

# same_headers NAME ONE OTHER: what configure found out, and what programs of the build wrote, hangs on no coverage.
same_headers()
{
    headers "$projects/$1/$2" >"$work/one.headers"
    headers "$projects/$1/$3" >"$work/other.headers"
    diff "$work/one.headers" "$work/other.headers"
}

headers()
{
    (cd "$1" && find . -name '*.h' ! -path './.git/*' -type f -exec cksum {} + | sort -k 3)
}

# report_on NAME: as JSON what can be compared with others; of all criteria the totals, for the table.
report_on()
{
    "$HLCOV" report --quiet --criteria FC,STMT,BBC,BC,DC,CC,DCC,MCC --json "$projects/$1/report.json" "$data" &&
        "$HLCOV" report --quiet --criteria all --json-summary "$projects/$1/summary.json" "$data"
}

# check_strong NAME: with its mutants in it, none of which is chosen, it is the same program.
check_strong()
{
    HLCOV_DIR=$projects/$1/strong-data
    export HLCOV_DIR
    rm -rf "$HLCOV_DIR"
    check "$1: builds with its mutants" build_variant "$1" strong "$HLCOV cc --strong gcc" "$cflags"
    check "$1: its tests pass with them" test_variant "$1" strong "$HLCOV cc --strong gcc" "$cflags"
    check "$1: tests give the same results with them" same_results "$1" plain strong
    check "$1: no file had to be compiled without its mutants" no_notes "$HLCOV_DIR"
    for table in "$HLCOV_DIR"/strong/*.hlt; do
        "$HLCOV" dump "$table"
    done | awk '/^ *change / { mutants++ } /^ *change .* unwritten=[1-9]/ { unwritten++ }
        END { printf "# %d mutants, %d of them not written\n", mutants, unwritten }'
    unset HLCOV_DIR
}

check_with_hlcov()
{
    rm -rf "$data"
    HLCOV_DIR=$data
    export HLCOV_DIR
    launcher="$HLCOV cc ${CRITERIA:+--criteria=$CRITERIA}"
    seconds hlcov_build check "$1: builds with hlcov cc" build_variant "$1" hlcov "$launcher gcc" "$cflags"
    seconds hlcov_tests check "$1: its tests pass with it" test_variant "$1" hlcov "$launcher gcc" "$cflags"
    unset HLCOV_DIR
    check "$1: tests give the same results" same_results "$1" plain hlcov
    check "$1: configured the same" same_headers "$1" plain hlcov
    check "$1: no file had to be compiled without coverage" no_notes "$data"
    check "$1: hlcov report" report_on "$1"
    check "$1: the report's functions are the project's" "$python" "$top_srcdir/tests/projects/functions.py" \
        "$projects/$1/report.json" "$projects/$1/hlcov" "$projects/$1/gcov" "$inputs/functions.txt"
    check "$1: every score counts something" "$python" "$top_srcdir/tests/projects/scores.py" \
        "$projects/$1/report.json"
    "$python" "$top_srcdir/tests/projects/shares.py" "$HLCOV" "$data" | sed 's/^/# /'
    "$python" "$top_srcdir/tests/projects/table.py" "$1" "$projects" "$package" \
        "$plain_build" "$hlcov_build" "$plain_tests" "$hlcov_tests" ${TABLE:+"$TABLE"} | sed 's/^/# /'
}
