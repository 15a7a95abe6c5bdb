/* Writes inputs as bytes; see data_files.h. */
#include <glib/gstdio.h>

#include "generate/write/data_files.h"
#include "generate/write/output.h"

/* Whether the file has just these bytes. */
static gboolean has_bytes(const char *path, const GenerateInput *input)
{
    g_autofree char *old = NULL;
    gsize size;
    if (!g_file_get_contents(path, &old, &size, NULL))
        return FALSE;
    g_autoptr(GBytes) one = g_bytes_new(old, size), other = g_bytes_new(input->bytes, input->size);
    return g_bytes_equal(one, other);
}

/* A file that has other bytes stays: the input gets the next number. Returns the number that is left for the next. */
static gboolean write_input(const char *directory, const char *name, const GenerateInput *input, guint *number,
                            GError **error)
{
    for (;; (*number)++) {
        g_autofree char *file = g_strdup_printf("%s-%u", name, *number);
        g_autofree char *path = g_build_filename(directory, file, NULL);
        if (has_bytes(path, input))
            break;
        if (g_file_test(path, G_FILE_TEST_EXISTS))
            continue;
        if (!g_file_set_contents(path, (const char *)input->bytes, (gssize)input->size, error))
            return FALSE;
        break;
    }
    (*number)++;
    return TRUE;
}

static gboolean write_cases(const char *directory, const GenerateCases *cases, GError **error)
{
    for (guint i = 0, number = 1; i < cases->cases->len; i++)
        if (!write_input(directory, cases->contract->function->name, GENERATE_CASE(cases, i)->input, &number, error))
            return FALSE;
    return TRUE;
}

static gboolean write_tables(const char *directory, const GPtrArray *tables, GError **error)
{
    for (guint i = 0; i < tables->len; i++)
        if (!write_cases(directory, tables->pdata[i], error))
            return FALSE;
    return TRUE;
}

gboolean generate_write_corpus(const GenerateWriting *writing, GError **error)
{
    GenerateWritten *made = g_new0(GenerateWritten, 1);
    guint inputs = 0;
    for (guint i = 0; i < writing->tables->len; i++)
        inputs += ((const GenerateCases *)writing->tables->pdata[i])->cases->len;
    made->path = g_build_filename(writing->directory, "corpus", NULL);
    made->summary = g_strdup_printf("%u input%s", inputs, inputs == 1 ? "" : "s");
    g_ptr_array_add(writing->written, made);
    g_mkdir_with_parents(made->path, 0777);
    return write_tables(made->path, writing->tables, error);
}
