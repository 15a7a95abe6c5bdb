#!/bin/sh
# The launcher and the compiler's messages: those of the user's text once and unchanged, and none about ours.

. "$(dirname "$0")/common.sh"

cat >good.c <<'END'
int f(int a, int b) { return a && b; }
END
cat >warning.c <<'END'
#warning this is the text
#ifndef _FORTIFY_SOURCE
#endif
int f(int a) { int b; if (a = 1) return 2; return a == 1 & 2; }
int g(void) { return h(); }
END
cat >pragma.c <<'END'
#pragma message "to whom it may concern"
#pragma unheard of
int f(int a, int b) { return a && b; }
END
cat >error.c <<'END'
int f(int a) { return a +; }
int g(int a) { return b; }
END
cat >missing.c <<'END'
#include "missing.h"
int f(int a) { return a && 1; }
END
cat >directive.c <<'END'
#if 1 +
#endif
#error stop
int f(int a) { return a && 1; }
END

for compiler in $compilers; do
    flags="$compiler -Wparentheses -Wno-error=implicit-function-declaration"
    check "$compiler: no message" same_messages $compiler -Wall -Wextra -c good.c
    check "$compiler: warnings" same_messages $flags -c warning.c
    check "$compiler: they were warnings" grep -q 'this is the text' "$work/plain/.result/stderr"
    check "$compiler: what warns is annotated" annotated "$work/ours/warning.o"
    check "$compiler: warnings when linking" same_messages $flags -shared -fPIC warning.c good.c -Wl,-z,muldefs -o x.so
    check "$compiler: pragmas" same_messages $compiler -Wall -c pragma.c
    check "$compiler: pragmas when linking" same_messages $compiler -Wall -shared -fPIC pragma.c -o x.so
    check "$compiler: -w" same_messages $compiler -w -Wno-everything -c warning.c
    check "$compiler: -Werror" same_all $flags -Werror -c warning.c
    check "$compiler: -Werror failed" grep -qx 1 "$work/ours/.result/status"
    check "$compiler: -Werror=cpp" same_all $flags -Werror=cpp -Werror='#warnings' -c warning.c
    check "$compiler: -pedantic-errors" same_all $compiler -std=c99 -pedantic-errors -c warning.c
    check "$compiler: error in the text" same_all $compiler -Wall -c error.c
    check "$compiler: error in the text, dependency file" same_all $compiler -MD -c error.c -o sub.o
    check "$compiler: error when linking" same_all $compiler good.c error.c -o prog
    check "$compiler: missing header" same_all $compiler -c missing.c
    check "$compiler: missing source" same_all $compiler -c nowhere.c
    check "$compiler: wrong directives" same_all $compiler -c directive.c
    check "$compiler: unknown option" same_all $compiler -funheard-of -c good.c
    check "$compiler: one -o for two objects" same_all $compiler -c good.c error.c -o x.o
    check "$compiler: input that is not used" same_messages $compiler -c good.c -lm
    check "$compiler: headers named by -H" same_messages $compiler -H -c missing.c
done
echo 'int f(int); int main(int n, char **v) { return v && f(n); }' >undefined.c
compare gcc undefined.c -o prog
check "undefined symbol: status" diff "$work/plain/.result/status" "$work/ours/.result/status"
check "undefined symbol: once" [ "$(grep -c "undefined reference to .f'" "$work/ours/.result/stderr")" = 1 ]
cat >linker.c <<'END'
#include <stdio.h>
int main(void) { return tmpnam(NULL) && 1; }
END
compare gcc linker.c -o prog
check "warning of the linker" [ "$(grep -c 'is dangerous' "$work/ours/.result/stderr")" = 1 ]
check "nothing is left over" nothing_left_over
[ ! -e "$HLCOV_DIR/notes.log" ] || notes=$(cat "$HLCOV_DIR/notes.log")
check "no notes" [ -z "$notes" ]
finish
