/* The launcher's steps for one command line: check, preprocess, annotate, compile, register; or only the two that make
 * a table. command.c understands command lines, annotate.h does the rest to the text. */
#include "annot/launch/launch.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "annot/annotate.h"
#include "annot/launch/command.h"
#include "annot/launch/kept.h"
#include "annot/launch/process.h"
#include "annot/launch/response.h"
#include "annot/launch/target.h"
#include "annot/rows.h"
#include "htol/base/plain.h"
#include "htol/files/data.h"
#include "htol/notes/recipe.h"

/* Results of annotating in a process of its own. */
enum { ANNOTATED, ANNOTATED_WITH_LABELS, NOTHING_TO_ANNOTATE, NOT_ANNOTATED };

typedef struct {
    const AnnotLaunch *launch;
    char **original; /* the command line as given */
    const AnnotCommand *command;
    const char *directory; /* working directory */
    char *root, *data_dir;
    char *tmp; /* private temporary directory: a subdirectory per source, and the messages of each step */
    AnnotProcesses processes;
    gboolean keeps;       /* files in the data directory */
    AnnotTarget target;   /* of the compiler */
    GPtrArray *front_end; /* char *: options for the front end, NULL at the end */
    pid_t check;          /* 0: it was not started */
    char *said;           /* what it said of the same text before; NULL: it must be asked */
    AnnotKept kept;       /* that of the source that was annotated last */
    gboolean any_annotated, any_labels;
    gboolean without_labels; /* annotate without users' labels */
    GString *faults;         /* of objectives, so far */
    char *why;               /* the command is run as given, or without users' labels; or NULL */
} Session;

/* The files of a source in its own directory, so that the compiler may name products after the source. */
typedef enum { FILE_PREPROCESSED, FILE_TABLE, FILE_ID, FILE_PROOFS, FILE_TEXT } SourceFile;

/* A source that is annotated. */
typedef struct {
    Session *session;
    guint source;
    AnnotInput input;
    char *text; /* of the input */
} Work;

static const char *compiler_of(const Session *session)
{
    return session->command->words[session->command->compiler_words - 1];
}

static const char *source_path(const Session *session, guint source)
{
    return session->command->sources->pdata[source];
}

static char *source_file(const Session *session, guint source, SourceFile file)
{
    static const char *const names[] = {"preprocessed", "table", "id", "proofs"};
    if (file != FILE_TEXT)
        return g_strdup_printf("%s/%u/%s", session->tmp, source, names[file]);
    g_autofree char *stem = annot_command_stem(source_path(session, source));
    return g_strdup_printf("%s/%u/%s.i", session->tmp, source, stem);
}

static char *messages_file(const Session *session, const char *step)
{
    return g_build_filename(session->tmp, step, NULL);
}

static char *read_messages(const Session *session, const char *step)
{
    g_autofree char *path = messages_file(session, step);
    char *text = NULL;
    return g_file_get_contents(path, &text, NULL, NULL) ? text : g_strdup("");
}

/* Drops the messages of a step that is tried again: those of the first try are not for the user. */
static void forget_messages(const Session *session, const char *step)
{
    g_autofree char *path = messages_file(session, step);
    remove(path);
}

/* Returns the line of the compiler's messages that says most: the first with an error, else the first. To be freed. */
static char *first_error(const char *messages)
{
    g_auto(GStrv) lines = g_strsplit(messages, "\n", -1);
    for (char **line = lines; *line; line++)
        if (strstr(*line, "error") || strstr(*line, "ERROR"))
            return g_strdup(*line);
    return g_strdup(*lines ? *lines : "");
}

/* Remembers why the command is not run annotated; the first reason counts. Returns FALSE. */
static gboolean give_up(Session *session, const char *step, const char *what)
{
    if (session->why)
        return FALSE;
    g_autofree char *messages = read_messages(session, step);
    g_autofree char *line = first_error(messages);
    GString *why = g_string_new(NULL);
    g_string_printf(why, "%s: %s", what, *line ? line : "no message");
    if (session->tmp)
        g_string_replace(why, session->tmp, "", 0); /* another one each time, and gone */
    session->why = g_strdelimit(g_string_free(why, FALSE), "\n\r", ' ');
    return FALSE;
}

