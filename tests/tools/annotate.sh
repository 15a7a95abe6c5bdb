#!/bin/sh
# hlcov annotate: that it prints what hlcov cc puts into the object, and what it says of what it cannot annotate. What
# listings look like is tested in tests/unit/test_listing.c.
. "$(dirname "$0")/../subr.sh"

unset CC
HLCOV_DIR=$work/kept/data
TMPDIR=$work/tmp
export HLCOV_DIR TMPDIR
mkdir "$TMPDIR" "$work/here" "$work/here/include"
cd "$work/here" || exit 1

# The function of HTOL.md, and the lines that it says are printed of it.
document()
{
    awk '/^## / { inside = /^## Hyperlabels of criteria$/ } /^```/ { fence = !fence; language = substr($0, 4); next }
        inside && fence && language == "'"$1"'"' "$top_srcdir/htol/HTOL.md"
}

document "" >clamp.c

as_the_document_says()
{
    "$HLCOV" annotate clamp.c >printed || return 1
    document htol >wanted
    [ "$(wc -l <wanted)" -ge 10 ] || return 1
    missing=$(grep -vxFf printed wanted)
    echo "$missing"
    [ -z "$missing" ]
}

# Nothing is left behind but what is printed.
leaves_nothing()
{
    ls . "$TMPDIR" "$HLCOV_DIR"
    [ "$(ls)" = "clamp.c
include
printed
wanted" ] && [ -z "$(ls "$TMPDIR")" ] && [ ! -e "$HLCOV_DIR" ]
}

# What it prints is what is in the object, but for the line with its build-id.
as_the_object()
{
    "$HLCOV" annotate "$@" >printed && "$HLCOV" cc --criteria=all gcc -c "$1" -o object.o $flags || return 1
    "$HLCOV" dump --htol object.o | sed 1d >dumped
    [ -s printed ] && diff printed dumped
}

check "the example of HTOL.md" as_the_document_says
check "it leaves no file" leaves_nothing
flags=
check "a file as in the object" as_the_object clamp.c

cat >flags.c <<'END'
#include <limit.h>
int positive(int x) { return x > LIMIT && x < MOST; }
END
echo '#define LIMIT 0' >include/limit.h
flags='-I include -DMOST=(1||0) -std=c99'
check "a file that needs flags" as_the_object flags.c -- -I include "-DMOST=(1||0)" -std=c99

criteria()
{
    "$HLCOV" annotate --criteria DC,3-CC clamp.c >printed || return 1
    cat printed
    ! grep -qvE '^(label (DC|NCC3)_clamp_|// clamp.c:1 clamp$|$)' printed && [ "$(grep -c ^label printed)" -eq 9 ]
}

check "--criteria" criteria

cat >user.c <<'END'
//! hyper Twice : < Big . Big' | big > 2 * big' >
int user(int x)
{
    //! label Big { big = x } : x > 10
    return x > 0 ? x : 1;
}
END
echo 'label Small at user.c:5 { small = x } : x < 3; hyper H : Small; label S at user@decision 0 : !c1;' >user.htol

# What users ask comes first, comments before files, each with its place.
objectives()
{
    "$HLCOV" annotate --criteria FC --objectives user.htol user.c >printed 2>message
    cat printed message
    [ ! -s message ] && [ "$(sed 's, *//.*,,' printed | tr -d '\n')" = "$1" ]
}

check "objectives in comments and files" objectives "\
label Big at user.c:5 { big = x } : x > 10;hyper Twice : < Big . Big' | big > 2 * big' >;\
label Small at user.c:5 { small = x } : x < 3;label S at user@decision 0 : !c1;hyper H : Small;\
label FC_user_entry at user.c:user@block 0 : true;"

# Labels of comments, printed with places of a file, stand at the same statements when they are given as a file.
fed_back()
{
    mkdir fed && sed 's,//!,//,' user.c >fed/user.c && "$HLCOV" annotate user.c >fed/user.htol && cd fed &&
        "$HLCOV" annotate --objectives user.htol user.c >printed || return 1
    sed -n 's/^label Big .* in /in /p' user.htol >wanted
    cat wanted printed
    [ -s wanted ] && sed -n 's/^label Big .* in /in /p' printed | diff wanted -
}

check "a listing fed back" fed_back

echo 'label B at user.c:5 : y > 0; hyper C : B . D;' >bad.htol
echo 'label B at user.c:5 : y > 0; label G at user.c:5 : 1' >worse.htol

# faulty FILE MESSAGE...: nothing but these messages, a line each.
faulty()
{
    "$HLCOV" annotate --objectives "$1" user.c >printed 2>message
    status=$?
    shift
    printf '%s\n' "$@" >wanted
    [ $status -eq 1 ] && [ ! -s printed ] && diff wanted message
}

check "a label that there is none of" faulty bad.htol "bad.htol:1:23: error: B: \`y\` is not declared here" \
    "bad.htol:1:44: error: there is no label D"
echo 'label B at user.c:5 : y > 0;' >wrong.htol

faulty_c()
{
    "$HLCOV" annotate --objectives wrong.htol user.c >printed 2>message
    status=$?
    cat message
    [ $status -eq 1 ] && [ ! -s printed ] && [ "$(grep -c '^wrong.htol:1:[0-9]*: error: ' message)" -eq 1 ]
}

check "C that is none at its place" faulty_c
check "a fault of grammar" faulty worse.htol "worse.htol:1:23: error: B: \`y\` is not declared here" \
    "worse.htol:2:1: error: expected \`;\` after the predicate, found the end of the text"

# by_compiler CC: a compiler that is behind others, and itself behind hlcov cc.
by_compiler()
{
    CC=$1 "$HLCOV" annotate clamp.c >printed && grep -q '^label FC_clamp_entry' printed
}

check "CC with options" by_compiler "gcc -O2 -Wall"
check "CC that is hlcov cc" by_compiler "$HLCOV cc --criteria=all gcc"
check "CC that is empty" by_compiler ""

echo 'int nothing;' >empty.c

nothing()
{
    "$HLCOV" annotate empty.c >printed && [ ! -s printed ]
}

check "a file without functions" nothing

# refuses WORD ARGUMENT...: status 1, nothing printed, the word in the message.
refuses()
{
    word=$1
    shift
    "$HLCOV" annotate "$@" >printed 2>message
    status=$?
    cat message
    [ $status -eq 1 ] && [ ! -s printed ] && grep -qF -e "$word" message && [ -z "$(ls "$TMPDIR")" ]
}

echo '#include "none.h"' >broken.c
echo 'int f;' >source.cc
check "objectives that are not there" refuses 'none.htol' --objectives none.htol clamp.c
check "a semantics that there is none of" refuses "--semantics must be 'observed' or 'complete'" --semantics=x clamp.c
check "no file named" refuses 'name one C file'
check "two files" refuses 'name one C file' clamp.c empty.c
check "two files behind --" refuses 'several C sources' clamp.c -- empty.c
check "a file that is not there" refuses 'none.c: cannot be preprocessed: ' none.c
check "a file that cannot be preprocessed" refuses 'broken.c: cannot be preprocessed: broken.c:1' broken.c
check "a file that is not C" refuses 'source.cc: cannot be annotated: source.cc is not C source' source.cc
check "flags that hlcov cc passes through" refuses 'clamp.c: cannot be annotated: option -m32' clamp.c -- -m32
check "a criterion that there is none of" refuses "there is no criterion 'XC'" --criteria XC clamp.c
CC=/none/cc
export CC
check "a compiler that is not there" refuses 'clamp.c: cannot be preprocessed: ' clamp.c
CC='"'
check "CC that cannot be understood" refuses 'CC: ' clamp.c
finish
