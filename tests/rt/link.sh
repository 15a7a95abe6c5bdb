#!/bin/sh
# Every way to link a program of two annotated units records all that happened before a SIGKILL: compilers,
# linkers, kinds of programs, link-time optimization.
. "$(dirname "$0")/../subr.sh"
. "$(dirname "$0")/fixture.sh"

unit 1 5 main.c >"$work/main.c"
unit 2 9000 other.c >"$work/other.c"
plain main.c >"$work/plain_main.c"
plain other.c >"$work/plain_other.c"
expected="01: 0 2-3
02: 8000"

# link NAME COMPILER [FLAG...]: compiles both units by one command; the plain program is the yardstick.
link()
{
    name=$1
    compiler=$2
    shift 2
    rm -f "$work/program" "$work/plain"
    if ! output=$("$compiler" "$@" -o "$work/program" "$work/main.c" "$work/other.c" 2>&1); then
        not_ok "$name" "$output"
        return
    fi
    "$compiler" "$@" -o "$work/plain" "$work/plain_main.c" "$work/plain_other.c"
    linked_well "$name" "$expected"
}

# Linkers that the compiler can use here.
linkers_of()
{
    for linker in bfd gold lld; do
        echo 'int main(void) { return 0; }' |
            "$1" -fuse-ld=$linker -x c -o "$work/probe" - 2>/dev/null && echo $linker
    done
}

for compiler in gcc clang-19; do
    if ! command -v $compiler >/dev/null; then
        skip "$compiler" "not installed"
        continue
    fi
    for linker in $(linkers_of $compiler); do
        for kind in -pie -no-pie -static -static-pie; do
            [ $linker$kind != gold-static-pie ] || continue # unknown to gold
            link "$compiler $linker $kind" $compiler -O2 -fuse-ld=$linker $kind -fPIE
        done
        link "$compiler $linker --gc-sections" $compiler -O2 -ffunction-sections -fdata-sections \
            -fuse-ld=$linker -Wl,--gc-sections
        [ $linker != gold ] || continue
        link "$compiler $linker no separate code" $compiler -fuse-ld=$linker -Wl,-z,noseparate-code \
            -Wl,-z,norelro
    done
    for flags in "-O0 -g" "-O3 -g3" "-std=c89 -Os" "-ffreestanding -fno-pic -no-pie" \
        "-fstack-protector-all -D_FORTIFY_SOURCE=2 -O2" "-fcf-protection=full" \
        "-fvisibility=hidden -fno-common -pipe" "-save-temps=obj"; do
        link "$compiler $flags" $compiler $flags
    done
done

for linker in bfd gold; do
    link "gcc -flto $linker" gcc -O2 -flto -fuse-ld=$linker
    link "gcc -flto $linker, many partitions" gcc -O2 -flto -flto-partition=max -fuse-ld=$linker
    link "gcc -flto $linker -static" gcc -O2 -flto -fuse-ld=$linker -static
done
link "gcc fat LTO objects" gcc -O2 -flto -ffat-lto-objects
link "gcc fat LTO objects linked without LTO" gcc -O2 -flto -ffat-lto-objects -fno-use-linker-plugin -fno-lto
if command -v clang-19 >/dev/null && command -v ld.lld-19 >/dev/null; then
    most_copies=2 # lld keeps the groups of all that it compiled itself; the first constructor works for all
    for lto in full thin; do
        flags="-O2 -flto=$lto --ld-path=$(command -v ld.lld-19)"
        link "clang-19 -flto=$lto lld" clang-19 $flags
        link "clang-19 -flto=$lto lld --gc-sections" clang-19 $flags -Wl,--gc-sections
    done
else
    skip "clang-19 LTO" "ld.lld-19 is not installed"
fi

finish
