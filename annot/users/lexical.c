/* The scan of a user's expression for what would end or escape it; see lexical.h. */
#include "annot/users/lexical.h"

#include <string.h>

enum { DEEPEST = 256 }; /* brackets in brackets: front ends recurse */

typedef struct {
    HtolArena *arena;
    AnnotText text;  /* a blank is put behind the user's, so that no literal ends where it does */
    GString *open;   /* the brackets that are open, */
    GArray *open_at; /* guint32: and where */
    char before;     /* last byte of the token before, or 0 */
} Scan;

static const char not_part[] = " is not part of an expression";

/* Opens or closes a bracket. Returns the fault, in words that follow the token in a message; NULL: none. */
static const char *bracket_fault(Scan *s, guint32 at)
{
    static const char openers[] = "([{", closers[] = ")]}";
    char c = s->text.bytes[at];
    if (strchr(openers, c)) {
        g_string_append_c(s->open, c);
        g_array_append_val(s->open_at, at);
        return s->open->len > DEEPEST ? " is nested too deeply" : NULL;
    }
    if (s->open->len == 0 || s->open->str[s->open->len - 1] != openers[strchr(closers, c) - closers])
        return " closes no bracket that is open";
    g_string_truncate(s->open, s->open->len - 1);
    g_array_set_size(s->open_at, s->open->len);
    return NULL;
}

/* Returns the fault of a punctuator; NULL: none. A brace is one unless it begins a compound literal or a part of one,
 * for it would hold statements or declarations. */
static const char *mark_fault(Scan *s, guint32 at)
{
    char c = s->text.bytes[at];
    if (c == '{' && !(s->before && strchr("){,=", s->before)))
        return " begins statements or declarations: an expression is wanted";
    if (strchr("([{)]}", c))
        return bracket_fault(s, at);
    return strchr(";#@`\\", c) ? not_part : NULL;
}

static const char *literal_fault(const Scan *s, guint32 at, guint32 end)
{
    if (end == s->text.size)
        return " begins a literal that does not end";
    return g_strstr_len(s->text.bytes + at, end - at, "\?\?/") ? " begins a literal with a trigraph" : NULL;
}

/* Two bytes that mean something else in some dialects, or begin a comment. */
static gboolean is_pair(const char *bytes)
{
    static const char *const pairs[] = {"<:", ":>", "<%", "%>", "%:", "\?\?", "//", "/*"};
    for (guint i = 0; i < G_N_ELEMENTS(pairs); i++)
        if (memcmp(bytes, pairs[i], 2) == 0)
            return TRUE;
    return FALSE;
}

static const char *token_fault(Scan *s, guint32 at, guint32 end)
{
    const char *bytes = s->text.bytes + at;
    if (*bytes == '"' || *bytes == '\'')
        return literal_fault(s, at, end);
    if (annot_text_is_word(&s->text, at, "_Pragma") || annot_text_is_word(&s->text, at, "__pragma"))
        return not_part;
    return is_pair(bytes) ? not_part : mark_fault(s, at);
}

static void blame(const Scan *s, guint32 at, guint32 end, const char *fault, AnnotError *found)
{
    const char *bytes = s->text.bytes + at;
    guint length = *bytes == '"' || *bytes == '\'' ? 1 : is_pair(bytes) ? 2 : end - at;
    *found = (AnnotError){at, htol_arena_printf(s->arena, "`%.*s`%s", (int)length, bytes, fault)};
}

static guint32 skip_blanks(const AnnotText *text, guint32 at)
{
    while (g_ascii_isspace(text->bytes[at]))
        at++;
    return at;
}

static gboolean scan(Scan *s, AnnotError *found)
{
    for (guint32 at = skip_blanks(&s->text, 0), end; at < s->text.size; at = skip_blanks(&s->text, end)) {
        end = annot_text_token_end(&s->text, at);
        const char *fault = token_fault(s, at, end);
        if (fault) {
            blame(s, at, end, fault, found);
            return TRUE;
        }
        s->before = s->text.bytes[end - 1];
    }
    if (s->open->len == 0)
        return FALSE;
    guint32 last = g_array_index(s->open_at, guint32, s->open->len - 1);
    blame(s, last, last + 1, " is never closed", found);
    return TRUE;
}

gboolean annot_find_disturbance(HtolArena *arena, const char *text, AnnotError *found)
{
    g_autofree char *padded = g_strconcat(text, " ", NULL);
    g_autoptr(GString) open = g_string_new(NULL);
    g_autoptr(GArray) open_at = g_array_new(FALSE, FALSE, sizeof(guint32));
    Scan s = {arena, {padded, (guint32)strlen(padded)}, open, open_at, 0};
    return scan(&s, found);
}
