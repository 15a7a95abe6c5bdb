/* Which recursive functions can be written twice, and which calls can then call the twin, the text without probes:
 * those by which a function calls itself. To ask at every entry whether all slots are set would cost too much, because
 * in most functions they never are; so a twin calls its twin without asking. */
#ifndef ANNOT_TWIN_H
#define ANNOT_TWIN_H

#include "annot/graph/cfg.h"

/* Whether the function calls itself, and its head may be repeated under another name. It must be static, since another
 * definition may replace others at run time, and have no attributes, which may hold for one function only. */
gboolean annot_twin_may_be(const AnnotText *text, const AnnotFunction *function, const AnnotCfg *cfg);

/* Returns the NAME of `function` in `call`, if that calls it by a name that may be replaced; else NULL. */
const AnnotExpr *annot_twin_named(const AnnotText *text, const AnnotFunction *function, const AnnotCall *call);

#endif
