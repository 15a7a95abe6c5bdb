/* Gates; see gates.h. Counts are compared, not rounded scores. */
#include "report/summary/gates.h"

#include <string.h>

#include "htol/base/plain.h"
#include "report/summary/headline.h"
#include "report/words/remarks.h"

enum { ALL = 100000, DECIMALS = 3 };

/* "80", "99.5": digits, then up to three decimals. */
static gboolean parse_percent(const char *text, guint *least)
{
    gsize digits = strspn(text, "0123456789"), decimals = 0;
    if (digits == 0 || digits > 3)
        return FALSE;
    *least = (guint)g_ascii_strtoull(text, NULL, 10);
    text += digits;
    if (*text == '.')
        decimals = strspn(++text, "0123456789");
    if (text[decimals] != '\0' || decimals > DECIMALS)
        return FALSE;
    for (gsize i = 0; i < DECIMALS; i++)
        *least = *least * 10 + (i < decimals ? (guint)(text[i] - '0') : 0);
    return *least <= ALL;
}

static gboolean fail(const char *text, const char *why, GError **error)
{
    g_set_error(error, REPORT_ERROR, 0, "--fail-under=%s: %s", text, why);
    return FALSE;
}

gboolean report_gate_parse(const ReportModel *model, const char *text, ReportGate *gate, GError **error)
{
    const char *equals = strchr(text, '=');
    g_autofree char *name = equals ? g_strndup(text, (gsize)(equals - text)) : NULL;
    gate->criterion = report_headline(model);
    if (name && g_ascii_strcasecmp(name, htol_criteria[HTOL_CRIT_rte].name) == 0)
        return fail(text, "RTE has findings and no score", error);
    if (name && !report_criterion_find(&model->selection, name, &gate->criterion))
        return fail(text, "the criterion is not one of those that are reported", error);
    if (!parse_percent(equals ? equals + 1 : text, &gate->least))
        return fail(text, "it should be CRITERION=PERCENT, from 0 to 100 with up to three decimals", error);
    return TRUE;
}

/* 60% of 60000, 99.5% of 99500. */
char *report_gate_least(const ReportGate *gate)
{
    g_autofree char *decimals = g_strdup_printf("%03u", gate->least % 1000);
    for (char *last = decimals + DECIMALS; last > decimals && last[-1] == '0'; last--)
        last[-1] = '\0';
    return g_strdup_printf("%u%s%s%%", gate->least / 1000, *decimals ? "." : "", decimals);
}

static void try_totals(const ReportModel *model, const ReportGate *gate, const ReportTotals *totals, const char *path,
                       GPtrArray *misses)
{
    guint wanted = report_wanted(totals);
    if ((guint64)totals->covered * ALL >= (guint64)gate->least * wanted)
        return;
    g_autofree char *score = report_score_text(totals), *plain = htol_plain(path), *least = report_gate_least(gate);
    g_ptr_array_add(misses,
                    g_strdup_printf("%s%s%s %s (%u of %u), under %s", plain, *plain ? ": " : "",
                                    report_title_in(model, gate->criterion), score, totals->covered, wanted, least));
}

/* What is not known of a file is not known of all. */
static void miss_unmeasured(const ReportModel *model, const ReportGate *gate, GPtrArray *misses)
{
    for (guint i = 0; i < model->n_files; i++) {
        if (!model->files[i]->unmeasured)
            continue;
        g_autofree char *path = htol_plain(model->files[i]->path);
        g_ptr_array_add(misses, g_strdup_printf("%s: %s cannot be judged: the file was not measured", path,
                                                report_title_in(model, gate->criterion)));
    }
}

void report_gate_try(const ReportModel *model, const ReportGate *gate, gboolean per_file, GPtrArray *misses)
{
    if (!per_file)
        try_totals(model, gate, &model->totals[gate->criterion], "", misses);
    for (guint i = 0; per_file && i < model->n_files; i++)
        try_totals(model, gate, &model->files[i]->totals[gate->criterion], model->files[i]->path, misses);
    miss_unmeasured(model, gate, misses);
}

ReportGated report_gated(const ReportModel *model, const ReportGate *gate, gboolean per_file)
{
    g_autoptr(GPtrArray) misses = g_ptr_array_new_with_free_func(g_free);
    report_gate_try(model, gate, per_file, misses);
    return (ReportGated){*gate, report_title_in(model, gate->criterion), model->totals[gate->criterion],
                         misses->len == 0, per_file ? misses->len : 0};
}

/* Criteria that nobody has named are too many for none of them ever to be worse: the four numbers stand for them. */
static gboolean is_held(const ReportModel *model, HtolCriterion criterion)
{
    HtolCriterion heads[REPORT_MOST_HEADLINES];
    guint n = report_headlines(model, heads);
    gboolean is_head = FALSE, any = FALSE;
    for (guint i = 0; i < n; i++)
        is_head |= heads[i] == criterion;
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        any |= model->selection.named[i];
    return any ? model->selection.named[criterion] : is_head;
}

/* Counts are compared: rounded scores would let small losses pass, one after the other. */
gboolean report_is_worse(const ReportModel *model, const ReportEarlier *earlier, HtolCriterion criterion)
{
    const ReportTotals *then = &earlier->totals[criterion], *now = &model->totals[criterion];
    guint64 wanted_then = report_wanted(then), wanted_now = report_wanted(now);
    if (!is_held(model, criterion) || !earlier->known[criterion] || criterion == HTOL_CRIT_rte)
        return FALSE;
    return wanted_then > 0 && wanted_now > 0 && now->covered * wanted_then < then->covered * wanted_now;
}

void report_gate_worse(const ReportModel *model, const ReportEarlier *earlier, GPtrArray *misses)
{
    g_autofree char *name = htol_plain(earlier->name);
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        const ReportTotals *then = &earlier->totals[i], *now = &model->totals[i];
        if (!report_is_worse(model, earlier, i))
            continue;
        g_autofree char *old = report_score_text(then), *new = report_score_text(now);
        g_ptr_array_add(misses, g_strdup_printf("%s %s (%u of %u), worse than %s (%u of %u) of %s",
                                                report_title_in(model, i), new, now->covered, report_wanted(now), old,
                                                then->covered, report_wanted(then), name));
    }
}

ReportGated report_gated_worse(const ReportModel *model, const ReportEarlier *earlier, HtolCriterion criterion)
{
    const ReportTotals *then = &earlier->totals[criterion];
    const ReportGate gate = {criterion, (guint)((guint64)then->covered * ALL / report_wanted(then))};
    return (ReportGated){gate, report_title_in(model, criterion), model->totals[criterion], FALSE, 0};
}

void report_gate_unmeasured(const ReportModel *model, GPtrArray *misses)
{
    for (guint i = 0; i < model->n_files; i++) {
        if (!model->files[i]->unmeasured)
            continue;
        g_autofree char *path = htol_plain(model->files[i]->path), *why = report_unmeasured_text(model->files[i]);
        g_ptr_array_add(misses, g_strdup_printf("%s: %s", path, why));
    }
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        if (model->selection.wanted[i] && model->totals[i].unmeasured > 0)
            g_ptr_array_add(misses,
                            g_strdup_printf("%s: %u objectives were not measured",
                                            htol_selection_name(&model->selection, i), model->totals[i].unmeasured));
}
