#!/bin/sh
# Builds a program for tests/bench/fuzzing.py and mutation.py, out of a Debian source, or one of our samples. Builds of
# one VARIANT lie in the same place, one after the other, so that tests of one run the next. It times nothing.
#
# usage: DATA=DIRECTORY sh tests/bench/program.sh NAME VARIANT CC CFLAGS
# Prints the directory of what was built; else why not, with status 1. DATA is the data directory of hlcov.
. "$(dirname "$0")/../projects/common.sh"

HLCOV_DIR=$DATA
export HLCOV_DIR

build()
{
    case $name in
    bzip2) make CC="$CC" CFLAGS="$CFLAGS -D_FILE_OFFSET_BITS=64" libbz2.a bzip2.o &&
        $CC $CFLAGS -o bzip2 bzip2.o libbz2.a ;;
    fribidi) meson setup build -Ddocs=false -Ddefault_library=static && ninja -C build -j 2 ;;
    gzip) FORCE_UNSAFE_CONFIGURE=1 ./configure --disable-dependency-tracking && make ;;
    # Its tests are programs, which only mutation.py runs: they would count as code to be covered.
    jansson) cmake -DJANSSON_BUILD_DOCS=OFF -DCMAKE_BUILD_TYPE=None . &&
        make $([ "$variant" = mutation ] || echo json_process) ;;
    lua) patch -s -R -p1 <debian/patches/0001-build-system.patch &&
        echo '#define DEB_HOST_MULTIARCH "none"' >src/lua5.4-deb-multiarch.h &&
        make -C src linux CC="$CC -std=gnu99" MYCFLAGS="$CFLAGS '-Dluai_makeseed(L)=0'" ;;
    zlib) ./configure --static && make minigzip ;;
    *) $CC $CFLAGS -o packet packet.c ;;
    esac
}

name=$1 variant=$2
own_source=
case $name in
cmark | expat)
    load_recipe "$name"
    command -v build_program >/dev/null && build() { build_program; }
    ;;
lua) package=lua5.4 ;;
packet) package=packet own_source=$top_srcdir/samples/fuzz ;;
*) package=$name ;;
esac
fetch "$package" >&2 && build_variant "$name" "$variant" "$3" "$4" >&2 && echo "$projects/$name/$variant"
