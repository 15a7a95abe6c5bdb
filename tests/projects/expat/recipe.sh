# How to build expat for what it costs (tests/bench): its parser of XML, and the program that says whether a text is
# well-formed. Sourced by common.sh.

package=expat
cflags='-O2 -g'

# Debian's patches compare with 1 what CMake defines as nothing.
build()
{
    cd expat && sed -i 's/^#cmakedefine XML_DTD$/& 1/' expat_config.h.cmake &&
        cmake_build -DEXPAT_SHARED_LIBS=OFF -DEXPAT_BUILD_TESTS=OFF -DEXPAT_BUILD_EXAMPLES=OFF
}
