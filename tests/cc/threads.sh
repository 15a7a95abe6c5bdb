#!/bin/sh
# 16 threads at once lose nothing that a real unit records: blocks, decisions, calls through pointers, values of labels.
. "$(dirname "$0")/../subr.sh"

HLCOV_DIR=$work/data
export HLCOV_DIR
cd "$work" || exit 1
cat >a.c <<'END'
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 16, VALUES = 64 };

static int none(int n) { return n; }
static int half(int n) { return n / 2; }
static int twice(int n) { return 2 * n; }
static int square(int n) { return n * n; }

static int (*volatile const functions[])(int) = {none, half, twice, square};

static int use(int n)
{
    //! label L { v = n } : n >= 0;
    if (n % 2 && n % 3)
        return functions[n % 4](n);
    return -n;
}

static void *work(void *start)
{
    long sum = 0;

    for (int i = 0; i < VALUES * 8; i++)
        sum += use((int)((i * (2 * (long)start + 1) + 7 * (long)start) % VALUES));
    return (void *)sum;
}

int main(void)
{
    pthread_t threads[THREADS];

    for (long i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, work, (void *)i) != 0)
            return 1;
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
END
check "it compiles" "$HLCOV" cc gcc -O2 -pthread -o a a.c

# Of the values 0 to 63, each once; of calls, the functions that odd numbers lead to: half and square.
recorded()
{
    "$HLCOV" dump "$HLCOV_DIR"/*.hlb >out || return 1
    [ "$(grep -c '^  source [0-9]*: -\{0,1\}[0-9]*$' out)" -eq 64 ] || { echo "values:"; cat out; return 1; }
    [ "$(grep -c '^  source [0-9]*: code ' out)" -eq 2 ] || { echo "calls:"; cat out; return 1; }
    grep -q ' lost=0' out && "$HLCOV" report --details --criteria FC,DC,CC,MCC,STMT --json out.json -q
}

covered()
{
    python3 - out.json <<'END'
import json, sys
totals = json.load(open(sys.argv[1]))["totals"]
found = {name: (t["covered"], t["objectives"]) for name, t in totals.items()}
print(found)
sys.exit(found != {"FC": (5, 7), "STMT": (14, 17), "DC": (9, 10), "CC": (11, 12), "MCC": (10, 11)})
END
}

for round in 1 2 3 4 5; do
    "$HLCOV" reset -q
    check "it runs" ./a
    check "each value and call is there once" recorded
    check "and all else, but a failure of pthread_create" covered
done
finish
