#!/bin/sh
# Valgrind finds nothing wrong with memory in the samples, built with all that can be recorded, nor in hlcov as it
# annotates and reports them. It does not look for leaks: what lives as long as the process is not freed.
. "$(dirname "$0")/../subr.sh"

valgrind="valgrind --quiet --error-exitcode=99 --log-file=$work/found.%p"

# The sample's program, found by its name, runs under valgrind wherever its tests call it.
prepare()
{
    cp -R "$top_srcdir/samples/$1" "$work/$1" && cd "$work/$1" || return 1
    make -s "$1" CC="$HLCOV cc --criteria=all gcc" && mv "$1" "$1.real" || return 1
    printf '#!/bin/sh\nexec %s %s.real "$@"\n' "$valgrind" "$work/$1/$1" >"$1"
    chmod +x "$1"
}

found()
{
    cat "$work"/found.* | tee "$work/errors"
    rm -f "$work"/found.*
    [ -s "$work/errors" ]
}

# clean COMMAND...: it succeeds, and nothing was found.
clean()
{
    "$@" >"$work/out" 2>&1
    status=$?
    cat "$work/out"
    ! found && [ $status -eq 0 ]
}

for sample in triangle calendar ring; do
    HLCOV_DIR=$work/$sample.data
    export HLCOV_DIR
    check "$sample is built" prepare $sample
    cd "$work/$sample" || exit 1
    check "$sample: its tests" clean sh ./test.sh
    check "$sample: there is something to report" test -n "$(ls "$HLCOV_DIR"/*.hlb)"
    check "$sample: hlcov cc" clean $valgrind "$HLCOV" cc --criteria=all gcc -c "$sample.c"
    check "$sample: nothing is compiled without coverage" test ! -e "$HLCOV_DIR/notes.log"
    check "$sample: hlcov run" clean $valgrind "$HLCOV" run --test=one -- true
    check "$sample: hlcov report" clean $valgrind --trace-children=yes "$HLCOV" report --criteria=all --html=html \
        --json=report.json
done

# It does find what is wrong.
echo 'int main(int n, char **w) { int a[2]; a[0] = n; (void)w; return a[n] ? 1 : 0; }' >"$work/wrong.c"
gcc -g -w -o "$work/wrong" "$work/wrong.c"
finds()
{
    $valgrind "$work/wrong"
    found
}
check "a jump by what was never set is found" finds
finish
