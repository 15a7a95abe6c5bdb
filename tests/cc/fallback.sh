#!/bin/sh
# The launcher in trouble: the build goes on as it would without it, and a note says what was not annotated.

. "$(dirname "$0")/common.sh"

cat >a.c <<'END'
int f(int n) { return n && 1; }
END

# wrapper NAME BODY: a compiler that runs BODY before gcc.
wrapper()
{
    printf '#!/bin/sh\n%s\nexec gcc "$@"\n' "$2" >"$1"
    chmod +x "$1"
}

notes()
{
    [ ! -e "$HLCOV_DIR/notes.log" ] || cat "$HLCOV_DIR/notes.log"
}

# falls_back NAME PATTERN: the compiler NAME builds a plain object all the same, and one note matches PATTERN.
falls_back()
{
    rm -rf a.o "$HLCOV_DIR"
    "$HLCOV" cc "./$1" -c a.c >"$work/stdout" 2>"$work/stderr" || return 1
    cat "$work/stdout" "$work/stderr"
    not_annotated a.o && [ ! -s "$work/stdout" ] && [ ! -s "$work/stderr" ] || return 1
    notes
    [ "$(notes | grep -c '')" = 1 ] && notes | grep -q "$2" && nothing_left_over
}

wrapper no-text 'case "$*" in *.i\ *) echo "note: x" >&2; echo "a.i:1: error: that text" >&2; exit 1;; esac'
check "annotated text does not compile" falls_back no-text \
    "in $PWD: not annotated: ./no-text -c a.c: cannot be compiled when annotated: a.i:1: error: that text\$"
check "no table is registered" [ ! -e "$HLCOV_DIR/tables" ]
wrapper no-check 'case "$*" in *-fsyntax-only*) echo "error: no check" >&2; exit 3;; esac'
check "there is no check" falls_back no-check 'has errors: error: no check$'
wrapper no-cpp 'case "$*" in *-E*) exit 1;; esac'
check "there is no preprocessing" falls_back no-cpp 'cannot be preprocessed: no message$'
wrapper killed 'case "$*" in *.i\ *) kill -9 $$;; esac'
check "the compiler is killed once" falls_back killed 'cannot be compiled when annotated'
wrapper always-killed 'case "$*" in *.i\ *|"-c a.c") kill -9 $$;; esac'
check "the compiler is killed always" [ "$("$HLCOV" cc ./always-killed -c a.c; echo $?)" = 137 ]
wrapper fails 'case "$*" in "-c a.c") exit 7;; *.i\ *) exit 1;; esac'
check "the plain compiler fails, too" [ "$("$HLCOV" cc ./fails -c a.c; echo $?)" = 7 ]
check "that is not worth a note" [ "$(notes | grep -c ./fails)" = 0 ]

check "a machine without libclang" make_no_clang
wrapper plain ''
without_clang()
{
    (LD_PRELOAD=$PWD/no_clang.so && export LD_PRELOAD && falls_back plain 'libclang cannot be loaded: ')
}
check "builds plain objects" without_clang

# 60 calls inside each other; clang takes 256 brackets unless it is told to take more, and our text has more.
{
    echo 'int deep(int a) { return '
    for _ in $(seq 60); do printf 'deep(a + '; done
    printf 1
    for _ in $(seq 60); do printf ')'; done
    echo '; }'
} >deep.c
rm -rf "$HLCOV_DIR"
# annotates COMMAND...: without a note.
annotates()
{
    rm -f deep.o
    "$HLCOV" cc --criteria=all "$@" -c deep.c && annotated deep.o && [ -z "$(notes)" ]
}
for compiler in $compilers; do
    check "$compiler, brackets deep in each other" annotates "$compiler"
done

rm -rf "$HLCOV_DIR" a.o
check "no space for temporary files" env TMPDIR=/proc/nowhere "$HLCOV" cc gcc -c a.c
check "the object is there" [ -s a.o ]
check "and the note" [ "$(notes | grep -c nowhere)" = 1 ]
: >file
rm -f a.o
check "the data directory cannot be made" env HLCOV_DIR="$PWD/file/data" "$HLCOV" cc gcc -c a.c
check "it is annotated all the same" annotated a.o
check "the file in its way is as it was" [ ! -s file ]
if [ "$(id -u)" != 0 ]; then
    mkdir "$work/locked" && chmod 555 "$work/locked" && rm -f a.o
    check "read-only data directory" env HLCOV_DIR="$work/locked" "$HLCOV" cc gcc -c a.c
    check "it is annotated all the same" annotated a.o
else
    skip "read-only data directory" "the superuser may write everywhere"
fi
check "no such compiler" [ "$("$HLCOV" cc ./nowhere -c a.c 2>"$work/stderr"; echo $?)" = 127 ]
check "it is said" grep -qx 'hlcov cc: ./nowhere: No such file or directory' "$work/stderr"

# interrupted SIGNAL: ends, with its compiler and without leaving anything.
interrupted()
{
    rm -f a.o started
    start=$(date +%s)
    "$HLCOV" cc ./slow -c a.c 2>"$work/stderr" &
    launcher=$!
    for _ in $(seq 500); do
        [ -e started ] || sleep 0.02
    done
    kill -"$1" $launcher
    wait $launcher
    [ $? = "$2" ] && [ $(($(date +%s) - start)) -lt 20 ] || return 1
    slow=$(cat started)
    ! kill -0 "$slow" 2>"$work/stderr" && [ ! -e a.o ] && nothing_left_over
}
# shellcheck disable=SC2016
wrapper slow 'case "$*" in *.i\ *) echo $$ >started.new; mv started.new started; exec sleep 60;; esac'
check "SIGTERM" interrupted TERM 143
check "SIGHUP" interrupted HUP 129
finish
