# How to build libyaml for what it costs (tests/bench): its parser of YAML, and the program that only parses. Sourced by
# common.sh.

package=libyaml
cflags='-O2 -g'

build()
{
    cmake_build -DBUILD_SHARED_LIBS=OFF
}
