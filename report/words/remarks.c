/* What a report says beside its scores, in words that every renderer shares. */
#include "report/words/remarks.h"

#include "htol/base/plain.h"
#include "report/compare/losses.h"
#include "report/make/opened.h"
#include "report/elf/crashes.h"
#include "report/model/diff.h"
#include "report/words/exclusion_words.h"

static void G_GNUC_PRINTF(2, 3) add(GPtrArray *remarks, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_ptr_array_add(remarks, htol_plain(text));
}

char *report_unmeasured_text(const ReportFile *file)
{
    g_autofree char *text =
        g_strdup_printf("not measured: it was compiled as it is, without coverage: %s", file->unmeasured);
    return htol_plain(text);
}

static void add_unmeasured(GPtrArray *remarks, const ReportModel *model)
{
    for (guint i = 0; i < model->n_files; i++) {
        if (!model->files[i]->unmeasured)
            continue;
        g_autofree char *why = report_unmeasured_text(model->files[i]);
        add(remarks, "%s: %s", model->files[i]->path, why);
    }
}

static void add_skipped(GPtrArray *remarks, const ReportFile *file)
{
    for (guint j = 0; j < file->n_functions; j++) {
        const ReportFunction *function = file->functions[j];
        if (function->skipped)
            add(remarks, "%s:%u: function %s was passed through, not measured: %s", file->path,
                function->function->row.line, function->function->row.name, function->skipped);
    }
}

/* Functions of a file that were not pruned for the same reason are one remark. */
static void add_unpruned(GPtrArray *remarks, const ReportFile *file)
{
    g_autoptr(GPtrArray) reasons = g_ptr_array_new();
    for (guint i = 0; i < file->n_functions; i++) {
        const char *why = file->functions[i]->unpruned;
        if (!why || g_ptr_array_find_with_equal_func(reasons, why, g_str_equal, NULL))
            continue;
        guint same = 0;
        g_ptr_array_add(reasons, (gpointer)why);
        for (guint k = i; k < file->n_functions; k++)
            same += g_strcmp0(why, file->functions[k]->unpruned) == 0;
        add(remarks, "%s: %u function%s not pruned: %s", file->path, same, same == 1 ? " was" : "s were", why);
    }
}

static guint count_unmeasured(const ReportModel *model)
{
    guint unmeasured = 0;
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        unmeasured += model->totals[i].unmeasured;
    return unmeasured;
}

/* "4 THINGS", or "1 THING" if there is one; nothing if there are none. */
static void add_count(GPtrArray *remarks, guint count, const char *one, const char *several)
{
    if (count)
        add(remarks, "%u %s", count, count == 1 ? one : several);
}

static void add_counts(GPtrArray *remarks, const ReportModel *model)
{
    add_count(remarks, count_unmeasured(model), "objective cannot be judged, and is in no score",
              "objectives cannot be judged, and are in no score");
    add_count(remarks, model->counts.constant, "condition is a constant: nothing is asked of it",
              "conditions are constants: nothing is asked of them");
    if (model->counts.fallback)
        add(remarks, "%u of %u decisions fell back to observed semantics", model->counts.fallback,
            model->counts.complete + model->counts.fallback);
    add_count(remarks, model->counts.unrecorded,
              "objective is proved infeasible, and no longer recorded (hlcov cc --proofs): no run can disprove it",
              "objectives are proved infeasible, and no longer recorded (hlcov cc --proofs): no run can disprove it");
    add_count(remarks, model->stray_errors, "error outside of functions: the code there was not looked at",
              "errors outside of functions: the code there was not looked at");
    add_count(remarks, model->counts.outdated,
              "function is of an older text of its file or objectives, and was left out",
              "functions are of older texts of their files or objectives, and were left out");
    add_count(remarks, model->n_system, "system header has functions, which are left out (--include='*' counts them)",
              "system headers have functions, which are left out (--include='*' counts them)");
    if (model->n_unrun)
        add(remarks, "%u of %u compiled files %s in no program that ran: what stands only there counts as uncovered",
            model->n_unrun, model->n_units, model->n_unrun == 1 ? "is" : "are");
}

static void add_sources(GPtrArray *remarks, const ReportModel *model)
{
    guint missing = 0, outside = 0;
    for (guint i = 0; i < model->n_files; i++) {
        const ReportFile *file = model->files[i];
        outside += file->state == REPORT_SOURCE_OUTSIDE;
        gboolean any = file->n_functions + file->n_dropped > 0;
        missing += file->state == REPORT_SOURCE_MISSING && any;
        if (file->state == REPORT_SOURCE_CHANGED && any)
            add(remarks, "%s has changed since it was compiled: build and run again; its comments exclude nothing",
                file->path);
    }
    add_count(remarks, missing, "source cannot be read: what its comments exclude is not known",
              "sources cannot be read: what their comments exclude is not known");
    add_count(remarks, outside, "source lies outside of the root: its text is not shown (--include-source shows it)",
              "sources lie outside of the root: their text is not shown (--include-source shows it)");
}

