#!/bin/sh
# Other releases of libclang than the one that hlcov is built with: what sees libclang is compiled for them, and hlcov
# linked with it; sources then have the same objectives, and a program the same scores.
. "$(dirname "$0")/../subr.sh"

# The value of a variable of the makefile.
makes()
{
    env -u MAKEFLAGS -u MAKELEVEL make -s -C "$top_builddir" --eval='print-value: ; @echo $($(NAME))' \
        print-value NAME="$1"
}

# build VERSION: hlcov and hlcov-more below $work/VERSION.
build()
{
    place=/usr/lib/llvm-$1
    mkdir -p "$work/$1" && cd "$top_builddir" || return 1
    name=$(objdump -p "$place/lib/libclang.so" | sed -n 's/^ *SONAME *//p')
    for source in "$top_srcdir"/annot/tree/*.c; do
        gcc -std=gnu11 -Wall -Wextra -Werror -D_GNU_SOURCE -I"$top_srcdir" $glib -I"$place/include" \
            -DLIBCLANG="\"$name\"" -DLIBCLANG_DIR="\"$place/lib\"" -O0 -c "$source" \
            -o "$work/$1/$(basename "$source" .c).o" || return 1
    done
    for program in hlcov hlcov_more; do
        gcc -o "$work/$1/$(echo $program | tr _ -)" $(makes am_${program}_OBJECTS | sed 's/\$(OBJEXT)/o/g') \
            "$work/$1"/*.o $(makes ${program}_LDADD) || return 1
    done
}

# The release that it opens.
opens()
{
    "$work/$1/hlcov" --version --verbose | grep "^parses C by .*version $1\."
}

# annotated HLCOV OUT: the objectives of sources of many kinds.
annotated()
{
    for source in "$top_srcdir"/samples/*/*.c "$top_srcdir"/htol/judge/e*.c \
        "$top_srcdir"/tests/torture/*.c; do
        echo "$source"
        "$1" annotate --criteria=all "$source" -- -D_GNU_SOURCE -I"$top_srcdir" $glib 2>&1
    done >"$2"
    wc -l "$2"
    [ "$(wc -l <"$2")" -gt 3000 ]
}

same_objectives()
{
    annotated "$work/$1/hlcov" "$work/$1.objectives" || return 1
    diff "$work/objectives" "$work/$1.objectives" | head -20 >"$work/differs"
    cat "$work/differs"
    [ ! -s "$work/differs" ]
}

# scored HLCOV OUT: of a sample that is built and tested.
scored()
{
    rm -rf "$work/sample" && cp -R "$top_srcdir/samples/triangle" "$work/sample" && cd "$work/sample" &&
        make -s test CC="$1 cc --criteria=all gcc" >/dev/null && "$1" report --details >"$2"
}

same_scores()
{
    scored "$work/$1/hlcov" "$work/$1.scores" && diff "$work/scores" "$work/$1.scores"
}

glib=$(makes GLIB_CFLAGS)
check "the objectives of the usual release" annotated "$HLCOV" "$work/objectives"
check "its scores" scored "$HLCOV" "$work/scores"
for version in 14 16; do
    if [ ! -e "/usr/lib/llvm-$version/lib/libclang.so" ]; then
        skip "libclang $version" "it is not installed"
        continue
    fi
    check "hlcov is built with libclang $version" build $version
    check "libclang $version is opened" opens $version
    check "libclang $version: the same objectives" same_objectives $version
    check "libclang $version: the same scores" same_scores $version
done
finish
