/* Whether two hyperlabels, guards or scripts are the same, places in the text apart. */
#ifndef TESTS_UNIT_SAME_HYPER_H
#define TESTS_UNIT_SAME_HYPER_H

#include "htol/lang/script.h"

gboolean same_expr(const HtolExpr *one, const HtolExpr *other);
gboolean same_hyper(const HtolHyper *one, const HtolHyper *other);
gboolean same_script(const HtolScript *one, const HtolScript *other);

#endif
