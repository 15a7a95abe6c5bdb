/* Reads what users name, or the data directory; see inputs.h. */
#include "tools/reports/inputs.h"

#include "report/read/read_inputs.h"

#include <stdio.h>
#include <string.h>

#include "report/elf/elf.h"
#include "report/make/make.h"
#include "report/out/renderers.h"
#include "report/read/walk.h"
#include "report/words/remarks.h"
#include "tools/shared/progress.h"

enum { MOST_WHOLE = 500 }; /* tables that are kept where not all are needed */

gboolean command_request(const CommandAsked *asked, ReportRequest *request, GError **error)
{
    *request = (ReportRequest){
        .root = asked->root,
        .include = (const char *const *)asked->include,
        .exclude = (const char *const *)asked->exclude,
        .sources = (const char *const *)asked->sources,
        .objectives = (const char *const *)asked->objectives,
        .place = asked->place,
    };
    return htol_selection_parse(asked->criteria ? asked->criteria : "all", &request->selection, error);
}

void command_asked_clear(CommandAsked *asked)
{
    g_free(asked->criteria);
    g_free(asked->root);
    g_free(asked->place);
    g_strfreev(asked->include);
    g_strfreev(asked->exclude);
    g_strfreev(asked->sources);
    g_strfreev(asked->objectives);
    g_strfreev(asked->paths);
}

/* ---- programs ---- */

/* Appends the data file of the program in that directory, if there is one. */
static void add_data_of(GStrvBuilder *builder, const char *directory, const char *build_id)
{
    g_autofree char *path = g_strdup_printf("%s/%s" REPORT_DATA_SUFFIX, directory, build_id);
    if (*build_id && g_file_test(path, G_FILE_TEST_EXISTS))
        g_strv_builder_add(builder, path);
}

/* A program that is named alone is meant with what it recorded: in the data directory, or in the one that it was
 * compiled for. */
static void add_program(GStrvBuilder *builder, const char *program)
{
    ReportElf elf;
    if (!report_elf_read(program, &elf, NULL))
        return;
    ReportElfRuntime runtime;
    report_elf_runtime(program, &runtime);
    g_autofree char *cwd = g_get_current_dir(), *directory = htol_data_dir(g_getenv("HLCOV_DIR"), cwd);
    add_data_of(builder, directory, elf.build_id);
    if (runtime.baked && strcmp(runtime.baked, directory) != 0)
        add_data_of(builder, runtime.baked, elf.build_id);
    report_elf_runtime_clear(&runtime);
    report_elf_clear(&elf);
}

/* Whether it is a program, a library or an object, by its first bytes. */
static gboolean is_elf(const char *path)
{
    char magic[4] = "";
    FILE *file = g_file_test(path, G_FILE_TEST_IS_REGULAR) ? fopen(path, "rb") : NULL; /* a pipe would wait */
    gboolean read = file && fread(magic, 1, sizeof magic, file) == sizeof magic;
    if (file)
        fclose(file);
    return read && memcmp(magic, "\177ELF", sizeof magic) == 0;
}

static char **with_data(char **paths)
{
    g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
    gboolean programs = TRUE;
    g_strv_builder_addv(builder, (const char **)paths);
    for (char **path = paths; *path; path++)
        programs &= is_elf(*path);
    for (char **path = paths; programs && *path; path++)
        add_program(builder, *path);
    return g_strv_builder_end(builder);
}

/* ---- data directories ---- */

#define DATA_DIR "hlcov-data"

enum { MOST_DEPTH = 3, MOST_FOUND = 5 };

static void look_below(const char *directory, guint depth, GPtrArray *found)
{
    g_autoptr(GDir) stream = g_dir_open(directory, 0, NULL);
    for (const char *name = stream ? g_dir_read_name(stream) : NULL; name && found->len < MOST_FOUND;
         name = g_dir_read_name(stream)) {
        g_autofree char *path = g_build_filename(directory, name, NULL);
        if (*name == '.' || g_file_test(path, G_FILE_TEST_IS_SYMLINK) || !g_file_test(path, G_FILE_TEST_IS_DIR))
            continue;
        if (strcmp(name, DATA_DIR) == 0)
            g_ptr_array_add(found, g_steal_pointer(&path));
        else if (depth > 0)
            look_below(path, depth - 1, found);
    }
}

static void look_above(const char *cwd, GPtrArray *found)
{
    for (const char *slash = strrchr(cwd, '/'); slash && slash > cwd; slash = g_strrstr_len(cwd, slash - cwd, "/")) {
        g_autofree char *path = g_strdup_printf("%.*s/" DATA_DIR, (int)(slash - cwd), cwd);
        if (g_file_test(path, G_FILE_TEST_IS_DIR))
            g_ptr_array_add(found, g_steal_pointer(&path));
    }
}

