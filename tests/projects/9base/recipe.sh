# How to build a part of 9base for what it costs (tests/bench): Plan 9's sort of records by keys. Sourced by common.sh.

package=9base
cflags='-O2 -g'

build()
{
    make -C lib9 CC="$CC" && make -C sort CC="$CC" LDFLAGS= STRIP=true
}
