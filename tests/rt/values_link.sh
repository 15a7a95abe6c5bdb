#!/bin/sh
# Every way to link a program with values holds one second part of the runtime: tuples and a sequence through two
# units are recorded, and code has the same address in each run.
. "$(dirname "$0")/../subr.sh"
. "$(dirname "$0")/fixture.sh"

valued 1 64 256 values_main.c >"$work/main.c"
valued 2 64 256 values_other.c >"$work/values.c"
unit 3 9000 other.c >"$work/other.c"

# run_twice NAME: $work/program records the same in both runs, whatever the addresses.
run_twice()
{
    forget
    for i in 1 2; do
        (ulimit -c 0; exec "$work/program") >"$work/wanted" 2>&1
        status=$?
    done 2>/dev/null
    found=$(tuples | sed 's/4:[0-9a-f]\{5,\}:/4:P:/g')
    if [ $status -ne 137 ] || [ "$found" != "$(cat "$work/wanted")" ]; then
        not_ok "$1" "status $status, wanted: $(cat "$work/wanted"), recorded: $found"
        return
    fi
    ok "$1"
    nm "$work/program" >"$work/symbols"
    starts=$(grep -c ' hlcov_rt\.core\.start$' "$work/symbols")
    adds=$(grep -c ' hlcov_add$' "$work/symbols")
    check "$1: $starts copies of the runtime" test "$starts" -ge 1 -a "$starts" -le "$most_copies" -a "$adds" -eq 1
}

# link NAME COMPILER [FLAG...]
link()
{
    name=$1
    compiler=$2
    shift 2
    rm -f "$work/program"
    if output=$("$compiler" -I "$top_srcdir" "$@" -o "$work/program" "$work/other.c" "$work/main.c" \
        "$work/values.c" 2>&1); then
        run_twice "$name"
    else
        not_ok "$name" "$output"
    fi
}

in_every_way link
most_copies=1

# objects NAME COMMAND...: the command links $work/program.
objects()
{
    name=$1
    shift
    rm -f "$work/program"
    if output=$("$@" -o "$work/program" 2>&1); then
        run_twice "$name"
    else
        not_ok "$name" "$output"
    fi
}

cd "$work" || exit 1
for name in main values other; do
    gcc -I "$top_srcdir" -O2 -c $name.c
    gcc -I "$top_srcdir" -O2 -flto -c $name.c -o $name.lto.o
done
objects "another order" gcc values.o main.o other.o
objects "the last order" gcc main.o values.o other.o
ld -r main.o values.o other.o -o all.o
objects "ld -r" gcc all.o
ld -r main.o other.o -o some.o
objects "ld -r of some of them" gcc values.o some.o
ar rc libvalues.a values.o other.o
objects "an archive" gcc main.o libvalues.a
objects "gcc LTO without values, then values" gcc -O2 other.lto.o main.o values.o
objects "gcc LTO with values, then values" gcc -O2 main.lto.o other.o values.o
objects "gcc LTO with values last" gcc -O2 other.o values.o main.lto.o
{ "$work/unit" 1 10 "$data" intel 64 256 && body values_main.c; } >intel.c
for compiler in gcc clang-19; do
    command -v $compiler >/dev/null || continue
    $compiler -I "$top_srcdir" -O2 -masm=intel -c intel.c -o intel.o
    objects "$compiler -masm=intel" $compiler intel.o values.o other.o
done
if command -v clang-19 >/dev/null; then
    sh "$top_srcdir/rt/carry.sh" clang-19 "$top_srcdir" >carry.c
    gcc -I "$top_srcdir" -o unit "$here/unit.c" carry.c
    for compiler in gcc clang-19; do
        valued 1 64 256 values_main.c >clang.c
        valued 2 64 256 values_other.c >clang_values.c
        objects "the runtime compiled by clang, in objects of $compiler" \
            $compiler -I "$top_srcdir" -O2 clang.c clang_values.c other.c
    done
    objects "both runtimes" gcc -I "$top_srcdir" -O2 clang.c values.o other.o
fi

