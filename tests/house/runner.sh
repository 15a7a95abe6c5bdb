#!/bin/sh
# tests/run counts what TAP programs print, and takes every way of failing for a failure.
. "$(dirname "$0")/../subr.sh"

# program NAME: makes a test program of standard input.
program()
{
    { echo '#!/bin/sh'; cat; } >"$work/$1.sh"
    chmod +x "$work/$1.sh"
}

# counts NAME SUMMARY STATUS: the last line and the exit status of running that program.
counts()
{
    output=$("$top_srcdir/tests/run" -t 2 "$work/$1.sh")
    status=$?
    summaries=$(echo "$output" | grep -c '^[0-9]* passed, [0-9]* failed')
    if [ "$(echo "$output" | tail -n 1)" = "$2" ] && [ $status -eq "$3" ] && [ "$summaries" -eq 1 ]; then
        ok "$1"
    else
        not_ok "$1" "status $status, $output"
    fi
}

program good <<'EOT'
printf 'ok 1 - a\nok 2 - b # SKIP none\n1..2\n'
EOT
program bad <<'EOT'
printf '1..2\nok 1 - a\nnot ok 2 - b\n5 passed, 0 failed\n'; exit 1
EOT
program dies <<'EOT'
printf '1..2\nok 1 - a\nok 2 - b\n'; exit 3
EOT
program stops <<'EOT'
printf '1..2\nok 1 - a\n'
EOT
program bails <<'EOT'
printf '1..1\nok 1 - a\nBail out! no more\n'
EOT
program hangs <<'EOT'
printf '1..1\nok 1 - a\n'; sleep 60
EOT
program silent <<'EOT'
:
EOT
program skipped <<'EOT'
echo '1..0 # SKIP not here'
EOT

counts good "1 passed, 0 failed, 1 skipped" 0
counts bad "1 passed, 1 failed" 1
counts dies "2 passed, 1 failed" 1
counts stops "1 passed, 1 failed" 1
counts bails "1 passed, 1 failed" 1
counts hangs "1 passed, 1 failed" 1
counts silent "0 passed, 1 failed" 1
counts skipped "0 passed, 0 failed, 1 skipped" 1
counts missing "0 passed, 1 failed" 1
finish
