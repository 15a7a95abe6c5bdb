# How to build dash for what it costs (tests/bench): a shell, and programs that write its sources. Sourced by common.sh.

package=dash
cflags='-O2 -g'

# Debian's patches add a file to Makefile.am.
build()
{
    autoreconf -fi && configure --disable-dependency-tracking && make
}
