/* Words what a summary must not leave out; see glance_notes.h. */
#include "report/out/text/glance_notes.h"

#include "htol/base/plain.h"
#include "report/elf/crashes.h"
#include "report/words/exclusion_words.h"

enum { MOST_NAMES = 3, LONGEST_NOTE = 600 };

/* Adds "2 THINGS: a, b and 3 more"; `one` is said of one of them. Nothing if there are no names. */
static void add_names(GPtrArray *notes, const GPtrArray *names, const char *one, const char *several)
{
    if (names->len == 0)
        return;
    GString *note = g_string_new(NULL);
    g_string_append_printf(note, "%u %s", names->len, names->len == 1 ? one : several);
    for (guint i = 0; i < MIN(names->len, MOST_NAMES); i++)
        g_string_append_printf(note, "%s%s", i ? ", " : ": ", (const char *)names->pdata[i]);
    if (names->len > MOST_NAMES)
        g_string_append_printf(note, " and %u more", names->len - MOST_NAMES);
    g_autofree char *text = g_string_free(note, FALSE);
    g_autofree char *plain = htol_plain(text);
    g_ptr_array_add(notes, htol_cut(plain, LONGEST_NOTE));
}

static void add_unmeasured(const ReportModel *model, GPtrArray *notes)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (guint i = 0; i < model->n_files; i++)
        if (model->files[i]->unmeasured)
            g_ptr_array_add(names, (gpointer)model->files[i]->path);
    add_names(notes, names, "file was not measured", "files were not measured");
}

static void add_damaged(const ReportModel *model, GPtrArray *notes)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (guint i = 0; i < model->inputs->notes->len; i++) {
        const ReportNote *note = model->inputs->notes->pdata[i];
        if (note->kind == REPORT_NOTE_DAMAGED)
            g_ptr_array_add(names, (gpointer)note->path);
    }
    add_names(notes, names, "input is damaged and was left out", "inputs are damaged and were left out");
}

static void add_changed(const ReportModel *model, GPtrArray *notes)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (guint i = 0; i < model->n_files; i++)
        if (model->files[i]->state == REPORT_SOURCE_CHANGED &&
            model->files[i]->n_functions + model->files[i]->n_dropped > 0)
            g_ptr_array_add(names, (gpointer)model->files[i]->path);
    add_names(notes, names, "source has changed since it was compiled",
              "sources have changed since they were compiled");
}

/* Those of tests are told where tests are. */
static void add_crashes(const ReportModel *model, GPtrArray *notes)
{
    for (guint i = 0; i < model->inputs->crashes->len; i++)
        if (*((const ReportCrash *)model->inputs->crashes->pdata[i])->test == '\0') {
            g_autoptr(GPtrArray) lines = report_crashes(model->inputs);
            g_ptr_array_add(notes, htol_plain(lines->len > 0 ? lines->pdata[0] : "a program crashed"));
            return;
        }
}

static void add_count(GPtrArray *notes, guint count, const char *one, const char *several)
{
    if (count > 0)
        g_ptr_array_add(notes, g_strdup_printf("%u %s", count, count == 1 ? one : several));
}

static guint count_unjudged(const ReportModel *model)
{
    guint count = 0;
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        count += model->totals[i].unmeasured;
    return count;
}

static guint count_excluded(const ReportModel *model)
{
    guint count = 0;
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        count += model->totals[i].excluded;
    return count;
}

static void add_warnings(const ReportModel *model, GPtrArray *notes)
{
    g_autoptr(GPtrArray) messages = g_ptr_array_new();
    for (guint i = 0; i < model->n_warnings; i++)
        g_ptr_array_add(messages, (gpointer)model->warnings[i].message);
    add_names(notes, messages, "warning about objectives or comments", "warnings about objectives or comments");
}

GPtrArray *report_glance_notes(const ReportModel *model)
{
    GPtrArray *notes = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) faults = report_exclusion_faults(model);
    add_unmeasured(model, notes);
    add_damaged(model, notes);
    add_names(notes, model->unread, "source cannot be read", "sources cannot be read");
    add_names(notes, faults, "justification is disproved by tests", "justifications are disproved by tests");
    add_names(notes, model->refuted, "proof is refuted by a run", "proofs are refuted by runs");
    add_changed(model, notes);
    add_crashes(model, notes);
    add_count(notes, model->counts.found.errors ? model->counts.found.happened : 0, "run-time error happened",
              "run-time errors happened");
    add_count(notes, model->counts.skipped, "function was passed through, not measured",
              "functions were passed through, not measured");
    add_count(notes, model->n_unrun, "unit is in no program that ran", "units are in no program that ran");
    add_count(notes, model->counts.outdated, "function of an older text was left out",
              "functions of older texts were left out");
    add_count(notes, model->counts.fallback, "decision fell back to observed semantics",
              "decisions fell back to observed semantics");
    add_count(notes, model->counts.unrecorded, "objective is not recorded, for it is proved infeasible",
              "objectives are not recorded, for they are proved infeasible");
    add_count(notes, count_unjudged(model), "objective cannot be judged, and is in no score",
              "objectives cannot be judged, and are in no score");
    add_count(notes, count_excluded(model), "objective is excluded by comments", "objectives are excluded by comments");
    add_warnings(model, notes);
    return notes;
}
