#!/bin/sh
# hlcov run --each as the launcher of a build system's tests, as hlcov-run(1) has it: each test has its name and what it
# recorded, and the build system sees what it saw without.
. "$(dirname "$0")/../subr.sh"

mkdir -p "$work/project/.git" "$work/project/sub" && cd "$work/project" || exit 1
cat >configure.ac <<'E2'
AC_INIT([project], [1])
AM_INIT_AUTOMAKE([foreign subdir-objects])
AC_PROG_CC
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
E2
cat >Makefile.am <<'E2'
check_PROGRAMS = good bad sub/skipped
good_SOURCES = good.c
bad_SOURCES = bad.c
sub_skipped_SOURCES = sub/skipped.c
TEST_EXTENSIONS = .sh
TESTS = $(check_PROGRAMS) script.sh
XFAIL_TESTS = bad
EXTRA_DIST = script.sh
E2
echo 'int main(int argc, char **argv) { (void)argv; return argc > 1; }' >good.c
echo '#include <stdlib.h>
int main(void) { abort(); }' >bad.c
echo 'int main(void) { return 77; }' >sub/skipped.c
printf '%s\n' '#!/bin/sh' './good && ! ./good 1' >script.sh
chmod +x script.sh
autoreconf -i >log 2>&1 || { not_ok "autoreconf" "$(cat log)"; finish; }

HLCOV_DIR=$work/data
export HLCOV_DIR
summary()
{
    grep -h '^[A-Z]*: ' "$1" | sort
}
build()
{
    mkdir "$1" && cd "$1" && ../configure -q CC="$HLCOV cc gcc" >/dev/null && make -s check "$2" "$3" >log 2>&1
    cd ..
}
build plain A= B=
check "the tests run" test "$(summary plain/log | wc -l)" -ge 4
"$HLCOV" reset -q "$HLCOV_DIR"
build tested LOG_COMPILER="$HLCOV run --each --" SH_LOG_COMPILER="$HLCOV run --each -- sh"
summary plain/log >wanted
summary tested/log >found
check "automake sees the same results" cmp wanted found
"$HLCOV" merge -o all.hls "$HLCOV_DIR"
"$HLCOV" dump all.hls | sed -n 's/^test //p' >found
printf '%s\n' 'sh script.sh: status 0' 'tested/bad: signal 6' 'tested/good: status 0' 'tested/sub/skipped: status 77' \
    >wanted
check "each test has its name and end: $(xargs <found)" cmp wanted found
"$HLCOV" dump all.hls | sed -n '/^test sh script.sh/,/^test/s/^program .*\/\([a-z]*\) build.*/\1/p' >found
check "programs of a script are its own" test "$(cat found)" = good
"$HLCOV" report --details --criteria STMT "$HLCOV_DIR" >report.txt
check "a report has them all" grep -q '^TOTAL .*100%' report.txt

finish
