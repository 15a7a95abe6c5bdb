#!/bin/sh
# What the launcher does not annotate: the compiler runs as if there were no launcher.

. "$(dirname "$0")/common.sh"

cat >a.c <<'END'
int f(int n) { return n && 1; }
END
cp a.c a.cc
cp a.c a.C
cp a.c conftest.c
cp a.c ztest42.c
cp a.c src.i
echo '.globl x
x: .byte 1' >a.s
cp a.s b.S
echo 'int f(int);' >a.h
echo 'int f(int); int main(int n, char **v) { return v && f(n); }' >main.c
gcc -c a.c -o f.o && gcc -c main.c -o main.o
mkdir -p CMakeFiles/CMakeScratch/TryCompile-1 CMakeFiles/3.25.1/CompilerIdC meson-private/tmp1
cp a.c CMakeFiles/CMakeScratch/TryCompile-1/src.c
cp a.c CMakeFiles/3.25.1/CompilerIdC/CMakeCCompilerId.c
cp a.c meson-private/tmp1/testfile.c
cp a.c meson-private/sanitycheckc.c
echo '-E a.c -o a.txt' >args

for command in \
    'gcc -E a.c' 'gcc -E a.c -o a.txt' 'gcc -S a.c' 'gcc -M a.c' 'gcc -MM a.c -MF a.dep' 'gcc -fsyntax-only -Wall a.c' \
    'gcc -c a.s' 'gcc -c b.S' 'gcc -c a.cc' 'gcc -c a.C' 'gcc -c src.i' 'g++ -c a.c' \
    'gcc -x c++ -c a.c' 'gcc -x assembler -c a.s' 'gcc main.o f.o -o prog' 'gcc -shared f.o -o f.so' \
    'gcc -c conftest.c' 'gcc -c ztest42.c -o z.o' 'gcc -c -x c /dev/null -o null.o' 'gcc -c a.c -o /dev/null' \
    'gcc -c CMakeFiles/CMakeScratch/TryCompile-1/src.c' 'gcc -c CMakeFiles/3.25.1/CompilerIdC/CMakeCCompilerId.c' \
    'gcc -c meson-private/tmp1/testfile.c -o t.o' 'gcc meson-private/sanitycheckc.c -c' 'gcc @args' \
    'gcc --version' 'gcc -dumpversion' 'gcc -dumpmachine' 'gcc -print-prog-name=ld' 'gcc -print-search-dirs' 'gcc' \
    'gcc --help' 'gcc -c' 'gcc -o' 'clang-19 -emit-llvm -c a.c -o a.bc' 'clang-19 -print-resource-dir' \
    'ld -r f.o -o g.o'; do
    # shellcheck disable=SC2086
    check "$command" same_all $command
done
check "there is something to compare" [ -s "$work/ours/g.o" ]
check "precompiled header" same_names gcc a.h -o a.h.gch
check "-m32" same_messages gcc -m32 -E a.c

in_copy plain sh -c 'gcc -c -x c - -o a.o <a.c'
in_copy ours sh -c '"$HLCOV" cc gcc -c -x c - -o a.o <a.c'
check "standard input" diff -r "$work/plain" "$work/ours"

# shellcheck disable=SC2016
check "arguments are not changed" [ "$("$HLCOV" cc printf '%s|' '' 'a  b' '*' '$x' "$(printf '\351')" -E a.c)" = \
    "$(printf '%s|' '' 'a  b' '*' '$x' "$(printf '\351')" -E a.c)" ]
check "exit status" [ "$("$HLCOV" cc sh -c 'exit 42'; echo $?)" = 42 ]
check "end by a signal" [ "$("$HLCOV" cc sh -c 'kill -9 $$' 2>"$work/killed"; echo $?)" = 137 ]
check "nothing was registered" [ ! -e "$HLCOV_DIR" ]
check "nothing is left over" nothing_left_over

# All that would mean little if nothing were annotated here.
"$HLCOV" cc gcc -c a.c -o annotated.o
check "another command is not passed through" annotated annotated.o
finish
