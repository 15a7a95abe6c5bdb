/* Reads string literals; see literal.h. */
#include "prune/literal.h"

#include <string.h>

typedef struct {
    const char *at, *end;
    GByteArray *out;
} Reader;

static void put(Reader *r, guint8 byte)
{
    g_byte_array_append(r->out, &byte, 1);
}

/* Reads up to `most` digits of the base. */
static guint number(Reader *r, guint base, guint most)
{
    guint value = 0;
    for (guint i = 0; i < most && r->at < r->end; i++, r->at++) {
        int digit = g_ascii_xdigit_value(*r->at);
        if (digit < 0 || (guint)digit >= base)
            break;
        value = value * base + (guint)digit;
    }
    return value;
}

/* Reads what stands behind a backslash; FALSE: it is not known here. */
static gboolean read_escape(Reader *r)
{
    static const char names[] = "abfnrtv\\'\"?e", values[] = "\a\b\f\n\r\t\v\\'\"?\033";
    if (r->at == r->end)
        return FALSE;
    const char *name = strchr(names, *r->at);
    if (name && *r->at) {
        r->at++;
        put(r, (guint8)values[name - names]);
        return TRUE;
    }
    if (*r->at == 'x') {
        r->at++;
        put(r, (guint8)number(r, 16, 2));
        return TRUE;
    }
    if (!g_ascii_isdigit(*r->at))
        return FALSE;
    put(r, (guint8)number(r, 8, 3));
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
