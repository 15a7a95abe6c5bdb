/* Mutants of strong builds in the JSON report: what is changed, which tests may notice it, which ran with it. */
#include "report/model/tests.h"
#include "report/out/json/json.h"

static json_t *names_value(const ReportModel *model, HtolTestSet tests)
{
    json_t *names = json_array();
    guint32 size = model->tests ? htol_test_set_size(model->tests, tests) : 0, test = 0;
    for (guint32 i = 0; i < size; i++, test++) {
        test = htol_test_set_next(model->tests, tests, test);
        g_autofree char *name = report_test_name(model, test);
        json_array_append_new(names, report_json_text(name));
    }
    return names;
}

static json_t *trials_value(const ReportMutant *mutant)
{
    json_t *trials = json_array();
    for (guint i = 0; i < mutant->n_trials; i++) {
        const HtolTrial *trial = mutant->trials[i];
        json_array_append_new(trials, json_pack("{s:o, s:s, s:i}", "test", report_json_text(trial->test), "end",
                                                htol_trial_ends[trial->end], "status", (int)trial->status));
    }
    return trials;
}

json_t *report_json_mutant(const ReportModel *model, const ReportMutant *mutant)
{
    const HtolRowChange *row = mutant->change;
    return json_pack("{s:s, s:i, s:o, s:o, s:s, s:o, s:b, s:o}", "operator", row->criterion, "number", (int)row->number,
                     "before", report_json_text(row->before), "after", report_json_text(row->after), "state",
                     report_mutant_states[mutant->state], "infected", names_value(model, mutant->infected.tests),
                     "any_test", (int)mutant->infected.outside, "trials", trials_value(mutant));
}
