#!/bin/sh
# Builds a project with and without coverage and runs its tests with both: same results, complete report.
#
# usage: tests/projects/project.sh NAME

. "$(dirname "$0")/common.sh"
check_project "$1"
