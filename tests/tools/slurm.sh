#!/bin/sh
# The recipe of hlcov-merge(1) for a job array of Slurm, without Slurm: the job's script is taken from the man page and
# run for each number, as a node would, with what Slurm says in its environment.
. "$(dirname "$0")/../subr.sh"

cd "$work" && mkdir -p bin submit/out || exit 1
ln -s "$HLCOV" bin/hlcov
PATH=$work/bin:$PATH
cat >program.c <<'E2'
#include <stdlib.h>
int main(int argc, char **argv) { return atoi(argv[argc - 1]) > 3 ? 0 : 0; }
E2
HLCOV_DIR=$work/built hlcov cc gcc -o submit/test program.c || exit 1

# text of the page from the line that begins with the first pattern to the .fi
recipe()
{
    sed -n "/^$1/,/^\.fi/p" "$top_srcdir/man/hlcov-merge.1" | sed -e '/^\.fi/d' -e 's/\\-/-/g'
}
recipe '#!\/bin\/sh' >job.sh
recipe 'find out .*hls' >collect.sh
check "the page has a job for an array" grep -q '^#SBATCH --array=' job.sh

for number in 1 2 3 4 5 6; do
    (cd submit && unset HLCOV_DIR &&
        TMPDIR=$work SLURM_ARRAY_TASK_ID=$number SLURM_SUBMIT_DIR=$work/submit sh ../job.sh)
done >job.out 2>&1
check "each node makes a shard" [ "$(find submit/out -name '*.hls' | wc -l)" = 6 ]
[ -s job.out ] && not_ok "jobs say nothing" "$(cat job.out)" || ok "jobs say nothing"
(cd submit && sh ../collect.sh) >collect.out 2>&1
check "they become one" [ -s submit/all.hls ]
hlcov tests --json - submit/all.hls >tests.json 2>tests.err || cat tests.err
check "that knows each test" [ "$(grep -o '"t[1-6]"' tests.json | sort -u | wc -l)" = 6 ]
hlcov report --details --criteria=bc submit/all.hls >report.txt 2>&1
check "and what all have covered together" grep -q '^BC .* 2/2 ' report.txt
finish
