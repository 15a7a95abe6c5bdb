/* Writes a repository as large as is asked for, as if it had been built and tested: sources, a data directory with a
 * table for each unit, and a shard of tests. It compiles and runs nothing: units are copies of templates that were.
 *
 * usage: repository DIR UNITS TESTS SEED TEMPLATE...
 *
 * A template is a directory with a source unit.c whose names begin with u00000000, its table unit.hlt, and data files
 * <n>.hlb of runs of it alone. A copy has its own number instead of the zeros, so its rows are those that hlcov cc
 * would have written but for hashes of tokens, which are made of the template's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glib/gstdio.h>

#include "htol/base/bytes.h"
#include "htol/files/data.h"
#include "report/store/gather.h"

#define PREFIX "u00000000"
enum { DIGITS = 8, UNITS_OF_FOLDER = 100, SHARE_OF_TEST = 100, DECIMAL = 10 };

/* A unit that was built, and what each run of it recorded. */
typedef struct {
    char *text;
    guint8 *table;
    gsize size;
    HtolArena *arena; /* of the runs */
    GPtrArray *runs;  /* HtolDataUnit */
} Template;

/* A unit of the repository: which template it is a copy of. */
typedef struct {
    guint8 id[HTOL_ID_SIZE];
    const Template *template;
} Copy;

typedef struct {
    const char *directory;
    guint n_units, n_tests;
    GRand *random;
    GPtrArray *templates;
    Copy *copies;
} Repository;

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "repository: %s: %s\n", what, why);
    exit(1);
}

static char *read_file(const char *path, gsize *size)
{
    char *bytes = NULL;
    g_autoptr(GError) error = NULL;
    if (!g_file_get_contents(path, &bytes, size, &error))
        fail(path, error->message);
    return bytes;
}

static void write_file(const char *path, const void *bytes, gsize size)
{
    FILE *file = fopen(path, "we");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file) != 0)
        fail(path, "cannot be written");
}

static void make_directory(const char *path)
{
    if (g_mkdir_with_parents(path, 0777) != 0)
        fail(path, "cannot be made");
}

/* ---- templates ---- */

static gboolean add_run(Template *template, const char *directory, guint number)
{
    g_autofree char *path = g_strdup_printf("%s/%u.hlb", directory, number);
    g_autoptr(GError) error = NULL;
    if (!g_file_test(path, G_FILE_TEST_EXISTS))
        return FALSE;
    gsize size;
    g_autofree char *bytes = read_file(path, &size);
    const HtolData *data =
        htol_data_read(template->arena, htol_arena_memdup(template->arena, bytes, size), size, &error);
    if (!data || data->n_units != 1)
        fail(path, error ? error->message : "is not of one unit");
    g_ptr_array_add(template->runs, &data->units[0]);
    return TRUE;
}

static gpointer read_template(const char *directory)
{
    Template *template = g_new0(Template, 1);
    g_autofree char *text = g_build_filename(directory, "unit.c", NULL);
    g_autofree char *table = g_build_filename(directory, "unit.hlt", NULL);
    template->text = read_file(text, NULL);
    template->table = (guint8 *)read_file(table, &template->size);
    template->arena = htol_arena_new();
    template->runs = g_ptr_array_new();
    while (add_run(template, directory, template->runs->len))
        continue;
    if (template->runs->len == 0)
        fail(directory, "has no runs");
    return template;
}

static void free_template(gpointer data)
{
    Template *template = data;
    g_free(template->text);
    g_free(template->table);
    htol_arena_free(template->arena);
    g_ptr_array_unref(template->runs);
    g_free(template);
}

/* ---- copies ---- */

/* Puts the digits of `prefix` into all names of the template that the text has. */
static void rename_text(char *text, const char *prefix)
{
    for (char *at = strstr(text, PREFIX); at; at = strstr(at + 1, PREFIX))
        memcpy(at, prefix, strlen(PREFIX));
}

