/* Sets limits; see limits.h. */
#include "prune/formula/limits.h"

#include <sys/resource.h>

static void limit(int resource, rlim_t most)
{
    struct rlimit limits;
    if (getrlimit(resource, &limits) != 0)
        return;
    limits.rlim_cur = MIN(limits.rlim_max, most);
    setrlimit(resource, &limits);
}

void prune_limit_process(guint64 seconds, guint64 gib)
{
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, (rlim_t)seconds);
#ifndef __SANITIZE_ADDRESS__
    limit(RLIMIT_AS, (rlim_t)gib << 30);
#else
    (void)gib;
#endif
}
