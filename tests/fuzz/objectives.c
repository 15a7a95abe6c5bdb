/* Fuzz target: what any text asks of what a function recorded at its sites is judged, or said to be unmeasured, and a
 * verdict that something is covered has its witness. */
#include <string.h>

#include "htol/users/user.h"
#include "tests/unit/sample_function.h"

int LLVMFuzzerTestOneInput(const guint8 *data, size_t size);

static const HtolRecorded *record(HtolArena *arena)
{
    SampleFunction *sample = sample_function_new(arena, "f");
    sample_function_add_decision(sample, HTOL_DECISION_IF, "a && !(b || c)", 100);
    sample_function_add_switch(sample, 3);
    sample_function_add_flows(sample, "x");
    HtolRecorded *recorded = htol_arena_new0(arena, HtolRecorded, 1);
    HtolFunction *function = sample_function_end(sample);
    guint8 *slots = htol_arena_new0(arena, guint8, function->row.slots);
    for (guint32 i = 0; i < function->row.slots; i++)
        slots[i] = i % 3 != 0;
    recorded->function = function;
    recorded->slots = slots;
    return recorded;
}

static void check(const HtolUserObjective *objective)
{
    if (objective->unmeasured || !objective->verdict.covered)
        return;
    for (guint i = 0; i < objective->verdict.conjunct.n_members; i++)
        g_assert(htol_user_witness_place(objective, i));
}

int LLVMFuzzerTestOneInput(const guint8 *data, size_t size)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(HtolUsers) users = htol_users_new(arena);
    const HtolRowScript row = {.path = "a.htol",
                               .file = "",
                               .hash = "",
                               .line = 1,
                               .column = 1,
                               .kind = HTOL_SCRIPT_FILE,
                               .text = htol_arena_strndup(arena, (const char *)data, size)};
    htol_users_ask(users, &row);
    htol_users_add_function(users, record(arena));
    HtolUserVerdicts verdicts = htol_users_judge(users);
    for (guint i = 0; i < verdicts.n_objectives; i++)
        check(&verdicts.objectives[i]);
    return 0;
}
