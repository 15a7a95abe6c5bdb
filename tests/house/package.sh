#!/bin/sh
# The Debian package: made by debian/rules of what is built here already, without errors of lintian; what is in it works
# where it was unpacked. make check-package builds all anew, as dpkg-buildpackage does.
. "$(dirname "$0")/../subr.sh"

if ! command -v dh >/dev/null || ! command -v lintian >/dev/null; then
    skip "the package" "debhelper and lintian are not installed"
    finish
fi
arch=$(dpkg --print-architecture)

# What make dist has of it; no file of the checkout is written to.
gathered()
{
    mkdir "$work/hlcov" && cd "$top_srcdir" && cp -R debian README.md NEWS LICENSE "$work/hlcov"
}

made()
{
    cd "$work/hlcov" && env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS DEB_BUILD_OPTIONS=noautodbgsym \
        debian/rules binary BUILT="$top_builddir" && ls ../hlcov_*_"$arch".deb
}

depends()
{
    dpkg-deb -f "$work"/hlcov_*.deb Depends | tee "$work/depends"
    grep -q 'libclang1-[0-9]' "$work/depends" && grep -q 'libglib2' "$work/depends"
}

unpacked()
{
    dpkg-deb -x "$work"/hlcov_*.deb "$work/root" && size=$(du -sm "$work/root" | cut -f 1) && echo "$size MB" &&
        [ "$size" -lt 150 ] && for file in bin/hlcov libexec/hlcov/hlcov-more include/hlcov/record.h \
        share/man/man7/hlcov-tutorial.7.gz share/bash-completion/completions/hlcov \
        share/zsh/vendor-completions/_hlcov share/fish/vendor_completions.d/hlcov.fish share/pkgconfig/hlcov.pc; do
        [ -e "$work/root/usr/$file" ] || { echo "no $file"; return 1; }
    done
}

# Errors only: warnings are about what a package in Debian itself would have to say.
clean()
{
    lintian --fail-on error --tag-display-limit 0 "$work"/hlcov_*.deb >"$work/lintian" 2>&1
    status=$?
    cat "$work/lintian"
    [ $status -eq 0 ] && ! grep '^E: ' "$work/lintian"
}

measures()
{
    cp -R "$top_srcdir/samples/triangle" "$work/triangle" && cd "$work/triangle" &&
        make -s test CC="$work/root/usr/bin/hlcov cc gcc" && "$work/root/usr/bin/hlcov" report | grep '^TOTAL'
}

# From an archive, with the build and the tests that debian/rules has.
built_anew()
{
    env -u MAKEFLAGS -u MAKELEVEL make -s -C "$top_builddir" distdir distdir="$work/hlcov" && cd "$work/hlcov" &&
        env -u MAKEFLAGS -u MAKELEVEL DEB_BUILD_OPTIONS="noautodbgsym parallel=$(nproc)" dpkg-buildpackage -us -uc -b
}

if [ -n "${WHOLE-}" ]; then
    check "dpkg-buildpackage" built_anew
else
    check "its files are there" gathered
    check "debian/rules binary" made
fi
check "it depends on what is opened when it is needed, too" depends
check "its files" unpacked
check "lintian has no errors" clean
check "the program in it measures a sample" measures
finish
