/* Names what was called through pointers; see calls.h. */
#include "report/calls.h"

#include <string.h>

#include "htol/layout.h"
#include "report/elf.h"

static const char UNKNOWN[] = "an unknown function";

/* A program or library, by the number that its code addresses have. */
typedef struct {
    const char *name;       /* without directories */
    ReportSymbols *symbols; /* NULL: it is gone, or was built again */
} Image;

typedef struct {
    HtolArena *arena;
    GHashTable *images; /* guint64: its Image */
    GPtrArray
        *programs; /* const ReportProgram; those of the inputs first, then libraries that recorded nothing */
    gboolean has_libraries; /* they were looked for */
} Namer;

/* Libraries ---------------------------------------------------------------------------------------------- */

/* One that is linked with another file, if it is there and was not met before. */
static void add_library(Namer *namer, const char *directory, const char *name)
{
    g_autofree char *path = g_build_filename(directory, name, NULL);
    ReportElf elf;
    for (guint i = 0; i < namer->programs->len; i++)
        if (strcmp(((const ReportProgram *)namer->programs->pdata[i])->path, path) == 0)
            return;
    if (!g_file_test(path, G_FILE_TEST_IS_REGULAR) || !report_elf_read(path, &elf, NULL))
        return;
    ReportProgram *program = htol_arena_new0(namer->arena, ReportProgram, 1);
    program->path = htol_arena_strndup(namer->arena, path, strlen(path));
    program->build_id = htol_arena_strndup(namer->arena, elf.build_id, strlen(elf.build_id));
    g_ptr_array_add(namer->programs, program);
    report_elf_clear(&elf);
}

static void add_libraries_of(Namer *namer, const char *path)
{
    static const char *const places[] = {"/lib/x86_64-linux-gnu",
                                         "/usr/lib/x86_64-linux-gnu",
                                         "/lib/aarch64-linux-gnu",
                                         "/usr/lib/aarch64-linux-gnu",
                                         "/lib64",
                                         "/usr/lib64",
                                         "/lib",
                                         "/usr/lib",
                                         "/usr/local/lib"};
    g_autoptr(GPtrArray) names = report_elf_needed(path);
    g_autofree char *directory = g_path_get_dirname(path);
    for (guint i = 0; i < names->len; i++) {
        add_library(namer, directory, names->pdata[i]);
        for (guint k = 0; k < G_N_ELEMENTS(places); k++)
            add_library(namer, places[k], names->pdata[i]);
    }
}

/* Those that programs are linked with, and those that these are. Where the dynamic linker found them does not
 * matter: their build-ids do. */
static void find_libraries(Namer *namer)
{
    enum { MOST = 1000 };
    namer->has_libraries = TRUE;
    for (guint i = 0; i < namer->programs->len && namer->programs->len < MOST; i++)
        add_libraries_of(namer, ((const ReportProgram *)namer->programs->pdata[i])->path);
}

/* Images ------------------------------------------------------------------------------------------------- */

/* As the runtime makes it of the build-id's bytes. */
static guint64 number_of(const char *build_id)
{
    guint64 hash = HTOL_FNV_BASIS;
    for (; build_id[0] && build_id[1]; build_id += 2) {
        guint byte = (guint)g_ascii_xdigit_value(build_id[0]) << 4 | (guint)g_ascii_xdigit_value(build_id[1]);
        hash = (hash ^ byte) * HTOL_FNV_PRIME;
    }
    return hash >> 8 ? hash >> 8 : 1;
}

static void open_image(Image *image, const ReportProgram *program)
{
    const char *slash = strrchr(program->path, '/');
    image->name = slash ? slash + 1 : program->path;
    image->symbols = report_symbols_read(program->path, program->build_id);
}

static const ReportProgram *program_of(const Namer *namer, guint64 number)
{
    for (guint i = 0; i < namer->programs->len; i++) {
        const ReportProgram *program = namer->programs->pdata[i];
        if (number_of(program->build_id) == number)
            return program;
    }
    return NULL;
}

/* NULL if no program has that number. */
static const Image *image_of(Namer *namer, guint64 number)
{
    Image *image = g_hash_table_lookup(namer->images, &number);
    if (image)
        return image;
    if (!program_of(namer, number) && !namer->has_libraries)
        find_libraries(namer);
    const ReportProgram *program = program_of(namer, number);
    if (!program)
        return NULL;
    image = htol_arena_new0(namer->arena, Image, 1);
    open_image(image, program);
    g_hash_table_insert(namer->images, htol_arena_memdup(namer->arena, &number, sizeof number), image);
    return image;
}

