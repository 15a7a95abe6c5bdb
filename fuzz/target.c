/* What is fuzzed; see target.h. */
#include "fuzz/target.h"

#include <stdarg.h>
#include <string.h>

#include "htol/base/bytes.h"
#include "report/elf/elf.h"
#include "report/read/walk.h"

G_DEFINE_QUARK(fuzz - error - quark, fuzz_error)

static const char entry[] = "LLVMFuzzerTestOneInput", driver[] = "LLVMFuzzerRunDriver";

/* ---- parts ---- */

static void free_part(gpointer data)
{
    FuzzPart *part = data;
    g_free(part->path);
    g_free(part->build_id);
    g_byte_array_unref(part->section);
    g_free(part);
}

/* Adds the program or library, if it has slots. */
static void add_part(FuzzTarget *target, const char *path)
{
    ReportElf elf;
    ReportElfRuntime runtime;
    if (!report_elf_read(path, &elf, NULL))
        return;
    report_elf_runtime(path, &runtime);
    if (runtime.bits->len > 0) {
        FuzzPart part = {g_strdup(path), g_strdup(elf.build_id), g_byte_array_ref(runtime.bits)};
        g_ptr_array_add(target->parts, g_memdup2(&part, sizeof part));
        if (!target->baked)
            target->baked = g_strdup(runtime.baked);
    }
    report_elf_runtime_clear(&runtime);
    report_elf_clear(&elf);
}

/* The section is a row of pieces, each with its size: units, and sets of tuples. */
const guint8 *fuzz_part_next(const FuzzPart *part, const guint8 *unit)
{
    const guint8 *section = part->section->data;
    gsize at = unit ? (gsize)(unit - section) + htol_number_at(unit + HTOL_AT_UNIT_SIZE) : 0;
    for (guint size; at + HTOL_AT_UNIT_END <= part->section->len; at += size) {
        size = htol_number_at(section + at + HTOL_AT_UNIT_SIZE);
        if (size == 0 || size > part->section->len - at)
            break;
        if (memcmp(section + at, HTOL_UNIT_MAGIC_BYTES, HTOL_LEN_UNIT_MAGIC) == 0)
            return section + at;
    }
    return NULL;
}

/* Libraries with slots are looked for as the program's loader says: system libraries have none. */
static void add_libraries(FuzzTarget *target, const char *program)
{
    char *words[] = {(char *)"ldd", (char *)program, NULL};
    g_autofree char *output = NULL;
    if (!g_spawn_sync(NULL, words, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &output, NULL,
                      NULL, NULL))
        return;
    g_auto(GStrv) lines = g_strsplit(output, "\n", -1);
    for (char **line = lines; *line; line++) {
        char *path = strstr(*line, "=> /");
        char *end = path ? strstr(path, " (0x") : NULL;
        if (!end)
            continue;
        *end = '\0';
        add_part(target, path + strlen("=> "));
    }
}

/* ---- the program ---- */

static gboolean fail(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);
static gboolean fail(GError **error, const char *format, ...)
{
    va_list words;
    va_start(words, format);
    if (error)
        *error = g_error_new_valist(FUZZ_ERROR, 0, format, words);
    va_end(words);
    return FALSE;
}

static gboolean find_program(FuzzTarget *target, GError **error)
{
    g_autofree char *path = g_find_program_in_path(target->words[0]);
    if (!path)
        return g_file_test(target->words[0], G_FILE_TEST_EXISTS)
                   ? fail(error, "%s: it is not a program that may be run", target->words[0])
                   : fail(error, "%s: there is no such program", target->words[0]);
    if (report_kind_of_bytes(path) != REPORT_ELF_FILE)
        return fail(error, "%s: it is a script; name the program that it runs", path);
    g_free(target->words[0]);
    target->words[0] = g_steal_pointer(&path);
    return TRUE;
}

/* Whether the name stands among the names of the program, which may be stripped of its own but not of what it shares.
 */
static gboolean has_name(const char *path, const char *name)
{
    g_autofree char *bytes = NULL;
    gsize size;
    return g_file_get_contents(path, &bytes, &size, NULL) && memmem(bytes, size, name, strlen(name) + 1);
}

