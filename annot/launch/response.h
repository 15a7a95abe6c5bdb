/* Response files of compiler command lines: `@file` replaced by the words in it. Knows no compiler option. */
#ifndef ANNOT_RESPONSE_H
#define ANNOT_RESPONSE_H

#include <glib.h>

/* Returns a copy of `argv` in which each word `@file` that names a readable file is replaced by the words of that
 * file, by the rules of gcc: white space separates, quotes of either kind join, a backslash takes the next
 * character as it is; files may name files. A word whose file cannot be read stays. NULL if the files name
 * each other without end. To be freed with g_strfreev. */
char **annot_response_expand(char *const *argv);

#endif
