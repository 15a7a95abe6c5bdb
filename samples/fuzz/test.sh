#!/bin/sh
# The sample's own test suite: prints what differs and exits 1 if anything does. It knows no sound packet.
failed=0

expect()
{
    expected=$1
    got=$(printf "$2" | ./packet)
    if [ "$got" != "$expected" ]; then
        echo "packet $2: got '$got', expected '$expected'"
        failed=1
    fi
}

expect "too short" ""
expect "too short" "+12"
expect "damaged" "+120000"
[ $failed -ne 0 ] || echo "packet: all as expected"
exit $failed
