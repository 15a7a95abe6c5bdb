#!/bin/sh
# Builds bzip2 with and without coverage and runs its tests with both: same results, complete report.
. "$(dirname "$0")/common.sh"
check_project bzip2
