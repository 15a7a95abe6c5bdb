/* Copies pipes to files without a name; see spool.h. */
#include "report/store/spool.h"

#include <errno.h>

#include "report/inputs/error.h"
#include "report/inputs/files.h"

enum { BUFFER = 1 << 16 };

/* Returns 0, or what errno is for what went wrong; *what says with which of the two. */
static int copy(FILE *in, FILE *out, const char **what)
{
    g_autofree char *buffer = g_malloc(BUFFER);
    gsize got;
    errno = 0;
    *what = "cannot be kept in a temporary file";
    while ((got = fread(buffer, 1, BUFFER, in)) > 0)
        if (fwrite(buffer, 1, got, out) != got)
            return errno ? errno : EIO;
    if (fflush(out) != 0)
        return errno;
    *what = "cannot be read";
    return ferror(in) ? (errno ? errno : EIO) : 0;
}

FILE *report_spool(FILE *in, GError **error)
{
    const char *what = "cannot be kept in a temporary file";
    FILE *out = report_file_temporary();
    int cause = out ? copy(in, out, &what) : errno;
    if (cause == 0)
        return out;
    g_set_error(error, REPORT_ERROR, cause, "%s: %s", what, g_strerror(cause));
    if (out)
        fclose(out);
    return NULL;
}
