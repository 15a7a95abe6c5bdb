/* Keeps calls as facts; see seen.h. */
#include "generate/solve/seen.h"

#include <string.h>

/* Calls of a function that are kept; what is counted instead if there are no facts about it. */
enum { MOST_KEPT = 32, SEEN_FICKLE = MOST_KEPT + 1 };

GenerateSeen *generate_seen_new(void)
{
    GenerateSeen *seen = g_new0(GenerateSeen, 1);
    *seen = (GenerateSeen){g_array_new(FALSE, FALSE, sizeof(struct hlcov_call)), g_hash_table_new(NULL, NULL), 0};
    return seen;
}

static guint count_of(const GenerateSeen *seen, guint stub)
{
    return GPOINTER_TO_UINT(g_hash_table_lookup(seen->counts, GUINT_TO_POINTER(stub)));
}

static void set_count(GenerateSeen *seen, guint stub, guint count)
{
    g_hash_table_insert(seen->counts, GUINT_TO_POINTER(stub), GUINT_TO_POINTER(count));
}

static const struct hlcov_call *call_at(const GenerateSeen *seen, guint index)
{
    return &g_array_index(seen->calls, struct hlcov_call, index);
}

/* The call of the same function with the same arguments; NULL: there is none. */
static const struct hlcov_call *find_like(const GenerateSeen *seen, const struct hlcov_call *call)
{
    for (guint i = 0; i < seen->calls->len; i++) {
        const struct hlcov_call *other = call_at(seen, i);
        if (other->stub == call->stub && other->count == call->count &&
            memcmp(other->values, call->values, call->count * sizeof *call->values) == 0)
            return other;
    }
    return NULL;
}

/* In place of the oldest one of the function, if there are many. */
static void keep(GenerateSeen *seen, const struct hlcov_call *call, guint count)
{
    for (guint i = 0; i < seen->calls->len && count == MOST_KEPT; i++)
        if (call_at(seen, i)->stub == call->stub) {
            g_array_remove_index(seen->calls, i);
            count--;
        }
    g_array_append_vals(seen->calls, call, 1);
    set_count(seen, call->stub, count + 1);
}

gboolean generate_seen_add(GenerateSeen *seen, const struct hlcov_call *call)
{
    guint count = count_of(seen, call->stub);
    if (call->count > HLCOV_MOST_ARGUMENTS || count == SEEN_FICKLE)
        return FALSE;
    const struct hlcov_call *like = find_like(seen, call);
    if (like && like->values[call->count] == call->values[call->count])
        return FALSE;
    if (!like)
        keep(seen, call, count);
    else
        set_count(seen, call->stub, SEEN_FICKLE);
    seen->news++;
    return TRUE;
}

gboolean generate_seen_is_fickle(const GenerateSeen *seen, guint stub)
{
    return count_of(seen, stub) == SEEN_FICKLE;
}

/* ---- calls on ways ---- */

static PruneTerm is_value(PruneLogic *logic, PruneTerm term, guint64 value)
{
    return prune_equal(logic, term, prune_number(logic, value, prune_width(logic, term)));
}

/* Makes the truth that the call on the way has the arguments of the one that was seen. */
static PruneTerm is_like(PruneLogic *logic, const GenerateCalled *called, const struct hlcov_call *call)
{
    PruneTerm same = called->stub == call->stub && called->count == call->count ? logic->yes : logic->no;
    for (guint i = 0; i < called->count && same != logic->no; i++)
        same = called->arguments[i] ? prune_and(logic, same, is_value(logic, called->arguments[i], call->values[i]))
                                    : logic->no;
    return same;
}

PruneTerm generate_seen_facts(const GenerateSeen *seen, PruneLogic *logic, const GenerateCalled *calls, guint n)
{
    PruneTerm all = logic->yes;
    for (guint i = 0; i < n; i++)
        for (guint k = 0; k < seen->calls->len && !generate_seen_is_fickle(seen, calls[i].stub); k++) {
            const struct hlcov_call *call = call_at(seen, k);
            PruneTerm like = prune_and(logic, calls[i].guard, is_like(logic, &calls[i], call));
            if (like != logic->no)
                all =
                    prune_and(logic, all,
                              prune_implies(logic, like, is_value(logic, calls[i].result, call->values[call->count])));
        }
    return all;
}

static PruneTerm is_known(const GenerateSeen *seen, PruneLogic *logic, const GenerateCalled *called)
{
    PruneTerm any = logic->no;
    for (guint i = 0; i < seen->calls->len && !generate_seen_is_fickle(seen, called->stub); i++)
        any = prune_or(logic, any, is_like(logic, called, call_at(seen, i)));
    return any;
}

PruneTerm generate_seen_all(const GenerateSeen *seen, PruneLogic *logic, const GenerateCalled *calls, guint n)
{
    PruneTerm all = logic->yes;
    for (guint i = 0; i < n; i++)
        all = prune_and(logic, all, prune_implies(logic, calls[i].guard, is_known(seen, logic, &calls[i])));
    return all;
}
