#!/bin/sh
# A compiler with clang's coverage that compiles each object from a preprocessed file beside it, OBJECT.i, so that
# every condition has a place of its own. It measures nothing itself and leaves all other calls as they are.
#
# usage: clang-cc.sh ARGUMENT...   with at most one SOURCE.c after -c

compiler='clang-19 -fprofile-instr-generate -fcoverage-mapping -Wno-unused-command-line-argument'

object=
source=
previous=
compiles=no
for argument; do
    [ "$previous" != -o ] || object=$argument
    case $argument in
    -c) compiles=yes ;;
    *.c) source=$argument ;;
    esac
    previous=$argument
done
[ "$compiles" = yes ] && [ -n "$source" ] || exec $compiler "$@"
[ -n "$object" ] || object=$(basename "$source" .c).o

for argument; do
    shift
    case $argument in
    -c | -o | "$object" | "$source") ;;
    *) set -- "$@" "$argument" ;;
    esac
done
$compiler "$@" -E -o "$object.i" "$source" && exec $compiler "$@" -c -o "$object" "$object.i"
