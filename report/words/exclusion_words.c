/* Words for claims of comments and for what disproves them; see exclusion_words.h. */
#include "report/words/exclusion_words.h"

#include "report/gaps/words.h"

#include <string.h>

#include "htol/base/plain.h"
#include "report/judge/objectives.h"
#include "report/model/tests.h"

const char *report_exclusion_state(const ReportExclusion *exclusion)
{
    if (exclusion->disproved)
        return "disproved";
    return exclusion->matched > 0 ? "holds" : "idle";
}

char *report_exclusion_line(const ReportExclusion *exclusion)
{
    const ReportClaim *claim = exclusion->claim;
    g_autofree char *reason = htol_squeezed(claim->reason, strlen(claim->reason));
    g_autofree char *text =
        g_strdup_printf("%s:%u: %s%s%s (%u excluded%s)", claim->where.file, claim->where.line, claim->words,
                        *reason ? ": " : "", reason, exclusion->excluded, exclusion->disproved ? ", disproved" : "");
    return htol_plain(text);
}

char *report_exclusion_disproof(const ReportModel *model, const ReportExclusion *exclusion)
{
    if (!exclusion->disproved)
        return g_strdup("");
    g_autoptr(ReportWords) words = report_words_new(model);
    const ReportObjective *objective = &report_words_objectives(words, exclusion->function)->list[exclusion->disproof];
    if (exclusion->covered == 0)
        return g_strdup_printf("a vector %s was seen (line %u)", exclusion->claim->vector, objective->objective->line);
    g_autofree char *name = report_objective_name(words, exclusion->function, objective);
    g_autofree char *tests = report_witness_words(model, objective);
    g_autofree char *more = exclusion->covered == 1
                                ? g_strdup("")
                                : g_strdup_printf(", and %u more objective%s", exclusion->covered - 1,
                                                  exclusion->covered == 2 ? " is" : "s are");
    g_autofree char *text = g_strdup_printf("%s (line %u) is covered%s%s%s", name, objective->objective->line,
                                            *tests ? " by " : "", tests, more);
    return htol_plain(text);
}

GPtrArray *report_exclusion_faults(const ReportModel *model)
{
    GPtrArray *faults = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < model->n_exclusions; i++) {
        const ReportExclusion *exclusion = model->exclusions[i];
        if (!exclusion->disproved)
            continue;
        g_autofree char *disproof = report_exclusion_disproof(model, exclusion);
        g_autofree char *text = g_strdup_printf("%s:%u: `%s` is disproved: %s", exclusion->claim->where.file,
                                                exclusion->claim->where.line, exclusion->claim->words, disproof);
        g_ptr_array_add(faults, htol_plain(text));
    }
    return faults;
}

guint report_exclusion_markers(const ReportModel *model, guint *excluded)
{
    guint count = 0;
    *excluded = 0;
    for (guint i = 0; i < model->n_exclusions; i++) {
        if (report_claim_asserts(model->exclusions[i]->claim))
            continue;
        count++;
        *excluded += model->exclusions[i]->excluded;
    }
    return count;
}
