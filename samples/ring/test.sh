#!/bin/sh
# The sample's own test suite: prints what differs and exits 1 if anything does. What it cannot reach, comments in the
# source justify.
failed=0

expect()
{
    expected=$1
    shift
    got=$(./ring "$@" 2>&1 | tr '\n' ' ')
    if [ "$got" != "$expected" ]; then
        echo "ring $*: got '$got', expected '$expected'"
        failed=1
    fi
}

expect ""
expect "1 " 1 -
expect "empty " -
expect "1 2 empty " 1 2 - - -
expect "full " 1 2 3 4 5
expect "1 2 3 4 5 " 1 2 3 4 - 5 - - - -
[ $failed -ne 0 ] || echo "ring: all as expected"
exit $failed
