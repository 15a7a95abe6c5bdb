#!/bin/sh
# Prints a C file that holds the runtime's sources, so that hlcov can compile them for other machines: sources.sh
# DIRECTORY FILE... It knows text only.
set -eu
directory=$1
shift
printf '/* The sources of the runtime: made by rt/sources.sh, not written by hand. */\n'
printf '#include "annot/probes/carry.h"\n\n'
printf 'const AnnotCarrySource annot_carry_sources[] = {\n'
for file in "$@"; do
    printf '    {"%s",\n' "$file"
    sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/?/\\?/g' -e 's/^/     "/' -e 's/$/\\n"/' "$directory/$file"
    printf '    },\n'
done
printf '    {NULL, NULL}};\n'
