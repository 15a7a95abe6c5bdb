/* Reads and writes whole files. What is in them is the business of the callers. */
#include "report/inputs/files.h"

#include <stdio_ext.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "htol/base/bytes.h"
#include "htol/files/data.h"
#include "report/inputs/error.h"

enum {
    HASH_DIGITS = 16, /* of SHA-256 */
    BUFFER = 1 << 16  /* of what is written */
};

/* A sparse file may be as long as it likes, and hold nothing. */
#define MOST_BYTES (G_GINT64_CONSTANT(2) << 30)

static gboolean fail_read(int cause, GError **error)
{
    g_set_error(error, REPORT_ERROR, cause, "cannot be read: %s", g_strerror(cause));
    return FALSE;
}

const char *const report_source_state_names[] = {[REPORT_SOURCE_OK] = "ok",
                                                 [REPORT_SOURCE_OUTSIDE] = "outside",
                                                 [REPORT_SOURCE_CHANGED] = "changed",
                                                 [REPORT_SOURCE_MISSING] = "missing"};

/* At most so many bytes. Returns 0, or what errno is for what went wrong. */
static int read_stream(FILE *file, gsize most, char **bytes, gsize *size)
{
    g_autofree char *buffer = g_try_malloc(most + 1);
    if (!buffer)
        return ENOMEM;
    errno = 0;
    *size = fread(buffer, 1, most, file);
    if (ferror(file))
        return errno ? errno : EIO;
    buffer[*size] = '\0';
    *bytes = g_steal_pointer(&buffer);
    return 0;
}

gboolean report_file_read(const char *path, char **bytes, gsize *size, GError **error)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return fail_read(errno, error);
    if (!S_ISREG(status.st_mode)) {
        g_set_error(error, REPORT_ERROR, 0, "cannot be read: it is not a regular file");
        return FALSE;
    }
    if (status.st_size > MOST_BYTES)
        return fail_read(EFBIG, error);
    FILE *file = fopen(path, "rbe");
    if (!file)
        return fail_read(errno, error);
    int cause = read_stream(file, status.st_size, bytes, size);
    fclose(file);
    return cause == 0 || fail_read(cause, error);
}

FILE *report_file_temporary(void)
{
    g_autofree char *path = g_build_filename(g_get_tmp_dir(), "hlcov.XXXXXX", NULL);
    int fd = g_mkstemp_full(path, O_RDWR | O_CLOEXEC, 0600);
    FILE *file = fd >= 0 ? fdopen(fd, "w+") : NULL;
    int cause = errno;
    if (fd >= 0)
        g_unlink(path);
    if (fd >= 0 && !file)
        close(fd);
    errno = cause;
    return file;
}

char *report_file_hash(const char *bytes, gsize size)
{
    char *hash = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)bytes, size);
    hash[HASH_DIGITS] = '\0';
    return hash;
}

/* Without links; as it is if nothing is there. */
static char *real_path(const char *path)
{
    char *real = realpath(path, NULL);
    char *result = g_strdup(real ? real : path);
    free(real);
    return result;
}

static char *source_place(const char *root, const char *path)
{
    return g_path_is_absolute(path) ? g_strdup(path) : g_build_filename(root, path, NULL);
}

int report_source_read(const char *root, const char *path, char **text, gsize *size, char **hash)
{
    g_autofree char *place = source_place(root, path);
    g_autoptr(GError) error = NULL;
    if (!report_file_read(place, text, size, &error))
        return error->code ? error->code : ENOENT;
    *hash = htol_text_hash(*text, *size);
    return 0;
}

static gboolean is_below(const char *path, const char *directory)
{
    g_autofree char *real = real_path(directory);
    return htol_path_below(path, real) != NULL;
}

gboolean report_source_is_shown(const char *root, const char *path, const char *const *others)
{
    g_autofree char *place = source_place(root, path), *real = real_path(place);
    if (is_below(real, root))
        return TRUE;
    for (; others && *others; others++)
        if (is_below(real, *others) || fnmatch(*others, real, 0) == 0)
            return TRUE;
    return FALSE;
}

/* Those that are open, for who ends the process in between. */
static ReportOutput *open_outputs;

static void forget_output(const ReportOutput *output)
{
    ReportOutput **link = &open_outputs;
    while (*link && *link != output)
        link = &(*link)->next;
    if (*link)
        *link = output->next;
}

void report_outputs_remove(void)
{
    for (const ReportOutput *output = open_outputs; output; output = output->next)
        if (output->temporary)
            unlink(output->temporary);
}

static void free_output(ReportOutput *output)
{
    forget_output(output);
    g_free(output->path);
    g_free(output->temporary);
}

static gboolean fail_write(ReportOutput *output, int cause, GError **error)
{
    g_set_error(error, REPORT_ERROR, 0, "%s: cannot be written: %s", output->path, g_strerror(cause));
    free_output(output);
    return FALSE;
}

static gboolean is_special(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

/* NULL and errno if that fails. */
static FILE *open_temporary(ReportOutput *output)
{
    int fd = g_mkstemp_full(output->temporary, O_WRONLY | O_CLOEXEC, 0666);
    FILE *stream = fd < 0 ? NULL : fdopen(fd, "w");
    int cause = errno;
    if (fd >= 0 && !stream) {
        g_unlink(output->temporary);
        close(fd);
    }
    errno = cause;
    return stream;
}

static gboolean begin_output(ReportOutput *output, GError **error)
{
    output->next = open_outputs;
    open_outputs = output;
    output->stream = output->temporary ? open_temporary(output) : fopen(output->path, "we");
    if (!output->stream)
        return fail_write(output, errno, error);
    setvbuf(output->stream, NULL, _IOFBF, BUFFER);
    __fsetlocking(output->stream, FSETLOCKING_BYCALLER); /* one thread writes, in small pieces */
    return TRUE;
}

gboolean report_output_open(ReportOutput *output, const char *path, GError **error)
{
    *output = (ReportOutput){.path = real_path(path)}; /* it is what a link names that is replaced */
    if (!is_special(path))
        output->temporary = g_strconcat(output->path, ".XXXXXX", NULL);
    return begin_output(output, error);
}

gboolean report_output_open_in(ReportOutput *output, const char *directory, const char *name, GError **error)
{
    *output = (ReportOutput){.path = g_build_filename(directory, name, NULL)};
    output->temporary = g_strconcat(output->path, ".XXXXXX", NULL);
    return begin_output(output, error);
}

gboolean report_output_close(ReportOutput *output, GError **error)
{
    int cause = ferror(output->stream) ? EIO : 0;
    if (fclose(output->stream) != 0)
        cause = errno;
    if (!cause && output->temporary && g_rename(output->temporary, output->path) != 0)
        cause = errno;
    if (cause) {
        if (output->temporary)
            g_unlink(output->temporary);
        return fail_write(output, cause, error);
    }
    free_output(output);
    return TRUE;
}

void report_output_drop(ReportOutput *output)
{
    fclose(output->stream);
    if (output->temporary)
        g_unlink(output->temporary);
    free_output(output);
}
