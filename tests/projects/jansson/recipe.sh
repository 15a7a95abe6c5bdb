# How to build and test Jansson: CMake, a shared library with a version script, a test of its exported symbols. Sourced
# by common.sh.

package=jansson
cflags='-O2 -g'

build()
{
    cmake_build -DJANSSON_BUILD_DOCS=OFF -DJANSSON_BUILD_SHARED_LIBS=ON
}

run_tests()
{
    cmake_tests
}