static gboolean preprocess(Session *session, guint source)
{
    g_autofree char *output = source_file(session, source, FILE_PREPROCESSED);
    g_autofree char *messages = messages_file(session, "preprocess");
    g_auto(GStrv) argv = annot_command_preprocess(session->command, source, output);
    pid_t pid = annot_process_start(&session->processes, argv, messages);
    if (annot_process_wait(&session->processes, pid) == 0)
        return TRUE;
    return give_up(session, "preprocess", "cannot be preprocessed");
}

/* Runs a command without output; returns whether it succeeded. Called in a child of ours, which handles no signals. */
static gboolean run_quietly(char **argv)
{
    int status;
    return g_spawn_sync(NULL, argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL,
                        NULL, NULL, NULL, NULL, &status, NULL) &&
           g_spawn_check_wait_status(status, NULL);
}

/* Preprocesses `text` behind the source and appends the result; an AnnotExpander.preprocess, whose data is a Work. */
static gboolean preprocess_behind(gpointer data, const char *text, GString *out)
{
    const Work *work = data;
    g_autofree char *file = g_strdup_printf("%s/%u/labels.c", work->session->tmp, work->source);
    g_autofree char *output = g_strdup_printf("%s/%u/labels.i", work->session->tmp, work->source);
    g_auto(GStrv) argv = annot_command_expand(work->session->command, work->source, file, output);
    g_autofree char *expanded = NULL;
    if (!g_file_set_contents(file, text, -1, NULL) || !run_quietly(argv) ||
        !g_file_get_contents(output, &expanded, NULL, NULL))
        return FALSE;
    g_string_append(out, expanded);
    return TRUE;
}

static const char *proofs_of(const Session *session)
{
    const char *wish = session->launch->proofs;
    return wish && *wish ? wish : session->data_dir;
}

static AnnotInput annot_input(const Work *work)
{
    const Session *session = work->session;
    guint source = work->source;
    AnnotOptions options = session->launch->options;
    options.plain |= session->command->small || session->command->watched;
    return (AnnotInput){
        .path = source_path(session, source),
        .directory = session->directory,
        .root = session->root,
        .moved = session->launch->moved,
        .data_dir = session->data_dir,
        .compiler = compiler_of(session),
        .clang_args = (const char *const *)session->front_end->pdata,
        .target = &session->target,
        .intel_syntax = session->command->intel_syntax,
        .digest = annot_command_digest(session->command),
        .options = options,
        .optimized = session->command->optimized,
        .threads = session->command->threads,
        .without_labels = session->without_labels,
        .survey = session->launch->survey,
        .read_proved = session->keeps && session->launch->proofs ? session->launch->read_proved : NULL,
        .proofs = proofs_of(session),
        .expander = {preprocess_behind, (gpointer)work},
    };
}

static gboolean save_file(const Work *work, SourceFile file, const void *bytes, gsize size, GError **error)
{
    g_autofree char *path = source_file(work->session, work->source, file);
    return g_file_set_contents(path, bytes, size, error);
}

static gboolean save_output(const Work *work, const AnnotOutput *output, GError **error)
{
    if (!output->text)
        return save_file(work, FILE_TEXT, work->input.text, work->input.size, error);
    if (output->proofs && !save_file(work, FILE_PROOFS, output->proofs, strlen(output->proofs), error))
        return FALSE;
    return save_file(work, FILE_TEXT, output->text->str, output->text->len, error) &&
           save_file(work, FILE_TABLE, output->table->data, output->table->len, error) &&
           save_file(work, FILE_ID, output->id, strlen(output->id), error);
}

static int result_of(const AnnotOutput *output)
{
    if (!output->text)
        return NOTHING_TO_ANNOTATE;
    return output->labels ? ANNOTATED_WITH_LABELS : ANNOTATED;
}

static gboolean annotate_and_save(const Work *work, int *result, GError **error)
{
    AnnotOutput output = {0};
    if (!annot_unit(&work->input, &output, error))
        return FALSE;
    annot_kept_keep(&work->session->kept, &output);
    *result = result_of(&output);
    gboolean saved = save_output(work, &output, error);
    g_autofree char *plain = htol_plain_lines(output.messages);
    if (saved)
        dprintf(STDERR_FILENO, "%s", plain);
    annot_output_clear(&output);
    return saved;
}

