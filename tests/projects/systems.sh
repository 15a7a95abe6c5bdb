# Functions for recipes: how build systems are called and what their tests print, made the same for every build.
# Sourced by common.sh, it runs nothing itself.

# Splits $CC, `LAUNCHER... COMPILER FLAGS...`: CMake wants each in a variable of its own. Sets cmake_launcher (a list of
# CMake's), cmake_compiler and cmake_flags.
split_compiler()
{
    cmake_launcher='' cmake_compiler='' cmake_flags=$CFLAGS
    for word in $CC; do
        case ${cmake_compiler:+behind}:${word##*/} in
        behind:*) cmake_flags="$cmake_flags $word" ;;
        :gcc* | :clang* | :afl-clang*) cmake_compiler=$word ;;
        *) cmake_launcher="$cmake_launcher${cmake_launcher:+;}$word" ;;
        esac
    done
}

# cmake_build OPTIONS...: configures and builds in the directory `build`.
cmake_build()
{
    split_compiler
    cmake -S . -B build -DCMAKE_BUILD_TYPE=None -DCMAKE_C_COMPILER="$cmake_compiler" \
        -DCMAKE_C_COMPILER_LAUNCHER="$cmake_launcher" -DCMAKE_C_FLAGS="$cmake_flags" "$@" &&
        cmake --build build -j 2 && rm -rf build/CMakeFiles/*/CompilerIdC # what it asked the compiler
}

# What became of each test of CTest's; fails if one failed.
cmake_tests()
{
    (cd build && ctest -j 2 "$@") >tests.log 2>&1
    cmake_status=$?
    sed -n 's/^ *[0-9]*\/[0-9]* *Test *#[0-9]*: \([^ ]*\) [ .*]*\([A-Z][A-Za-z]*\).*/\2: \1/p' tests.log | sort
    return $cmake_status
}

# What a patch of Debian's made older than its source need not be made again. Some of configure's probes do not run as
# root otherwise.
configure()
{
    touch aclocal.m4 && touch configure && find . '(' -name '*.in' -o -name '*.hin' ')' -exec touch {} + &&
        FORCE_UNSAFE_CONFIGURE=1 ./configure "$@"
}

# automake_tests ARGUMENTS...: what became of each test that `make ARGUMENTS` tried. Some fail on some machines, and for
# some users: with and without coverage.
automake_tests()
{
    make -k "$@" >tests.log 2>&1
    grep -E '^(PASS|FAIL|XFAIL|XPASS|SKIP|ERROR):' tests.log | sort
    grep -q '^PASS:' tests.log
}
