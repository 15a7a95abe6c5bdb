/* Options of reports, and what they ask for; see reporting.h. What reports say is decided in report/. */
#include "tools/reports/reporting.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "report/advise/gathered.h"
#include "report/inputs/files.h"
#include "report/make/make.h"
#include "report/out/json/badge.h"
#include "report/out/renderers.h"
#include "report/out/text/glance.h"
#include "report/read/read_inputs.h"
#include "report/read/walk.h"
#include "report/summary/history.h"
#include "report/summary/summary.h"
#include "report/words/exclusion_words.h"
#include "tools/reports/inputs.h"
#include "tools/shared/output.h"
#include "tools/shared/part_notes.h"
#include "tools/shared/progress.h"
#include "tools/shared/terminal.h"

/* A row of renderers.def and the value of its option. */
typedef struct {
    const char *option, *doing, *needs, *doc, *metavar;
    void (*to_file)(const ReportModel *model, FILE *out); /* one of these is set */
    gboolean (*to_stream)(const ReportModel *model, FILE *out, GError **error);
    gboolean (*to_path)(const ReportModel *model, const char *path, GError **error);
    gboolean gathers; /* it needs what was gathered of all files: report/advise/gathered.h */
    char *path;
} Renderer;

enum { MOST_ENTRIES = 48, WHOLE_ENTRIES = 6, MOST_JOBS = 1024 };

typedef struct {
    Renderer renderers[16];
    guint n_renderers;
    CommandAsked asked;
    char *sort, **badges, **gates, **pages;
    char *label; /* of badges */
    char *since, *project, *limits, *source_url, *least, *history;
    gboolean save_history;
    gint jobs;
    char *shard;
    char *when; /* --color */
    gboolean quiet, per_file, fail_on_unmeasured, each, details;
    ReportScreen screen;
} Options;

/* What was read, and what is made of it. */
typedef struct {
    ReportRequest request;
    ReportInputs *inputs;
    ReportModel *model;
    ReportSummary *summary;
    ReportGathered *gathered;       /* for pages about all files, of which most have no functions; NULL: they have */
    ReportEarlier *least;           /* scores that none may be worse than; NULL: there are none */
    gboolean ranked[HTOL_CRITERIA]; /* criteria by which next steps may be chosen */
} Report;

static void add_renderers(Options *options)
{
    static const Renderer rows[] = {
#define RENDERER_FILE(option, function, needs, doc)                                                                    \
    {option, "writing " option, needs, doc, "FILE", function, NULL, NULL, FALSE, NULL},
#define RENDERER_STREAM(option, function, needs, doc)                                                                  \
    {option, "writing " option, needs, doc, "FILE", NULL, function, NULL, FALSE, NULL},
#define RENDERER_PATH(option, function, needs, doc)                                                                    \
    {option, "writing " option, needs, doc, "FILE", NULL, NULL, function, FALSE, NULL},
#define RENDERER_DIRECTORY(option, function, needs, doc)                                                               \
    {option, "writing " option, needs, doc, "DIR", NULL, NULL, function, TRUE, NULL},
#include "report/out/renderers.def"
#undef RENDERER_FILE
#undef RENDERER_STREAM
#undef RENDERER_PATH
#undef RENDERER_DIRECTORY
    };
    G_STATIC_ASSERT(G_N_ELEMENTS(rows) <= G_N_ELEMENTS(options->renderers));
    memcpy(options->renderers, rows, sizeof rows);
    options->n_renderers = G_N_ELEMENTS(rows);
}

static GOptionEntry renderer_entry(Renderer *renderer)
{
    return (GOptionEntry){renderer->option, 0, 0, G_OPTION_ARG_FILENAME, &renderer->path, renderer->doc,
                          renderer->metavar};
}

