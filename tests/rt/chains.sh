#!/bin/sh
# Where notes of ends are wanted, programs that set back or call the action that was there before theirs die as ever,
# each time; and each end is noted.
. "$(dirname "$0")/../subr.sh"
. "$(dirname "$0")/fixture.sh"

unit 1 100 chains.c >"$work/program.c"
plain chains.c >"$work/plain.c"

# Prints each way in which the program was otherwise than the plain one, or in which its notes do not tell how often it
# was ended by a signal.
cat >"$work/compare.py" <<'END_OF_PYTHON'
import os, re, shutil, subprocess, sys

work, data, times = sys.argv[1], sys.argv[2], int(sys.argv[3])

def run(name, way):
    done = subprocess.run([work + "/" + name] + way, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
    return done.returncode, done.stdout

def noted():
    files = [data + "/" + name for name in os.listdir(data) if name.endswith(".hlb")]
    text = subprocess.run([work + "/read"] + files, stdout=subprocess.PIPE, check=True, text=True).stdout
    return sum(int(n) for n in re.findall(r"^crash signal=.* times=(\d+) |^crashes without a note: (\d+)", text, re.M)
               for n in n if n)

def is_end(status, text):
    child = re.search(rb"^child: ([0-9a-f]+)$", text, re.M)
    return status < 0 or child and int(child[1], 16) & 0x7f

n = 0
for line in subprocess.run([work + "/plain"], stdout=subprocess.PIPE, text=True).stdout.splitlines():
    way, n = line.split(), n + 1
    shutil.rmtree(data, ignore_errors=True)
    wanted, found = run("plain", way), [run("program", way) for _ in range(times)]
    others = [one for one in found if one != wanted]
    if others:
        print(f"{line}: {len(others)} of {times} runs: {others[0]} instead of {wanted}")
    elif is_end(*wanted) and noted() != times:
        print(f"{line}: {noted()} of {times} ends are noted")
print(f"{n} ways")
END_OF_PYTHON

# dies NAME TIMES COMPILER FLAG...: that many times in each way.
dies()
{
    name=$1
    times=$2
    shift 2
    "$@" -pthread -o "$work/plain" "$work/plain.c" && "$@" -pthread -o "$work/program" "$work/program.c"
    check "$name: it compiles" test $? -eq 0
    (ulimit -c 0; HLCOV_CRASH=1 exec python3 "$work/compare.py" "$work" "$data" "$times") >"$work/out" 2>&1
    check "$name: as without us" diff - "$work/out" <<EOF
576 ways
EOF
}

dies gcc 6 gcc -g -O2
dies "gcc -static" 1 gcc -g -O0 -static
command -v clang-19 >/dev/null && dies clang-19 1 clang-19 -g -O1
finish