static gboolean look_at_program(FuzzTarget *target, GError **error)
{
    if (!find_program(target, error))
        return FALSE;
    const char *program = target->words[0];
    add_part(target, program);
    add_libraries(target, program);
    if (target->parts->len == 0)
        return fail(error, "%s: it has no slots; build it with 'hlcov cc', as 'make CC=\"hlcov cc gcc\"' does",
                    program);
    target->has_entry = has_name(program, entry) && has_name(program, driver);
    return TRUE;
}

static gboolean has_place(char **words)
{
    for (; *words; words++)
        if (strstr(*words, FUZZ_PLACE))
            return TRUE;
    return FALSE;
}

FuzzTarget *fuzz_target_new(char **command, GError **error)
{
    g_autoptr(FuzzTarget) target = g_new0(FuzzTarget, 1);
    target->words = g_strdupv(command);
    target->name = g_path_get_basename(command[0]);
    target->by_path = has_place(command + 1);
    target->parts = g_ptr_array_new_with_free_func(free_part);
    return look_at_program(target, error) ? g_steal_pointer(&target) : NULL;
}

void fuzz_target_free(FuzzTarget *target)
{
    g_strfreev(target->words);
    g_free(target->name);
    g_free(target->baked);
    g_ptr_array_unref(target->parts);
    g_free(target);
}

/* A target with libFuzzer takes the path of an input behind its own words. */
char **fuzz_target_words(const FuzzTarget *target, const char *input)
{
    g_autoptr(GStrvBuilder) words = g_strv_builder_new();
    for (char **word = target->words; *word; word++) {
        g_autoptr(GString) made = g_string_new(*word);
        if (word != target->words)
            g_string_replace(made, FUZZ_PLACE, input, 0);
        g_strv_builder_add(words, made->str);
    }
    if (target->has_entry && !target->by_path)
        g_strv_builder_add(words, input);
    return g_strv_builder_end(words);
}

gsize fuzz_target_map(const FuzzTarget *target)
{
    gsize size = 0;
    for (guint i = 0; i < target->parts->len; i++)
        size += ((const FuzzPart *)target->parts->pdata[i])->section->len;
    return size;
}

/* ---- objects ---- */

gboolean fuzz_target_is_object(char **command)
{
    return g_str_has_suffix(command[0], ".o") || g_str_has_suffix(command[0], ".a");
}

/* Compilers that have libFuzzer, the user's before those with a version in their name. */
static char *find_linker(void)
{
    static const char *const names[] = {"clang++",    "clang++-19", "clang++-18", "clang++-17",
                                        "clang++-16", "clang++-15", "clang++-14"};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        char *path = g_find_program_in_path(names[i]);
        if (path)
            return path;
    }
    return NULL;
}

static char **link_words(const char *linker, char **command, const char *program)
{
    g_autoptr(GStrvBuilder) words = g_strv_builder_new();
    g_strv_builder_add_many(words, linker, "-fsanitize=fuzzer", NULL);
    g_strv_builder_addv(words, (const char **)command);
    g_strv_builder_add_many(words, "-o", program, NULL);
    return g_strv_builder_end(words);
}

char **fuzz_target_link(char **command, const char *directory, GError **error)
{
    g_autofree char *linker = find_linker(), *object = g_path_get_basename(command[0]), *complaints = NULL;
    g_autofree char *name = g_strndup(object, strlen(object) - strlen(".o"));
    g_autofree char *program = g_build_filename(directory, name, NULL);
    int status;
    if (!linker) {
        fail(error,
             "%s: to link it with libFuzzer, install clang and its libraries (Debian: clang-19 and "
             "libclang-rt-19-dev)",
             command[0]);
        return NULL;
    }
    g_auto(GStrv) words = link_words(linker, command, program);
    if (!g_spawn_sync(NULL, words, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, &complaints, &status, error))
        return NULL;
    if (status != 0) {
        fail(error, "%s: it cannot be linked with libFuzzer:\n%s", command[0], complaints);
        return NULL;
    }
    char *made[] = {program, NULL};
    return g_strdupv(made);
}
