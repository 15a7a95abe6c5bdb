#!/bin/sh
# Prints, in place of rt/carry.sh, a carry.c for programs that are linked with the runtime's own objects: nothing is
# carried, but the data directory is known to those objects.
cat <<'END'
#include "annot/probes/carry.h"

const char annot_carry_asm[] = "\t.globl hlcov_baked_dir\n\t.hidden hlcov_baked_dir\n";
const char annot_carry_values_asm[] = "";
END