static void add_whole(Options *options, GOptionEntry *entries)
{
    const GOptionEntry rows[WHOLE_ENTRIES] = {
        {"jobs", 'j', 0, G_OPTION_ARG_INT, &options->jobs,
         "Judge files of large projects by N processes (default: one for each processor)", "N"},
        {"shard", 0, 0, G_OPTION_ARG_STRING, &options->shard,
         "Judge the files of shard K of N only, for a report on this or another host, and write none", "K/N"},
        {"pages", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->pages,
         "Show in HTML only files whose path matches, of others their scores; may be repeated", "GLOB"},
        {"no-worse-than", 0, 0, G_OPTION_ARG_FILENAME, &options->least,
         "Exit with status 2 if a score is less than in a report or history FILE, or the last saved one", "FILE|last"},
        {"save-history", 0, 0, G_OPTION_ARG_NONE, &options->save_history,
         "Append the scores to the history, for --no-worse-than=last and hlcov trend", NULL},
        {"history", 0, 0, G_OPTION_ARG_FILENAME, &options->history,
         "Keep the history in FILE (default: history.jsonl in the data directory)", "FILE"},
    };
    memcpy(entries, rows, sizeof rows);
}

static CommandStatus parse_options(const Reporting *kind, Options *options, int *argc, char ***argv)
{
    GOptionEntry entries[MOST_ENTRIES] = {
        {"criteria", 0, 0, G_OPTION_ARG_STRING, &options->asked.criteria, "Report these criteria (default: all)",
         "LIST"},
        {"include", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->asked.include,
         "Include only files whose path matches; may be repeated", "GLOB"},
        {"exclude", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->asked.exclude,
         "Exclude files whose path matches; may be repeated", "GLOB"},
        {"include-source", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->asked.sources,
         "Also show sources outside of ROOT that match, or lie below a match; may be repeated", "GLOB"},
        {"objectives", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->asked.objectives,
         "Also judge the objectives in FILE; may be repeated", "FILE"},
        {"root", 'r', 0, G_OPTION_ARG_FILENAME, &options->asked.root,
         "Look for sources below ROOT (default: where they were compiled)", "ROOT"},
        {"sort", 0, 0, G_OPTION_ARG_STRING, &options->sort,
         "Sort files by path (default), or by the score of a criterion, worst first", "KEY"},
        {"quiet", 'q', 0, G_OPTION_ARG_NONE, &options->quiet, "Print no summary and no progress", NULL},
        {"all", 0, 0, G_OPTION_ARG_NONE, &options->each, "Print each criterion, by family", NULL},
        {"details", 0, 0, G_OPTION_ARG_NONE, &options->details, "Print tables of all criteria, files and remarks",
         NULL},
        {"color", 0, 0, G_OPTION_ARG_STRING, &options->when, "Use colours: auto (default), always or never", "WHEN"},
        {"fail-under", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->gates,
         "Exit with status 2 if the score of CRIT is below PCT per cent; may be repeated", "CRIT=PCT"},
        {"per-file", 0, 0, G_OPTION_ARG_NONE, &options->per_file, "Apply --fail-under to each file by itself", NULL},
        {"fail-on-unmeasured", 0, 0, G_OPTION_ARG_NONE, &options->fail_on_unmeasured,
         "Exit with status 2 if a file or an objective was not measured", NULL},
        {"since", 0, 0, G_OPTION_ARG_FILENAME, &options->since,
         "Tell what changed since the report FILE (--json, --json-summary); default: the last one", "FILE"},
        {"project", 0, 0, G_OPTION_ARG_STRING, &options->project,
         "Call the project NAME (default: as the checkout's folder)", "NAME"},
        {"limits", 0, 0, G_OPTION_ARG_STRING, &options->limits,
         "Call scores medium and high from these percentages on (default: 50,80)", "MEDIUM,HIGH"},
        {"source-url", 0, 0, G_OPTION_ARG_STRING, &options->source_url,
         "Link to sources by PATTERN, in which {path} and {line} are replaced", "PATTERN"},
        {"badge", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->badges,
         "Draw a badge (.svg), or describe it for shields (.json); may be repeated", "[CRIT=]FILE"},
        {"badge-label", 0, 0, G_OPTION_ARG_STRING, &options->label, "Label badges TEXT (default: coverage)", "TEXT"},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->asked.paths, "", NULL},
    };
    guint n = 21;
    G_STATIC_ASSERT(G_N_ELEMENTS(entries) >
                    21 + G_N_ELEMENTS(options->renderers) + WHOLE_ENTRIES + REPORTING_MOST_ENTRIES);
    for (guint i = 0; i < options->n_renderers; i++)
        entries[n++] = renderer_entry(&options->renderers[i]);
    if (kind->is_whole) {
        add_whole(options, entries + n);
        n += WHOLE_ENTRIES;
    }
    for (const GOptionEntry *entry = kind->entries; entry && entry->long_name; entry++)
        entries[n++] = *entry;
    return command_parse(command_options(kind->command, entries, kind->details), argc, argv);
}

