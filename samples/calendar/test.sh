#!/bin/sh
# The sample's own test suite: prints what differs and exits 1 if anything does. It leaves gaps on purpose.
failed=0

expect()
{
    expected=$1
    shift
    got=$(./calendar "$@" 2>&1)
    if [ "$got" != "$expected" ]; then
        echo "calendar $*: got '$got', expected '$expected'"
        failed=1
    fi
}

expect "Saturday, day 325 of 365" 2026-11-21
expect "Thursday, day 60 of 366" 2024-02-29
expect "Saturday, day 1 of 365" 1583-01-01
expect "calendar: there is no 2023-02-29" 2023-02-29
expect "calendar: there is no 2023-13-01" 2023-13-01
expect "calendar: there is no 1066-10-14" 1066-10-14
expect "53 times Monday" 2024 Mon
expect "52 times Friday" 2023 Friday
expect "usage: calendar YYYY-MM-DD | calendar YYYY WEEKDAY" 2023 T
expect "usage: calendar YYYY-MM-DD | calendar YYYY WEEKDAY"
[ $failed -ne 0 ] || echo "calendar: all as expected"
exit $failed
