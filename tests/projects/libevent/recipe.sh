# How to build and test libevent: Automake and Libtool, threads, forks and signals. Sourced by common.sh.

package=libevent
cflags='-O0 -g' # with all criteria optimized builds take several times as long

build()
{
    configure --disable-openssl && make -j 2
}

# Not its tests of names in the network and of the precision of clocks.
run_tests()
{
    for program in eof closed weof changelist fdleak; do
        test/test-$program >test-$program.log 2>&1
        echo "test-$program: status $?"
    done
    test/regress main/.. evbuffer/.. bufferevent/.. evtag/.. util/.. listener/.. rpc/.. http/.. thread/.. et/.. \
        :util/monotonic_prc :util/monotonic_res >tests.log 2>&1
    sed -n -e 's/^\([a-z]*\/[^:]*\): .*\(OK\|SKIPPED\|DISABLED\)$/\2: \1/p' -e 's/^  \[\(.*\) FAILED\]$/FAILED: \1/p' \
        tests.log
}
