# How to build and test Jansson: CMake, a shared library with a version script, a test of its exported symbols. Sourced
# by common.sh.

package=jansson
cflags='-O2 -g'

build()
{
    cmake_build -DJANSSON_BUILD_DOCS=OFF -DJANSSON_BUILD_SHARED_LIBS=ON
}

# For what it costs: the program that reads JSON and writes it, with the library in it.
build_program()
{
    cmake_build -DJANSSON_BUILD_DOCS=OFF
}

run_tests()
{
    cmake_tests
}
