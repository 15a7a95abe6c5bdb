#!/bin/sh
# Compares reports of the sample project (make_input.c), and of one that is built, with the files beside this script,
# byte by byte. With --accept it rewrites those files instead: look at the difference before keeping it.
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../subr.sh"

accept=
[ "${1:-}" != --accept ] || accept=yes

# golden NAME: compares the file $work/NAME
golden()
{
    if [ -n "$accept" ]; then
        cp "$work/$1" "$here/$1"
        ok "accepted $1"
    elif difference=$(diff -u "$here/$1" "$work/$1" 2>&1); then
        ok "$1"
    else
        not_ok "$1" "$difference"
    fi
}

cd "$work" || exit 1
export SOURCE_DATE_EPOCH=1790000000
"$top_builddir/tests/golden/make_input" "$work" || exit 1

# A few criteria: those to come shall not change these files.
"$HLCOV" report --details -r . --criteria fc,stmt,dc,cc --html html --markdown report.md \
    --json report.json data > report.txt
"$HLCOV" report --details -r . --criteria 3-cc,STMT,mcc --sort mcc --exclude 'src/n*' data > report-selected.txt
"$HLCOV" report -q -r . --criteria fc,bc,racc,cutpnfp,gicc,ic --uncovered uncovered.txt data
cp html/index.html html/src+main.c.src.html .
cp 'html/src+=3cb=3e=26=22=27.c.src.html' hostile.html

"$HLCOV" report --details -r users --criteria stmt,user --html users-html --markdown users.md \
    --json users.json users/data > users.txt
cp users-html/index.html users-index.html
cp users-html/src+login.c.src.html users-login.html
cp users-html/wrong.htol.src.html users-wrong.html

# A sample whose comments exclude what its tests cannot reach.
cp -R "$top_srcdir/samples/ring" ring && cd ring || exit 1
HLCOV_DIR=$work/ring/data make -s test CC="$HLCOV cc gcc" >log 2>&1 || cat log
"$HLCOV" report --details --criteria fc,stmt,cc,cacc,ic,mcc,2-cc --html html data >../ring.txt
cp html/ring.c.src.html "$work/ring.html"
cd "$work" || exit 1
export SOURCE_DATE_EPOCH=1790000000

for name in report.txt report-selected.txt uncovered.txt report.md report.json \
    index.html src+main.c.src.html hostile.html \
    users.txt users.md users.json users-index.html users-login.html users-wrong.html ring.txt ring.html
do
    golden "$name"
done

"$HLCOV" report -q -r . --criteria fc,stmt,dc,cc --html again data
check "the same input makes the same pages" diff -r html again
finish
