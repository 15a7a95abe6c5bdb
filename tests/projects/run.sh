#!/bin/sh
# Runs the tests of the projects named, or of all of them; the tests themselves are NAME.sh.
#
# usage: tests/projects/run.sh [NAME...]

here=$(cd "$(dirname "$0")" && pwd)
[ $# -gt 0 ] || set -- zlib lua gzip bzip2 sqlite
for name; do
    shift
    set -- "$@" "$here/$name.sh"
done
exec "$here/../run" -j 1 -t 7200 "$@"
