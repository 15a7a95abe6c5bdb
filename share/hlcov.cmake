# hlcov in CMake: include this file, or find_package(hlcov REQUIRED), and call hlcov_enable() before targets are made.
# It is for builds of which coverage is wanted: if(COVERAGE) hlcov_enable() endif().

# hlcov_enable([CC OPTION...] [REPORT OPTION...])
#
# Compiles all C of targets that are made from here on by hlcov cc with the options of CC, and runs programs that are
# tests by hlcov run, so that each has its name in reports. The target "coverage" builds, forgets what was recorded,
# runs ctest, and reports with the options of REPORT, also if tests failed.
macro(hlcov_enable)
    cmake_parse_arguments(HLCOV "" "" "CC;REPORT" ${ARGN})
    find_program(HLCOV_PROGRAM hlcov)
    if(NOT HLCOV_PROGRAM)
        message(FATAL_ERROR "hlcov is not installed, or not in PATH")
    endif()
    set(CMAKE_C_COMPILER_LAUNCHER "${HLCOV_PROGRAM}" cc ${HLCOV_CC})
    if(CMAKE_VERSION VERSION_LESS 3.29)
        set(CMAKE_CROSSCOMPILING_EMULATOR "${HLCOV_PROGRAM};run;--each;--")
    else()
        set(CMAKE_TEST_LAUNCHER "${HLCOV_PROGRAM};run;--each;--")
    endif()
    add_custom_target(coverage
        COMMAND "${CMAKE_COMMAND}" --build .
        COMMAND "${HLCOV_PROGRAM}" reset
        COMMAND "${CMAKE_CTEST_COMMAND}" || "${CMAKE_COMMAND}" -E true
        COMMAND "${HLCOV_PROGRAM}" report ${HLCOV_REPORT}
        WORKING_DIRECTORY "${CMAKE_BINARY_DIR}" USES_TERMINAL VERBATIM)
endmacro()