/* Says that there is no data directory, and where others are. */
static gboolean miss_directory(const char *cwd, const char *directory, GError **error)
{
    g_autoptr(GPtrArray) found = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GString) others = g_string_new(NULL);
    look_above(cwd, found);
    look_below(cwd, MOST_DEPTH, found);
    for (guint i = 0; i < found->len; i++)
        g_string_append_printf(others, "\n  %s", (const char *)found->pdata[i]);
    if (found->len > 0)
        g_set_error(error, REPORT_ERROR, 0,
                    "%s: there is no such data directory. Others exist; name one as PATH or by HLCOV_DIR:%s", directory,
                    others->str);
    else
        g_set_error(error, REPORT_ERROR, 0,
                    "%s: there is no such data directory: build with 'hlcov cc', or name the directory, or set "
                    "HLCOV_DIR to it, both when building and here",
                    directory);
    return FALSE;
}

static ReportInputs *read_inputs(char **paths, guint most, const ReportProgress *progress, GError **error)
{
    if (paths) {
        g_auto(GStrv) all = with_data(paths);
        return report_inputs_read_lean((const char *const *)all, most, progress, error);
    }
    g_autofree char *cwd = g_get_current_dir();
    g_autofree char *directory = htol_data_dir(g_getenv("HLCOV_DIR"), cwd);
    const char *const defaults[] = {directory, NULL};
    if (!g_file_test(directory, G_FILE_TEST_EXISTS) && !miss_directory(cwd, directory, error))
        return NULL;
    return report_inputs_read_lean(defaults, most, progress, error);
}

ReportInputs *command_inputs(char **paths, const ReportProgress *progress, GError **error)
{
    return read_inputs(paths, G_MAXUINT, progress, error);
}

ReportInputs *command_inputs_lean(char **paths, const ReportProgress *progress, GError **error)
{
    return read_inputs(paths, MOST_WHOLE, progress, error);
}

ReportInputs *command_inputs_judged(char **paths, const ReportProgress *progress, GError **error)
{
    return read_inputs(paths, 0, progress, error);
}

/* ---- messages ---- */

CommandStatus command_notes(const ReportInputs *inputs)
{
    CommandStatus status = COMMAND_DONE;
    for (guint i = 0; i < inputs->notes->len; i++) {
        const ReportNote *note = inputs->notes->pdata[i];
        g_autofree char *text = report_note_text(note);
        command_error("%s%s", note->kind == REPORT_NOTE_WARNING ? "warning: " : "", text);
        if (note->kind == REPORT_NOTE_DAMAGED)
            status = COMMAND_DAMAGED;
    }
    return status;
}

static CommandStatus with_inputs(ReportInputs *inputs, ReportRequest *request, CommandUse use, gconstpointer options,
                                 GError **error)
{
    CommandStatus status = command_notes(inputs);
    request->witnesses = TRUE;
    ReportModel *model = report_model_new(inputs, request, error);
    if (!model || !use(options, model, error))
        status = COMMAND_FAILED;
    if (model)
        report_model_free(model);
    report_inputs_free(inputs);
    return status;
}

/* Reads no more than about `most` tables as a whole. */
static CommandStatus with_request(const CommandAsked *asked, guint most, ReportRequest *request, CommandUse use,
                                  gconstpointer options, GError **error)
{
    CommandProgress progress;
    command_progress_begin(&progress, command_progress_stream(FALSE), g_get_monotonic_time);
    request->progress = &progress.report;
    ReportInputs *inputs = read_inputs(asked->paths, most, request->progress, error);
    CommandStatus status = inputs ? with_inputs(inputs, request, use, options, error) : COMMAND_FAILED;
    command_progress_clear();
    return status;
}

CommandStatus command_with_model(const CommandAsked *asked, CommandUse use, gconstpointer options, GError **error)
{
    ReportRequest request;
    gboolean good = command_request(asked, &request, error);
    return good ? with_request(asked, G_MAXUINT, &request, use, options, error) : COMMAND_FAILED;
}

/* Users' objectives join functions of different units. */
CommandStatus command_with_visits(const CommandAsked *asked, const ReportVisitor *visitor, CommandUse use,
                                  gconstpointer options, GError **error)
{
    ReportRequest request;
    if (!command_request(asked, &request, error))
        return COMMAND_FAILED;
    request.visitor = visitor;
    request.jobs = g_get_num_processors();
    return with_request(asked, asked->objectives ? G_MAXUINT : MOST_WHOLE, &request, use, options, error);
}
