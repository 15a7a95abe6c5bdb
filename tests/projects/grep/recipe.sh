# How to build and test GNU grep; of gnulib's parts the tests of sed's are enough. Sourced by common.sh.

package=grep
cflags='-O0 -g' # with all criteria optimized builds take several times as long

build()
{
    configure && make -j 2 && make -C tests -j 2 check TESTS=
}

# For what it costs: the program alone.
build_program()
{
    configure && make -j 2 -C lib && make -j 2 -C src grep
}

# Not those that are skipped where a machine is too busy.
run_tests()
{
    automake_tests -C tests -j 2 check >all.results || return 1
    (cd tests && grep -l require_timeout_ ./*) | sed 's/^\.\/\(.*\)/: \1$/' >busy
    grep -v -f busy all.results
}
