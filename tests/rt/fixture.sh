# For the tests of the runtime: units annotated by hand, and a reader of data files. Sourced after
# tests/subr.sh.
#
# Sets CC_FOR_TOOLS (builds the tools), data (the directory that units are built for), here (where the sources
# are).
#
#   unit NUMBER SLOTS BODY    prints the annotated unit whose text is tests/rt/BODY or the file BODY
#   plain BODY                prints the same unit with nothing recorded
#   recorded                  prints what the files in $data hold, a line per unit: `NUMBER: slots that are set`
#   forget                    removes the data directory

CC_FOR_TOOLS=${CC:-gcc}
here=$top_srcdir/tests/rt
data=$work/hlcov-data

sh "$top_srcdir/rt/carry.sh" "$CC_FOR_TOOLS" "$top_srcdir" >"$work/carry.c" || exit 1
$CC_FOR_TOOLS -I "$top_srcdir" -o "$work/unit" "$here/unit.c" "$work/carry.c" || exit 1
$CC_FOR_TOOLS -I "$top_srcdir" -o "$work/read" "$here/read.c" "$top_builddir/libhtol.a" \
    $(pkg-config --cflags --libs glib-2.0 libzstd) || exit 1

body()
{
    if [ -f "$here/$1" ]; then
        cat "$here/$1"
    else
        cat "$1"
    fi
}

unit()
{
    "$work/unit" "$1" "$2" "$data" && body "$3"
}

plain()
{
    echo '#define HIT(k) ((void)0)'
    body "$1"
}

recorded()
{
    ls "$data"/*.hlb >/dev/null 2>&1 || return 0
    "$work/read" "$data"/*.hlb 2>&1 |
        sed -n 's/^unit [0-9]* id=\(..\)[0-9a-f]* slots=[0-9]* set:/\1:/p; /^\//p' | sort
}

forget()
{
    rm -rf "$data"
}

# behaves NAME FACTS COMMAND [ARGUMENT...]: the command, a function, is called with $work/plain as its first
# argument, then with $work/program: both must print the same and end alike, and then the data files hold the
# facts.
behaves()
{
    name=$1
    facts=$2
    shift 2
    run=$1
    shift
    (ulimit -c 0; "$run" "$work/plain" "$@") >"$work/plain.out" 2>&1
    wanted=$?
    (ulimit -c 0; "$run" "$work/program" "$@") >"$work/program.out" 2>&1
    status=$?
    found=$(recorded)
    if ! cmp -s "$work/plain.out" "$work/program.out"; then
        not_ok "$name" "printed: $(cat "$work/program.out")"
    elif [ "$status" -ne "$wanted" ] || [ "$found" != "$facts" ]; then
        not_ok "$name" "status $status instead of $wanted; recorded: $found"
    else
        ok "$name"
    fi
} 2>/dev/null

execute()
{
    exec "$@"
}

# linked_well NAME FACTS: $work/program behaves like $work/plain when it kills itself, and holds one copy of
# the runtime (at most $most_copies), which leaves one file.
most_copies=1

linked_well()
{
    forget
    copies=$(nm "$work/program" | grep -c ' hlcov_rt\.core\.start$')
    behaves "$1" "$2" execute kill
    check "$1: $copies copies of the runtime" test "$copies" -ge 1 -a "$copies" -le "$most_copies"
    check "$1: one file" test "$(ls "$data" | wc -l)" -eq 1
}
