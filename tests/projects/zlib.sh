#!/bin/sh
# Builds zlib with and without coverage and runs its tests with both: same results, complete report.
. "$(dirname "$0")/common.sh"
check_project zlib --light