/* Annotates in a child, so that the build goes on if the front end crashes; standard error is a file. */
static int annotate_here(void *data)
{
    int result;
    g_autoptr(GError) error = NULL;
    if (annotate_and_save(data, &result, &error))
        return result;
    dprintf(STDERR_FILENO, "%s\n", error->message);
    return NOT_ANNOTATED;
}

static void append_new_lines(GString *messages, const char *text)
{
    g_auto(GStrv) said = g_strsplit(messages->str, "\n", -1);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line && (line[1] || **line); line++)
        if (!g_strv_contains((const char *const *)said, *line))
            g_string_append_printf(messages, "%s\n", *line);
}

/* ---- the check ---- */

static void start_check(Session *session)
{
    if (session->check != 0)
        return;
    g_auto(GStrv) argv = annot_command_check(session->command, session->launch->colour);
    g_autofree char *messages = messages_file(session, "check");
    session->check = annot_process_start(&session->processes, argv, messages);
}

/* Fills in what the check is asked; its words are to be freed. FALSE: its answer cannot be kept. */
static gboolean ask(const Session *session, AnnotAsked *asked)
{
    *asked = (AnnotAsked){compiler_of(session), session->launch->tongue,
                          annot_command_check(session->command, session->launch->colour)};
    return asked->tongue && annot_command_only_says(session->command);
}

/* Finds out what the check said of the same text before. */
static void recall_check(Session *session)
{
    AnnotAsked asked;
    if (ask(session, &asked))
        session->said = annot_kept_said(&session->kept, &asked);
    g_strfreev(asked.words);
}

/* Keeps what the check said of the text. */
static void keep_check(const Session *session)
{
    AnnotAsked asked;
    g_autofree char *said = read_messages(session, "check");
    if (ask(session, &asked))
        annot_kept_say(&session->kept, &asked, said);
    g_strfreev(asked.words);
}

static gboolean end_check(Session *session)
{
    if (session->said)
        return TRUE;
    start_check(session);
    if (annot_process_wait(&session->processes, session->check) != 0)
        return give_up(session, "check", "has errors");
    keep_check(session);
    return TRUE;
}

/* ---- annotating ---- */

/* Reads the preprocessed text, and opens the cache. What relies on proofs is not kept: these may change. */
static gboolean begin_work(Work *work)
{
    Session *session = work->session;
    g_autofree char *path = source_file(session, work->source, FILE_PREPROCESSED);
    gsize size;
    if (!g_file_get_contents(path, &work->text, &size, NULL))
        return FALSE;
    work->input = annot_input(work);
    work->input.text = work->text;
    work->input.size = size;
    if (session->keeps && !session->launch->anew && !work->input.read_proved)
        session->kept = annot_kept_open(&work->input, session->launch->words);
    return TRUE;
}

/* Takes what the annotator made of the same text before; FALSE: it is not kept. */
static gboolean take_kept(const Work *work)
{
    AnnotOutput output;
    Session *session = work->session;
    gboolean found = annot_kept_find(&session->kept, &output) && save_output(work, &output, NULL);
    session->any_annotated |= found && output.text;
    if (found)
        recall_check(session);
    annot_output_clear(&output);
    return found;
}

/* Annotates in a child, beside the check. Faults that an earlier source of the command had too, from a shared header,
 * are told once. */
static gboolean annotate_apart(Work *work)
{
    Session *session = work->session;
    g_autofree char *messages = messages_file(session, "annotate");
    if (session->keeps)
        start_check(session);
    pid_t pid = annot_process_fork(&session->processes, annotate_here, work, messages);
    int status = annot_process_wait(&session->processes, pid);
    session->any_annotated |= status == ANNOTATED || status == ANNOTATED_WITH_LABELS;
    session->any_labels |= status == ANNOTATED_WITH_LABELS;
    if (status == ANNOTATED || status == ANNOTATED_WITH_LABELS || status == NOTHING_TO_ANNOTATE) {
        g_autofree char *faults = read_messages(session, "annotate");
        append_new_lines(session->faults, faults);
        return TRUE;
    }
    g_autofree char *crash = g_strdup_printf("makes the annotator crash (signal %d)", status - 128);
    return give_up(session, "annotate", status > 128 ? crash : "cannot be annotated");
}

