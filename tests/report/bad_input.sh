#!/bin/sh
# Bad input of `hlcov report`: the message names the file and says what is wrong, the exit status is 1 when nothing
# was reported and 3 when the rest was.
set -u
. "$(dirname "$0")/../subr.sh"

# fresh: a new sample project in the working directory
fresh()
{
    cd "$work" && rm -rf case && mkdir case && cd case || exit 1
    "$top_builddir/tests/golden/make_input" . || exit 1
}

# expect NAME STATUS PATTERN ARGUMENTS...: runs hlcov report; its standard error must match, or be
# empty where the pattern is
expect()
{
    name=$1 status=$2 pattern=$3
    shift 3
    "$HLCOV" report "$@" > "$work/out" 2> "$work/err"
    got=$?
    if [ "$got" -ne "$status" ]; then
        not_ok "$name" "exit status $got instead of $status: $(cat "$work/err")"
    elif [ -z "$pattern" ] && [ -s "$work/err" ]; then
        not_ok "$name" "standard error: $(cat "$work/err")"
    elif [ -n "$pattern" ] && ! grep -q -e "$pattern" "$work/err"; then
        not_ok "$name" "standard error does not match '$pattern': $(cat "$work/err")"
    elif [ "$status" -eq 1 ] && [ -s "$work/out" ]; then
        not_ok "$name" "something was reported: $(cat "$work/out")"
    elif [ "$status" -eq 3 ] && ! grep -q '^TOTAL .*%$' "$work/out"; then
        not_ok "$name" "the rest was not reported: $(cat "$work/out")"
    else
        ok "$name"
    fi
}

# poke FILE OFFSET BYTE (octal)
poke()
{
    printf "\\$3" | dd of="$1" bs=1 seek="$2" conv=notrunc 2> /dev/null
}

fresh
expect "good input" 0 '' data

# Paths
expect "no data directory" 1 'elsewhere: there is no such .*hlcov cc' elsewhere
HLCOV_DIR=$work/absent
export HLCOV_DIR
expect "HLCOV_DIR names nothing" 1 "$work/absent: there is no such"
HLCOV_DIR=$work/case/data
expect "HLCOV_DIR is the default" 0 ''
unset HLCOV_DIR
mkdir empty
expect "an empty directory" 1 'empty: it contains no table.*hlcov cc' empty
expect "a source file" 1 'src/main.c: this is no data directory' src/main.c
mkfifo pipe
expect "a FIFO" 1 'pipe: cannot be read: it is not a regular file' pipe
expect "an absent file among good ones" 1 'gone.hlb: there is no such' data gone.hlb

# Damaged data files
fresh
truncate -s 100 data/first.hlb
expect "a data file cut in its header" 3 'left out: data/first.hlb: damaged data file: .*cut short' data
fresh
truncate -s 6000 data/first.hlb
expect "a data file cut in its section" 3 'left out: data/first.hlb: damaged data file: .*cut short' data
fresh
: > data/first.hlb
expect "an empty data file" 3 'left out: data/first.hlb: damaged data file: .*have died by SIGBUS' data
fresh
head -c 8192 /dev/zero | tr '\0' x > data/first.hlb
expect "garbage named .hlb" 3 'left out: data/first.hlb: damaged' data
fresh
poke data/first.hlb 100 101
expect "a changed header" 3 'left out: data/first.hlb: .*checksum' data
fresh
poke data/first.hlb 4130 007
expect "a slot that is 7" 3 'left out: data/first.hlb: .*slot' data
fresh
mkdir data/first.hlb.d data/dir.hlb
expect "a directory named .hlb" 3 'left out: data/dir.hlb: cannot be read: it is not a regular file' data

# Damaged tables
fresh
table=$(ls data/tables/*.hlt | head -n 1)
truncate -s 60 "$table"
expect "a cut table" 3 "left out: $table: damaged table" data
fresh
poke "$table" 60 377
poke "$table" 61 377
expect "a changed table" 3 "left out: $table: damaged table" data
fresh
rm "$table"
printf 'garbage that is no table' > "$table"
expect "garbage named .hlt" 3 "left out: $table: damaged table" data
fresh
for table in data/tables/*.hlt; do
    : > "$table"
done
expect "nothing but damaged tables" 1 "data/tables/.*.hlt: damaged table: the file is empty" data
fresh
rm -r data/tables
expect "data without tables" 1 'data/first.hlb: no table for unit [0-9a-f]\{32\}.*/nowhere/program' data

# What is only odd
fresh
rm data/*.hlb
expect "no program has run" 1 'no program has recorded anything yet. Most likely' data
check "then there is no report" sh -c '! grep -q TOTAL "$0"' "$work/out"

# Usage
fresh
expect "an unknown criterion" 1 'nonsense' --criteria nonsense data
expect "an unknown sort key" 1 'nonsense' --sort nonsense data
expect "an unknown option" 1 'nonsense' --nonsense data
expect "two reports on standard output" 1 'standard output' --json - --markdown - data
expect "globs that match nothing" 1 'no function' --include '*.xyz' data
expect "a report file that cannot be written" 1 'none/out.json: cannot be written' --json none/out.json -q data
expect "pages in a directory that cannot be made" 1 '/dev/null/html: cannot be made' --html /dev/null/html -q data
printf old > out.json
expect "a damaged input" 1 'gone' --json out.json gone
check "a failed report leaves the old file" grep -qx old out.json

# Programs
if command -v gcc > /dev/null && command -v objcopy > /dev/null; then
    fresh
    id=abababababababababababababababababababab
    echo 'int main(void) { return 0; }' > plain.c
    gcc -Wl,--build-id=0x$id -o plain plain.c
    expect "a program without tables" 1 "plain: no hlcov table in it: was it built with 'hlcov cc'?" plain
    cat data/tables/*.hlt > tables.bin
    objcopy --add-section .hlcov_tab=tables.bin plain program
    rm -r data/tables
    expect "tables from a program" 0 '' program data
    head -c 100000 /dev/zero | cat tables.bin - > padded.bin
    objcopy --add-section .debug_tab=padded.bin plain wide
    objcopy --compress-debug-sections=zlib wide packed
    objcopy --rename-section .debug_tab=.hlcov_tab packed
    check "the section is compressed" test "$(wc -c < packed)" -lt 100000
    expect "tables from a compressed section" 0 '' packed data
    expect "a program that did not run" 1 'no program has recorded anything yet' program
    head -c 300 program > cut
    expect "a cut program" 1 'cut: damaged ELF file' cut
    head -c 60 tables.bin > cut.bin
    objcopy --add-section .hlcov_tab=cut.bin plain half
    expect "a program whose table is damaged" 1 'half: damaged table' half

    # The program that a data file names is looked for by itself.
    "$top_builddir/tests/golden/make_input" . "$work/case/program"
    rm -r data/tables
    expect "tables from the program that the data name" 0 '' data
    gcc -Wl,--build-id=0x00 -o plain plain.c
    objcopy --add-section .hlcov_tab=tables.bin plain program
    expect "a program that was rebuilt" 1 'its program .*/program was rebuilt since' data
else
    skip "programs" "there is no gcc and objcopy"
fi

# Permissions
if [ "$(id -u)" -ne 0 ]; then
    fresh
    chmod 0 data
    expect "a directory without permission" 1 'data: cannot be read: Permission denied' data
    chmod 700 data
    chmod 0 data/first.hlb
    expect "a data file without permission" 3 'left out: data/first.hlb: cannot be read: Permission denied' data
else
    skip "permissions" "the superuser may read everything"
fi
finish
