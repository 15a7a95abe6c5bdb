#!/bin/sh
# Scripts with faults: every fault is told, in the order of the text; what has none is recorded and judged.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/subr.sh"

export HLCOV_DIR="$work/data"
cd "$work" || exit 1
cat >bad.c <<'END'
int g(int x);
int g(int x) { return x + 1; }
int main(int argc, char **argv)
{
    int i = 0, t[3] = {0};
    //! label A { v = i } : argc = 2
    //! label B { v = nosuch } : 1
    //! label C : g(i) > 2
    //! hyper H : < D . D' | v != v'' >
    //! label D { v = t[i] } : t[i] >= 0
    i++;
    //! hyper W : < D . D' | v < v' + >
    //! hyper Good : D
    t[i] = argc;
    return argv == 0;
}
END
check "the program is built all the same" sh -c '"$HLCOV" cc gcc -o bad bad.c 2>messages'
cut -d: -f1-4 messages >places
cat >wanted <<'END'
bad.c:6:34: error
bad.c:7:23: error
bad.c:8:19: error
bad.c:9:35: error
bad.c:12:39: error
END
check "each fault is told at its place, in order" cmp -s places wanted
./bad
"$HLCOV" report --details --criteria USER >report
check "what has none is judged" grep -q '^covered  *Good ' report
for name in A B C H W; do
    check "$name is not, and says why" grep -q "^unmeasured  *$name .* bad.c:[0-9]*:[0-9]*: ." report
done
"$HLCOV" annotate bad.c >/dev/null 2>told
status=$?
check "hlcov annotate fails" [ $status -eq 1 ]
check "and tells the same" cmp -s messages told
finish
