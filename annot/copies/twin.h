/* Which functions can be written twice, and which calls can then be of the other text: those by which a function calls
 * itself. Who asks at its entry only whether a function's slots are all set asks too often, for most of what is called
 * from elsewhere never has them all; but what a twin calls is the twin. */
#ifndef ANNOT_TWIN_H
#define ANNOT_TWIN_H

#include "annot/graph/cfg.h"

/* Whether the function calls itself, and its head may stand in the text twice, with another name: others than static
 * functions may be another program's by the time they are called, and attributes say what only one may be. */
gboolean annot_twin_may_be(const AnnotText *text, const AnnotFunction *function, const AnnotCfg *cfg);

/* The function's name in the call, if that is of the function and its name may be replaced; else NULL. */
const AnnotExpr *annot_twin_named(const AnnotText *text, const AnnotFunction *function, const AnnotCall *call);

#endif
