#!/bin/sh
# Builds Lua with and without coverage and runs Lua programs with both: same results, complete report.
. "$(dirname "$0")/common.sh"
check_project lua --light