static gboolean annotate(Session *session, guint source)
{
    Work work = {.session = session, .source = source};
    annot_kept_clear(&session->kept);
    if (!begin_work(&work))
        return give_up(session, "", "its preprocessed text cannot be read");
    gboolean done = take_kept(&work) || annotate_apart(&work);
    g_free(work.text);
    return done;
}

static gboolean prepare_source(Session *session, guint source)
{
    g_autofree char *directory = g_strdup_printf("%s/%u", session->tmp, source);
    if (g_mkdir(directory, 0700) != 0)
        return give_up(session, "", "no space for temporary files");
    return preprocess(session, source) && annotate(session, source);
}

static AnnotTargetInput target_input(Session *session)
{
    const char *kept = session->keeps ? session->data_dir : NULL;
    return (AnnotTargetInput){&session->processes, session->command, kept, session->tmp};
}

/* Finds the compiler's machine, on which the meaning of C depends, and tells it to the front end unless it is x86-64.
 */
static void find_target(Session *session)
{
    AnnotTargetInput input = target_input(session);
    session->target = annot_target_find(&input);
    session->front_end = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i + 1 < session->command->dialect->len; i++)
        g_ptr_array_add(session->front_end, g_strdup(session->command->dialect->pdata[i]));
    if (session->target.foreign || !session->target.x86_64)
        g_ptr_array_add(session->front_end, g_strconcat("--target=", session->target.machine, NULL));
    g_ptr_array_add(session->front_end, NULL);
}

static gboolean find_runtime(Session *session)
{
    AnnotTargetInput input = target_input(session);
    g_autoptr(GString) why = g_string_new(NULL);
    gboolean found = annot_target_carry(&input, &session->target, why);
    if (!found && !session->why)
        session->why = g_strdup(why->str);
    return found;
}

static gboolean run_compiler(Session *session, char **argv)
{
    g_autofree char *messages = messages_file(session, "compile");
    pid_t pid = annot_process_start(&session->processes, argv, messages);
    return annot_process_wait(&session->processes, pid) == 0;
}

/* Returns the command with clang's option for deeper brackets, if its messages ask for it, as probes nest them; else
 * NULL. To be freed. */
static char **deeper(Session *session, char **argv)
{
    g_autofree char *messages = read_messages(session, "compile");
    g_autoptr(GStrvBuilder) words = g_strv_builder_new();
    if (!strstr(messages, "-fbracket-depth="))
        return NULL;
    forget_messages(session, "compile");
    g_strv_builder_addv(words, (const char **)argv);
    g_strv_builder_add(words, "-fbracket-depth=65536");
    return g_strv_builder_end(words);
}

static gboolean compile(Session *session)
{
    guint count = session->command->sources->len;
    g_auto(GStrv) texts = g_new0(char *, count + 1);
    for (guint i = 0; i < count; i++)
        texts[i] = source_file(session, i, FILE_TEXT);
    g_auto(GStrv) argv = annot_command_compile(session->command, texts);
    if (run_compiler(session, argv))
        return TRUE;
    g_auto(GStrv) deep = deeper(session, argv);
    if (deep && run_compiler(session, deep))
        return TRUE;
    return give_up(session, "compile", "cannot be compiled when annotated");
}

static gboolean parse_id(const char *text, guint8 id[HTOL_ID_SIZE])
{
    for (guint i = 0; i < 2 * HTOL_ID_SIZE; i++) {
        int digit = g_ascii_xdigit_value(text[i]);
        if (digit < 0)
            return FALSE;
        id[i / 2] = (guint8)(i % 2 ? id[i / 2] << 4 | digit : digit);
    }
    return TRUE;
}

static gboolean read_id(const Session *session, guint source, guint8 id[HTOL_ID_SIZE])
{
    g_autofree char *path = source_file(session, source, FILE_ID);
    g_autofree char *text = NULL;
    return g_file_get_contents(path, &text, NULL, NULL) && parse_id(text, id);
}

