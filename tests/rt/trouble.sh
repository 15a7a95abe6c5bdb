#!/bin/sh
# Whatever is wrong with the data directory or the file in it: the program prints and ends as the plain one,
# and nothing is overwritten.
. "$(dirname "$0")/../subr.sh"
. "$(dirname "$0")/fixture.sh"

unit 1 100 ends.c >"$work/ends.c"
plain ends.c >"$work/plain_ends.c"
gcc -O2 -pthread -static -o "$work/program" "$work/ends.c"
gcc -O2 -pthread -static -o "$work/plain" "$work/plain_ends.c"

with_directory()
{
    export HLCOV_DIR="$2"
    exec "$1"
}

from_root()
{
    cd / && export HLCOV_DIR="$2" && exec "$1"
}

with_limit()
{
    ulimit "$2" "$3" && exec "$1"
}

cleared()
{
    exec env -i "$1"
}

forget
behaves "the directory is made" "01: 0-1" execute
mode=$(printf %o $((0666 & ~$(umask))))
check "readable and writable for all that umask allows" test "$(stat -c %a "$data"/*.hlb)" = "$mode"
forget
behaves "without an environment" "01: 0-1" cleared
forget
behaves "HLCOV_DIR is empty" "01: 0-1" with_directory ""
forget
behaves "HLCOV_DIR, several levels of it missing" "" with_directory "$work/a/b/c"
data=$work/a/b/c
check "it is made" test "$(recorded)" = "01: 0-1"
rm -rf "$work/a"
behaves "HLCOV_DIR with a slash at the end" "01: 0-1" with_directory "$data/"
rm -rf "$work/a"
behaves "a relative HLCOV_DIR means the working directory" "01: 0-1" from_root "${work#/}/a/b/c"
data=$work/hlcov-data

{ "$work/unit" 1 100 "" && body ends.c; } >"$work/nowhere.c"
gcc -O2 -pthread -o "$work/nowhere" "$work/nowhere.c"
(cd "$work" && mkdir empty && cd empty && exec "$work/nowhere")
status=$?
check "no directory is known: it runs" test $status -eq 7
check "no directory is known: nothing is made" test -z "$(ls "$work/empty")"

forget
behaves "HLCOV_DIR is a file" "" with_directory "$work/program"
behaves "HLCOV_DIR cannot be made" "" with_directory /proc/nowhere/at/all
behaves "HLCOV_DIR is longer than any path" "" with_directory "/$(printf %05000d 0)"
behaves "no file may be written (RLIMIT_FSIZE 0)" "" with_limit -f 0
behaves "no file as large as this may be written" "" with_limit -f 8
check "nothing is left behind" test -z "$(ls "$data" 2>/dev/null)"
behaves "no file may be opened (RLIMIT_NOFILE)" "" with_limit -n 3
forget
behaves "little address space" "01: 0-1" with_limit -v 20000
behaves "a file that is there needs no room to write" "01: 0-1" with_limit -f 0

# in_place NAME: the file under the program's name is not ours: the program runs, the file stays as it is.
in_place()
{
    cp "$file" "$work/before"
    (exec "$work/program") >"$work/program.out" 2>&1
    status=$?
    check "$1: the program runs" test $status -eq 7 -a ! -s "$work/program.out"
    check "$1: the file stays" cmp "$file" "$work/before"
}

# byte OFFSET OCTAL: changes one byte of the file.
byte()
{
    printf "\\$2" | dd of="$file" bs=1 seek="$1" conv=notrunc 2>/dev/null
}

# other OFFSET: makes another byte of it; which one is there, hangs on the build-id.
other()
{
    byte "$1" "$(printf %03o $((255 - $(od -An -tu1 -j "$1" -N 1 "$file"))))"
}

forget
"$work/program"
file=$(echo "$data"/*.hlb)
byte 4128 000
byte 4129 000
check "the slots are zero now" test "$(recorded)" = "01:"
cp "$file" "$work/whole"
echo hello >"$file"
in_place "foreign file"
: >"$file"
in_place "empty file"
head -c 8191 "$work/whole" >"$file"
in_place "file cut short"
{ cat "$work/whole"; echo; } >"$file"
in_place "file too long"
head -c 8192 /dev/zero >"$file"
in_place "zeros"
for place in 0 8 16 28 4096 4104 4120 4124; do
    cp "$work/whole" "$file"
    other "$place"
    in_place "another byte at $place"
done
rm "$file"
mkfifo "$file"
nothing_is_done()
{
    timeout 10 "$work/program"
    test $? -eq 7
}
check "a pipe under the name" nothing_is_done
rm "$file"
mkdir "$file"
check "a directory under the name" nothing_is_done
rmdir "$file"
ln -s "$work/elsewhere" "$file"
check "a symbolic link under the name" nothing_is_done
check "nothing is made where it leads" test ! -e "$work/elsewhere"
cp "$work/whole" "$work/elsewhere"
check "a symbolic link to a good file" nothing_is_done
check "it is not followed" cmp "$work/whole" "$work/elsewhere"
rm "$file"
cp "$work/whole" "$file"
"$work/program"
check "the good file itself is used" test "$(recorded)" = "01: 0-1"

# Privileges: what the environment says does not count for a set-user-ID program.
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
    chmod 711 "$work"
    as_nobody()
    {
        setpriv --reuid=65534 --regid=65534 --clear-groups env HLCOV_DIR="$work/open" "$@"
    }
    mkdir -m 777 "$work/open"
    for kind in -static -no-pie; do
        forget
        gcc -O2 -pthread $kind -o "$work/program" "$work/ends.c"
        chmod 4755 "$work/program"
        as_nobody "$work/program"
        check "set-user-ID $kind: the environment is not heard" test -z "$(ls "$work/open")"
        check "set-user-ID $kind: the directory built in is used" test "$(recorded)" = "01: 0-1"
    done
    chmod 755 "$work/program"
    as_nobody "$work/program"
    check "without that bit it is heard" test -n "$(ls "$work/open")"
    chmod 755 "$work/open"
    rm "$work/open"/*
    as_nobody "$work/program"
    check "a directory without permission: the program runs" test $? -eq 7
    check "and nothing is there" test -z "$(ls "$work/open")"
else
    skip "set-user-ID programs" "needs the superuser and setpriv"
fi

finish
