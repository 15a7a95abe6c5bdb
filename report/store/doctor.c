/* Finds out why there is no data; see doctor.h. What reads data files and tables is elsewhere. */
#include "report/store/doctor.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "htol/base/layout.h"
#include "htol/files/data.h"
#include "htol/files/table.h"
#include "htol/notes/trials.h"
#include "report/elf/elf.h"
#include "report/inputs/files.h"
#include "report/inputs/inputs.h"
#include "report/read/walk.h"

typedef struct {
    GPtrArray *findings;
    const char *directory, *wish;
    const char *path; /* of the program */
    char *build_id;
} Doctor;

static void add(Doctor *doctor, gboolean is_problem, const char *format, va_list arguments)
{
    ReportFinding *finding = g_new(ReportFinding, 1);
    *finding = (ReportFinding){is_problem, g_strdup_vprintf(format, arguments)};
    g_ptr_array_add(doctor->findings, finding);
}

static void G_GNUC_PRINTF(2, 3) problem(Doctor *doctor, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add(doctor, TRUE, format, arguments);
    va_end(arguments);
}

static void G_GNUC_PRINTF(2, 3) fact(Doctor *doctor, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add(doctor, FALSE, format, arguments);
    va_end(arguments);
}

static void free_finding(gpointer data)
{
    ReportFinding *finding = data;
    g_free(finding->text);
    g_free(finding);
}

static Doctor new_doctor(const char *directory, const char *wish)
{
    GPtrArray *findings = g_ptr_array_new_with_free_func(free_finding);
    return (Doctor){findings, directory, wish && *wish ? wish : NULL, NULL, NULL};
}

/* Files -------------------------------------------------------------------------------------------------- */

/* Calls `visit` for the path of each file in the directory whose name ends so; returns how many there are. */
static guint for_files(Doctor *doctor, const char *directory, const char *suffix,
                       void (*visit)(Doctor *doctor, const char *path))
{
    guint count = 0;
    g_autoptr(GDir) stream = g_dir_open(directory, 0, NULL);
    for (const char *name = stream ? g_dir_read_name(stream) : NULL; name; name = g_dir_read_name(stream)) {
        g_autofree char *path = g_build_filename(directory, name, NULL);
        if (!g_str_has_suffix(name, suffix))
            continue;
        count++;
        if (visit)
            visit(doctor, path);
    }
    return count;
}

static void check_room(Doctor *doctor)
{
    struct statvfs room;
    if (statvfs(doctor->directory, &room) == 0 && (room.f_bavail < 16 || (room.f_files && !room.f_favail)))
        problem(doctor, "the disk of %s is full: programs cannot make their data files", doctor->directory);
}

/* The first of the directory's ancestors, or itself, that is there. */
static char *nearest(const char *directory)
{
    char *found = g_strdup(directory);
    while (!g_file_test(found, G_FILE_TEST_EXISTS) && strcmp(found, "/") != 0 && strcmp(found, ".") != 0) {
        char *parent = g_path_get_dirname(found);
        g_free(found);
        found = parent;
    }
    return found;
}

/* FALSE if nothing can be made in it. */
static gboolean check_access(Doctor *doctor)
{
    g_autofree char *found = nearest(doctor->directory);
    if (!g_file_test(found, G_FILE_TEST_IS_DIR)) {
        problem(doctor, "%s is no directory: name another one by HLCOV_DIR", found);
        return FALSE;
    }
    if (access(found, W_OK | X_OK) != 0) {
        problem(doctor, "no file can be made in %s: %s; programs that you run record nothing there", found,
                g_strerror(errno));
        return FALSE;
    }
    return TRUE;
}

/* The directory ------------------------------------------------------------------------------------------ */

/* A unit that was compiled without coverage, and still is. */
static void check_unmeasured(Doctor *doctor, const char *path)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autofree char *bytes = NULL;
    gsize size;
    const HtolTable *table = NULL;
    if (report_file_read(path, &bytes, &size, NULL))
        table = htol_table_read(arena, (const guint8 *)bytes, size, NULL, NULL);
    if (table)
        problem(doctor, "%s was left to the compiler, without coverage: %s (%s/notes.log has the commands)",
                table->row.path, table->row.unmeasured, doctor->directory);
}