static void clear_options(Options *options)
{
    for (guint i = 0; i < options->n_renderers; i++)
        g_free(options->renderers[i].path);
    command_asked_clear(&options->asked);
    g_free(options->sort);
    g_strfreev(options->badges);
    g_strfreev(options->gates);
    g_strfreev(options->pages);
    g_free(options->label);
    g_free(options->when);
    g_free(options->since);
    g_free(options->project);
    g_free(options->limits);
    g_free(options->source_url);
    g_free(options->least);
    g_free(options->history);
    g_free(options->shard);
}

/* ---- rendering ---- */

static gboolean is_stdout(const Renderer *renderer)
{
    return !renderer->to_path && command_is_stdout(renderer->path);
}

static guint count_stdout(const Options *options)
{
    guint count = 0;
    for (guint i = 0; i < options->n_renderers; i++)
        count += is_stdout(&options->renderers[i]);
    return count;
}

static gboolean has_summary(const Options *options)
{
    return !options->quiet && count_stdout(options) == 0;
}

static gboolean write_stream(const Renderer *renderer, const ReportModel *model, FILE *out, GError **error)
{
    if (renderer->to_stream)
        return renderer->to_stream(model, out, error);
    renderer->to_file(model, out);
    return TRUE;
}

static gboolean write_file(const Renderer *renderer, const ReportModel *model, GError **error)
{
    ReportOutput output;
    report_progress_tell(model->progress, renderer->doing, 0, 0);
    if (renderer->to_path)
        return renderer->to_path(model, renderer->path, error);
    if (is_stdout(renderer)) {
        command_progress_clear();
        return write_stream(renderer, model, stdout, error);
    }
    if (!report_output_open(&output, renderer->path, error))
        return FALSE;
    if (write_stream(renderer, model, output.stream, error))
        return report_output_close(&output, error);
    report_output_drop(&output);
    return FALSE;
}

/* What else was read is told, and reported without: here only what has gone wrong since. */
static gboolean has_sources(const Report *report, const ReportModel *model, GError **error)
{
    if (model->unread->len <= report->model->unread->len)
        return TRUE;
    g_set_error(error, REPORT_ERROR, 0, "%s", (const char *)model->unread->pdata[0]);
    return FALSE;
}

/* A model of the criteria that some formats are about. */
typedef struct {
    const char *needs; /* NULL: there is none yet */
    ReportModel *model;
} Needed;

/* The model of the last format, if that was about the same criteria. */
static ReportModel *needed_model(const Report *report, const char *needs, Needed *needed, GError **error)
{
    ReportRequest request = report->request;
    request.sort = NULL;
    request.visitor = NULL;
    if (g_strcmp0(needed->needs, needs) == 0)
        return needed->model;
    g_clear_pointer(&needed->model, report_model_free);
    needed->needs = NULL;
    if (!htol_selection_parse(needs, &request.selection, error))
        return NULL;
    needed->model = report_model_new(report->inputs, &request, error);
    needed->needs = needed->model ? needs : NULL;
    if (needed->model)
        needed->model->summary = report->summary;
    return needed->model;
}

