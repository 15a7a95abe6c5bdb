#!/bin/sh
# Sequences under way: what random runs give by their definition, threads, processes, signals, jumps. TRACES=100000
# tries that many runs instead of 3000, SEED others.
. "$(dirname "$0")/../subr.sh"
. "$(dirname "$0")/fixture.sh"

valued 1 4096 20000 sequences.c >"$work/program.c"
built

# One file without a directory: the program looks at its set itself.
traces()
{
    HLCOV_DIR=/proc/nowhere python3 "$here/traces.py" "$work/program" "$@"
}

check "random runs agree with the definition" traces "${SEED:-1}" "${TRACES:-3000}"
echo "# $tap_output"

# gives NAME SLOTS PAIR...: the way of that name leaves these slots set and these values of the first and the second
# step, in hexadecimal.
gives()
{
    name=$1
    slots=$2
    shift 2
    forget
    "$work/program" "$name"
    status=$?
    for pair in "$@"; do
        echo "01 9 1:0:${pair% *} 1:0:${pair#* }"
    done | sort >"$work/wanted"
    tuples >"$work/found"
    found=$(slots)
    if [ $status -ne 7 ] || [ "$found" != "$slots" ]; then
        not_ok "$name" "status $status, slots $found"
    else
        check "$name" diff "$work/wanted" "$work/found"
    fi
}

# slots: those of the first two that are set.
slots()
{
    python3 - "$data"/*.hlb <<'END'
import sys
data = open(sys.argv[1], "rb").read()
at = data.index(b"\x89HLU\r\n\x1a\n") + 32
print(*[i for i in range(2) if data[at + i]])
END
}

gives threads 0 "28 29" "3c 3d"
gives fork 0 "2 a" "1 14" "2 14"
gives recursion 0 "1 64" "2 64" "3 64" "4 64" "2 65" "3 65" "4 65" "3 66" "4 66" "4 67"
gives left-open 0 "0 4" "0 5" "3 5" "5 5" "0 6" "3 6" "5 6" "6 6"
gives nested 0 "1 2"
gives renewed 0 "1 2"
gives killed-twice 0 "2 3"
gives single 0 "1 2"
gives twice-at-once 0 "1 2"
gives too-many 0 "3 4"

# No place is interrupted by itself: the values say which parts of the program ran. In a handler 0 to 49 begin and 1
# ends; outside, from 1000 on, and 2.
interrupted()
{
    forget
    "$work/program" "$1"
    [ $? -eq 7 ] && tuples --lost >"$work/found" && [ -s "$work/found" ] &&
        awk 'BEGIN { split("0123456789abcdef", digit, ""); for (i in digit) value[digit[i]] = i - 1 }
            function number(hex,    n, i)
            {
                for (i = 1; i <= length(hex); i++)
                    n = n * 16 + value[substr(hex, i, 1)]
                return n
            }
            $2 == "lost" { if ($3 != 0) exit 1; next }
            { split($3, first, ":"); split($4, last, ":"); n = number(first[3]); e = number(last[3]) }
            !(n < 50 || (n >= 1000 && n < 1050)) || !(e == 1 || e == 2) { print; exit 1 }
            ' "$work/found"
}

for way in signals jumps; do
    check "$way" interrupted $way
    echo "# $(wc -l <"$work/found") environments"
done

finish
