/* The options of hlcov cc, for it and for those who read again what it compiled. */
#ifndef TOOLS_CC_OPTIONS_H
#define TOOLS_CC_OPTIONS_H

#include "tools/compile/annotation.h"

/* Parses the options before the compiler into `options` and removes them: (*argv)[1] is the compiler then. */
CommandStatus cc_options_parse(AnnotationOptions *options, int *argc, char ***argv);

/* Parses `words`, options only, ended by NULL, into `options`; messages call them `name`. */
CommandStatus cc_options_read(AnnotationOptions *options, const char *name, const char *const *words);

#endif
