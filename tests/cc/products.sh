#!/bin/sh
# The launcher and what the compiler writes: the same files under the same names, annotated, that link with anything.

. "$(dirname "$0")/common.sh"

launch()
{
    "$HLCOV" cc "$@"
}

annotated_by()
{
    file=$1
    shift
    rm -f "$file"
    launch "$@" && annotated "$file"
}

mkdir -p sub/deep 'a b'
cat >sub/deep/half.h <<'END'
int half(int n);
END
cat >sub/half.c <<'END'
#include "deep/half.h"
int half(int n) { return n > 2 && n % 2 == 0 ? n / 2 : n; }
END
cat >main.c <<'END'
#include <stdio.h>
#include "sub/deep/half.h"
int main(int argc, char **argv)
{
    if (argc > 1 || !argv)
        puts("arguments");
    printf("%d\n", half(42));
    return 0;
}
END

for compiler in $compilers; do
    for flags in -MD '-MMD -MP' '-MD -MF sub/x.dep' '-MD -MT some:where' '-MD -MQ a$b' '-Wp,-MMD,x.dep' \
        '-Xpreprocessor -MD -Xpreprocessor x.dep' '-MD -o sub/x.o' '-MMD -o x.o -MF y.d'; do
        # shellcheck disable=SC2086
        check "$compiler $flags" same_names $compiler $flags -c sub/half.c
        check "$compiler $flags: dependencies" diff -r -x '*.o' "$work/plain" "$work/ours"
    done
    check "$compiler -MD, linking" same_names $compiler -MD main.c sub/half.c
    check "$compiler -MD, linking: dependencies" diff -r -x a.out "$work/plain" "$work/ours"
    check "$compiler -MD -o, linking" same_names $compiler -MMD main.c sub/half.c -o sub/prog
    check "$compiler --coverage" same_names $compiler --coverage -c sub/half.c
    check "$compiler --coverage -o" same_names $compiler --coverage -c sub/half.c -o sub/x.o
    check "$compiler --coverage, linking" same_names $compiler --coverage main.c sub/half.c -o prog
    check "$compiler -gsplit-dwarf" same_names $compiler -g -gsplit-dwarf -c sub/half.c -o sub/x.o
    check "$compiler -shared" same_names $compiler -shared -fPIC sub/half.c -o libhalf.so
    check "$compiler -flto" same_names $compiler -O2 -flto main.c sub/half.c -o prog

    check "$compiler: compile and link" annotated_by prog $compiler -O2 main.c sub/half.c -o prog
    check "$compiler: the program runs" [ "$(./prog)" = 21 ]
    check "$compiler: compile, link with an object" annotated_by half.o $compiler -c sub/half.c
    check "$compiler: both" annotated_by prog $compiler main.c half.o -o prog
    check "$compiler: the program runs" [ "$(./prog x | tr '\n' ' ')" = "arguments 21 " ]
    check "$compiler: two objects" launch $compiler -c main.c sub/half.c
    check "$compiler: the first" annotated main.o
    check "$compiler: the second" annotated half.o
    check "$compiler: -x c" annotated_by inc.o $compiler -x c -c sub/half.c -x none -o inc.o
    check "$compiler: -include, -imacros" annotated_by half.o $compiler -include stdio.h -imacros limits.h -c sub/half.c
    check "$compiler: -std=c99 -Werror" annotated_by half.o $compiler -std=c99 -Wall -Werror -pedantic -c sub/half.c
    check "$compiler: sanitizers" annotated_by half.o $compiler -fsanitize=address,undefined -c sub/half.c
done

debug_names()
{
    readelf --debug-dump=info "$1" | grep -E 'DW_AT_(name|comp_dir)' | head -2 | sed 's/.*: //' |
        sed "s|$work/[a-z]*|DIR|"
}
for compiler in $compilers; do
    compare $compiler -g -c sub/half.c
    check "$compiler -g: names" [ "$(debug_names "$work/plain/half.o")" = "$(debug_names "$work/ours/half.o")" ]
    check "$compiler -g: there are names" [ -n "$(debug_names "$work/ours/half.o")" ]
    compare $compiler -g "-ffile-prefix-map=sub=SUB" -c sub/half.c
    check "$compiler -ffile-prefix-map" [ "$(debug_names "$work/plain/half.o")" = "$(debug_names "$work/ours/half.o")" ]