/* Makes the data directory, with a file that keeps it out of git. */
static void make_data_dir(const Session *session)
{
    static const char ignored[] = "# What hlcov recorded; made by hlcov cc.\n*\n";
    if (g_file_test(session->data_dir, G_FILE_TEST_EXISTS) || g_mkdir_with_parents(session->data_dir, 0777) != 0)
        return;
    g_autofree char *path = g_build_filename(session->data_dir, ".gitignore", NULL);
    g_file_set_contents(path, ignored, -1, NULL);
}

/* Writes a file, and makes its directory; a failure is ignored. */
static void register_file(const char *path, const char *bytes, gsize size)
{
    g_autofree char *directory = g_path_get_dirname(path);
    g_mkdir_with_parents(directory, 0777);
    g_file_set_contents(path, bytes, (gssize)size, NULL);
}

/* Writes the recipe of the table: the last command that made it is the one that can be repeated. */
static void register_recipe(const Session *session, guint source, const guint8 id[HTOL_ID_SIZE])
{
    static const char *const none[] = {NULL};
    HtolRecipe recipe = {session->directory, source_path(session, source),
                         session->launch->words ? session->launch->words : none,
                         (const char *const *)session->command->words};
    g_autofree char *path = htol_recipe_path(session->data_dir, id);
    g_autofree char *text = htol_recipe_write(&recipe), *former = NULL;
    if (!g_file_get_contents(path, &former, NULL, NULL) || strcmp(text, former) != 0)
        register_file(path, text, strlen(text));
}

/* Lays the proofs that the object relies on beside its table. */
static void register_proofs(const Session *session, guint source, const guint8 id[HTOL_ID_SIZE])
{
    g_autofree char *from = source_file(session, source, FILE_PROOFS);
    g_autofree char *path = htol_data_proofs_path(session->data_dir, id), *text = NULL;
    if (g_file_get_contents(from, &text, NULL, NULL))
        register_file(path, text, strlen(text));
}

/* Copies the table to the data directory, unless it is there: its name is a hash of its bytes. */
static void register_table(const Session *session, guint source)
{
    guint8 id[HTOL_ID_SIZE];
    if (!read_id(session, source, id))
        return;
    g_autofree char *from = source_file(session, source, FILE_TABLE);
    gboolean strong = session->launch->options.strong != 0;
    g_autofree char *path = strong ? htol_data_strong_path(session->data_dir, id)
                                   : htol_data_table_path(session->data_dir, id),
                    *table = NULL;
    gsize size;
    if (!g_file_test(path, G_FILE_TEST_EXISTS) && g_file_get_contents(from, &table, &size, NULL))
        register_file(path, table, size);
    if (!strong)
        register_recipe(session, source, id);
    register_proofs(session, source, id);
}

/* ---- units that are not measured: of no interest in a strong build, which measures none ---- */

/* Returns the path of the table that says that the source is not measured; to be freed. It lies there as long as the
 * object is one without coverage. */
static char *unmeasured_path(const Session *session, guint source)
{
    g_autofree char *product = annot_command_product(session->command, source);
    g_autofree char *from = g_canonicalize_filename(source_path(session, source), session->directory);
    g_autofree char *to = g_canonicalize_filename(product, session->directory);
    return htol_data_unmeasured_path(session->data_dir, from, to);
}

/* Returns a table without functions, which says why the source is not measured; to be freed. */
static GByteArray *unmeasured_table(const Session *session, guint source)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autofree char *path = g_canonicalize_filename(source_path(session, source), session->directory);
    HtolTable table = {.row = {.path = annot_relative_path(arena, session->root, path),
                               .root = session->root,
                               .directory = session->directory,
                               .compiler = compiler_of(session),
                               .semantics = session->launch->options.complete ? "complete" : "observed",
                               .decisions = session->launch->options.branching ? "branching" : "all",
                               .unmeasured = session->why}};
    return htol_table_write(&table);
}

static void register_unmeasured(const Session *session)
{
    if (session->launch->options.strong)
        return;
    for (guint i = 0; i < session->command->sources->len; i++) {
        g_autofree char *path = unmeasured_path(session, i);
        g_autoptr(GByteArray) table = unmeasured_table(session, i);
        register_file(path, (const char *)table->data, table->len);
    }
}

