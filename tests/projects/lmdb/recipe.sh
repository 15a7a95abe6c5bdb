# How to build LMDB for what it costs (tests/bench): its B-tree, and the programs that fill one and print it. Sourced by
# common.sh.

package=lmdb
cflags='-O2 -g'

# It does not wait for the disk.
build()
{
    make -C libraries/liblmdb CC="$CC" OPT="$CFLAGS" XCFLAGS="'-DMDB_FDATASYNC(file)=0' -DMDB_DSYNC=0" mdb_load mdb_dump
}
