/* The orders of what is in shards; see shard.h. */
#include "htol/shards/shard.h"

#include <string.h>

gint htol_ending_compare(const HtolEnding *one, const HtolEnding *other)
{
    if (one->started != other->started)
        return one->started < other->started ? -1 : 1;
    if (one->duration != other->duration)
        return one->duration < other->duration ? -1 : 1;
    return (one->status > other->status) - (one->status < other->status);
}

gint htol_program_compare(gconstpointer left, gconstpointer right)
{
    const HtolProgram *one = left, *other = right;
    gint order = strcmp(one->build_id, other->build_id);
    return order ? order : strcmp(one->path, other->path);
}

gint htol_facts_compare(gconstpointer left, gconstpointer right)
{
    const HtolFacts *one = left, *other = right;
    gint order = memcmp(one->id, other->id, HTOL_ID_SIZE);
    return order ? order : (one->n_slots > other->n_slots) - (one->n_slots < other->n_slots);
}
