#!/bin/sh
# Builds SQLite with and without coverage and runs SQL and its own tests with both: same results, complete report.
. "$(dirname "$0")/common.sh"
check_project sqlite
