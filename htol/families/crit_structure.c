/* Criteria over the structure of a function: FC, STMT, BBC, BC. Each asks that a place be reached. */
#include "htol/expand/expand.h"

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
        add_reached(expansion, (HtolObjective){.site = site,
                                               .branch = index,
                                               .file = row->file,
                                               .line = row->line,
                                               .column = row->column,
                                               .text = row->text,
                                               .id = htol_arena_printf(expansion->arena, "w%u.a%u", index, i)});
    }
}

/* Returns the hyperlabel that one of the `n` terms, at least one, holds. */
static const HtolHyper *any_of(HtolArena *arena, const HtolRowTerm *terms, guint32 n)
{
    g_autofree const HtolHyper **labels = g_new(const HtolHyper *, n);
    for (guint32 i = 0; i < n; i++) {
        HtolSite site = {HTOL_SITE_DECISION, terms[i].index};
        labels[i] = htol_label(arena, site, htol_literal(arena, 0, terms[i].kind == HTOL_TERM_TRUE));
    }
    return htol_combined(arena, labels, n, htol_either_fact);
}

/* Adds the objective that some decision had an outcome from which outcome `value` of the branch follows. */
static void add_branch_outcome(HtolExpansion *expansion, guint32 index, gboolean value)
{
    HtolArena *arena = expansion->arena;
    const HtolRowBranch *row = &expansion->function->branches[index];
    const HtolRowTerm *terms = expansion->function->terms + row->first_term + (value ? 0 : row->trues);
    htol_expand_add(expansion, (HtolObjective){.hyper = any_of(arena, terms, value ? row->trues : row->falses),
                                               .site = {HTOL_SITE_DECISION, terms->index},
                                               .value = value,
                                               .is_cut = TRUE,
                                               .branch = index,
                                               .file = row->file,
                                               .line = row->line,
                                               .column = row->column,
                                               .text = row->text,
                                               .id = htol_arena_printf(arena, "b%u=%c", index, value ? 'T' : 'F')});
}

/* Adds both outcomes of the branch; none if constants leave it only one. */
static void add_branch(HtolExpansion *expansion, guint32 index)
{
    const HtolRowBranch *row = &expansion->function->branches[index];
    if (row->trues == 0 || row->falses == 0)
        return;
    add_branch_outcome(expansion, index, TRUE);
    add_branch_outcome(expansion, index, FALSE);
}

typedef struct {
    guint32 file, line, column;
} Place;

/* Whether the decision stands before `other` in the text; if that is in another file, decisions come first. */
static gboolean is_before(const HtolRowDecision *decision, Place other)
{
    if (decision->file != other.file || decision->line != other.line)
        return decision->file != other.file || decision->line < other.line;
    return decision->column < other.column;
}

/* The next objective of each kind that branches and is no decision. */
typedef struct {
    guint32 switches, branches;
} Others;

/* Appends the objectives among `next` that stand before the decision (NULL: all that are left). */
static void add_others(HtolExpansion *expansion, Others *next, const HtolRowDecision *decision)
{
    const HtolFunction *function = expansion->function;
    for (; next->switches < function->n_switches; next->switches++) {
        const HtolRowSwitch *row = &function->switches[next->switches];
        if (decision && is_before(decision, (Place){row->file, row->line, row->column}))
            break;
        add_arms(expansion, next->switches);
    }
    for (; next->branches < function->n_branches; next->branches++) {
        const HtolRowBranch *row = &function->branches[next->branches];
        if (decision && is_before(decision, (Place){row->file, row->line, row->column}))
            break;
        add_branch(expansion, next->branches);
    }
}

void htol_crit_bc(HtolExpansion *expansion)
{
    const HtolFunction *function = expansion->function;
    Others next = {0};
    for (guint32 i = 0; i < function->n_decisions; i++) {
        add_others(expansion, &next, &function->decisions[i]);
        if (function->decisions[i].kind != HTOL_DECISION_VALUE)
            htol_expand_outcomes(expansion, i);
    }
    add_others(expansion, &next, NULL);
}