done
launch gcc -save-temps -c sub/half.c -o temps.o
check "-save-temps" [ -s temps.s ]

launch gcc -c main.c && launch gcc -c sub/half.c
check "link by ld -r" ld -r main.o half.o -o both.o
check "tables survive it" annotated both.o
check "link by g++" g++ main.o half.o -o prog
check "the program runs" [ "$(./prog)" = 21 ]

odd="$(printf 'a b/it'\''s "q" $x \\ \351.c')"
cp sub/half.c "$odd"
cp -R sub/deep 'a b'
check "odd names" annotated_by 'a b/o o.o' gcc -I'a b' -DX='"a b"' -c "$odd" -o 'a b/o o.o'
check "odd names, no -o" annotated_by "$(basename "$odd" .c).o" gcc -c "$odd"
check "odd names, dependencies" same_names gcc -MD -c "$odd"
printf '%s\n' "-c 'a b/space d.c'" '-DX=\"y\" -I.' >args
cp sub/half.c 'a b/space d.c'
check "response file" annotated_by "space d.o" gcc @args

cat >kept.c <<'END'
int kept(int a, int *p) { return (2 ?: a) + __atomic_fetch_add(p, a ?: 1, 0) + (a ?: 3); }
END
check "c ?: b, constant and where nothing may be inserted" annotated_by kept.o gcc -c kept.c

# Not UTF-8: the name of a source is bytes.
latin=$(printf 'caf\351')
cp sub/half.c "$latin.c"
check "a name that is not UTF-8" annotated_by "$latin.o" gcc -Isub -c "$latin.c"
mkdir same && sed 's/half(/third(/; s/deep/..\/sub\/deep/' sub/half.c >same/half.c
check "sources of the same name" annotated_by x.so gcc -shared -fPIC sub/half.c same/half.c -o x.so
check "both are in it" [ "$(nm x.so | grep -cE ' T (half|third)$')" = 2 ]
printf 'const char *f(int n) { return n && 1 ? "\351" : ""; }\n' >latin.c
check "-finput-charset" annotated_by latin.o gcc -finput-charset=latin1 -c latin.c
check "-finput-charset: once" sh -c "LC_ALL=C grep -q '$(printf '\303\251')' latin.o"

# To gcc that chooses what to inline, an atomic store is a call.
lines()
{
    launch gcc -O2 "$@" -c -Isub sub/half.c -o half.o -Wa,-al=half.list && grep -c 'movb \$1,[0-9]*+hlcov_u' half.list
}
if [ "$(uname -m)" = x86_64 ]; then
    check "slots are set by lines of assembler" [ "$(lines)" = 3 ]
    check "but not in Intel's syntax" [ "$(lines -masm=intel)" = 0 ]
fi
cp sub/half.c 'sub/a "half".c'
check "a name that has quotes" annotated_by quoted.o gcc -O2 -c 'sub/a "half".c' -Isub -o quoted.o

echo 'int data = 1;' >data.c
check "nothing to annotate" same_all gcc -c data.c
check "nothing to annotate beside something" annotated_by x.so gcc -shared -fPIC data.c sub/half.c -o x.so
mkdir bin && printf '#!/bin/sh\nexec "$@"\n' >bin/ccache && chmod +x bin/ccache
check "behind ccache" annotated_by half.o bin/ccache gcc -c sub/half.c

check "tables are registered" [ "$(ls "$HLCOV_DIR/tables" | grep -c '^[0-9a-f]\{32\}\.hlt$')" -gt 1 ]
check "and nothing else is there" [ "$(ls "$HLCOV_DIR/tables" | grep -vc '^[0-9a-f]\{32\}\.hlt$')" = 0 ]
check "nothing is left over" nothing_left_over
check "no notes" [ ! -e "$HLCOV_DIR/notes.log" ]
finish
