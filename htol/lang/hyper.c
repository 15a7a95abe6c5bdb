/* Builds hyperlabels; see hyper.h. It neither prints nor decides them. */
#include "htol/lang/hyper.h"

const char *const htol_site_names[HTOL_SITES] = {
#define SITE(KIND, name, part, records, doc) name,
#include "htol/lang/sites.def"
#undef SITE
};

static const HtolHyper *new_hyper(HtolArena *arena, HtolHyper hyper)
{
    return htol_arena_memdup(arena, &hyper, sizeof hyper);
}

const HtolHyper *htol_label(HtolArena *arena, HtolSite site, const HtolExpr *predicate)
{
    return new_hyper(arena, (HtolHyper){.kind = HTOL_HYPER_LABEL, .site = site, .predicate = predicate});
}

const HtolHyper *htol_label_with(HtolArena *arena, HtolSite site, const HtolExpr *predicate,
                                 const HtolSiteBinding *bindings, guint32 n_bindings)
{
    return new_hyper(arena, (HtolHyper){.kind = HTOL_HYPER_LABEL,
                                        .site = site,
                                        .predicate = predicate,
                                        .n_bindings = n_bindings,
                                        .bindings = htol_arena_memdup(arena, bindings, n_bindings * sizeof *bindings)});
}

static const HtolExpr *named_variable(HtolArena *arena, guint32 variable, const char *name)
{
    HtolExpr *expr = htol_arena_memdup(arena, htol_variable(arena, variable), sizeof *expr);
    expr->name = name;
    return expr;
}

/* Few decisions have more conditions than these, whose names are never made. */
#define EACH_NAME(before)                                                                                              \
    {"", before "1)", before "2)", before "3)", before "4)", before "5)", before "6)", before "7)", before "8)"}

const HtolExpr *htol_active(HtolArena *arena, guint32 condition, guint32 conditions)
{
    static const char *const names[] = EACH_NAME("active(c");
    const char *name =
        condition < G_N_ELEMENTS(names) ? names[condition] : htol_arena_printf(arena, "active(c%u)", condition);
    return named_variable(arena, conditions + condition, name);
}

const HtolExpr *htol_inactive(HtolArena *arena, guint32 condition, guint32 conditions)
{
    static const char *const names[] = EACH_NAME("inactive(c");
    const char *name =
        condition < G_N_ELEMENTS(names) ? names[condition] : htol_arena_printf(arena, "inactive(c%u)", condition);
    return named_variable(arena, 2 * conditions + condition, name);
}

const HtolExpr *htol_class(HtolArena *arena, guint32 k)
{
    return named_variable(arena, k, htol_arena_printf(arena, "k%u", k));
}

const HtolExpr *htol_paired_variable(HtolArena *arena, const char *name, guint32 variable, guint half)
{
    return named_variable(arena, 2 * variable + half, name);
}

const HtolHyper *htol_steps(HtolArena *arena, const HtolStep *steps, guint32 n_steps)
{
    HtolStep *copies = htol_arena_memdup(arena, steps, n_steps * sizeof *steps);
    for (guint32 i = 0; i < n_steps; i++)
        copies[i].kills = htol_arena_memdup(arena, steps[i].kills, steps[i].n_kills * sizeof *steps[i].kills);
    HtolHyperKind kind = n_steps == 1 ? HTOL_HYPER_OCCURRENCE : HTOL_HYPER_SEQUENCE;
    return new_hyper(arena, (HtolHyper){.kind = kind, .steps = copies, .n_steps = n_steps});
}

const HtolHyper *htol_guarded(HtolArena *arena, const HtolHyper *hyper, const HtolExpr *guard)
{
    return new_hyper(arena, (HtolHyper){.kind = HTOL_HYPER_GUARD, .left = hyper, .guard = guard});
}

const HtolHyper *htol_paired(HtolArena *arena, const HtolHyper *both, const HtolExpr *guard)
{
    return new_hyper(arena, (HtolHyper){.kind = HTOL_HYPER_GUARD, .left = both, .guard = guard, .paired = TRUE});
}

const HtolHyper *htol_conjunction(HtolArena *arena, const HtolHyper *left, const HtolHyper *right)
{
    return new_hyper(arena, (HtolHyper){.kind = HTOL_HYPER_AND, .left = left, .right = right});
}

const HtolHyper *htol_disjunction(HtolArena *arena, const HtolHyper *left, const HtolHyper *right)
{
    return new_hyper(arena, (HtolHyper){.kind = HTOL_HYPER_OR, .left = left, .right = right});
}

const HtolHyper *htol_combined(HtolArena *arena, const HtolHyper *const *operands, guint32 n, HtolCombine combine)
{
    if (n == 1)
        return operands[0];
    return combine(arena, htol_combined(arena, operands, n / 2, combine),
                   htol_combined(arena, operands + n / 2, n - n / 2, combine));
}

const HtolHyper *htol_either_fact(HtolArena *arena, const HtolHyper *left, const HtolHyper *right)
{
    return new_hyper(arena, (HtolHyper){.kind = HTOL_HYPER_OR, .left = left, .right = right, .one_event = TRUE});
}