/* A data file, as it is or as it should be. */
static HtolData *read_data(Doctor *doctor, HtolArena *arena, const char *path, char **bytes)
{
    gsize size;
    g_autoptr(GError) error = NULL;
    HtolData *data = NULL;
    if (report_file_read(path, bytes, &size, &error))
        data = htol_data_read(arena, (const guint8 *)*bytes, size, &error);
    if (!data)
        problem(doctor, "%s: %s; nothing is recorded there: remove it", path, error->message);
    return data;
}

static void check_owner(Doctor *doctor, const char *path)
{
    if (access(path, R_OK | W_OK) != 0)
        problem(doctor, "%s: %s; programs that you run record nothing there: remove it, or run them as its owner", path,
                g_strerror(errno));
}

static void check_data(Doctor *doctor, const char *path)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autofree char *bytes = NULL;
    const HtolData *data = read_data(doctor, arena, path, &bytes);
    ReportElf elf;
    check_owner(doctor, path);
    if (!data || !*data->program || !*data->build_id)
        return;
    if (!report_elf_read(data->program, &elf, NULL)) {
        problem(doctor, "%s: its program %s is gone", path, data->program);
        return;
    }
    if (strcmp(elf.build_id, data->build_id) != 0)
        problem(doctor, "%s: its program %s was built again since: run it again, and remove this file", path,
                data->program);
    report_elf_clear(&elf);
}

/* A line of a process's mappings ends so if what it maps has lost its name. */
static void check_process(Doctor *doctor, const char *process)
{
    g_autofree char *path = g_build_filename("/proc", process, "maps", NULL);
    g_autofree char *wanted = g_strconcat(doctor->directory, "/", NULL);
    g_autofree char *text = NULL;
    if (!g_ascii_isdigit(*process) || !g_file_get_contents(path, &text, NULL, NULL))
        return;
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++)
        if (g_str_has_suffix(*line, REPORT_DATA_SUFFIX " (deleted)") && strstr(*line, wanted)) {
            problem(doctor, "process %s records into a file that was removed: what it records is lost, start it again",
                    process);
            return;
        }
}

static void check_processes(Doctor *doctor)
{
    g_autoptr(GDir) stream = g_dir_open("/proc", 0, NULL);
    for (const char *name = stream ? g_dir_read_name(stream) : NULL; name; name = g_dir_read_name(stream))
        check_process(doctor, name);
}

/* What tests recorded that 'hlcov run' ran. */
static guint count_shards(Doctor *doctor)
{
    g_autofree char *shards = g_build_filename(doctor->directory, HTOL_SHARDS_DIRECTORY, NULL);
    return for_files(doctor, shards, REPORT_SHARD_SUFFIX, NULL);
}

/* What strong mutation has there. */
static void check_strong(Doctor *doctor)
{
    g_autofree char *strong = g_build_filename(doctor->directory, REPORT_STRONG_DIRECTORY, NULL);
    g_autofree char *trials = htol_trials_path(doctor->directory), *text = NULL;
    g_autoptr(HtolArena) arena = htol_arena_new();
    guint n_units = for_files(doctor, strong, REPORT_TABLE_SUFFIX, NULL), n = 0, damaged = 0;
    gsize size;
    if (report_file_read(trials, &text, &size, NULL))
        htol_trials_read(arena, text, &n, &damaged);
    if (n_units > 0)
        fact(doctor, "units of strong builds, which have mutants: %u", n_units);
    if (n > 0)
        fact(doctor, "tests that were run with mutants: %u", n);
    if (damaged > 0)
        problem(doctor, "%s: damaged lines, of tests that were run with mutants: %u; 'hlcov mutate' runs these again",
                trials, damaged);
}

