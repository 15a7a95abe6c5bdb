#!/bin/sh
# The data file is removed or replaced while its program runs: the program prints and ends as the plain one, whatever is
# in its place stays, and the next process makes a file again. What the program recorded is lost: to notice it would
# have to ask the kernel at exit, and a program that has locked itself in is killed for that.
. "$(dirname "$0")/../subr.sh"
. "$(dirname "$0")/fixture.sh"

plain removed.c >"$work/plain.c"
gcc -O2 -o "$work/plain" "$work/plain.c"
unit 1 9000 removed.c >"$work/program.c"
check "it compiles" built

# removed NAME FACTS COMMAND [locked]: what is recorded when that command ran meanwhile; then, by the next process.
removed()
{
    forget
    behaves "$1" "$2" execute "$3" ${4+"$4"}
    "$work/program" : >/dev/null
    check "$1: the next process records" test "$(recorded)" = "01: 0-2"
    check "$1: nothing else is there" test "$(ls "$data" | wc -l)" -eq 1
}

"$work/plain" : locked >/dev/null
locked=$?
for lock in "" locked; do
    if [ "$lock" ] && [ $locked -eq 77 ]; then
        skip "locked in" "no seccomp here"
        break
    fi
    set -- ${lock:+locked}
    removed "the file stays${lock:+, $lock}" "01: 0-2" : "$@"
    removed "the file is removed${lock:+, $lock}" "" "rm -f $data/*.hlb" "$@"
    removed "the directory is removed${lock:+, $lock}" "" "rm -rf $data" "$@"
    removed "the directory is renamed${lock:+, $lock}" "" "rm -rf $work/old; mv $data $work/old 2>/dev/null || :" "$@"
    # A copy in its place is sound, and holds what happened before.
    removed "a copy takes its place${lock:+, $lock}" "01: 0" \
        "for i in $data/*; do cp \$i $work/copy 2>/dev/null && mv $work/copy \$i; done; :" "$@"
done

foreign()
{
    "$work/program" 'for i in '"$data"'/*; do echo mine >$i.new; mv $i.new $i; done' "$@" >"$work/out"
    test $? -eq 7 && grep -qx "the end" "$work/out" && grep -qx mine "$data"/*.hlb
}

forget
check "a foreign file takes its place, and stays" foreign
finish
