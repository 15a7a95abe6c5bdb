#!/bin/sh
# Prints carry.c, which is in no source directory: the runtime as assembler text that every annotated object carries.
# Run at build time for the machine that hlcov is built for; for others hlcov runs it, with their compiler, and wants
# files.
#
# usage: rt/carry.sh COMPILER SOURCE_DIRECTORY [yes|no [DIRECTORY]]
#
# no: without crash.c and stack.c. DIRECTORY: writes the parts to files there, carried.s and values.s, instead of C.

set -e
compiler=$1
source=$2
work=$(mktemp -d)
tab=$(printf '\t')
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# No floating-point or vector registers: the constructor may run in any program. No libc: no calls that stand
# for loops or atomic operations, no stack protector. Landing pads for indirect calls stay: the linker drops the
# program's protection without them.
flags=
for flag in -std=c11 -fPIC -fno-lto -g0 -ffreestanding -fno-builtin -fno-common -fdata-sections \
    -fno-jump-tables -fno-stack-protector -fno-stack-clash-protection -fno-asynchronous-unwind-tables \
    -fno-unwind-tables -fno-exceptions -fno-sanitize=all -fno-profile-arcs -fno-test-coverage \
    -fno-verbose-asm -fno-ident -fno-tree-loop-distribute-patterns -U_FORTIFY_SOURCE -mgeneral-regs-only \
    -masm=att -fcf-protection=branch -mbranch-protection=bti -mno-outline-atomics; do
    if $compiler $flag -Werror -S -x c -o "$work/probe.s" /dev/null 2>"$work/errors"; then
        flags="$flags $flag"
    fi
done

directory=${4-}
crash="crash stack"
[ "${3-}" != no ] || crash=
[ -z "$crash" ] || flags="$flags -DRT_WITH_CRASH"

# Backtraces lead through the handler of signals.
flags_of()
{
    [ "$1" != crash ] || echo -fasynchronous-unwind-tables
}

# part PART LEVEL FILE...: prints the files, optimized like that, as one part.
part()
{
    part=$1
    level=$2
    shift 2
    for name in "$@"; do
        $compiler $flags $(flags_of "$name") $level -Wall -Wextra -I "$source" -S \
            -o "$work/$name.s" "$source/rt/$name.c"
        awk -v file="$name" -v part="$part" -f "$source/rt/carry.awk" "$work/$name.s" >"$work/$name.part"
    done
    printf '\t.ifndef .Lhlcov_rt.%s\n\t.set .Lhlcov_rt.%s,1\n' "$part" "$part"
    printf '\t.pushsection .text.hlcov_rt.%s,"axG",@progbits,hlcov_rt.%s,comdat\n' "$part" "$part"
    for name in "$@"; do
        cat "$work/$name.part"
    done
    printf '\t.popsection\n\t.endif\n'
}

# string NAME FILE: prints the part in the file as the definition of a string in C.
string()
{
    printf '\nconst char %s[] =\n' "$1"
    sed 's/[\\"]/\\&/g; s/'"$tab"'/\\t/g; s/.*/    "&\\n"/; $s/$/;/' "$2"
}

parts=${directory:-$work}
part carried -Os checker code core $crash dump file fuzz journal maps self text >"$parts/carried.s"
part values -O2 sequence set >"$parts/values.s"
[ -z "$directory" ] || exit 0
echo '/* The runtime as assembler text: made by rt/carry.sh, not written by hand. */'
echo '#include "annot/probes/carry.h"'
string annot_carry_asm "$parts/carried.s"
string annot_carry_values_asm "$parts/values.s"
