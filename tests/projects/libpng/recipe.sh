# How to build and test libpng: Automake and Libtool, sources made by awk from what the compiler says with -E. Sourced by
# common.sh.

package=libpng1.6
cflags='-O0 -g' # with all criteria optimized builds take several times as long

build()
{
    configure && make -j 2 && make -j 2 check TESTS=
}

# For what it costs: a program of ours that decodes an image.
build_program()
{
    configure --disable-shared && make -j 2 libpng16.la &&
        $CC $CFLAGS -I. -o image "$top_srcdir/tests/bench/image.c" .libs/libpng16.a -lz -lm
}

# Of pngvalid and pngstest, which take minutes, only what is quick.
run_tests()
{
    automake_tests -j 2 check TESTS="$(printf 'tests/%s ' pngtest-all pnggetset pngimage-quick pngvalid-standard \
        pngvalid-progressive-standard pngunknown-IDAT pngunknown-discard pngunknown-if-safe pngunknown-sAPI \
        pngunknown-sTER pngunknown-save pngunknown-vpAg)"
}
