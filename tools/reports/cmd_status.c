/* hlcov status: options in, one model, what is there and what is missing out. What is missing is decided in report/. */
#include <stdio.h>

#include "htol/files/data.h"
#include "report/out/json/work_out.h"
#include "report/store/left.h"
#include "tools/compile/harness_build.h"
#include "tools/reports/inputs.h"
#include "tools/shared/output.h"
#include "tools/shared/progress.h"

static const char details[] =
    "PATH is as for 'hlcov report'. A shard has to be run again if it did not end, or if something of it has no\n"
    "result. If FILE is '-', it is written to standard output.\n"
    "\n"
    "Exit status: 0 done, and no shard has to be run again; 1 wrong usage or bad input, nothing was printed;\n"
    "2 shards have to be run again; 3 none has to, but damaged input was left out.";

typedef struct {
    CommandAsked asked;
    char *json;
    int shards;
    gboolean again;
    gboolean *is_open; /* told: whether some shard has to be run again */
} Options;

/* What is written. */
typedef struct {
    const ReportWork *work;
    GPtrArray *left;
} Status;

static CommandStatus parse_options(Options *options, int *argc, char ***argv)
{
    GOptionEntry entries[] = {
        {"shards", 0, 0, G_OPTION_ARG_INT, &options->shards,
         "Say also which of N shards of prune and mutate lack results (default: as shards were run)", "N"},
        {"again", 0, 0, G_OPTION_ARG_NONE, &options->again,
         "Print the commands of shards that have to be run again, one per line, and nothing else", NULL},
        {"json", 0, 0, G_OPTION_ARG_FILENAME, &options->json, "Write all of it as JSON to FILE", "FILE"},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->asked.paths, "", NULL},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    return command_parse(command_options("status", entries, details), argc, argv);
}

static void put_json(gconstpointer data, FILE *out)
{
    const Status *status = data;
    report_work_json(status->work, status->left, out);
}

static GPtrArray *find_left(char **paths)
{
    g_autofree char *cwd = g_get_current_dir(), *directory = htol_data_dir(g_getenv("HLCOV_DIR"), cwd);
    char *usual[] = {directory, NULL};
    GPtrArray *left = g_ptr_array_new_with_free_func(g_free);
    for (char **path = paths ? paths : usual; *path; path++)
        report_left_find(*path, left);
    return left;
}

static gboolean is_any_open(const ReportWork *work)
{
    for (guint i = 0; i < work->all_shards->len; i++) {
        const ReportWorkShards *shards = work->all_shards->pdata[i];
        for (guint k = 1; k <= shards->parts; k++)
            if (report_work_is_open(shards, k))
                return TRUE;
    }
    return FALSE;
}

static gboolean write_status(gconstpointer data, const ReportModel *model, GError **error)
{
    const Options *options = data;
    ReportWork *work = report_work_new(model, &(ReportWorkRequest){(guint)options->shards, harness_is});
    g_autoptr(GPtrArray) left = find_left(options->asked.paths);
    command_progress_clear();
    gboolean good = command_write(options->json, put_json, &(Status){work, left}, error);
    if (good && options->again)
        report_work_again(work, stdout);
    else if (good && !command_is_stdout(options->json))
        report_work_text(work, left, stdout);
    *options->is_open = is_any_open(work);
    report_work_free(work);
    return good && command_flush(error);
}

static CommandStatus run(Options *options, GError **error)
{
    gboolean is_open = FALSE;
    options->is_open = &is_open;
    if (options->shards < 0 || options->shards > HTOL_PART_MOST)
        g_set_error(error, REPORT_ERROR, 0, "--shards takes a number from 1 to %d", HTOL_PART_MOST);
    else if (options->again && command_is_stdout(options->json))
        g_set_error(error, REPORT_ERROR, 0, "--again and --json=- both write to standard output");
    else {
        CommandStatus status = command_with_model(&options->asked, write_status, options, error);
        return is_open && status != COMMAND_FAILED ? COMMAND_GATE : status;
    }
    return COMMAND_FAILED;
}

int cmd_status(int argc, char **argv)
{
    Options options = {.asked = {.criteria = g_strdup("SM")}};
    CommandStatus status = parse_options(&options, &argc, &argv);
    if (status == COMMAND_GO_ON) {
        g_autoptr(GError) error = NULL;
        status = run(&options, &error);
        if (error)
            command_error("%s", error->message);
    }
    command_asked_clear(&options.asked);
    g_free(options.json);
    return status;
}
