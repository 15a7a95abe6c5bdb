#!/bin/sh
# include/hlcov/labels.h: LTest's labels compile without a warning, and leave nothing in programs, with hlcov cc and
# without; what changes something is never evaluated. What hlcov records of them is tested in ltest.sh.
. "$(dirname "$0")/common.sh"

# As LAnnotate writes it: with a definition of its own, unless there is one. The program prints whether a label was
# evaluated.
cat >program.c <<'END'
extern int printf(const char *, ...);

#ifndef pc_label
#error -include hlcov/labels.h has no effect
#endif

static int evaluated;

static int look(int value)
{
    evaluated++;
    return value;
}

static int classify(int a, int b, const char *text, double x)
{
    pc_label(a == b && look(a), 1, "CC");
    pc_label(text, 2);
    pc_label(x);
    pathcrawler_label(x, 12);
    pc_label_bindings(a == b, 3, "CACC", 1, 1, "pa", a == b || look(b));
    pc_label_bindings(!(a == b), 4, "CACC", 1, 3, "pb", a == b, "text", text, "x", x);
    pc_label_sequence(1, 5UL, 1, 2, "4062", 0);
    pc_label_sequence_condition(look(0), "4062");
    if (a == b)
        pc_label(1, 6, "FC");
    else
        pc_label(a / (a - a), 7, "FC");
    pc_label_sequence(1, 5UL, 2, 2, "4062", 0);
    return a == b;
}

int main(void)
{
    int same = classify(3, 3, "", 0) + classify(3, 4, 0, 1);
    printf("%d %d\n", same, evaluated);
    return 0;
}
END

# Unused functions and variables are what a label without hlcov leaves.
warnings="-Wall -Wextra -pedantic -Werror -Wno-unused -Wno-unused-parameter"
warnings="$warnings -Wstrict-prototypes -Wredundant-decls -Wmissing-prototypes"
include="-I $top_srcdir/include -include hlcov/labels.h"

# behaves COMPILER OPTION...
behaves()
{
    rm -f program
    "$@" $warnings $include -O0 -o program program.c >"$work/out" 2>&1 || { cat "$work/out"; return 1; }
    cat "$work/out"
    ! grep -v "error: .*: calls look, " "$work/out" && [ "$(./program)" = "1 0" ] && ! nm program | grep ltest
}

covered()
{
    behaves "$HLCOV" cc "$1" && annotated program
}

for compiler in $compilers; do
    for std in c99 c11 gnu17; do
        check "$compiler -std=$std" behaves "$compiler" -std=$std
        check "$compiler -std=$std, as hlcov cc preprocesses" behaves "$compiler" -std=$std -D__HLCOV__
    done
    check "hlcov cc $compiler" covered "$compiler"
done

# A marker is a call, of a function by which it can be told, in an operand that is not evaluated.
marks()
{
    echo "$1;" | gcc -E -P -D__HLCOV__ $include - | tail -n 1 >"$work/out"
    cat "$work/out"
    [ "$(cat "$work/out")" = "((void)sizeof($2));" ]
}

check "pc_label" marks 'pc_label(a, 1, "CC")' 'hlcov_ltest_label(0, a, 1, "CC")'
check "pc_label_bindings" marks 'pc_label_bindings(a, 1, "T", 2, 1, "v", b)' \
    'hlcov_ltest_bindings(0, a, 1, "T", 2, 1, "v", b)'
check "pc_label_sequence" marks 'pc_label_sequence(1, 3UL, 1, 2, "7", 0)' \
    'hlcov_ltest_sequence(0, 1, 3UL, 1, 2, "7", 0)'
check "pathcrawler_label" marks 'pathcrawler_label(a)' 'hlcov_ltest_unnumbered(0, a)'
check "pc_label_sequence_condition" marks 'pc_label_sequence_condition(0, "7")' \
    'hlcov_ltest_sequence_condition(0, 0, "7")'

# Labels that something else has defined are replaced, and the header may be included again.
echo '#define pc_label(...) wrong
#include <hlcov/labels.h>
#include <hlcov/labels.h>
int f(int a) { pc_label(a, 1, "CC"); return a; }' >again.c
check "included twice, after other definitions" gcc -Wall -Werror -I "$top_srcdir/include" -c again.c
finish
