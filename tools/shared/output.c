/* Writes files and standard output; see output.h. */
#include "tools/shared/output.h"

#include <errno.h>

#include "report/inputs/files.h"
#include "report/inputs/inputs.h"

gboolean command_is_stdout(const char *path)
{
    return g_strcmp0(path, "-") == 0;
}

gboolean command_write(const char *path, CommandPut put, gconstpointer what, GError **error)
{
    ReportOutput output;
    if (!path)
        return TRUE;
    if (command_is_stdout(path)) {
        put(what, stdout);
        return TRUE;
    }
    if (!report_output_open(&output, path, error))
        return FALSE;
    put(what, output.stream);
    return report_output_close(&output, error);
}

gboolean command_flush(GError **error)
{
    int cause = fflush(stdout) == 0 ? 0 : errno;
    if (!cause && !ferror(stdout))
        return TRUE;
    g_set_error(error, REPORT_ERROR, 0, "standard output cannot be written%s%s", cause ? ": " : "",
                cause ? g_strerror(cause) : "");
    return FALSE;
}