static gboolean render(const Renderer *renderer, const Report *report, Needed *needed, GError **error)
{
    if (!renderer->path)
        return TRUE;
    const ReportModel *model = *renderer->needs ? needed_model(report, renderer->needs, needed, error) : report->model;
    return model && has_sources(report, model, error) && write_file(renderer, model, error);
}

static gboolean render_formats(const Options *options, const Report *report, GError **error)
{
    Needed needed = {0};
    gboolean good = TRUE;
    for (guint i = 0; good && i < options->n_renderers; i++)
        good = render(&options->renderers[i], report, &needed, error);
    g_clear_pointer(&needed.model, report_model_free);
    return good;
}

static gboolean draw_badge(const Options *options, const ReportModel *model, const char *text, GError **error)
{
    ReportBadge badge;
    ReportOutput output;
    if (!report_badge_parse(model, text, &badge, error) || !report_output_open(&output, badge.path, error))
        return FALSE;
    badge.label = options->label;
    report_badge_write(model, &badge, output.stream);
    return report_output_close(&output, error);
}

static void print_summary(const Options *options, const ReportModel *model)
{
    g_autoptr(GString) text = g_string_new(NULL);
    if (options->details)
        report_text(model, stdout);
    else
        report_glance(model, &options->screen, options->each, text);
    fputs(text->str, stdout);
}

static gboolean render_all(const Options *options, const Report *report, GError **error)
{
    if (!render_formats(options, report, error))
        return FALSE;
    for (char **badge = options->badges; badge && *badge; badge++)
        if (!draw_badge(options, report->model, *badge, error))
            return FALSE;
    command_progress_clear();
    if (has_summary(options))
        print_summary(options, report->model);
    return command_flush(error);
}

/* ---- gates ---- */

static gboolean parse_gates(const Options *options, const ReportModel *model, GArray *gates, GError **error)
{
    ReportGate gate;
    for (char **text = options->gates; text && *text; text++) {
        if (!report_gate_parse(model, *text, &gate, error))
            return FALSE;
        if (!strchr(*text, '=') && !options->quiet)
            command_error("--fail-under=%s applies to %s; name another criterion as in --fail-under=branch=%s", *text,
                          htol_selection_name(&model->selection, gate.criterion), *text);
        g_array_append_val(gates, gate);
    }
    return TRUE;
}

/* What a comment claims of tests is a gate as well, one that the source asks for. */
static gboolean pass_gates(const Options *options, const Report *report, const GArray *gates)
{
    const ReportModel *model = report->model;
    g_autoptr(GPtrArray) misses = g_ptr_array_new_with_free_func(g_free), disproved = report_exclusion_faults(model);
    for (guint i = 0; i < gates->len; i++)
        report_gate_try(model, &g_array_index(gates, ReportGate, i), options->per_file, misses);
    if (options->fail_on_unmeasured)
        report_gate_unmeasured(model, misses);
    if (report->least)
        report_gate_worse(model, report->least, misses);
    for (guint i = 0; i < disproved->len; i++)
        command_error("%s", (const char *)disproved->pdata[i]);
    for (guint i = 0; i < misses->len; i++)
        command_error("%s", (const char *)misses->pdata[i]);
    return misses->len + disproved->len == 0;
}

/* ---- the summary ---- */

/* Whether scores are those of everything that was built. */
static gboolean is_whole(const CommandAsked *asked, const ReportModel *model)
{
    return !asked->include && !asked->exclude && !asked->objectives && !model->diff;
}

