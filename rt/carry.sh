#!/bin/sh
# Prints annot/carry.c: the runtime as assembler text that every annotated object carries. Run at build time,
# not by hlcov.
#
# usage: rt/carry.sh COMPILER SOURCE_DIRECTORY

set -e
compiler=$1
source=$2
work=$(mktemp -d)
tab=$(printf '\t')
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# No floating-point or vector registers: the constructor may run in any program. No libc: no calls that stand
# for loops, no stack protector. Landing pads for indirect calls stay: the linker drops the program's
# protection without them.
flags=
for flag in -std=c11 -Os -fPIC -fno-lto -g0 -ffreestanding -fno-builtin -fno-common -fdata-sections \
    -fno-jump-tables -fno-stack-protector -fno-stack-clash-protection -fno-asynchronous-unwind-tables \
    -fno-unwind-tables -fno-exceptions -fno-sanitize=all -fno-profile-arcs -fno-test-coverage \
    -fno-verbose-asm -fno-ident -fno-tree-loop-distribute-patterns -U_FORTIFY_SOURCE -mgeneral-regs-only \
    -masm=att -fcf-protection=branch -mbranch-protection=bti; do
    if $compiler $flag -Werror -S -x c -o "$work/probe.s" /dev/null 2>"$work/errors"; then
        flags="$flags $flag"
    fi
done

for name in core file maps self text; do
    $compiler $flags -Wall -Wextra -I "$source" -S -o "$work/$name.s" "$source/rt/$name.c"
    awk -v file="$name" -f "$source/rt/carry.awk" "$work/$name.s" >>"$work/all.s"
done

cat <<END
/* The runtime as assembler text: made by rt/carry.sh, not written by hand. */
#include "annot/carry.h"

const char annot_carry_asm[] =
END
{
    printf '\t.ifndef .Lhlcov_rt.here\n\t.set .Lhlcov_rt.here,1\n'
    printf '\t.pushsection .text.hlcov_rt,"axG",@progbits,hlcov_rt.carried,comdat\n'
    cat "$work/all.s"
    printf '\t.popsection\n\t.endif\n'
} | sed 's/[\\"]/\\&/g; s/'"$tab"'/\\t/g; s/.*/    "&\\n"/; $s/$/;/'
