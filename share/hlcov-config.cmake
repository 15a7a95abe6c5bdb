# What find_package(hlcov) reads: it has the macro of hlcov.cmake.
include("${CMAKE_CURRENT_LIST_DIR}/hlcov.cmake")
