#!/bin/sh
# What is installed is complete and works where it is, without the checkout; uninstalling leaves nothing behind. It
# looks only at what make installs, not at packages. With arguments these tests are run against the installed copy.
#
# usage: tests/house/install.sh [TEST...]

. "$(dirname "$0")/../subr.sh"

prefix=$work/prefix
installed=$prefix/bin/hlcov

in_build()
{
    env -u MAKEFLAGS -u MAKELEVEL make -s -C "$top_builddir" "$1" prefix="$prefix"
}

check "make install" in_build install
check "the command runs" "$installed" --version

headers()
{
    flags=$(PKG_CONFIG_PATH=$prefix/share/pkgconfig pkg-config --cflags hlcov) && echo "$flags" &&
        [ "${flags% }" = "-I$prefix/include" ] && [ -f "$prefix/include/hlcov/record.h" ]
}
check "pkg-config --cflags hlcov" headers

pages()
{
    for page in "$top_srcdir"/man/*.[137]; do
        cmp "$page" "$prefix/share/man/man${page##*.}/$(basename "$page")" || return 1
    done
}
check "all man pages" pages

# By name, as who has no checkout asks for it.
topic()
{
    "$installed" help tutorial | grep HLCOV-TUTORIAL
}
check "a topic is shown" topic

completions()
{
    bash -n "$prefix/share/bash-completion/completions/hlcov" && zsh -n "$prefix/share/zsh/site-functions/_hlcov" &&
        fish --no-execute "$prefix/share/fish/vendor_completions.d/hlcov.fish"
}
check "completion for three shells" completions

build_systems()
{
    for file in cmake/hlcov/hlcov-config.cmake cmake/hlcov/hlcov.cmake aclocal/hlcov.m4 hlcov/hlcov.mk \
        meson/native/hlcov; do
        [ -s "$prefix/share/$file" ] || { echo "$file"; return 1; }
    done
}
check "files for build systems" build_systems

documents()
{
    for document in README.md LICENSE CRITERIA.md HTOL.md FORMATS.md; do
        [ -s "$prefix/share/doc/hlcov/$document" ] || { echo "$document"; return 1; }
    done
}
check "the documents" documents

mkdir "$work/program" && cd "$work/program" || exit 1
cat >program.c <<'END'
#include <hlcov/labels.h>
#include <hlcov/record.h>
int main(int count, char **words)
{
    hlcov_test("one");
    pc_label(count > 1, 1, "WM");
    return count > 1 && **words ? 1 : 0;
}
END
measured()
{
    HLCOV_DIR=$work/data
    export HLCOV_DIR
    flags=$(PKG_CONFIG_PATH=$prefix/share/pkgconfig pkg-config --cflags hlcov)
    "$installed" cc gcc $flags -o program program.c && ./program &&
        "$installed" report --details >report && cat report && [ ! -e "$HLCOV_DIR/notes.log" ] &&
        grep -q '^STMT .* 2/2 ' report && grep -q '^USER .* 0/1 ' report
}
check "a program that includes its headers is measured" measured

passes()
{
    HLCOV=$installed "$top_srcdir/tests/run" "$@"
}
cd "$top_srcdir" || exit 1
[ $# -gt 0 ] || set -- tests/spec/run.py tests/golden/run.sh
check "tests pass with it: $*" passes "$@"

check "make uninstall" in_build uninstall
left_over()
{
    find "$prefix" -type f >"$work/left"
    cat "$work/left"
    [ ! -s "$work/left" ]
}
check "nothing is left" left_over
finish
