#!/bin/sh
# Objects that were made in different ways, or are linked by another driver than their compiler's, hold one
# runtime.
. "$(dirname "$0")/../subr.sh"
. "$(dirname "$0")/fixture.sh"

unit 1 5 main.c >"$work/main.c"
unit 2 9000 other.c >"$work/other.c"
plain main.c >"$work/plain_main.c"
plain other.c >"$work/plain_other.c"
gcc -o "$work/plain" "$work/plain_main.c" "$work/plain_other.c"
expected="01: 0 2-3
02: 8000"

# linked NAME COMMAND...: the command links $work/program.
linked()
{
    name=$1
    shift
    rm -f "$work/program"
    if output=$("$@" -o "$work/program" 2>&1); then
        linked_well "$name" "$expected"
    else
        not_ok "$name" "$output"
    fi
}

cd "$work" || exit 1
gcc -c -O2 main.c -o main.o
gcc -c -O1 other.c -o other.o
linked "C objects linked by g++" g++ main.o other.o
linked "the other order" gcc other.o main.o
linked "objects without -fPIC in a program that is not PIE" gcc -no-pie main.o other.o
ld -r main.o other.o -o both.o
linked "ld -r" gcc both.o
ld -r main.o -o one.o
linked "ld -r of one of them" gcc one.o other.o
ar rc libother.a other.o
linked "an archive" gcc main.o libother.a
gcc -S -O2 main.c -o main.s && gcc -c main.s -o assembled.o
linked "compiled and assembled apart" gcc assembled.o other.o
strip -g main.o -o stripped.o
linked "a stripped object" gcc stripped.o other.o
objcopy --compress-debug-sections main.o copied.o
linked "a copied object" gcc copied.o other.o
gcc -c -O2 -flto main.c -o lto.o
linked "gcc LTO first" gcc -O2 lto.o other.o
linked "gcc LTO last" gcc -O2 other.o lto.o

# A tool chain that is not gcc's: the same runtime, though the text was made by one compiler.
if command -v clang-19 >/dev/null; then
    clang-19 -c -O2 main.c -o clang.o
    linked "one of clang, one of gcc" gcc clang.o other.o
    linked "one of gcc, one of clang" clang-19 other.o clang.o
    clang-19 -c -O2 -fno-integrated-as main.c -o gas.o
    linked "clang with the GNU assembler" gcc gas.o other.o
fi
if command -v clang-19 >/dev/null && command -v ld.lld-19 >/dev/null; then
    most_copies=2 # lld keeps the groups of all that it compiled itself; the first constructor works for all
    for lto in full thin; do
        clang-19 -c -O2 -flto=$lto main.c -o lto.o
        linked "clang LTO $lto first" clang-19 --ld-path="$(command -v ld.lld-19)" -O2 lto.o other.o
        linked "clang LTO $lto last" clang-19 --ld-path="$(command -v ld.lld-19)" -O2 other.o lto.o
    done
    most_copies=1
fi

# The text for compilers that write Intel syntax.
{ "$work/unit" 1 5 "$data" intel && body main.c; } >intel.c
for compiler in gcc clang-19; do
    command -v $compiler >/dev/null || continue
    $compiler -O2 -masm=intel -c intel.c -o intel.o
    linked "$compiler -masm=intel" $compiler intel.o other.o
    $compiler -O2 -masm=intel -S intel.c -o intel.s && $compiler -c intel.s -o intel.o
    linked "$compiler -masm=intel, assembled apart" $compiler intel.o other.o
done

# Both kinds of text made by the other compiler.
if command -v clang-19 >/dev/null; then
    sh "$top_srcdir/rt/carry.sh" clang-19 "$top_srcdir" >carry.c
    gcc -I "$top_srcdir" -o unit "$here/unit.c" carry.c
    unit 1 5 main.c >main.c
    unit 2 9000 other.c >other.c
    linked "the runtime compiled by clang, in gcc's objects" gcc -O2 main.c other.c
    linked "the runtime compiled by clang, in clang's objects" clang-19 -O2 main.c other.c
fi

# What is left undefined must be weak, or the user's link may fail; what is defined must be local. Notes of crashes need
# no more.
ours='hlcov|msan_init|sanitizer_cov|afl_area|environ|auxv|ehdr|_dl_find_object|backtrace|_Unwind|setenv|atfork|dso'
needs()
{
    nm -u "$1" | grep -E "$ours" | sed 's/^ *//' | sort | tr '\n' ' '
}

few="w __afl_area_ptr w __dso_handle w __ehdr_start w __environ w __msan_init w __register_atfork "
few="${few}w __sanitizer_cov_8bit_counters_init w __sanitizer_cov_pcs_init w __sanitizer_cov_trace_pc_guard_init "
few="${few}w __start_hlcov_bits w __stop_hlcov_bits w _dl_find_object w getauxval "
check "the object needs these weak symbols only: $(needs main.o)" \
    test "$(needs main.o)" = "${few}w hlcov_rt_values_start w setenv "
others=$(nm -u main.o | grep -vE "$ours|_GLOBAL_OFFSET_TABLE_" | sed 's/^ *[Uw] //' | sort)
gcc -c -O2 plain_main.c -o plain_main.o
wanted=$(nm -u plain_main.o | grep -v _GLOBAL_OFFSET_TABLE_ | sed 's/^ *[Uw] //' | sort)
check "the object needs nothing else" test "$others" = "$wanted"
sh "$top_srcdir/rt/carry.sh" gcc "$top_srcdir" no >few.c
gcc -I "$top_srcdir" -o few "$here/unit.c" few.c
{ ./few 1 5 "$data" && body main.c; } >few_main.c
gcc -c -O2 few_main.c -o few.o
check "without crash notes: $(needs few.o)" test "$(needs few.o)" = "${few}w hlcov_rt_values_start w setenv "
linked "without crash notes" gcc few.o other.o
readelf_shows()
{
    readelf -sW "$1" | grep -q "$2"
}

defined()
{
    nm -g --defined-only "$1" | awk '$3 !~ /^hlcov_(rt_files|rt_started|rt_untold|dump|test)$/ { print $2, $3 }'
}

check "the object defines nothing that others see" test "$(defined main.o)" = "$(defined plain_main.o)"
for name in hlcov_rt_files hlcov_rt_started hlcov_rt_untold hlcov_dump hlcov_test; do
    check "but $name, hidden" readelf_shows main.o "WEAK *HIDDEN .* $name\$"
done

finish