static void free_image(gpointer image)
{
    g_clear_pointer(&((Image *)image)->symbols, report_symbols_free);
}

/* Names -------------------------------------------------------------------------------------------------- */

/* What the text of a call says that it may call. */
typedef struct {
    const HtolRowCallee *callees;
    guint32 count;
} Expected;

static gboolean is_expected(const char *name, gconstpointer data)
{
    const Expected *expected = data;
    for (guint32 i = 0; i < expected->count; i++)
        if (strcmp(name, expected->callees[i].name) == 0)
            return TRUE;
    return FALSE;
}

static Expected expected_of(const HtolFunction *function, const HtolRowCall *row)
{
    return (Expected){function->callees + row->first_callee, row->callees};
}

static const char *name_of(Namer *namer, const HtolTuple *tuple, const Expected *expected)
{
    HtolValue value;
    if (!htol_tuple_value(tuple, 0, &value))
        return NULL;
    const Image *image = image_of(namer, htol_value_process(value));
    if (!image || !image->symbols)
        return NULL;
    const char *name = report_symbols_find(image->symbols, value.u, is_expected, expected);
    return name ? htol_arena_strndup(namer->arena, name, strlen(name))
                : htol_arena_printf(namer->arena, "%s+0x%" G_GINT64_MODIFIER "x", image->name, value.u);
}

static void name_call(Namer *namer, HtolRecorded *recorded, const HtolRowCall *row, const char **names)
{
    Expected expected = expected_of(recorded->function, row);
    guint end = htol_recorded_first(recorded, row->source);
    for (guint i = htol_recorded_first(recorded, row->source - 1); i < end; i++) {
        names[i] = name_of(namer, &recorded->tuples[i], &expected);
        recorded->unnamed |= expected.count > 0 && !(names[i] && is_expected(names[i], &expected));
    }
}

static void name_function(Namer *namer, HtolRecorded *recorded)
{
    const HtolFunction *function = recorded->function;
    if (recorded->n_tuples == 0 || function->n_calls == 0)
        return;
    const char **names = htol_arena_new0(namer->arena, const char *, recorded->n_tuples);
    for (guint32 i = 0; i < function->n_calls; i++)
        if (function->calls[i].source > 0)
            name_call(namer, recorded, &function->calls[i], names);
    recorded->callees = names;
}

void report_calls_name(HtolArena *arena, const ReportInputs *inputs, const ReportMerge *merge)
{
    g_autoptr(GHashTable) images = g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, free_image);
    g_autoptr(GPtrArray) programs = g_ptr_array_copy(inputs->programs, NULL, NULL);
    Namer namer = {.arena = arena, .images = images, .programs = programs};
    for (guint i = 0; i < merge->n_sources; i++)
        for (guint k = 0; k < merge->sources[i].n_functions; k++)
            name_function(&namer, &merge->sources[i].functions[k]->recorded);
}

/* Facts -------------------------------------------------------------------------------------------------- */

static gboolean is_new(const GArray *seen, const char *name)
{
    for (guint i = 0; i < seen->len; i++)
        if (strcmp(g_array_index(seen, ReportSeen, i).callee, name) == 0)
            return FALSE;
    return TRUE;
}

static int compare_names(gconstpointer left, gconstpointer right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static void add_seen(const HtolRecorded *recorded, const HtolRowCall *row, GArray *seen)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    Expected expected = expected_of(recorded->function, row);
    guint end = htol_recorded_first(recorded, row->source);
    for (guint i = htol_recorded_first(recorded, row->source - 1); i < end; i++)
        g_ptr_array_add(names, (gpointer)(recorded->callees[i] ? recorded->callees[i] : UNKNOWN));
    g_ptr_array_sort(names, compare_names);
    for (guint i = 0; i < names->len; i++) {
        ReportSeen one = {row, names->pdata[i]};
        if (!is_expected(one.callee, &expected) && is_new(seen, one.callee))
            g_array_append_val(seen, one);
    }
}

ReportSeen *report_calls_seen(HtolArena *arena, const HtolRecorded *recorded, guint *count)
{
    g_autoptr(GArray) seen = g_array_new(FALSE, FALSE, sizeof(ReportSeen));
    for (guint32 i = 0; recorded->callees && i < recorded->function->n_calls; i++)
        if (recorded->function->calls[i].source > 0)
            add_seen(recorded, &recorded->function->calls[i], seen);
    *count = seen->len;
    return htol_arena_memdup(arena, seen->data, seen->len * sizeof(ReportSeen));
}
