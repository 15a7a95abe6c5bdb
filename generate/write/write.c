/* Writes tests in formats; see write.h. */
#include "generate/write/write.h"

#include <string.h>

#include "generate/write/c_file.h"
#include "generate/write/data_files.h"
#include "generate/write/output.h"

struct GenerateWriter {
    const char *format;
    const GenerateFrame *frame; /* NULL: it is no C */
    gboolean (*write)(const GenerateWriting *writing, GError **error);
};

static const GenerateWriter writers[] = {
#define WRITER_C(format, frame) {format, &frame, NULL},
#define WRITER_FILES(format, function) {format, NULL, function},
#include "generate/write/writers.def"
#undef WRITER_C
#undef WRITER_FILES
};

char *generate_writers(void)
{
    GString *names = g_string_new(NULL);
    for (guint i = 0; i < G_N_ELEMENTS(writers); i++)
        g_string_append_printf(names, "%s%s", i > 0 ? ", " : "", writers[i].format);
    return g_string_free(names, FALSE);
}

const GenerateWriter *generate_writer(const char *format, GError **error)
{
    for (guint i = 0; i < G_N_ELEMENTS(writers); i++)
        if (strcmp(writers[i].format, format) == 0)
            return &writers[i];
    g_autofree char *names = generate_writers();
    g_set_error(error, GENERATE_ERROR, 0, "there is no format `%s`: choose one of %s", format, names);
    return NULL;
}

/* ---- files in C ---- */

static guint count_cases(const GPtrArray *tables)
{
    guint n = 0;
    for (guint i = 0; i < tables->len; i++)
        n += ((const GenerateCases *)tables->pdata[i])->cases->len;
    return n;
}

static gboolean write_c(const GenerateWriting *writing, const GenerateFrame *frame, const char *prefix,
                        const char *noun, GError **error)
{
    g_autofree char *base = g_path_get_basename(writing->source), *name = g_strconcat(prefix, base, NULL);
    g_autofree char *path = g_build_filename(writing->directory, name, NULL);
    guint n = count_cases(writing->tables);
    if (n == 0)
        return TRUE;
    g_autofree char *text =
        generate_c_file(writing->unit, writing->tables, frame, writing->directory, writing->source, error);
    return text &&
           generate_save(path, text, g_strdup_printf("%u %s%s", n, noun, n == 1 ? "" : "s"), writing->written, error);
}

/* A function that was repaired crashes no more: then the file goes. */
static gboolean write_crashes(const GenerateWriting *writing, GError **error)
{
    g_autofree char *base = g_path_get_basename(writing->source), *name = g_strconcat("crashes_", base, NULL);
    g_autofree char *path = g_build_filename(writing->directory, name, NULL);
    if (writing->tables->len == 0)
        generate_discard(path);
    return write_c(writing, &generate_frame_crashes, "crashes_", "crash input", error);
}

static gboolean write_tests(const GenerateWriting *writing, const GenerateWriter *writer, GError **error)
{
    if (writer->frame)
        return write_c(writing, writer->frame, "test_", "test", error);
    return writing->tables->len == 0 || writer->write(writing, error);
}

GPtrArray *generate_write(const GenerateUnit *unit, const GenerateWriter *writer, const char *directory,
                          const char *source, GError **error)
{
    g_autoptr(GPtrArray) tests = generate_cases(unit), bad = generate_bad_cases(unit);
    GPtrArray *written = generate_written_new();
    const GenerateWriting about_tests = {unit, tests, directory, source, written};
    const GenerateWriting about_bad = {unit, bad, directory, source, written};
    if (write_tests(&about_tests, writer, error) && write_crashes(&about_bad, error))
        return written;
    g_ptr_array_unref(written);
    return NULL;
}

/* ---- trials ---- */

char *generate_trial(const GenerateUnit *unit, const char *directory, const char *source)
{
    g_autoptr(GPtrArray) tests = generate_cases(unit);
    return generate_c_file(unit, tests, &generate_frame_c, directory, source, NULL);
}

GPtrArray *generate_trial_cases(const GenerateUnit *unit)
{
    g_autoptr(GPtrArray) tests = generate_cases(unit);
    GPtrArray *all = g_ptr_array_new();
    for (guint i = 0; i < tests->len; i++) {
        const GenerateCases *cases = tests->pdata[i];
        for (guint k = 0; k < cases->cases->len; k++)
            g_ptr_array_add(all, GENERATE_CASE(cases, k)->found);
    }
    return all;
}
