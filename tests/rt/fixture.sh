# For the tests of the runtime: units annotated by hand, and a reader of data files. Sourced after
# tests/subr.sh.
#
# Sets CC_FOR_TOOLS (builds the tools), data (the directory that units are built for), here (where the sources
# are).
#
#   unit NUMBER SLOTS BODY    prints the annotated unit whose text is tests/rt/BODY or the file BODY
#   valued NUMBER INDEX WORDS BODY   the same with 10 slots and a set of tuples; without a set if both are 0
#   plain BODY                prints the same unit with nothing recorded
#   recorded                  prints what the files in $data hold, a line per unit: `NUMBER: slots that are set`
#   tuples [--lost]           prints the tuples in the files in $data, as sets.py does
#   forget                    removes the data directory

CC_FOR_TOOLS=${CC:-gcc}
here=$top_srcdir/tests/rt
data=$work/hlcov-data

sh "${CARRY_SH:-$top_srcdir/rt/carry.sh}" "$CC_FOR_TOOLS" "$top_srcdir" >"$work/carry.c" || exit 1
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

valued()
{
    "$work/unit" "$1" 10 "$data" "$2" "$3" && body "$4"
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

tuples()
{
    python3 "$here/sets.py" "$@" "$data"/*.hlb 2>&1
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

# built FLAG...: compiles and links $work/program from $work/program.c, whose text is ours.
built()
{
    gcc -O2 -Wall -Wextra -Werror -Wno-missing-field-initializers -pthread -I "$top_srcdir" "$@" -o "$work/program" \
        "$work/program.c"
}

# Linkers that a compiler can use here.
linkers_of()
{
    for linker in bfd gold lld; do
        echo 'int main(void) { return 0; }' |
            "$1" -fuse-ld=$linker -x c -o "$work/probe" - 2>/dev/null && echo $linker
    done
}

# in_every_way FUNCTION: calls it with a name, a compiler and flags, for all kinds of compilers, linkers, programs and
# link-time optimization; it may use $most_copies.
in_every_way()
{
    for compiler in gcc clang-19; do
        if ! command -v $compiler >/dev/null; then
            skip "$compiler" "not installed"
            continue
        fi
        for linker in $(linkers_of $compiler); do
            for kind in -pie -no-pie -static -static-pie; do
                [ $linker$kind != gold-static-pie ] || continue # unknown to gold
                "$1" "$compiler $linker $kind" $compiler -O2 -fuse-ld=$linker $kind -fPIE
            done
            "$1" "$compiler $linker --gc-sections" $compiler -O2 -ffunction-sections -fdata-sections \
                -fuse-ld=$linker -Wl,--gc-sections
            [ $linker != gold ] || continue
            "$1" "$compiler $linker no separate code" $compiler -fuse-ld=$linker -Wl,-z,noseparate-code \
                -Wl,-z,norelro
        done
        for flags in "-O0 -g" "-O1" "-O3 -g3" "-std=c89 -Os" "-ffreestanding -fno-pic -no-pie" \
            "-fstack-protector-all -D_FORTIFY_SOURCE=2 -O2" "-fcf-protection=full" \
            "-fvisibility=hidden -fno-common -pipe" "-save-temps=obj"; do
            "$1" "$compiler $flags" $compiler $flags
        done
    done

    for linker in bfd gold; do
        "$1" "gcc -flto $linker" gcc -O2 -flto -fuse-ld=$linker
        "$1" "gcc -flto $linker, many partitions" gcc -O2 -flto -flto-partition=max -fuse-ld=$linker
        "$1" "gcc -flto $linker -static" gcc -O2 -flto -fuse-ld=$linker -static
    done
    "$1" "gcc fat LTO objects" gcc -O2 -flto -ffat-lto-objects
    "$1" "gcc fat LTO objects linked without LTO" gcc -O2 -flto -ffat-lto-objects -fno-use-linker-plugin -fno-lto
    if command -v clang-19 >/dev/null && command -v ld.lld-19 >/dev/null; then
        most_copies=3 # lld keeps the groups of all units that it compiled; the first constructor works for all
        for lto in full thin; do
            flags="-O2 -flto=$lto --ld-path=$(command -v ld.lld-19)"
            "$1" "clang-19 -flto=$lto lld" clang-19 $flags
            "$1" "clang-19 -flto=$lto lld --gc-sections" clang-19 $flags -Wl,--gc-sections
        done
    else
        skip "clang-19 LTO" "ld.lld-19 is not installed"
    fi
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