# Names: those of rt/values.h and hlcov/record.h, hidden; nothing else that others see, nothing that needs be there.
wanted="hlcov_add hlcov_dump hlcov_rt_files hlcov_rt_started hlcov_rt_untold hlcov_rt_values hlcov_rt_values_start"
wanted="$wanted hlcov_sequence_close hlcov_sequence_kill hlcov_sequence_next hlcov_sequence_open hlcov_sequence_step"
wanted="$wanted hlcov_test"
found=$(readelf -sW main.o | awk '$5 == "WEAK" && $6 == "HIDDEN" && $7 != "UND" { print $8 }' | sort | tr '\n' ' ')
check "weak and hidden: $found" test "$found" = "$wanted "
check "nothing else of ours can be seen" test -z "$(readelf -sW main.o |
    awk '$5 != "LOCAL" && $6 == "DEFAULT" && $7 != "UND" && /hlcov/ && !/hlcov_s_0/')"
check "the object needs no strong symbol of ours" test -z "$(nm -u main.o | grep 'U .*hlcov')"

# A library and a program that loads it: each has its own set and knows its own code.
cat >"$work/lib_body.c" <<'END'
#include "rt/values.h"
void in_library(void *, const char *, void *);
extern const char __ehdr_start[] __attribute__((visibility("hidden")));
#include <stdio.h>
const char *const library_start = __ehdr_start;
void in_library(void *outside, const char *start, void *object)
{
    RtValue values[] = {{HTOL_TUPLE_CODE, (unsigned long)in_library}, {HTOL_TUPLE_CODE, (unsigned long)outside},
                        {HTOL_TUPLE_POINTER, (unsigned long)object}};

    hlcov_add(SET, 1, 3, values);
    printf("04 1 4:P:%lx 4:Q:%lx 3:X:%lx\n", (unsigned long)((char *)in_library - __ehdr_start),
           (unsigned long)((char *)outside - start), (unsigned long)object);
}
END
cat >"$work/user_body.c" <<'END'
#include "rt/values.h"
void in_library(void *, const char *, void *);
extern const char *const library_start;
extern const char __ehdr_start[] __attribute__((visibility("hidden")));
#include <stdio.h>
#include <unistd.h>
int main(void)
{
    static int object;
    RtValue values[] = {{HTOL_TUPLE_CODE, (unsigned long)main}, {HTOL_TUPLE_CODE, (unsigned long)in_library},
                        {HTOL_TUPLE_POINTER, (unsigned long)&object}};

    hlcov_add(SET, 1, 3, values);
    printf("05 1 4:Q:%lx 4:P:%lx 3:X:%lx\n", (unsigned long)((char *)main - __ehdr_start),
           (unsigned long)((char *)in_library - library_start), (unsigned long)&object);
    in_library((void *)main, __ehdr_start, &object);
    fflush(stdout);
    _exit(0);
}
END
valued 4 64 256 "$work/lib_body.c" >lib.c
valued 5 64 256 "$work/user_body.c" >user.c

# The owner of code is its file, whichever runtime adds it; that of a pointer is the process, which differs between both
# files, because each has its own runtime.
library_and_user()
{
    "$@" -fPIC -shared -I "$top_srcdir" -o libvalued.so lib.c || return 1
    "$@" -I "$top_srcdir" -o user user.c ./libvalued.so || return 1
    forget
    ./user | sort >wanted || return 1
    library=$(tuples | sed -n 's/^04 1 4:\([0-9a-f]*\):.*/\1/p')
    user=$(tuples | sed -n 's/^05 1 4:\([0-9a-f]*\):.*/\1/p')
    tuples | sed "s/ 4:$library:/ 4:P:/; s/ 4:$user:/ 4:Q:/; s/ 3:[0-9a-f]*:/ 3:X:/" >found
    diff wanted found
}

for compiler in gcc clang-19; do
    command -v $compiler >/dev/null || continue
    for linker in $(linkers_of $compiler); do
        for flags in "-O2" "-O2 -flto" "-Wl,--gc-sections"; do
            [ "$linker $flags" != "lld -O2 -flto" ] || continue
            [ "$compiler $flags" != "clang-19 -O2 -flto" ] || continue
            check "library and user: $compiler $linker $flags" library_and_user $compiler -fuse-ld=$linker $flags
        done
    done
done

finish
