#!/bin/sh
# A compiler with clang's coverage that compiles each object from a preprocessed file beside it, OBJECT.i, so that
# every condition has a place of its own. It measures nothing itself and leaves all other calls as they are. Sources
# that it is to compile and link at once become objects in OUTPUT.objects first.
#
# usage: clang-cc.sh ARGUMENT...   with at most one SOURCE.c after -c

compiler='clang-19 -fprofile-instr-generate -fcoverage-mapping -Wno-unused-command-line-argument'

object=
source=
previous=
does=link
for argument; do
    [ "$previous" != -o ] || object=$argument
    case $argument in
    -c) does=compile ;;
    -E | -S | -M | -MM | -fsyntax-only) does=other ;;
    *.c) source=$argument ;;
    esac
    previous=$argument
done
[ $does != other ] && [ -n "$source" ] || exec $compiler "$@"

# Compiles one of several sources: object_of SOURCE ARGUMENT...
object_of()
{
    one=$1
    shift
    for argument; do
        shift
        case $argument in
        -o | "$object" | *.c) ;;
        *) set -- "$@" "$argument" ;;
        esac
    done
    "$0" "$@" -c -o "$objects/$(basename "$one" .c).o" "$one"
}

if [ $does = link ]; then
    objects=${object:=a.out}.objects
    mkdir -p "$objects" || exit 1
    for source; do
        case $source in
        *.c) object_of "$source" "$@" || exit 1 ;;
        esac
    done
    for argument; do
        shift
        case $argument in
        *.c) argument=$objects/$(basename "$argument" .c).o ;;
        esac
        set -- "$@" "$argument"
    done
    exec $compiler "$@"
fi

[ -n "$object" ] || object=$(basename "$source" .c).o
for argument; do
    shift
    case $argument in
    -c | -o | "$object" | "$source") ;;
    *) set -- "$@" "$argument" ;;
    esac
done
$compiler "$@" -E -o "$object.i" "$source" && exec $compiler "$@" -c -o "$object" "$object.i"