static void forget_unmeasured(const Session *session)
{
    if (session->launch->options.strong)
        return;
    for (guint i = 0; i < session->command->sources->len; i++) {
        g_autofree char *path = unmeasured_path(session, i);
        unlink(path);
    }
}

/* ---- notes ---- */

/* Appends a line in one write, for many launchers may do so at once. */
static void append_line(const char *path, const char *line)
{
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (file < 0)
        return;
    g_autofree char *text = g_strdup_printf("%s\n", line);
    ssize_t written = write(file, text, strlen(text));
    (void)written; /* a note that cannot be written is not worth a word */
    close(file);
}

/* Leaves a note that `what` happened to the command, and why. */
static void leave_note(const Session *session, const char *what)
{
    g_autoptr(GDateTime) now = g_date_time_new_now_utc();
    g_autofree char *time = g_date_time_format_iso8601(now);
    g_autofree char *words = g_strjoinv(" ", session->original);
    g_autofree char *line =
        g_strdup_printf("%s: in %s: %s: %s: %s", time, session->directory, what, words, session->why);
    g_autofree char *plain = htol_plain(line);
    g_autofree char *path = g_build_filename(session->data_dir, "notes.log", NULL);
    g_mkdir_with_parents(session->data_dir, 0777);
    append_line(path, plain);
}

/* Runs the command as given; returns its exit status. Leaves a note only if it succeeds: else the error is the user's.
 */
static int run_original(Session *session)
{
    annot_processes_stop(&session->processes);
    pid_t pid = annot_process_start(&session->processes, session->original, NULL);
    if (pid < 0 && !session->processes.signal)
        return ANNOT_LAUNCH_EXEC;
    int status = annot_process_wait(&session->processes, pid);
    if (status == 0) {
        leave_note(session, "not annotated");
        register_unmeasured(session);
    }
    return status;
}

static gboolean prepare_session(Session *session)
{
    for (guint i = 0; i < session->command->sources->len; i++)
        if (!prepare_source(session, i))
            return FALSE;
    return TRUE;
}

static gboolean annotate_again(Session *session)
{
    g_string_truncate(session->faults, 0);
    forget_messages(session, "annotate");
    forget_messages(session, "compile");
    for (guint i = 0; i < session->command->sources->len; i++)
        if (!annotate(session, i))
            return FALSE;
    return TRUE;
}

/* Annotates and compiles once more without users' labels, in which the compiler may refuse what the front end accepts.
 */
static gboolean compile_without_labels(Session *session)
{
    if (!session->any_labels || session->processes.signal)
        return FALSE;
    session->without_labels = TRUE;
    if (!annotate_again(session) || !compile(session))
        return FALSE;
    leave_note(session, "without users' labels");
    return TRUE;
}

/* Hands on the messages and registers the tables. What the assembler and the linker said is the user's; what gcc
 * repeats in spite of -w, such as `#pragma message`, was said by the check. */
static void succeed(const Session *session, GString *messages)
{
    g_autofree char *check = session->said ? g_strdup(session->said) : read_messages(session, "check");
    g_autofree char *compiler = read_messages(session, "compile");
    g_string_append(messages, check);
    g_string_append_len(messages, session->faults->str, (gssize)session->faults->len);
    append_new_lines(messages, compiler);
    for (guint i = 0; i < session->command->sources->len; i++)
        register_table(session, i);
    forget_unmeasured(session);
}

static int run_steps(Session *session, GString *messages)
{
    find_target(session);
    gboolean prepared = find_runtime(session) && prepare_session(session);
    if (prepared && !session->any_annotated && !session->processes.signal) {
        forget_unmeasured(session);
        return ANNOT_LAUNCH_EXEC;
    }
    if (!prepared || !end_check(session) || (!compile(session) && !compile_without_labels(session)))
        return run_original(session);
    succeed(session, messages);
    return 0;
}

static void remove_tree(const char *path)
{
    GDir *directory = g_dir_open(path, 0, NULL);
    const char *name;
    while (directory && (name = g_dir_read_name(directory))) {
        g_autofree char *child = g_build_filename(path, name, NULL);
        remove_tree(child);
    }
    if (directory)
        g_dir_close(directory);
    remove(path);
}

