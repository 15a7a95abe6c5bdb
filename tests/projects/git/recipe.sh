# How to build and test git: one makefile, more than a hundred commands in one program, tests that fork without end. What
# needs libraries other than zlib is left out. Sourced by common.sh.

package=git
cflags='-O0 -g' # with all criteria optimized builds take several times as long

without='NO_OPENSSL=1 NO_CURL=1 NO_EXPAT=1 NO_TCLTK=1 NO_GETTEXT=1 NO_PYTHON=1 NO_PERL=1'

# A part of its suite, which takes an hour in all.
scripts='t0000-basic t0001-init t0003-attributes t0005-signals t0008-ignores t0013-sha1dc t0020-crlf t0040-parse-options
    t0060-path-utils t0061-run-command t0063-string-list t0090-cache-tree t1001-read-tree-m-2way t1300-config
    t1400-update-ref t2004-checkout-cache-temp t3000-ls-files-others t3301-notes t4000-diff-format t4013-diff-various
    t5300-pack-object t6000-rev-list-misc t7001-mv'

build()
{
    make -j 2 CC="$CC" CFLAGS="$CFLAGS" $without
}

run_tests()
{
    for script in $scripts; do
        echo "== $script"
        (cd t && ./"$script.sh" --no-color)
    done | sed -n "s,$PWD,.,g; /^\(==\|ok\|not ok\|1\.\.\)/p" # names of tests have paths in them
}
