# How to build and test GNU sed, with the tests of the parts of gnulib that it uses. Sourced by common.sh.

package=sed
cflags='-O0 -g' # with all criteria optimized builds take several times as long

build()
{
    configure --disable-dependency-tracking && make -j 2 && make -j 2 check TESTS=
}

# Without the test that reads what a call has left on the stack: that is undefined, and calls that record write there.
run_tests()
{
    automake_tests -j 2 check | grep -v ': test-explicit_bzero$'
}
