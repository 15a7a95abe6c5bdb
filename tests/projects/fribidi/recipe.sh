# How to build and test FriBidi: Meson, programs that write sources. Sourced by common.sh.

package=fribidi
cflags='-O2 -g'

build()
{
    meson setup build -Ddocs=false && ninja -C build -j 2 && rm -f build/meson-private/*.gcno # of what it asked the compiler
}

run_tests()
{
    meson test -C build --no-rebuild >tests.log 2>&1
    meson_status=$?
    sed -n 's/^ *[0-9]*\/[0-9]* *\([^ ]*\)  *\([A-Z]*\)  *[0-9.]*s.*/\2: \1/p' tests.log | sort
    return $meson_status
}