/* The data directory that is reported, if it is one; to be freed. */
static char *data_directory(const CommandAsked *asked)
{
    g_autofree char *cwd = g_get_current_dir();
    char *directory = asked->paths ? g_strdup(asked->paths[0]) : htol_data_dir(g_getenv("HLCOV_DIR"), cwd);
    if (!g_file_test(directory, G_FILE_TEST_IS_DIR) || (asked->paths && asked->paths[1]))
        g_clear_pointer(&directory, g_free);
    return directory;
}

static gboolean make_summary(const Options *options, const GArray *gates, Report *report, GError **error)
{
    g_autofree char *directory = is_whole(&options->asked, report->model) ? data_directory(&options->asked) : NULL;
    const ReportSummaryRequest request = {
        options->project, options->since,      directory,
        options->limits,  options->source_url, (const ReportGate *)(gpointer)gates->data,
        gates->len,       report->least,       options->per_file};
    if (options->since && report->model->diff) {
        g_set_error(error, REPORT_ERROR, 0, "--since compares scores of all lines; here --before lists what was lost");
        return FALSE;
    }
    report->summary = report_summary_new(report->model, &request, error);
    report->model->summary = report->summary;
    return report->summary != NULL;
}

/* Where the history is kept; NULL and *error if that is not clear. To be freed. */
static char *history_path(const Options *options, GError **error)
{
    g_autofree char *directory = data_directory(&options->asked);
    if (options->history)
        return g_strdup(options->history);
    if (directory)
        return g_build_filename(directory, REPORT_HISTORY, NULL);
    g_set_error(error, REPORT_ERROR, 0, "name the history by --history=FILE: no data directory alone is reported");
    return NULL;
}

static gboolean read_last(const Options *options, Report *report, GError **error)
{
    g_autofree char *path = history_path(options, error);
    if (!path)
        return FALSE;
    if (!g_file_test(path, G_FILE_TEST_EXISTS)) {
        command_error("--no-worse-than=last: %s is not there yet, so nothing is compared; --save-history makes it",
                      path);
        return TRUE;
    }
    report->least = report_history_least(path, &report->model->selection, error);
    return report->least != NULL;
}

static gboolean read_least(const Options *options, Report *report, GError **error)
{
    if (!options->least)
        return TRUE;
    if (strcmp(options->least, "last") == 0)
        return read_last(options, report, error);
    report->least = report_history_least(options->least, &report->model->selection, error);
    return report->least != NULL;
}

static gboolean save_history(const Options *options, const Report *report, gboolean passed, GError **error)
{
    g_autofree char *path = options->save_history ? history_path(options, error) : NULL;
    if (!path)
        return !options->save_history;
    return report_history_append(report->model, report->least, passed, path, error);
}

/* For the next report. Scores of some criteria alone would hide what the others were. */
static void keep_scores(const Options *options, const Report *report)
{
    gboolean is_all = is_whole(&options->asked, report->model) && !options->asked.criteria;
    g_autofree char *directory = is_all ? data_directory(&options->asked) : NULL;
    if (directory && report->inputs->runs->len > 0)
        report_scores_keep(report->model, report->summary->checkout->revision, directory);
}

/* ---- the whole ---- */

static gboolean has_files(const ReportModel *model, GError **error)
{
    if (model->n_files > 0 || model->diff)
        return TRUE;
    g_set_error(error, REPORT_ERROR, 0, "no function lies in an included file; see --include and --exclude");
    return FALSE;
}

/* That of the sources, where a build that must be the same each time says so: SOURCE_DATE_EPOCH. */
static gint64 time_of_report(void)
{
    const char *said = g_getenv("SOURCE_DATE_EPOCH");
    gint64 wanted;
    if (said && g_ascii_string_to_signed(said, 10, 0, G_MAXINT32 * G_GINT64_CONSTANT(1000), &wanted, NULL))
        return wanted;
    return g_get_real_time() / G_USEC_PER_SEC;
}

