#!/bin/sh
# bootstrap without the right to install: it names the packages and the command, and changes nothing. Does not install.
. "$(dirname "$0")/../subr.sh"

# A machine that lacks one package, with a user who may do nothing.
mkdir "$work/bin"
for stub in 'dpkg-query:for package; do :; done; [ "$package" = libcmark-dev ] || echo installed' \
    'id:echo 1000' 'sudo:exit 1' 'apt-get:echo apt-get was called; exit 0' 'make:echo make was called' \
    'autoreconf:echo autoreconf was called'; do
    printf '#!/bin/sh\n%s\n' "${stub#*:}" >"$work/bin/${stub%%:*}"
    chmod +x "$work/bin/${stub%%:*}"
done

refuses()
{
    output=$(PATH=$work/bin:$PATH "$top_srcdir/bootstrap" "$@" 2>&1 </dev/null)
    status=$?
    echo "status $status: $output"
    [ $status -eq 1 ] && ! echo "$output" | grep 'was called' &&
        echo "$output" | grep -q 'apt-get install --no-install-recommends libcmark-dev *$'
}

check "bootstrap" refuses
check "bootstrap demo" refuses demo
check "bootstrap check" refuses check

wrong_usage()
{
    output=$("$top_srcdir/bootstrap" chekc 2>&1 </dev/null)
    [ $? -eq 1 ] && echo "$output" | grep '^usage: '
}

check "an argument it does not know" wrong_usage
finish