static void add_warnings(GPtrArray *remarks, const ReportModel *model)
{
    for (guint i = 0; i < model->n_warnings; i++) {
        const HtolFault *warning = &model->warnings[i];
        if (warning->where.line > 0)
            add(remarks, "%s:%u:%u: %s", warning->where.file, warning->where.line, warning->where.column,
                warning->message);
        else
            add(remarks, "%s: %s", warning->where.file, warning->message);
    }
}

static void add_facts(GPtrArray *remarks, const ReportFunction *function)
{
    for (guint i = 0; i < function->n_facts; i++) {
        const HtolFlowFact *fact = &function->facts[i];
        add(remarks, "%s:%u:%u: in %s: %s", function->function->files[fact->file].path, fact->line, fact->column,
            function->function->row.name, fact->text);
    }
}

/* Remarks of one kind stand together. */
typedef struct {
    GPtrArray *skipped, *unpruned, *facts;
} Told;

/* A ReportVisitFile. */
static void add_told(const ReportModel *of, const ReportFile *file, gpointer data)
{
    (void)of;
    const Told *told = data;
    add_skipped(told->skipped, file);
    add_unpruned(told->unpruned, file);
    for (guint i = 0; i < file->n_functions; i++)
        add_facts(told->facts, file->functions[i]);
}

static void add_of_functions(GPtrArray *remarks, const ReportModel *model)
{
    g_autoptr(GError) error = NULL;
    Told told = {g_ptr_array_new(), g_ptr_array_new(), g_ptr_array_new()};
    if (!report_each_telling(model, REPORT_TELLS_REMARKS, add_told, &told, &error))
        add(remarks, "%s", error->message);
    g_ptr_array_extend_and_steal(remarks, told.skipped);
    g_ptr_array_extend_and_steal(remarks, told.unpruned);
    g_ptr_array_extend_and_steal(remarks, told.facts);
}

/* Takes the lines. */
static void add_crashes(GPtrArray *remarks, GPtrArray *lines)
{
    for (guint i = 0; i < lines->len; i++)
        add(remarks, "%s", (const char *)lines->pdata[i]);
    g_ptr_array_unref(lines);
}

static void add_disproved(GPtrArray *remarks, const ReportModel *model)
{
    g_autoptr(GPtrArray) faults = report_exclusion_faults(model);
    for (guint i = 0; i < faults->len; i++)
        add(remarks, "error: %s", (const char *)faults->pdata[i]);
}

char *report_note_text(const ReportNote *note)
{
    g_autofree char *text =
        g_strdup_printf("%s%s: %s", note->kind == REPORT_NOTE_DAMAGED ? "left out: " : "", note->path, note->message);
    return htol_plain(text);
}

static void add_diff(GPtrArray *remarks, const ReportModel *model)
{
    if (!model->diff)
        return;
    add(remarks, "only objectives on lines that changed since %s: %u files have any, git says %u files changed",
        report_diff_base(model->diff), model->n_files, report_diff_files(model->diff));
    if (model->losses)
        add(remarks, "objectives on other lines that were covered before and are not now: %u", model->losses->n);
    for (guint i = 0; model->losses && i < model->losses->n; i++) {
        const ReportChange *change = &model->losses->changes[i];
        g_autofree char *place = report_change_place(change);
        g_autofree char *text = report_change_text(model->losses->comparison, change);
        add(remarks, "lost: %s: %s", place, text);
    }
}

static void add_before_crashes(GPtrArray *remarks, const ReportModel *model)
{
    add_diff(remarks, model);
    add_disproved(remarks, model);
    add_unmeasured(remarks, model);
}

static void add_after_crashes(GPtrArray *remarks, const ReportModel *model)
{
    add_counts(remarks, model);
    add_warnings(remarks, model);
    add_sources(remarks, model);
    add_of_functions(remarks, model);
}

GPtrArray *report_remarks(const ReportModel *model)
{
    GPtrArray *remarks = g_ptr_array_new_with_free_func(g_free);
    add_before_crashes(remarks, model);
    add_crashes(remarks, report_crashes(model->inputs));
    add_after_crashes(remarks, model);
    return remarks;
}

GPtrArray *report_remarks_beside_tests(const ReportModel *model)
{
    GPtrArray *remarks = g_ptr_array_new_with_free_func(g_free);
    add_before_crashes(remarks, model);
    add_crashes(remarks, report_crashes_outside(model->inputs));
    add_after_crashes(remarks, model);
    return remarks;
}
