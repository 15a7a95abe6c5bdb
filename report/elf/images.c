/* Finds programs and libraries by number; see images.h. */
#include "report/elf/images.h"

#include <string.h>

#include "htol/base/layout.h"

struct ReportImages {
    HtolArena *arena;
    GHashTable *found;      /* guint64: its ReportImage */
    GPtrArray *programs;    /* const ReportProgram; those of the inputs first, then libraries that recorded nothing */
    gboolean has_libraries; /* they were looked for */
};

/* Libraries ---------------------------------------------------------------------------------------------- */

/* One that is linked with another file, if it is there and was not met before. */
static void add_library(ReportImages *images, const char *directory, const char *name)
{
    g_autofree char *path = g_build_filename(directory, name, NULL);
    ReportElf elf;
    for (guint i = 0; i < images->programs->len; i++)
        if (strcmp(((const ReportProgram *)images->programs->pdata[i])->path, path) == 0)
            return;
    if (!g_file_test(path, G_FILE_TEST_IS_REGULAR) || !report_elf_read(path, &elf, NULL))
        return;
    ReportProgram *program = htol_arena_new0(images->arena, ReportProgram, 1);
    program->path = htol_arena_strndup(images->arena, path, strlen(path));
    program->build_id = htol_arena_strndup(images->arena, elf.build_id, strlen(elf.build_id));
    g_ptr_array_add(images->programs, program);
    report_elf_clear(&elf);
}

static void add_libraries_of(ReportImages *images, const char *path)
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
        add_library(images, directory, names->pdata[i]);
        for (guint k = 0; k < G_N_ELEMENTS(places); k++)
            add_library(images, places[k], names->pdata[i]);
    }
}

/* Those that programs are linked with, and those that these are. Where the dynamic linker found them does not
 * matter: their build-ids do. */
static void find_libraries(ReportImages *images)
{
    enum { MOST = 1000 };
    images->has_libraries = TRUE;
    for (guint i = 0; i < images->programs->len && images->programs->len < MOST; i++)
        add_libraries_of(images, ((const ReportProgram *)images->programs->pdata[i])->path);
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

static void open_image(ReportImage *image, const ReportProgram *program)
{
    const char *slash = strrchr(program->path, '/');
    image->path = program->path;
    image->build_id = program->build_id;
    image->name = slash ? slash + 1 : program->path;
    image->symbols = report_symbols_read(program->path, program->build_id);
}

static const ReportProgram *program_of(const ReportImages *images, guint64 number)
{
    for (guint i = 0; i < images->programs->len; i++) {
        const ReportProgram *program = images->programs->pdata[i];
        if (number_of(program->build_id) == number)
            return program;
    }
    return NULL;
}

const ReportImage *report_images_find(ReportImages *images, guint64 number)
{
    ReportImage *image = g_hash_table_lookup(images->found, &number);
    if (image)
        return image;
    if (!program_of(images, number) && !images->has_libraries)
        find_libraries(images);
    const ReportProgram *program = program_of(images, number);
    if (!program)
        return NULL;
    image = htol_arena_new0(images->arena, ReportImage, 1);
    open_image(image, program);
    g_hash_table_insert(images->found, htol_arena_memdup(images->arena, &number, sizeof number), image);
    return image;
}

static void close_image(gpointer image)
{
    g_clear_pointer(&((ReportImage *)image)->symbols, report_symbols_free);
}

ReportImages *report_images_new(const ReportInputs *inputs)
{
    ReportImages *images = g_new0(ReportImages, 1);
    images->arena = htol_arena_new();
    images->found = g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, close_image);
    images->programs = g_ptr_array_copy(inputs->programs, NULL, NULL);
    return images;
}

void report_images_free(ReportImages *images)
{
    g_hash_table_unref(images->found);
    g_ptr_array_unref(images->programs);
    htol_arena_free(images->arena);
    g_free(images);
}