/* The texts of rows lie in the arena of who read the table. */
#define RECORD(Type, name, doc)                                                                                        \
    G_GNUC_UNUSED static void rename_##Type(HtolRow##Type *row, const char *prefix)                                    \
    {                                                                                                                  \
        (void)row, (void)prefix;
#define NUM(Type, field, doc)
#define STR(Type, field, doc) rename_text((char *)(gpointer)row->field, prefix);
#define RECORD_END(Type) }
#include "htol/base/format.def"
#undef RECORD
#undef NUM
#undef STR
#undef RECORD_END

static void rename_function(HtolFunction *function, const char *prefix)
{
    rename_Function(&function->row, prefix);
#define PART(Type, field, doc)                                                                                         \
    for (guint32 i = 0; i < function->n_##field; i++)                                                                  \
        rename_##Type(&function->field[i], prefix);
#include "htol/base/format.def"
#undef PART
}

static const char *hash_of(HtolArena *arena, const char *text)
{
    g_autofree char *hash = htol_text_hash(text, strlen(text));
    return htol_arena_strndup(arena, hash, strlen(hash));
}

static const char *hash_with(HtolArena *arena, const char *hash, const char *prefix)
{
    return hash_of(arena, htol_arena_printf(arena, "%s %s", prefix, hash));
}

/* Functions of headers are the same in all units. */
static void own_functions(HtolArena *arena, HtolTable *table, const char *prefix, const char *path, const char *hash)
{
    for (guint32 i = 0; i < table->n_functions; i++) {
        HtolFunction *function = &table->functions[i];
        if (strcmp(function->files[0].path, table->row.path) != 0)
            continue;
        rename_function(function, prefix);
        function->row.hash = hash_with(arena, function->row.hash, prefix);
        function->files[0].path = path;
        function->files[0].hash = hash;
    }
}

static char *unit_path(guint number)
{
    return g_strdup_printf("src/%04u/u%0*u.c", number / UNITS_OF_FOLDER, DIGITS, number);
}

static void write_table(const Repository *repository, HtolTable *table, guint8 id[HTOL_ID_SIZE])
{
    g_autoptr(GByteArray) bytes = htol_table_write(table);
    g_autofree char *data = g_build_filename(repository->directory, "hlcov-data", NULL);
    g_autofree char *path = htol_data_table_path(data, table->id);
    write_file(path, bytes->data, bytes->len);
    memcpy(id, table->id, HTOL_ID_SIZE);
}

static void write_copy(const Repository *repository, guint number, Copy *copy)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autofree char *prefix = g_strdup_printf("u%0*u", DIGITS, number), *path = unit_path(number);
    g_autofree char *source = g_build_filename(repository->directory, path, NULL);
    g_autofree char *text = g_strdup(copy->template->text);
    HtolTable *table = htol_table_read(arena, copy->template->table, copy->template->size, NULL, NULL);
    if (!table)
        fail("unit.hlt", "is damaged");
    rename_text(text, prefix);
    own_functions(arena, table, prefix, path, hash_of(arena, text));
    table->row.path = path;
    table->row.root = table->row.directory = repository->directory;
    table->row.text = hash_with(arena, table->row.text, prefix);
    write_file(source, text, strlen(text));
    write_table(repository, table, copy->id);
}

static void write_units(Repository *repository)
{
    for (guint i = 0; i < repository->n_units; i++) {
        if (i % UNITS_OF_FOLDER == 0) {
            g_autofree char *folder = g_strdup_printf("%s/src/%04u", repository->directory, i / UNITS_OF_FOLDER);
            make_directory(folder);
        }
        guint template = (guint)g_rand_int_range(repository->random, 0, (gint)repository->templates->len);
        repository->copies[i].template = repository->templates->pdata[template];
        write_copy(repository, i, &repository->copies[i]);
    }
}

/* ---- tests ---- */

/* A test runs neighbouring units, a hundredth of all. */
static void add_test(const Repository *repository, ReportGather *gather, guint number)
{
    guint count = MAX(repository->n_units / SHARE_OF_TEST, 1);
    guint first = (guint)g_rand_int_range(repository->random, 0, (gint)(repository->n_units - count + 1));
    g_autofree char *name = g_strdup_printf("test-%06u", number);
    g_autofree HtolDataUnit *units = g_new0(HtolDataUnit, count);
    for (guint i = 0; i < count; i++) {
        const Copy *copy = &repository->copies[first + i];
        gint run = g_rand_int_range(repository->random, 0, (gint)copy->template->runs->len);
        units[i] = *(HtolDataUnit *)copy->template->runs->pdata[run];
        memcpy(units[i].id, copy->id, HTOL_ID_SIZE);
    }
    const HtolData data = {
        .build_id = "5eed", .program = "/nowhere/program", .test = name, .n_units = count, .units = units};
    if (!report_gather_data(gather, &data))
        fail(name, "cannot be gathered");
}

static void write_tests(const Repository *repository)
{
    g_autoptr(ReportGather) gather = report_gather_new(REPORT_GATHER_MEMORY);
    g_autofree char *path = g_build_filename(repository->directory, "hlcov-data", "tests.hls", NULL);
    g_autoptr(GError) error = NULL;
    for (guint i = 0; i < repository->n_tests; i++)
        add_test(repository, gather, i);
    FILE *file = fopen(path, "we");
    if (!file)
        fail(path, "cannot be written");
    if (!report_gather_write(gather, file, &error))
        fail(path, error->message);
    if (fclose(file) != 0)
        fail(path, "cannot be written");
}

/* ---- the whole ---- */

static guint number_of(const char *text)
{
    guint64 number = 0;
    if (!g_ascii_string_to_unsigned(text, DECIMAL, 0, G_MAXINT, &number, NULL))
        fail(text, "is no number");
    return (guint)number;
}

int main(int argc, char **argv)
{
    if (argc < 6) {
        fputs("usage: repository DIR UNITS TESTS SEED TEMPLATE...\n", stderr);
        return 2;
    }
    Repository repository = {argv[1],
                             MAX(number_of(argv[2]), 1),
                             number_of(argv[3]),
                             g_rand_new_with_seed(number_of(argv[4])),
                             g_ptr_array_new_with_free_func(free_template),
                             NULL};
    g_autofree char *tables = g_build_filename(argv[1], "hlcov-data", "tables", NULL);
    for (char **template = argv + 5; *template; template ++)
        g_ptr_array_add(repository.templates, read_template(*template));
    make_directory(tables);
    repository.copies = g_new0(Copy, repository.n_units);
    write_units(&repository);
    write_tests(&repository);
    g_free(repository.copies);
    g_ptr_array_unref(repository.templates);
    g_rand_free(repository.random);
    return 0;
}
