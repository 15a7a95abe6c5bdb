#!/bin/sh
# What hlcov cc adds leaves the frames of functions about as large as they were, also where nothing is optimized: a
# program that calls itself deeply has the stack that it had. Frames are what gcc says they are (-fstack-usage).

. "$(dirname "$0")/common.sh"

# A large function, as interpreters have: of each kind of expression that is recorded, a hundred.
{
    echo 'int large(int a, int b, double c, int *p) {'
    for i in $(seq 100); do
        echo "if (a * $i > b && c < $i.5) { a += p[b & 7] << (a & 3); b = -a - (int)c; c = c / 2 + (a == b); }"
    done
    echo 'return a; }'
} >large.c

# frame COMMAND...: bytes of the function's, not of those that we add.
frame()
{
    rm -f large.su && "$@" -O0 -w -fstack-usage -c large.c >&2 && sed -n 's/.*:large\t\([0-9]*\).*/\1/p' large.su
}

stays_small()
{
    plain=$(frame gcc) && covered=$(frame "$HLCOV" cc "$@" gcc) && annotated large.o || return 1
    echo "plain $plain bytes, with coverage $covered"
    [ "$covered" -le $((plain + 2048)) ]
}

check "what is recorded by default" stays_small
check "conditions and mutants" stays_small --criteria=WM
check "risks and ranges" stays_small --criteria=RTE,RB,IDP
check "paths and calls" stays_small --criteria=PPC,EPC,FCC
finish
