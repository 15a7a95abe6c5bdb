/* Asks compilers for their machine and makes the runtime for foreign ones; see target.h. */
#include "annot/launch/target.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "annot/probes/carry.h"

/* ---- what is kept ---- */

char *annot_target_key(const AnnotCommand *command)
{
    struct stat file = {0};
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    g_auto(GStrv) words = annot_command_machine(command);
    g_autofree char *path = g_find_program_in_path(command->words[command->compiler_words - 1]);
    if (path)
        (void)!stat(path, &file);
    g_autofree char *text = g_strdup_printf("%s %lld %lld %ld", path ? path : "", (long long)file.st_size,
                                            (long long)file.st_mtim.tv_sec, file.st_mtim.tv_nsec);
    g_checksum_update(sum, (const guchar *)text, -1);
    for (char **word = words; *word; word++)
        g_checksum_update(sum, (const guchar *)*word, (gssize)strlen(*word) + 1);
    return g_strndup(g_checksum_get_string(sum), 32);
}

/* Returns where the file `name` of the compiler `key` is kept; to be freed. */
static char *kept_path(const AnnotTargetInput *input, const char *key, const char *name)
{
    return g_strdup_printf("%s/targets/%s.%s", input->data_dir, key, name);
}

static char *read_kept(const AnnotTargetInput *input, const char *key, const char *name)
{
    if (!input->data_dir)
        return NULL;
    g_autofree char *path = kept_path(input, key, name);
    char *text = NULL;
    return g_file_get_contents(path, &text, NULL, NULL) ? text : NULL;
}

/* Keeps a text about the compiler, if there is a data directory. */
static void keep_text(const AnnotTargetInput *input, const char *key, const char *name, const char *text)
{
    if (!input->data_dir)
        return;
    g_autofree char *path = kept_path(input, key, name), *directory = g_path_get_dirname(path);
    g_mkdir_with_parents(directory, 0777);
    g_file_set_contents(path, text, -1, NULL);
}

/* ---- the machine ---- */

/* Runs a command; returns what it printed to standard output, to be freed; NULL: it failed. */
static char *output_of(const AnnotTargetInput *input, char **words)
{
    g_autofree char *file = g_build_filename(input->tmp, "output", NULL);
    g_autofree char *messages = g_build_filename(input->tmp, "output.messages", NULL);
    g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
    g_strv_builder_addv(builder, (const char *[]){"sh", "-c", "exec \"$@\" >\"$0\"", file, NULL});
    g_strv_builder_addv(builder, (const char **)words);
    g_auto(GStrv) argv = g_strv_builder_end(builder);
    pid_t pid = annot_process_start(input->processes, argv, messages);
    char *text = NULL;
    if (annot_process_wait(input->processes, pid) != 0 || !g_file_get_contents(file, &text, NULL, NULL))
        return NULL;
    return g_strchomp(text);
}

static char *ask_machine(const AnnotTargetInput *input, char **words)
{
    g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
    g_strv_builder_addv(builder, (const char **)words);
    g_strv_builder_add(builder, "-dumpmachine");
    g_auto(GStrv) argv = g_strv_builder_end(builder);
    char *machine = output_of(input, argv);
    return machine ? machine : g_strdup("");
}

static gboolean is_of(const char *machine, const char *const *names)
{
    gsize length = strcspn(machine, "-");
    gboolean found = FALSE;
    for (; *names; names++)
        found |= strlen(*names) == length && strncmp(machine, *names, length) == 0;
    return found;
}

static const char *const x86_64[] = {"x86_64", "amd64", NULL};
static const char *const aarch64[] = {"aarch64", "arm64", NULL};

#ifdef __x86_64__
static const char *const *const ours = x86_64;
#else
static const char *const *const ours = aarch64;
#endif

static gboolean is_linux(const char *machine)
{
    return strstr(machine, "linux") != NULL;
}