static gboolean asks_for_files(const Options *options)
{
    gboolean asks = options->badges != NULL;
    for (guint i = 0; i < options->n_renderers; i++)
        asks |= options->renderers[i].path != NULL;
    return asks;
}

static gboolean asks_for_gathered(const Options *options)
{
    gboolean asks = FALSE;
    for (guint i = 0; i < options->n_renderers; i++)
        asks |= options->renderers[i].path && options->renderers[i].gathers;
    return asks;
}

/* What another report needs, which is about all files, is judged: options that say what is written make no sense. */
static gboolean parse_shard(const Options *options, ReportRequest *request, GError **error)
{
    if (!htol_part_parse(options->shard, &request->part)) {
        g_set_error(error, REPORT_ERROR, 0, "--shard " HTOL_PART_WRONG);
        return FALSE;
    }
    if (!options->shard || !(asks_for_files(options) || options->details || options->gates || options->least ||
                             options->save_history || options->asked.objectives || options->fail_on_unmeasured))
        return TRUE;
    g_set_error(error, REPORT_ERROR, 0,
                "--shard judges for another report, and writes none: leave out gates, formats and objectives");
    return FALSE;
}

static gboolean make_request(Options *options, ReportRequest *request, GError **error)
{
    options->screen.width = terminal_width();
    if (!terminal_colour(options->when, &options->screen.colour, error))
        return FALSE;
    if (count_stdout(options) > 1) {
        g_set_error(error, REPORT_ERROR, 0, "only one report can be written to standard output");
        return FALSE;
    }
    if (options->jobs < 0 || options->jobs > MOST_JOBS) {
        g_set_error(error, REPORT_ERROR, 0, "--jobs takes a number from 1 to %d", MOST_JOBS);
        return FALSE;
    }
    if (!command_request(&options->asked, request, error) || !parse_shard(options, request, error))
        return FALSE;
    request->jobs = options->jobs > 0 ? (guint)options->jobs : g_get_num_processors();
    /* files name tests, and counts of them, and so do details; the summary does not */
    request->witnesses = options->details || asks_for_files(options);
    request->pages = (const char *const *)options->pages;
    request->time = time_of_report();
    request->sort = g_strcmp0(options->sort, "path") == 0 ? NULL : options->sort;
    return TRUE;
}

/* A gate that failed wins over damage. */
static CommandStatus report_model(const Reporting *kind, const Options *options, Report *report, GError **error)
{
    g_autoptr(GArray) gates = g_array_new(FALSE, FALSE, sizeof(ReportGate));
    if (!has_files(report->model, error) || !parse_gates(options, report->model, gates, error) ||
        !read_least(options, report, error) || !make_summary(options, gates, report, error) ||
        !render_all(options, report, error))
        return COMMAND_FAILED;
    keep_scores(options, report);
    gboolean passed = pass_gates(options, report, gates);
    if (kind->pass)
        passed &= kind->pass(kind->data, report->model);
    if (!save_history(options, report, passed, error))
        return COMMAND_FAILED;
    return passed ? COMMAND_DONE : COMMAND_GATE;
}

/* What the request asks for besides: more of it is known when the inputs are. */
static gboolean make_model(const Reporting *kind, Report *report, GError **error)
{
    if (kind->prepare && !kind->prepare(kind->data, report->inputs, &report->request, error))
        return FALSE;
    report->model = report_model_new(report->inputs, &report->request, error);
    if (report->model && report->gathered)
        report_gathered_give(report->gathered, report->model);
    if (report->model && kind->complete)
        kind->complete(kind->data, report->model);
    return report->model != NULL;
}

/* Sources that cannot be read are damage, and so are verdicts that runs contradict: something was wrong when they were
 * proved. */
static CommandStatus name_damage(const ReportModel *model, CommandStatus status)
{
    for (guint i = 0; i < model->unread->len; i++)
        command_error("%s", (const char *)model->unread->pdata[i]);
    for (guint i = 0; i < model->refuted->len; i++)
        command_error("%s: the verdict was dropped", (const char *)model->refuted->pdata[i]);
    return model->unread->len + model->refuted->len > 0 ? COMMAND_DAMAGED : status;
}

