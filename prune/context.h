/* What a static function is called with, by all calls of its unit. */
#ifndef PRUNE_CONTEXT_H
#define PRUNE_CONTEXT_H

#include "prune/slots.h"

/* Finds how the subject's function is entered: by one of its calls, with what that gives it, whoever calls the caller.
 * FALSE if it may be entered otherwise, as far as the unit's text shows, or little would come of it. In the arena. */
gboolean prune_context_find(const PruneSubject *subject, PruneContext *context);

#endif