AnnotTarget annot_target_find(const AnnotTargetInput *input)
{
    g_auto(GStrv) words = annot_command_machine(input->command);
    g_autofree char *key = annot_target_key(input->command);
    char *machine = read_kept(input, key, "machine");
    if (!machine) {
        machine = ask_machine(input, words);
        keep_text(input, key, "machine", machine);
    }
    gboolean silent = *machine == '\0', linux_too = silent || is_linux(machine);
    return (AnnotTarget){.machine = machine,
                         .foreign = !linux_too || (!silent && !is_of(machine, ours)),
                         .x86_64 = silent ? ours == x86_64 : is_of(machine, x86_64)};
}

/* ---- the runtime ---- */

/* Returns a name for the runtime that the compiler `compiler` makes of our files; to be freed. */
static char *runtime_key(const char *compiler)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    g_checksum_update(sum, (const guchar *)compiler, -1);
    for (const AnnotCarrySource *source = annot_carry_sources; source->path; source++)
        g_checksum_update(sum, (const guchar *)source->text, -1);
    return g_strndup(g_checksum_get_string(sum), 32);
}

static gboolean write_sources(const char *directory)
{
    for (const AnnotCarrySource *source = annot_carry_sources; source->path; source++) {
        g_autofree char *path = g_build_filename(directory, source->path, NULL), *parent = g_path_get_dirname(path);
        if (g_mkdir_with_parents(parent, 0700) != 0 || !g_file_set_contents(path, source->text, -1, NULL))
            return FALSE;
    }
    return TRUE;
}

/* Writes a script that runs the words, for rt/carry.sh splits a command at its spaces. */
static gboolean write_compiler(const char *path, char **words)
{
    g_autoptr(GString) text = g_string_new("#!/bin/sh\nexec");
    for (char **word = words; *word; word++) {
        g_autofree char *quoted = g_shell_quote(*word);
        g_string_append_printf(text, " %s", quoted);
    }
    g_string_append(text, " \"$@\"\n");
    return g_file_set_contents(path, text->str, -1, NULL) && g_chmod(path, 0700) == 0;
}

static gboolean compile_runtime(const AnnotTargetInput *input, const char *directory)
{
    g_auto(GStrv) words = annot_command_machine(input->command);
    g_autofree char *compiler = g_build_filename(directory, "compiler", NULL);
    g_autofree char *script = g_build_filename(directory, "rt", "carry.sh", NULL);
    if (!write_sources(directory) || !write_compiler(compiler, words))
        return FALSE;
    g_autofree char *printed =
        output_of(input, (char *[]){"sh", script, compiler, (char *)directory, "yes", (char *)directory, NULL});
    return printed != NULL;
}

static gboolean make_runtime(const AnnotTargetInput *input, AnnotTarget *target, const char *key)
{
    g_autofree char *directory = g_build_filename(input->tmp, "runtime", NULL);
    g_autofree char *carried = g_build_filename(directory, "carried.s", NULL);
    g_autofree char *values = g_build_filename(directory, "values.s", NULL);
    if (!compile_runtime(input, directory) || !g_file_get_contents(carried, &target->carried, NULL, NULL) ||
        !g_file_get_contents(values, &target->values, NULL, NULL))
        return FALSE;
    keep_text(input, key, "carried", target->carried);
    keep_text(input, key, "values", target->values);
    return TRUE;
}

gboolean annot_target_carry(const AnnotTargetInput *input, AnnotTarget *target, GString *why)
{
    if (!target->foreign)
        return TRUE;
    if (!is_linux(target->machine) || (!is_of(target->machine, x86_64) && !is_of(target->machine, aarch64))) {
        g_string_append_printf(why, "coverage is recorded on x86-64 and AArch64 under Linux, not on %s",
                               target->machine);
        return FALSE;
    }
    g_autofree char *compiler = annot_target_key(input->command), *key = runtime_key(compiler);
    target->carried = read_kept(input, key, "carried");
    target->values = read_kept(input, key, "values");
    if ((target->carried && target->values) || make_runtime(input, target, key))
        return TRUE;
    g_string_append_printf(why, "the runtime cannot be compiled for %s", target->machine);
    return FALSE;
}

void annot_target_clear(AnnotTarget *target)
{
    g_free(target->machine);
    g_free(target->carried);
    g_free(target->values);
    *target = (AnnotTarget){0};
}
