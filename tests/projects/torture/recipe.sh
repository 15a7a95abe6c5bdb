# How to build and run tests/torture/torture.c, which is ours, as if it were a project. Sourced by common.sh.

package=torture
cflags='-O2 -g'
own_source=$top_srcdir/tests/torture

build()
{
    $CC $CFLAGS -std=gnu11 -w -c -o torture.o torture.c && $CC -o torture torture.o -lm
}

run_tests()
{
    ./torture
    echo "status $?"
}
