#!/bin/sh
# A shared library records in a file of its own: linked, loaded, unloaded and loaded again, in two copies.
. "$(dirname "$0")/../subr.sh"
. "$(dirname "$0")/fixture.sh"

for name in library loader user; do
    plain $name.c >"$work/plain_$name.c"
done
unit 1 100 library.c >"$work/library.c"
unit 2 100 loader.c >"$work/loader.c"
unit 3 100 user.c >"$work/user.c"
mkdir "$work/plainly"

# build COMPILER [FLAG...]: makes $work/lib.so, lib2.so (a copy), loader, user; and all of them plain.
build()
{
    compiler=$1
    shift
    "$compiler" "$@" -fPIC -shared -o "$work/lib.so" "$work/library.c" &&
        "$compiler" "$@" -fPIC -shared -o "$work/plainly/lib.so" "$work/plain_library.c" &&
        cp "$work/lib.so" "$work/lib2.so" &&
        "$compiler" "$@" -o "$work/loader" "$work/loader.c" -ldl &&
        "$compiler" "$@" -o "$work/plain_loader" "$work/plain_loader.c" -ldl &&
        "$compiler" "$@" -o "$work/user" "$work/user.c" "$work/lib.so" &&
        "$compiler" "$@" -o "$work/plain_user" "$work/plain_user.c" "$work/plainly/lib.so"
}

for compiler in gcc clang-19; do
    command -v $compiler >/dev/null || continue
    lto="-flto -O2"
    [ $compiler = gcc ] || lto="$lto --ld-path=$(command -v ld.lld-19)"
    for flags in "-O2" "-O2 -fuse-ld=gold" "-O2 -fuse-ld=lld" "$lto" "-ffunction-sections -Wl,--gc-sections" \
        "-Wl,-z,defs -Wl,-Bsymbolic"; do
        check "$compiler $flags links" build $compiler $flags

        forget
        cp "$work/user" "$work/program"
        cp "$work/plain_user" "$work/plain"
        behaves "$compiler $flags: program and library" "01: 2 20
03: 0" execute
        check "$compiler $flags: two files" test "$(ls "$data" | wc -l)" -eq 2
        "$work/read" "$data"/*.hlb >"$work/read.out"
        check "$compiler $flags: of the library" grep -qx "program $work/lib.so" "$work/read.out"
        check "$compiler $flags: of the program" grep -qx "program $work/program" "$work/read.out"

        forget
        cp "$work/loader" "$work/program"
        cp "$work/plain_loader" "$work/plain"
        behaves "$compiler $flags: loaded three times" "01: 2 11-13
02: 11-13" execute "$work/lib.so" "$work/lib2.so" "$work/lib.so"
        forget
        cp "$work/plain_loader" "$work/program"
        behaves "$compiler $flags: loaded by a plain program" "01: 2 11" execute "$work/lib.so"
    done
done

finish
