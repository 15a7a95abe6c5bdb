#!/bin/sh
# The sample's own test suite: prints what differs and exits 1 if anything does. It leaves gaps on purpose.
failed=0

expect()
{
    expected=$1
    shift
    got=$(./triangle "$@" 2>&1)
    if [ "$got" != "$expected" ]; then
        echo "triangle $*: got '$got', expected '$expected'"
        failed=1
    fi
}

expect scalene 3 4 5
expect isosceles 2 2 3
expect isosceles 3 2 2
expect equilateral 7 7 7
expect "not a triangle" 0 4 5
expect "not a triangle" 1 2 3
expect "not a triangle" 9 2 3
expect "usage: triangle A B C" 3 4
expect "usage: triangle A B C" 3 4 x
[ $failed -ne 0 ] || echo "triangle: all as expected"
exit $failed
