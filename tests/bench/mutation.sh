#!/bin/sh
# Builds a program for tests/bench/mutation.py out of a Debian source, in the same place each time, so that tests of one
# build run the next. It times nothing.
#
# usage: DATA=DIRECTORY sh tests/bench/mutation.sh NAME CC
# Prints the directory of what was built; else why not, with status 1. DATA is the data directory of hlcov.
. "$(dirname "$0")/../projects/common.sh"

HLCOV_DIR=$DATA
export HLCOV_DIR

build()
{
    case $name in
    bzip2) make CC="$CC" CFLAGS="$CFLAGS -D_FILE_OFFSET_BITS=64" libbz2.a bzip2.o &&
        $CC $CFLAGS -o bzip2 bzip2.o libbz2.a ;;
    jansson) cmake -DJANSSON_BUILD_DOCS=OFF -DCMAKE_BUILD_TYPE=None . && make ;;
    lua) patch -s -R -p1 <debian/patches/0001-build-system.patch &&
        echo '#define DEB_HOST_MULTIARCH "none"' >src/lua5.4-deb-multiarch.h &&
        make -C src linux CC="$CC -std=gnu99" MYCFLAGS="$CFLAGS '-Dluai_makeseed(L)=0'" ;;
    zlib) ./configure --static && make minigzip ;;
    esac
}

name=$1
own_source=
case $name in
lua) package=lua5.4 ;;
*) package=$name ;;
esac
fetch "$package" >&2 && build_variant "$name" mutation "$2" -O2 >&2 && echo "$projects/$name/mutation"