/* A summary of zeros helps nobody: most often the tests ran something else. */
static gboolean has_runs(const ReportInputs *inputs, GError **error)
{
    gboolean ran = inputs->runs->len > 0;
    for (guint i = 0; i < inputs->notes->len; i++)
        ran |= ((const ReportNote *)inputs->notes->pdata[i])->kind == REPORT_NOTE_DAMAGED;
    if (!ran)
        g_set_error_literal(error, REPORT_ERROR, 0,
                            "no program has recorded anything yet. Most likely\n"
                            "  - the tests did not run after the build, or ran programs built without hlcov cc;\n"
                            "  - the tests recorded elsewhere: HLCOV_DIR was another one when they were built or run;\n"
                            "  - the programs cannot write there, or were linked so that the runtime is missing.\n"
                            "'hlcov doctor PROGRAM' looks for the last two");
    return ran;
}

/* What is about changed lines, or users' objectives, joins functions of different units. */
static gboolean is_lean(const Reporting *kind, const Options *options)
{
    return kind->is_whole && !options->asked.objectives;
}

/* Criteria by which next steps may be chosen: those of headlines, and of gates, which may fail. A name that is wrong is
 * told later. */
static void rank_criteria(const Options *options, Report *report)
{
    report_headlines_may(&report->request.selection, report->ranked);
    for (char **text = options->gates; text && *text; text++) {
        g_autofree char *name = g_strndup(*text, strcspn(*text, "="));
        HtolCriterion criterion;
        if (report_criterion_find(&report->request.selection, name, &criterion))
            report->ranked[criterion] = TRUE;
    }
    for (guint i = 0; options->least && i < HTOL_CRITERIA; i++)
        report->ranked[i] = TRUE;
    report->request.ranked = report->ranked;
}

/* Where sums of judged files are kept: in the data directory, if that is what is reported. To be freed. */
static char *known_path(const Options *options)
{
    g_autofree char *directory = data_directory(&options->asked);
    return directory ? htol_judged_path(directory) : NULL;
}

/* ---- a shard ---- */

static char *work_of(const Options *options)
{
    GString *work = g_string_new("report");
    part_notes_option(work, "criteria", options->asked.criteria);
    part_notes_options(work, "include", options->asked.include);
    part_notes_options(work, "exclude", options->asked.exclude);
    part_notes_options(work, "include-source", options->asked.sources);
    return g_string_free(work, FALSE);
}

/* Sums are a shard of the data directory, which all commands that merge take. */
static gboolean write_sums(const ReportModel *model, const char *directory, HtolPart part, GError **error)
{
    g_autofree char *name = g_strdup_printf("judged.%u.%u" REPORT_SHARD_SUFFIX, part.part, part.parts);
    ReportOutput output;
    if (!report_output_open_in(&output, directory, name, error))
        return FALSE;
    HtolShardWriter *writer = htol_shard_writer_new();
    htol_shard_writer_plain(writer, HTOL_SHARD_JUDGED, model->judged->data, model->judged->len);
    htol_shard_writer_end(writer);
    const GByteArray *ready = htol_shard_writer_ready(writer);
    fwrite(ready->data, 1, ready->len, output.stream);
    htol_shard_writer_free(writer);
    return report_output_close(&output, error);
}

/* Where functions of all units are kept, there are no sums, and nothing to share. */
static gboolean judge_files(Report *report, const char *directory, GError **error)
{
    if (report->inputs->n_dropped == 0)
        return TRUE;
    report->model = report_model_new(report->inputs, &report->request, error);
    return report->model && write_sums(report->model, directory, report->request.part, error);
}

