/* What a static function is called with, by all calls of its unit. */
#ifndef PRUNE_CONTEXT_H
#define PRUNE_CONTEXT_H

#include "prune/objectives/slots.h"

/* Sets *context to the disjunction over all calls of the subject's function: one of them is made, with its arguments;
 * nothing is assumed of who calls the callers. FALSE if the unit's text shows that it may be entered in other ways, or
 * if too little would be learnt. In the subject's arena. */
gboolean prune_context_find(const PruneSubject *subject, PruneContext *context);

#endif
