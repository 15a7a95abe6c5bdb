# How to build PCRE2 for what it costs (tests/bench): its matcher that interprets, and the grep that is made of it.
# Sourced by common.sh.

package=pcre2
cflags='-O2 -g'

build()
{
    configure --disable-shared --disable-dependency-tracking && make pcre2grep
}
