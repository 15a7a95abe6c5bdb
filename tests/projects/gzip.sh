#!/bin/sh
# Builds gzip with and without coverage and runs its tests with both: same results, complete report.
. "$(dirname "$0")/common.sh"
check_project gzip
