/* Reads string literals; see literal.h. */
#include "prune/formula/literal.h"

#include <string.h>

#include "htol/base/escape.h"

typedef struct {
    const char *at, *end;
    GByteArray *out;
} Reader;

static void put(Reader *r, guint8 byte)
{
    g_byte_array_append(r->out, &byte, 1);
}

/* Reads what stands behind a backslash; FALSE: it is not known here. */
static gboolean read_escape(Reader *r)
{
    static const char themselves[] = "\\'\"?";
    guint8 byte;
    if (!htol_escape(&r->at, r->end, &byte)) {
        if (r->at == r->end || !*r->at || (*r->at != 'e' && !strchr(themselves, *r->at)))
            return FALSE;
        byte = *r->at == 'e' ? 033 : (guint8)*r->at;
        r->at++;
    }
    put(r, byte);
    return TRUE;
}

/* Reads one literal, whose quotation mark is next. */
static gboolean read_one(Reader *r)
{
    for (r->at++; r->at < r->end && *r->at != '"';) {
        if (*r->at != '\\') {
            put(r, (guint8)*r->at++);
            continue;
        }
        r->at++;
        if (!read_escape(r))
            return FALSE;
    }
    return r->at++ < r->end;
}

static void skip_blanks(Reader *r)
{
    while (r->at < r->end && g_ascii_isspace(*r->at))
        r->at++;
}

GByteArray *prune_literal_bytes(const char *text, gsize size)
{
    Reader reader = {text, text + size, g_byte_array_new()};
    gboolean good = size > 0;
    while (good && reader.at < reader.end) {
        good = *reader.at == '"' && read_one(&reader);
        skip_blanks(&reader);
    }
    if (!good) {
        g_byte_array_unref(reader.out);
        return NULL;
    }
    put(&reader, 0);
    return reader.out;
}