static void check_contents(Doctor *doctor)
{
    g_autofree char *tables = g_build_filename(doctor->directory, "tables", NULL);
    guint n_tables = for_files(doctor, tables, ".hlt", NULL);
    guint n_data = for_files(doctor, doctor->directory, REPORT_DATA_SUFFIX, check_data);
    if (n_tables == 0)
        problem(doctor,
                "nothing was compiled with 'hlcov cc' for this directory: build again, with CC=\"hlcov cc gcc\"");
    else
        fact(doctor, "units that were compiled for it: %u", n_tables);
    g_autofree char *unmeasured = g_build_filename(doctor->directory, HTOL_UNMEASURED_DIRECTORY, NULL);
    for_files(doctor, unmeasured, REPORT_TABLE_SUFFIX, check_unmeasured);
    check_strong(doctor);
    guint n_shards = count_shards(doctor);
    if (n_shards > 0)
        fact(doctor, "shards that hold what tests recorded: %u", n_shards);
    if (n_data == 0 && n_shards == 0)
        problem(doctor, "no program has recorded there: run one, and name it to 'hlcov doctor' if that does not help");
    if (n_data > 0)
        fact(doctor, "programs and libraries that recorded there: %u", n_data);
}

GPtrArray *report_doctor_directory(const char *directory, const char *wish)
{
    Doctor doctor = new_doctor(directory, wish);
    fact(&doctor, "data directory: %s (%s)", directory,
         doctor.wish ? "HLCOV_DIR says so" : "HLCOV_DIR is not set: hlcov-data in the root of the checkout, or here");
    gboolean is_there = g_file_test(directory, G_FILE_TEST_IS_DIR);
    gboolean writable = check_access(&doctor);
    if (is_there) {
        check_contents(&doctor);
        check_processes(&doctor);
    } else if (writable) {
        problem(&doctor,
                "it is not there: nothing was compiled with 'hlcov cc' for it, and no program has recorded there");
    }
    if (is_there && writable)
        check_room(&doctor);
    return doctor.findings;
}

/* The program -------------------------------------------------------------------------------------------- */

static const char *const no_program =
    "%s is no program of Linux: if it is a script, name the program that it runs (of libtool: .libs/%s)";

/* Which of the units has no table anywhere. */
static guint count_lost(Doctor *doctor, const GByteArray *bits)
{
    guint lost = 0;
    for (gsize at = 0; at + HTOL_PAGE <= bits->len;) {
        const guint8 *piece = bits->data + at;
        guint32 size;
        memcpy(&size, piece + HTOL_AT_UNIT_SIZE, sizeof size);
        g_autofree char *path = htol_data_table_path(doctor->directory, piece + HTOL_AT_UNIT_ID);
        if (memcmp(piece, HTOL_UNIT_MAGIC_BYTES, HTOL_LEN_UNIT_MAGIC) == 0)
            lost += !g_file_test(path, G_FILE_TEST_EXISTS);
        at += MAX(GUINT32_FROM_LE(size) / HTOL_PAGE * HTOL_PAGE, HTOL_PAGE);
    }
    return lost;
}

static void check_tables(Doctor *doctor, const ReportElf *elf, const ReportElfRuntime *runtime)
{
    guint lost = elf->tables->len == 0 ? count_lost(doctor, runtime->bits) : 0;
    if (elf->tables->len == 0 && lost == 0)
        fact(doctor, "its tables were stripped from it, but are in the data directory");
    if (lost > 0)
        problem(doctor,
                "its tables were stripped from it, and %u of them are not in %s: report with the directory that it was "
                "compiled for, or strip it by 'strip', which keeps them",
                lost, doctor->directory);
}

static void check_build(Doctor *doctor, const ReportElfRuntime *runtime)
{
    if (runtime->is_foreign)
        problem(doctor, "it is not for 64-bit Linux on x86-64 or AArch64: such programs are not measured");
    else if (runtime->bits_size == 0)
        problem(doctor, "nothing in it was compiled with 'hlcov cc': build it again, with CC=\"hlcov cc gcc\"%s",
                runtime->is_static ? "" : "; libraries that it loads record for themselves: name them");
    else if ((runtime->bits_address | runtime->bits_size) % HTOL_PAGE)
        problem(doctor, "its section hlcov_bits does not lie on pages of its own: some linker script moved it");
    else if (!runtime->has_runtime)
        problem(doctor, "it has lost the code that records: some tool or linker script took it away");
    else if (!runtime->has_start)
        problem(doctor, "it runs no constructors (built with -nostartfiles or -nostdlib), so nothing begins to record; "
                        "hlcov_dump still works");
}

