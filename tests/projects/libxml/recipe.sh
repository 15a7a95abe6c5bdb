# How to build and test libxml2: Automake and Libtool, a version script, generated tests of the whole API. Sourced by
# common.sh.

package=libxml2
cflags='-O0 -g' # with all criteria optimized builds take several times as long

programs='runtest testrecurse testapi testchar testdict testRegexp testAutomata testXPath'

build()
{
    configure --without-python --without-lzma --without-icu --without-zlib && make -j 2 && make -j 2 $programs &&
        make -C doc/examples tests
}

# Debian's source has few of the documents that its tests read; those of its manual are read instead.
run_tests()
{
    for program in testrecurse testapi testchar testdict; do
        echo "== $program"
        ./$program 2>&1
    done
    make -s -C doc/examples tests 2>&1
    for document in test/*/*.xml python/tests/*.xml doc/*.xml doc/*.html doc/examples/*.xml; do
        echo "== $document"
        told ./xmllint --noout "$document"
        told ./xmllint --html --format "$document"
        told ./xmllint --c14n "$document"
        told ./xmllint --stream --walker "$document"
        told ./xmllint --sax "$document"
        told ./xmllint --noout --debug "$document"
    done
    ./xmllint --noout --schema test/schemas/issue491_0.xsd test/schemas/issue491_0.xml 2>&1
    ./xmllint --shell doc/examples/tst.xml <test/scripts/long_command.script 2>&1
    for pattern in 'a*b' '(a|b)+c{2,4}' '[a-z]+[0-9]?' '((a'; do
        ./testRegexp "$pattern" ab aacc abcccc x9 '' 2>&1
    done
}

told()
{
    "$@" 2>&1 | cksum
}
