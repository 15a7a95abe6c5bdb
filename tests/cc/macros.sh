#!/bin/sh
# Macros in the C of users' labels: they mean what they mean at the end of the unit.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/subr.sh"

export HLCOV_DIR="$work/data"
cd "$work" || exit 1
mkdir include
cat >include/more.h <<'END'
#define TWICE(x) (2 * (x))
END
cat >prog.c <<'END'
#include <limits.h>
#include <stddef.h>
#include "include/more.h"
#define NAME(x) #x

int f(const char *p, int n)
{
    int NULLs = 3;
    //! label Null : p != NULL && n < INT_MAX
    //! label Twice { t = TWICE(n), s = sizeof NAME(some text) } : TWICE(n) == LIMIT
    //! label Member : NULLs == 3
    return p != NULL ? n : TWICE(n);
}

int main(int argc, char **argv)
{
    return f(argv[argc], 3) - f("", 3) - 3;
}
END
cat >at.htol <<'END'
label Back at f@return { r = \result, limit = INT_MAX } : \result < INT_MAX;
label Broken at f@entry : TWICE(;
label Wrong at f@entry : TWICE(nosuch) > 1;
END

for compiler in gcc clang-19; do
    rm -rf data
    check "$compiler: the program is built" \
        sh -c '"$HLCOV" cc --objectives at.htol '"$compiler"' -DLIMIT=6 -MD -o prog prog.c 2>messages'
    check "$compiler: and is the same" ./prog
    "$HLCOV" report --details --criteria USER >report
    check "$compiler: NULL, INT_MAX" grep -q '^covered  *Null ' report
    check "$compiler: a macro with arguments, one from the command line, #" \
        grep -q '^covered  *Twice .*t=6 s=10' report
    check "$compiler: a longer name is another" grep -q '^covered  *Member ' report
    check "$compiler: the result stays" grep -q '^covered  *Back .*limit=2147483647' report
    check "$compiler: a fault has the place of its text" grep -q '^at.htol:3:26: error: Wrong: ' messages
    check "$compiler: one more" grep -q '^at.htol:2:[0-9]*: error: .*(. is never closed' messages
    check "$compiler: dependencies are those of the source" sh -c '! grep -q labels *.d'
done

echo 'int g(int x) { //! label L : x > 0
return x; }
int main(void) { return g(0); }' >plain.c
cat plain.c >self.c
printf '#ifdef __INCLUDE_LEVEL__\n#if __INCLUDE_LEVEL__ > 0\n#error included\n#endif\n#endif\n' >>self.c
check "a source that cannot be included is measured without macros" \
    \
    sh -c '"$HLCOV" cc gcc -o self self.c && ./self &&
    "$HLCOV" report --details --criteria USER | grep -q "^uncovered  *L "'
finish
