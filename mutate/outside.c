/* Reads data files and tables without shards; see outside.h. */
#include "mutate/outside.h"

#include "report/model/make.h"
#include "report/read/walk.h"

/* Appends the paths of files in the directory that end so; returns how many. */
static guint add_files(GPtrArray *paths, const char *directory, const char *suffix)
{
    guint before = paths->len;
    g_autoptr(GDir) stream = g_dir_open(directory, 0, NULL);
    for (const char *name = stream ? g_dir_read_name(stream) : NULL; name; name = g_dir_read_name(stream))
        if (g_str_has_suffix(name, suffix))
            g_ptr_array_add(paths, g_build_filename(directory, name, NULL));
    return paths->len - before;
}

gboolean mutate_outside_read(MutateOutside *outside, const char *directory, const ReportRequest *request,
                             GError **error)
{
    g_autofree char *tables = g_build_filename(directory, REPORT_TABLES_DIRECTORY, NULL);
    g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
    *outside = (MutateOutside){NULL, NULL};
    if (add_files(paths, directory, REPORT_DATA_SUFFIX) == 0)
        return TRUE;
    add_files(paths, tables, REPORT_TABLE_SUFFIX);
    g_ptr_array_add(paths, NULL);
    ReportRequest plain = *request;
    plain.witnesses = FALSE;
    outside->inputs = report_inputs_read((const char *const *)(gpointer)paths->pdata, NULL, error);
    outside->model = outside->inputs ? report_model_new(outside->inputs, &plain, error) : NULL;
    if (!outside->model)
        mutate_outside_clear(outside);
    return outside->model != NULL;
}

void mutate_outside_clear(MutateOutside *outside)
{
    if (outside->model)
        report_model_free(outside->model);
    if (outside->inputs)
        report_inputs_free(outside->inputs);
    *outside = (MutateOutside){NULL, NULL};
}