static void print_judged(const Report *report)
{
    guint files = report->model ? report->model->n_files : 0;
    HtolPart part = report->request.part;
    if (report->inputs->units->len > 0 && !report->model)
        puts("judged no file: units are joined by users' objectives or a strong build, and one report judges them all");
    else
        printf("judged %u file%s, shard %u of %u\n", files, files == 1 ? "" : "s", part.part, part.parts);
}

static gboolean judge_shard(const Options *options, Report *report, const char *directory, GError **error)
{
    g_autofree char *work = work_of(options);
    HtolPart part = report->request.part;
    if (!part_notes_begin(directory, work, part, error) || !judge_files(report, directory, error) ||
        !part_notes_end(directory, work, part, error))
        return FALSE;
    command_progress_clear();
    if (!options->quiet)
        print_judged(report);
    return command_flush(error);
}

/* All tables are read as those of many units are, for sums are of such. */
static CommandStatus report_shard(const Options *options, Report *report, GError **error)
{
    g_autofree char *directory = data_directory(&options->asked);
    if (!directory) {
        g_set_error(error, REPORT_ERROR, 0, "--shard needs a data directory, in which it leaves what it judged");
        return COMMAND_FAILED;
    }
    report->inputs = command_inputs_judged(options->asked.paths, report->request.progress, error);
    if (!report->inputs)
        return COMMAND_FAILED;
    CommandStatus status = command_notes(report->inputs);
    gboolean good = judge_shard(options, report, directory, error);
    g_clear_pointer(&report->model, report_model_free);
    report_inputs_free(report->inputs);
    return good ? status : COMMAND_FAILED;
}

static CommandStatus read_and_report(const Reporting *kind, const Options *options, Report *report, GError **error)
{
    g_autofree char *known = known_path(options);
    report->request.known = known;
    rank_criteria(options, report);
    if (options->shard)
        return report_shard(options, report, error);
    report->inputs = is_lean(kind, options) ? command_inputs_lean(options->asked.paths, report->request.progress, error)
                                            : command_inputs(options->asked.paths, report->request.progress, error);
    if (!report->inputs)
        return COMMAND_FAILED;
    if (has_summary(options) && !asks_for_files(options) && !has_runs(report->inputs, error)) {
        report_inputs_free(report->inputs);
        return COMMAND_FAILED;
    }
    if (report->inputs->n_dropped > 0 && asks_for_gathered(options)) {
        report->gathered = report_gathered_new();
        report->request.visitor = &report->gathered->visitor;
    }
    CommandStatus status = command_notes(report->inputs), done = COMMAND_FAILED;
    if (make_model(kind, report, error))
        done = report_model(kind, options, report, error);
    if (report->model) {
        status = name_damage(report->model, status);
        g_clear_pointer(&report->summary, report_summary_free);
        g_clear_pointer(&report->least, report_earlier_free);
        report_model_free(report->model);
    }
    g_clear_pointer(&report->gathered, report_gathered_free);
    if (kind->clear)
        kind->clear(kind->data);
    report_inputs_free(report->inputs);
    return done == COMMAND_DONE ? status : done;
}

static CommandStatus make_report(const Reporting *kind, Options *options, GError **error)
{
    Report report = {0};
    CommandProgress progress;
    if (!make_request(options, &report.request, error))
        return COMMAND_FAILED;
    command_progress_begin(&progress, command_progress_stream(options->quiet), g_get_monotonic_time);
    report.request.progress = &progress.report;
    CommandStatus status = read_and_report(kind, options, &report, error);
    command_progress_clear();
    return status;
}

int reporting_main(const Reporting *kind, int argc, char **argv)
{
    Options options = {0};
    add_renderers(&options);
    CommandStatus status = parse_options(kind, &options, &argc, &argv);
    if (status == COMMAND_GO_ON) {
        g_autoptr(GError) error = NULL;
        status = make_report(kind, &options, &error);
        if (error)
            command_error("%s", error->message);
    }
    clear_options(&options);
    return status;
}
