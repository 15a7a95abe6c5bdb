# Functions for tests of the launcher, which compare it with the plain compiler. Sourced by each test, it runs nothing
# itself but the change into a private directory.

. "$(dirname "$0")/../subr.sh"

HLCOV_DIR=$work/kept/data
TMPDIR=$work/tmp
export HLCOV_DIR TMPDIR
mkdir "$TMPDIR" "$work/here"
cd "$work/here" || exit 1

# Compilers of this machine that every test of messages and products is done with.
compilers=
for compiler in gcc clang-19; do
    ! command -v $compiler >"$work/which" || compilers="$compilers $compiler"
done

# annotated FILE: it carries tables.
annotated()
{
    readelf -SW "$1" | grep -q '\.hlcov_tab'
}

not_annotated()
{
    [ -e "$1" ] && ! annotated "$1"
}

# in_copy NAME COMMAND...: runs it in a copy of this directory, NAME beside it; its output and status lie there too.
in_copy()
{
    copy=$work/$1
    shift
    rm -rf "$work/copy"
    cp -R "$work/here" "$work/copy"
    (
        cd "$work/copy" || exit 1
        mkdir .result
        "$@" >.result/stdout 2>.result/stderr
        echo $? >.result/status
    )
    rm -rf "$copy"
    mv "$work/copy" "$copy"
}

# compare COMMAND...: runs the compiler's command with and without the launcher, in directories of the same name.
compare()
{
    in_copy plain "$@"
    in_copy ours "$HLCOV" cc "$@"
}

# same_messages COMMAND...: what is printed and the exit status do not depend on the launcher.
same_messages()
{
    compare "$@"
    diff -r "$work/plain/.result" "$work/ours/.result"
}

# same_all COMMAND...: nothing at all does.
same_all()
{
    compare "$@"
    diff -r "$work/plain" "$work/ours"
}

# same_names COMMAND...: files of the same names arise, with the same messages.
same_names()
{
    same_messages "$@" || return 1
    (cd "$work/plain" && find . | sort) >"$work/plain.names"
    (cd "$work/ours" && find . | sort) >"$work/ours.names"
    diff "$work/plain.names" "$work/ours.names"
}

nothing_left_over()
{
    [ -z "$(ls -A "$TMPDIR")" ]
}

# Makes no_clang.so, which, loaded before all else (LD_PRELOAD), keeps libclang from being found.
make_no_clang()
{
    cat >no_clang.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>
void *dlopen(const char *name, int how)
{
    void *(*other)(const char *, int) = (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
    return other(name && strstr(name, "libclang") ? "/nowhere/libclang" : name, how);
}
END
    gcc -shared -fPIC -o no_clang.so no_clang.c
}
