#!/bin/sh
# A release is made of what is in the checkout: all files of it, those not yet under version control too, so that none
# is forgotten. It does not build the release; make distcheck does.

. "$(dirname "$0")/../subr.sh"

distributed()
{
    env -u MAKEFLAGS -u MAKELEVEL make -s -C "$top_builddir" distdir distdir="$work/release" &&
        (cd "$work/release" && find . -type f -printf '%P\n' | sort) >"$work/distributed"
}

# Whose checkout it is does not matter.
list()
{
    git -c safe.directory='*' -C "$top_srcdir" ls-files "$@"
}

# What is under version control, and what stands in its directories and may come there.
controlled()
{
    list >"$work/tracked" && list --others --exclude-standard --exclude=__pycache__ -- \
        $(sed -n 's,/.*,,p' "$work/tracked" | sort -u) >"$work/new" && cat "$work/tracked" "$work/new"
}

# .gitignore is of use in a checkout only.
all_there()
{
    controlled >"$work/controlled" || return 1
    grep -vx .gitignore "$work/controlled" | sort | comm -23 - "$work/distributed" >"$work/missing"
    [ ! -s "$work/missing" ] || { cat "$work/missing"; return 1; }
}

if [ ! -e "$top_srcdir/.git" ]; then
    skip "what is in the checkout" "this is no checkout"
    finish
fi
check "it can be gathered" distributed
check "all files of the checkout are in it" all_there
finish
