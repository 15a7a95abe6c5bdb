# How to build and test GNU findutils: find, xargs, locate. Two of its suites are run by DejaGnu. Sourced by common.sh.

package=findutils
cflags='-O0 -g' # with all criteria optimized builds take several times as long

build()
{
    configure && make -j 2 && make -C tests -j 2 check TESTS=
}

run_tests()
{
    automake_tests -C tests -j 2 check && dejagnu_tests find && dejagnu_tests xargs
}

# dejagnu_tests NAME: what became of each test of the program of that name; fails if none passed.
dejagnu_tests()
{
    make -C "$1/testsuite" check >"$1.log" 2>&1
    grep -hE '^(PASS|FAIL|XFAIL|XPASS|UNTESTED|UNRESOLVED|UNSUPPORTED):' "$1/testsuite/$1.sum" | sort
    grep -q '^PASS:' "$1/testsuite/$1.sum"
}
