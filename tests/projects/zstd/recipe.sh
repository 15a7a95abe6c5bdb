# How to build zstd for what it costs (tests/bench): the program that packs and unpacks its own format only. Sourced by
# common.sh.

package=libzstd
cflags='-O2 -g'

build()
{
    make -C programs ZSTD_NO_ASM=1 zstd-frugal
}
