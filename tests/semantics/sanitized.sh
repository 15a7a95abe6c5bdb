# Functions for tests that compare what the sanitizer of undefined behaviour reports with and without coverage. Sourced
# by each, after tests/subr.sh; it runs nothing itself.

# Conversions from floating point are no part of "undefined".
sanitize=-fsanitize=undefined,float-cast-overflow

# log_reports DIRECTORY: programs write what the sanitizer reports there, from now on.
log_reports()
{
    rm -rf "$1" && mkdir -p "$1" || return 1
    UBSAN_OPTIONS=log_path=$1/report
    export UBSAN_OPTIONS
}

# reports DIRECTORY: file, line and kind of each report, once. Columns are those of another text with coverage, and of
# a + b compilers may swap the values; they have names of their own for types.
reports()
{
    find "$1" -type f -exec cat {} + | grep 'runtime error' |
        sed -e 's/^\([^:]*:[0-9]*\):[0-9]*: runtime/\1: runtime/' -e 's/: runtime error: /: /' \
            -e 's/-\{0,1\}[0-9][0-9.e+]*\( cannot\| [-+*]\| by\|$\)/N\1/g' \
            -e 's/ [-+*] -\{0,1\}[0-9][0-9]*/ with N/' -e 's/address 0x[0-9a-f]*/address/' \
            -e "s/'\(long\|long long\|short\) int'/'\1'/" | sort -u
}

# same_reports ONE OTHER [KNOWN]: of two directories; what differs is printed. The other may have what a third one has.
same_reports()
{
    reports "${3:-$1}" >"$work/known.reports"
    reports "$2" >"$work/other.reports"
    { reports "$1"; grep -Fx -f "$work/known.reports" "$work/other.reports"; } | sort -u >"$work/one.reports"
    diff "$work/one.reports" "$work/other.reports"
}
