#!/bin/sh
# Runs the tests of the projects named, or of all of them, with all criteria recorded, and writes their rows of
# RESULTS.md. What is tested of a project is in common.sh. The last line says how many passed.
#
# usage: tests/projects/run.sh [NAME...]

here=$(cd "$(dirname "$0")" && pwd)
CRITERIA=${CRITERIA-all}
TABLE=$here/RESULTS.md
export CRITERIA TABLE
all="zlib lua gzip bzip2 sqlite jansson cmark fribidi libpng libevent mbedtls sed grep findutils libxml git"
[ $# -gt 0 ] || set -- $all

passed=0
failed=
for name; do
    if timeout 14400 "$here/project.sh" "$name"; then
        passed=$((passed + 1))
    else
        failed="$failed $name"
    fi
done
echo "$passed projects passed${failed:+, failed:$failed}"
[ -z "$failed" ]
