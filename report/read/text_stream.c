/* A stream into memory; see text_stream.h. */
#include "report/read/text_stream.h"

#include <sys/types.h>

#include "htol/base/arena.h"

static ssize_t append(void *text, const char *bytes, size_t size)
{
    g_string_append_len(text, bytes, (gssize)size);
    return (ssize_t)size;
}

void report_text_stream_open(ReportTextStream *stream)
{
    stream->text = g_string_new(NULL);
    stream->out = fopencookie(stream->text, "w", (cookie_io_functions_t){.write = append});
    if (!stream->out)
        htol_no_memory();
}

char *report_text_stream_close(ReportTextStream *stream)
{
    fclose(stream->out);
    return g_string_free(stream->text, FALSE);
}
