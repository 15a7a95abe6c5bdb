/* Appends and reads lines with checksums; see lines.h. */
#include "htol/notes/lines.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "htol/base/bytes.h"
#include "htol/base/layout.h"

enum { SUM = 16 }; /* hexadecimal digits of a checksum */

GQuark htol_lines_error_quark(void)
{
    return g_quark_from_static_string("htol-lines-error");
}

static void put_sum(char sum[SUM + 1], const char *text, gsize size)
{
    guint64 value = htol_sum(HTOL_FNV_BASIS, (const guint8 *)text, size);
    g_snprintf(sum, SUM + 1, "%016" G_GINT64_MODIFIER "x", value);
}

/* ---- writing ---- */

void htol_line_add(GString *line, const char *text)
{
    g_autofree char *escaped = g_strescape(text, NULL);
    g_string_append_printf(line, "%s\t", escaped);
}

/* Whether the file ends within a line: who wrote it was killed, or the disk was full. */
static gboolean is_cut(int fd)
{
    char last = '\n';
    off_t end = lseek(fd, 0, SEEK_END);
    return end > 0 && pread(fd, &last, 1, end - 1) == 1 && last != '\n';
}

static gboolean write_line(int fd, const char *line)
{
    char sum[SUM + 1];
    put_sum(sum, line, strlen(line));
    g_autofree char *text = g_strconcat(is_cut(fd) ? "\n" : "", line, sum, "\n", NULL);
    gsize size = strlen(text);
    ssize_t written = write(fd, text, size);
    if (written >= 0 && (gsize)written < size)
        errno = ENOSPC;
    return written == (ssize_t)size;
}

gboolean htol_lines_append(const char *path, const char *line, GError **error)
{
    int fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    gboolean good = fd >= 0 && write_line(fd, line);
    if (!good)
        g_set_error(error, HTOL_LINES_ERROR, 0, "%s: cannot be written: %s", path, g_strerror(errno));
    if (fd >= 0)
        close(fd);
    return good;
}

/* ---- reading ---- */

static gboolean is_whole(const char *line, gsize length)
{
    char sum[SUM + 1];
    if (length <= SUM || line[length - SUM - 1] != '\t')
        return FALSE;
    put_sum(sum, line, length - SUM);
    return memcmp(sum, line + length - SUM, SUM) == 0;
}

static char **fields_of(const char *line, gsize length)
{
    g_autofree char *text = g_strndup(line, length - SUM - 1);
    char **fields = g_strsplit(text, "\t", -1);
    for (char **field = fields; *field; field++) {
        char *escaped = *field;
        *field = g_strcompress(escaped);
        g_free(escaped);
    }
    return fields;
}

char **htol_lines_next(const char **text, guint *damaged)
{
    while (**text) {
        const char *line = *text, *end = strchrnul(line, '\n');
        gsize length = (gsize)(end - line);
        *text = *end ? end + 1 : end;
        if (*end && is_whole(line, length))
            return fields_of(line, length);
        *damaged += length > 0;
    }
    return NULL;
}
