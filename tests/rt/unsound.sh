#!/bin/sh
# A section whose pieces do not follow each other is not walked: the program runs, and no file is made. Nor is it misled
# by notes that look like a build-id.
. "$(dirname "$0")/../subr.sh"
. "$(dirname "$0")/fixture.sh"

unit 1 100 unsound.c >"$work/program.c"

# runs FLAG...: as it does without the runtime; what it recorded is in $work/found.
runs()
{
    forget
    built "$@" 2>"$work/errors" || { cat "$work/errors"; return 1; }
    "$work/program" >"$work/out"
    [ $? -eq 3 ] && grep -qx "[0-9]*" "$work/out" || return 1
    recorded >"$work/found"
}

# sound NAME FLAG...
sound()
{
    name=$1
    shift
    check "$name: it runs" runs "$@"
    check "$name: it is recorded" grep -qx "01: 0" "$work/found"
}

# unsound NAME FLAG...
unsound()
{
    name=$1
    shift
    check "$name: it runs" runs "$@"
    check "$name: there is no file" test ! -e "$data"
}

page="-DSIZE=HTOL_PAGE"
of_unit="-DKIND='U' -DINDEX=8 -DWORDS=0"
of_set="-DKIND='S'"
sound "a unit" $of_unit $page
unsound "no magic" -DKIND="'X'" -DINDEX=8 -DWORDS=0 $page
unsound "no size" $of_unit -DSIZE=0
unsound "half a page" $of_unit -DSIZE=HTOL_PAGE/2
unsound "more than there is" $of_unit -DSIZE=HTOL_PAGE*64
sound "a set" $of_set $page -DINDEX=2 -DWORDS=16
unsound "a set without an index" $of_set $page -DINDEX=1 -DWORDS=16
unsound "a set with an index that is no power of 2" $of_set $page -DINDEX=6 -DWORDS=16
unsound "a set with more words than fit" $of_set $page -DINDEX=2 -DWORDS=HTOL_PAGE
sound "a build-id that is short" $of_unit $page -Wl,--build-id=0x1234
check "it names the file" test -e "$data/1234.hlb"
sound "a build-id that is as long as may be" $of_unit $page -Wl,--build-id=0x"$(printf %0128d 7)"
sound "a build-id that is too long" $of_unit $page -Wl,--build-id=0x"$(printf %0130d 7)"
check "the units name the file" sh -c "ls $data | grep -qx 'u-[0-9a-f]*\.hlb'"
finish
