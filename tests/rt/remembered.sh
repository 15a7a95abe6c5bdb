#!/bin/sh
# hlcov run --remember keeps command, directory and some variables of a test, in a file for its owner alone; the test's
# status and recording are as without.
. "$(dirname "$0")/../subr.sh"

HLCOV_DIR=$work/data
tab=$(printf "\t")
export HLCOV_DIR
cd "$work" || exit 1
echo 'int main(int argc, char **argv) { (void)argv; return argc > 1 ? 7 : 0; }' >a.c
"$HLCOV" cc gcc -o a a.c || exit 1

"$HLCOV" run --test=plain -- ./a
check "nothing is remembered unless it is asked for" test ! -e data/remembered
TZ=UTC SECRET=swordfish "$HLCOV" run --remember --test=status -- ./a 'two words' "tab${tab}x"
check "the status is that of the command" test $? -eq 7
check "the file is for its owner alone" test "$(stat -c %a data/remembered)" = 600
check "a line" test "$(wc -l <data/remembered)" -eq 1
check "words and directory" grep -qF \
    "status${tab}$work${tab}3${tab}./a${tab}two words${tab}tab\\tx${tab}" data/remembered
check "a variable" grep -qF "${tab}TZ=UTC${tab}" data/remembered
check "no secret" sh -c '! grep -q swordfish data/remembered'
SECRET=swordfish "$HLCOV" run --remember-variable=SECRET --each -- ./a
check "one that is asked for" grep -qF "${tab}SECRET=swordfish${tab}" data/remembered
check "no shard has it" sh -c '! grep -rqa swordfish data/shards'
check "tests are recorded" test "$("$HLCOV" tests 2>/dev/null | grep -c -e plain -e status)" -ge 2

seq 40 | xargs -P8 -I{} "$HLCOV" run --remember --test=t{} -- ./a
check "40 at once: a line each" test "$(grep -c '^t' data/remembered)" -eq 40

rm -rf data/remembered && mkdir data/remembered
"$HLCOV" run --remember --test=again -- ./a 2>err
check "if it cannot be kept, the test runs" test $? -eq 0
check "and that is said" grep -q 'warning: .*remembered' err
finish
