/* Criteria over the structure of a function: FC, STMT, BBC, BC. Each asks that a place be reached. */
#include "htol/expand.h"

static const char *skip_reason(guint32 skipped)
{
    switch (skipped) {
    case HTOL_SKIP_ERROR: return "its function was passed through: the front end could not parse it";
    case HTOL_SKIP_NAKED: return "its function was passed through: only assembler may stand in it";
    case HTOL_SKIP_SHAPE:
        return "its function was passed through: its text is not where the front end says it is";
    }
    return "its function was passed through";
}

void htol_crit_fc(HtolExpansion *expansion)
{
    const HtolRowFunction *row = &expansion->function->row;
    HtolSite site = {HTOL_SITE_BLOCK, 0};
    HtolObjective objective = {.site = site,
                               .value = -1,
                               .line = row->line,
                               .column = row->column,
                               .text = row->name,
                               .id = "entry"};
    if (row->skipped == HTOL_MEASURED)
        objective.hyper = htol_label(expansion->arena, site, NULL);
    else
        objective.unmeasured = skip_reason(row->skipped);
    htol_expand_add(expansion, objective);
}

void htol_crit_stmt(HtolExpansion *expansion)
{
    for (guint32 i = 0; i < expansion->function->n_statements; i++) {
        const HtolRowStatement *row = &expansion->function->statements[i];
        HtolSite site = {HTOL_SITE_BLOCK, row->block};
        htol_expand_add(expansion, (HtolObjective){.hyper = htol_label(expansion->arena, site, NULL),
                                                   .site = site,
                                                   .value = -1,
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
        HtolSite site = {HTOL_SITE_BLOCK, i};
        htol_expand_add(expansion, (HtolObjective){.hyper = htol_label(expansion->arena, site, NULL),
                                                   .site = site,
                                                   .value = -1,
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
        htol_expand_add(expansion,
                        (HtolObjective){.hyper = htol_label(expansion->arena, site, NULL),
                                        .site = site,
                                        .value = -1,
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