/* Whether the environment is not trusted in it. */
static gboolean is_secure(const char *path)
{
    struct stat status;
    char unused[64];
    return stat(path, &status) == 0 &&
           (status.st_mode & (S_ISUID | S_ISGID) || getxattr(path, "security.capability", unused, sizeof unused) > 0);
}

static void check_place(Doctor *doctor, const ReportElfRuntime *runtime)
{
    gboolean secure = is_secure(doctor->path);
    const char *baked = runtime->baked;
    if (secure)
        fact(doctor, "it is set-user-ID or has rights of its own: HLCOV_DIR is not heard when others run it");
    if (!baked || (doctor->wish && !secure))
        return;
    if (!*baked)
        problem(doctor, "it knows no data directory: set HLCOV_DIR when it runs");
    else if (strcmp(baked, doctor->directory) != 0)
        problem(doctor,
                "it records to %s, where it was compiled for, not to %s: run 'hlcov report %s', or set HLCOV_DIR when "
                "it runs",
                baked, doctor->directory, baked);
}

static void check_other_build(Doctor *doctor, const char *path)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autofree char *bytes = NULL;
    gsize size;
    const HtolData *data = NULL;
    g_autofree char *whole = realpath(doctor->path, NULL);
    if (report_file_read(path, &bytes, &size, NULL))
        data = htol_data_read(arena, (const guint8 *)bytes, size, NULL);
    if (data && g_strcmp0(data->program, whole) == 0 && strcmp(data->build_id, doctor->build_id) != 0)
        problem(doctor, "%s was recorded by an older build of it: remove that file, and run the program again", path);
}

/* Without a build-id the file's name is not known here. */
static void check_record(Doctor *doctor)
{
    g_autofree char *name = g_strconcat(doctor->build_id, REPORT_DATA_SUFFIX, NULL);
    g_autofree char *path = g_build_filename(doctor->directory, name, NULL);
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autofree char *bytes = NULL;
    if (!*doctor->build_id) {
        fact(doctor, "it has no build-id: its data file is u-....hlb, named after what was linked");
        return;
    }
    if (!g_file_test(path, G_FILE_TEST_EXISTS) && count_shards(doctor) > 0) {
        fact(doctor, "outside of tests it has recorded nothing; 'hlcov report' has what it did in tests");
        return;
    }
    if (!g_file_test(path, G_FILE_TEST_EXISTS)) {
        for_files(doctor, doctor->directory, REPORT_DATA_SUFFIX, check_other_build);
        problem(doctor,
                "it has recorded nothing in %s: it has not run, or could write nothing (limits on files, a "
                "sandbox, another user, a full disk)",
                doctor->directory);
        return;
    }
    check_owner(doctor, path);
    const HtolData *data = read_data(doctor, arena, path, &bytes);
    if (data)
        fact(doctor, "it has recorded: %s, of %u units", path, data->n_units);
}

static void check_elf(Doctor *doctor, const ReportElf *elf, const ReportElfRuntime *runtime)
{
    check_build(doctor, runtime);
    if (runtime->is_foreign || runtime->bits_size == 0)
        return;
    fact(doctor, "it is instrumented%s", runtime->is_static ? ", and static" : "");
    check_tables(doctor, elf, runtime);
    check_place(doctor, runtime);
    check_record(doctor);
}

GPtrArray *report_doctor_program(const char *path, const char *directory, const char *wish)
{
    Doctor doctor = new_doctor(directory, wish);
    ReportElf elf;
    ReportElfRuntime runtime;
    doctor.path = path;
    if (access(path, R_OK) != 0) {
        problem(&doctor, "%s: %s", path, g_strerror(errno));
    } else if (!report_elf_read(path, &elf, NULL)) {
        g_autofree char *name = g_path_get_basename(path);
        problem(&doctor, no_program, path, name);
    } else {
        doctor.build_id = elf.build_id;
        report_elf_runtime(path, &runtime);
        check_elf(&doctor, &elf, &runtime);
        report_elf_runtime_clear(&runtime);
        report_elf_clear(&elf);
    }
    return doctor.findings;
}
