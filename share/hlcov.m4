# hlcov.m4: hlcov in autotools. HLCOV_ENABLE in configure.ac, behind AC_PROG_CC, and @HLCOV_RULES@ on a line of its own
# in Makefile.am.

# HLCOV_ENABLE
# ------------
# Adds --enable-coverage[=OPTIONS of hlcov cc]. If it is given, CC is hlcov cc, and HLCOV_RUN is what runs a test with
# its name: LOG_COMPILER = $(HLCOV_RUN) in Makefile.am, which is empty otherwise. `make coverage` runs make check and
# reports; HLCOV_REPORT holds options of hlcov report.
AC_DEFUN([HLCOV_ENABLE],
[AC_REQUIRE([AC_PROG_CC])dnl
AC_ARG_ENABLE([coverage],
    [AS_HELP_STRING([--enable-coverage@<:@=OPTIONS@:>@], [measure coverage with hlcov cc OPTIONS])],
    [], [enable_coverage=no])
HLCOV_RUN=
HLCOV_RULES='coverage:; @echo "configure with --enable-coverage" >&2; exit 1'
AS_IF([test "x$enable_coverage" != xno],
    [AC_CHECK_PROG([HLCOV], [hlcov], [hlcov])
     AS_IF([test -z "$HLCOV"], [AC_MSG_ERROR([hlcov is not installed, or not in PATH])])
     AS_IF([test "x$enable_coverage" = xyes], [CC="hlcov cc $CC"], [CC="hlcov cc $enable_coverage $CC"])
     HLCOV_RUN='hlcov run --each --'
     HLCOV_RULES='coverage: all; -hlcov reset; $(MAKE) check; hlcov report $(HLCOV_REPORT)'])
AC_SUBST([HLCOV_RUN])
AC_SUBST([HLCOV_RULES])
AM_SUBST_NOTMAKE([HLCOV_RULES])dnl
])
