#!/bin/sh
# Builds a project for tests/bench/compare.py, by its recipe for tests (tests/projects/common.sh). It times nothing.
#
# usage: DATA=DIRECTORY sh tests/bench/project.sh NAME VARIANT CC
# Prints the directory of what was built; else why not, with status 1. DATA is the data directory of hlcov.
. "$(dirname "$0")/../projects/common.sh"

HLCOV_DIR=$DATA
export HLCOV_DIR
load_recipe "$1"
command -v build_program >/dev/null && build() { build_program; }
fetch "$package" >&2 && build_variant "$1" "$2" "$3" -O2 >&2 && echo "$projects/$1/$2"
