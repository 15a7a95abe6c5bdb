#!/bin/sh
# Prints a C file that holds a text file as a string: embed.sh NAME FILE [HEADER]. HEADER declares the string. It knows
# text only: NUL bytes are lost.
set -eu
header=${3-report/html/parts/assets.h}
printf '/* Made from %s by embed.sh. */\n#include "%s"\n\nconst char %s[] =\n' "${2##*/}" "$header" "$1"
sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/?/\\?/g' -e 's/^/    "/' -e 's/$/\\n"/' "$2"
echo '    ;'
