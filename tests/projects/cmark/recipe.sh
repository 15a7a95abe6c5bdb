# How to build and test cmark: CMake, a static and a shared library, tests that load the latter into Python. Sourced by
# common.sh.

package=cmark
cflags='-O2 -g'

build()
{
    cmake_build
}

# For what it costs: the program alone.
build_program()
{
    cmake_build -DCMARK_SHARED=OFF -DCMARK_TESTS=OFF
}

run_tests()
{
    cmake_tests && build/src/cmark test/spec.txt | cksum && build/src/cmark --to latex --smart test/spec.txt | cksum
}
