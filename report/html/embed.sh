#!/bin/sh
# Prints a C file that holds a text file as a string: embed.sh NAME FILE. It knows text only: NUL bytes are lost.
set -eu
printf '/* Made from %s by embed.sh. */\n#include "report/html/assets.h"\n\nconst char %s[] =\n' "${2##*/}" "$1"
sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/?/\\?/g' -e 's/^/    "/' -e 's/$/\\n"/' "$2"
echo '    ;'
