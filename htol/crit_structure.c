/* Criteria over the structure of a function: FC, STMT, BBC, BC. Each asks that a place be reached. */
#include "htol/expand.h"

/* Appends the objective that its site be reached. */
static void add_reached(HtolExpansion *expansion, HtolObjective objective)
{
    objective.hyper = htol_label(expansion->arena, objective.site, NULL);
    objective.value = -1;
    htol_expand_add(expansion, objective);
}

void htol_crit_fc(HtolExpansion *expansion)
{
    const HtolRowFunction *row = &expansion->function->row;
    HtolObjective objective = {.site = {HTOL_SITE_BLOCK, 0},
                               .value = -1,
                               .line = row->line,
                               .column = row->column,
                               .text = row->name,
                               .id = "entry"};
    if (row->skipped == HTOL_MEASURED) {
        add_reached(expansion, objective);
        return;
    }
    const char *why = htol_skip_reason(row->skipped);
    objective.unmeasured = htol_arena_printf(expansion->arena, "its function was passed through: %s", why);
    htol_expand_add(expansion, objective);
}

void htol_crit_stmt(HtolExpansion *expansion)
{
    for (guint32 i = 0; i < expansion->function->n_statements; i++) {
        const HtolRowStatement *row = &expansion->function->statements[i];
        add_reached(expansion, (HtolObjective){.site = {HTOL_SITE_BLOCK, row->block},
                                               .file = row->file,
                                               .line = row->line,
                                               .column = row->column,
                                               .text = "",
                                               .id = htol_arena_printf(expansion->arena, "s%u", i)});
    }
}

void htol_crit_bbc(HtolExpansion *expansion)
{
    for (guint32 i = 0; i < expansion->function->n_blocks; i++) {
        const HtolRowBlock *row = &expansion->function->blocks[i];
        add_reached(expansion, (HtolObjective){.site = {HTOL_SITE_BLOCK, i},
                                               .file = row->file,
                                               .line = row->line,
                                               .column = row->column,
                                               .text = "",
                                               .id = htol_arena_printf(expansion->arena, "b%u", i)});
    }
}

static void add_arms(HtolExpansion *expansion, guint32 index)
{
    const HtolFunction *function = expansion->function;
    for (guint32 i = 0; i < function->switches[index].arms; i++) {
        HtolSite site = {HTOL_SITE_ARM, function->switches[index].first_arm + i};
        const HtolRowArm *row = &function->arms[site.index];
        add_reached(expansion,
                    (HtolObjective){.site = site,
                                    .file = row->file,
                                    .line = row->line,
                                    .column = row->column,
                                    .text = row->text,
                                    .id = htol_arena_printf(expansion->arena, "w%u.a%u", index, i)});
    }
}

/* Whether the decision stands before the switch in the text; in another file, decisions are taken first. */
static gboolean is_before(const HtolRowDecision *decision, const HtolRowSwitch *other)
{
    if (decision->file != other->file || decision->line != other->line)
        return decision->file != other->file || decision->line < other->line;
    return decision->column < other->column;
}

void htol_crit_bc(HtolExpansion *expansion)
{
    const HtolFunction *function = expansion->function;
    guint32 switches = 0;
    for (guint32 i = 0; i < function->n_decisions; i++) {
        while (switches < function->n_switches &&
               !is_before(&function->decisions[i], &function->switches[switches]))
            add_arms(expansion, switches++);
        if (function->decisions[i].kind != HTOL_DECISION_VALUE)
            htol_expand_outcomes(expansion, i);
    }
    while (switches < function->n_switches)
        add_arms(expansion, switches++);
}