static gboolean make_tmp(Session *session)
{
    g_autoptr(GError) error = NULL;
    session->tmp = g_dir_make_tmp("hlcov-XXXXXX", &error);
    if (!session->tmp)
        session->why = g_strdup(error->message);
    return session->tmp != NULL;
}

static void remove_tmp(Session *session)
{
    annot_processes_stop(&session->processes);
    remove_tree(session->tmp);
}

static int run_in_tmp(Session *session, GString *messages)
{
    if (!make_tmp(session))
        return run_original(session);
    int status = run_steps(session, messages);
    remove_tmp(session);
    return status;
}

static int run_session(Session *session, GString *messages)
{
    make_data_dir(session);
    annot_processes_begin(&session->processes);
    int status = session->command->pass_through ? run_original(session) : run_in_tmp(session, messages);
    annot_processes_end(&session->processes);
    return status;
}

static void open_session(Session *session)
{
    session->faults = g_string_new(NULL);
    const AnnotLaunch *launch = session->launch;
    session->root = launch->root ? g_strdup(launch->root) : htol_root_dir(launch->data_dir, session->directory);
    session->data_dir = htol_data_dir(session->launch->data_dir, session->directory);
}

static void clear_session(Session *session)
{
    g_free(session->root);
    g_free(session->data_dir);
    g_free(session->tmp);
    g_free(session->why);
    g_free(session->said);
    annot_kept_clear(&session->kept);
    annot_target_clear(&session->target);
    g_clear_pointer(&session->front_end, g_ptr_array_unref);
    g_string_free(session->faults, TRUE);
}

int annot_launch(const AnnotLaunch *launch, char **argv, GString *messages)
{
    g_auto(GStrv) words = annot_response_expand(argv);
    g_autofree char *directory = g_get_current_dir();
    if (!words || !words[0])
        return ANNOT_LAUNCH_EXEC;
    g_autoptr(AnnotCommand) command = annot_command_parse(words, directory);
    if (command->pass_through && !command->compiles)
        return ANNOT_LAUNCH_EXEC;
    Session session = {.launch = launch, .original = argv, .command = command, .directory = directory, .keeps = TRUE};
    session.why = g_strdup(command->pass_through);
    open_session(&session);
    int status = run_session(&session, messages);
    clear_session(&session);
    return status;
}

static GBytes *read_table(const Session *session, guint source)
{
    g_autofree char *path = source_file(session, source, FILE_TABLE);
    char *table = NULL;
    gsize size = 0;
    return g_file_get_contents(path, &table, &size, NULL) ? g_bytes_new_take(table, size) : g_bytes_new(NULL, 0);
}

static GBytes *table_in_tmp(Session *session, guint source)
{
    if (!make_tmp(session))
        return NULL;
    find_target(session);
    GBytes *table = prepare_source(session, source) ? read_table(session, source) : NULL;
    remove_tmp(session);
    return table;
}

static GBytes *table_of(Session *session, guint source)
{
    annot_processes_begin(&session->processes);
    GBytes *table = table_in_tmp(session, source);
    annot_processes_end(&session->processes);
    return table;
}

/* Sets *index to that of the source among the command's (NULL: its only one); FALSE if it has no such source. */
static gboolean find_source(const AnnotCommand *command, const char *source, guint *index)
{
    *index = 0;
    if (!source)
        return command->sources->len == 1;
    return g_ptr_array_find_with_equal_func(command->sources, source, g_str_equal, index);
}

GBytes *annot_launch_table(const AnnotLaunch *launch, char **argv, const char *source, GString *messages,
                           GError **error)
{
    guint index;
    g_autofree char *directory = g_get_current_dir();
    g_autoptr(AnnotCommand) command = annot_command_parse(argv, directory);
    if (command->pass_through || !find_source(command, source, &index)) {
        g_set_error(error, ANNOT_ERROR, 0, "cannot be annotated: %s",
                    command->pass_through ? command->pass_through : "several C sources");
        return NULL;
    }
    Session session = {.launch = launch, .original = argv, .command = command, .directory = directory};
    open_session(&session);
    GBytes *table = table_of(&session, index);
    g_string_append_len(messages, session.faults->str, (gssize)session.faults->len);
    if (!table)
        g_set_error(error, ANNOT_ERROR, 0, "%s", session.why);
    clear_session(&session);
    return table;
}
