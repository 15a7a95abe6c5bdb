/* The options of hlcov cc, for it and for those who read again what it compiled. */
#ifndef TOOLS_CC_OPTIONS_H
#define TOOLS_CC_OPTIONS_H

#include "tools/annotation.h"

/* Parses the words of the command into `options`, up to the compiler, which is *argv[1] then. */
CommandStatus cc_options_parse(AnnotationOptions *options, int *argc, char ***argv);

/* The same of words that are options only, ended by NULL; messages name them so. */
CommandStatus cc_options_read(AnnotationOptions *options, const char *name, const char *const *words);

#endif
