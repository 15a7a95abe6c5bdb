/* Reads markers and justifications in the comments of a source file; see claims.h. Where comments begin and end is the
 * business of htol/lang/pieces.c, which objectives are excluded that of exclusions.c. */
#include "report/model/claims.h"

#include "htol/base/sorted.h"

#include <string.h>

#include "htol/base/plain.h"
#include "htol/lang/pieces.h"

enum { MARK = 3 /* bytes of what begins a justification: `//!` */, PREFIXES = 3 };

/* A justification to which further lines may belong. */
typedef struct {
    GString *text; /* NULL: none */
    HtolWhere where;
    guint32 last;
    gboolean alone; /* no code stands before it on its line */
} Open;

typedef struct {
    HtolArena *arena;
    HtolPieces text;
    const char *path;
    GArray *claims;
    HtolFaults *faults;
    guint regions[PREFIXES][REPORT_CLAIM_KINDS]; /* 1 and the index of the claim whose STOP is to come; 0: none */
    guint waiting;                               /* claims from this one on may wait for the next line of code */
    guint32 code;                                /* the last line of code so far; 0: none */
    Open open;
} Reader;

gboolean report_claim_asserts(const ReportClaim *claim)
{
    return claim->kind == REPORT_CLAIM_UNREACHABLE || claim->kind == REPORT_CLAIM_JUSTIFIES;
}

/* Markers ------------------------------------------------------------------------------------------------ */

typedef enum { LINE, START, STOP } Extent;

typedef struct {
    const char *name;
    ReportClaimKind kind;
    Extent extent;
} Marker;

/* What stands behind LCOV_, and the first six behind GCOVR_ and GCOV_ too. */
static const Marker markers[] = {{"EXCL_LINE", REPORT_CLAIM_EXCLUDES, LINE},
                                 {"EXCL_START", REPORT_CLAIM_EXCLUDES, START},
                                 {"EXCL_STOP", REPORT_CLAIM_EXCLUDES, STOP},
                                 {"EXCL_BR_LINE", REPORT_CLAIM_EXCLUDES_BRANCHES, LINE},
                                 {"EXCL_BR_START", REPORT_CLAIM_EXCLUDES_BRANCHES, START},
                                 {"EXCL_BR_STOP", REPORT_CLAIM_EXCLUDES_BRANCHES, STOP},
                                 {"UNREACHABLE_LINE", REPORT_CLAIM_UNREACHABLE, LINE},
                                 {"UNREACHABLE_START", REPORT_CLAIM_UNREACHABLE, START},
                                 {"UNREACHABLE_STOP", REPORT_CLAIM_UNREACHABLE, STOP}};

static const char *const prefixes[PREFIXES] = {"LCOV_", "GCOVR_", "GCOV_"};

static ReportClaim *claim_at(const Reader *reader, guint index)
{
    return &g_array_index(reader->claims, ReportClaim, index);
}

static void add_marker(Reader *reader, HtolWhere where, const Marker *marker, const char *word)
{
    char *words = htol_arena_strndup(reader->arena, word, strlen(word));
    ReportClaim claim = {.kind = marker->kind, .where = where, .first = where.line, .words = words, .reason = ""};
    claim.last = marker->extent == LINE ? where.line : G_MAXUINT32;
    claim.why = marker->extent == LINE ? words : htol_arena_printf(reader->arena, "%s in line %u", words, where.line);
    g_array_append_val(reader->claims, claim);
}

/* `prefix`: which the word begins with. */
static void take_marker(Reader *reader, HtolWhere where, const Marker *marker, guint prefix, const char *word)
{
    guint *region = &reader->regions[prefix][marker->kind];
    if (marker->extent == START && *region > 0) {
        htol_fault(reader->faults, where, "%s stands inside of what began in line %u, and is not seen", word,
                   claim_at(reader, *region - 1)->where.line);
    } else if (marker->extent == STOP && *region == 0) {
        htol_fault(reader->faults, where, "%s ends nothing", word);
    } else if (marker->extent == STOP) {
        claim_at(reader, *region - 1)->last = where.line - 1;
        *region = 0;
    } else {
        add_marker(reader, where, marker, word);
        *region = marker->extent == START ? reader->claims->len : *region;
    }
}

/* A word that ends with an underscore is the beginning of several, as prose about markers has it. */
static gboolean is_unknown_marker(const char *rest, gboolean unreachable)
{
    return (g_str_has_prefix(rest, "EXCL_") || (unreachable && g_str_has_prefix(rest, "UNREACHABLE_"))) &&
           !g_str_has_suffix(rest, "_");
}

static void take_word(Reader *reader, HtolWhere where, const char *word)
{
    for (guint p = 0; p < PREFIXES; p++) {
        if (!g_str_has_prefix(word, prefixes[p]))
            continue;
        const char *rest = word + strlen(prefixes[p]);
        for (guint m = 0; m < G_N_ELEMENTS(markers); m++)
            if (strcmp(rest, markers[m].name) == 0 && (p == 0 || markers[m].kind != REPORT_CLAIM_UNREACHABLE)) {
                take_marker(reader, where, &markers[m], p, word);
                return;
            }
        if (is_unknown_marker(rest, p == 0))
            htol_fault(reader->faults, where, "%s is no marker that is known here: it excludes nothing", word);
    }
}

static void take_words(Reader *reader, const HtolPiece *comment)
{
    HtolWhere where = {reader->path, comment->line, comment->column};
    gsize line_begin = comment->begin - (comment->column - 1);
    for (gsize at = comment->begin; at < comment->end;) {
        g_autofree char *word = htol_pieces_word(&reader->text, at);
        where.column = (guint32)(at - line_begin) + 1;
        if (*word)
            take_word(reader, where, word);
        at += MAX(strlen(word), 1);
        if (reader->text.bytes[at - 1] != '\n')
            continue;
        where.line++;
        line_begin = at;
    }
}

static void warn_of_open_regions(Reader *reader)
{
    for (guint p = 0; p < PREFIXES; p++)
        for (guint k = 0; k < REPORT_CLAIM_KINDS; k++)
            if (reader->regions[p][k] > 0) {
                const ReportClaim *claim = claim_at(reader, reader->regions[p][k] - 1);
                htol_fault(reader->faults, claim->where, "%s is not ended: it holds up to the end of the file",
                           claim->words);
            }
}

/* Justifications ----------------------------------------------------------------------------------------- */

/* The colon before the reason: outside of `text`, and white space or nothing follows. NULL if there is none. */
static const char *find_colon(const char *text)
{
    gboolean quoted = FALSE;
    for (; *text; text++) {
        quoted ^= *text == '`';
        if (!quoted && *text == ':' && (text[1] == 0 || g_ascii_isspace(text[1])))
            return text;
    }
    return NULL;
}

static gboolean is_truth(const char *word)
{
    return strcmp(word, "true") == 0 || strcmp(word, "false") == 0;
}

static gboolean is_vector(const char *word)
{
    return *word && word[strspn(word, "TF-")] == 0;
}

static gboolean fail(GError **error, const char *format, const char *what)
{
    g_autofree char *message = g_strdup_printf(format, what);
    g_set_error_literal(error, HTOL_CRITERIA_ERROR, 0, message);
    return FALSE;
}

/* Adds a criterion, a family of them, or all. */
static gboolean add_name(HtolSelection *criteria, const char *name, GError **error)
{
    HtolSelection one;
    gboolean all = g_ascii_strcasecmp(name, "all") == 0, found = FALSE;
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        gboolean named = all || g_ascii_strcasecmp(name, htol_criteria[i].family) == 0;
        criteria->wanted[i] |= named;
        found |= named;
    }
    if (found)
        return TRUE;
    if (!htol_selection_parse(name, &one, NULL))
        return fail(error, "`%s` is no criterion, no family of criteria, and not `all`", name);
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        criteria->wanted[i] |= one.wanted[i];
    if (one.wanted[HTOL_CRIT_ncc] && criteria->n > 0 && criteria->n != one.n)
        return fail(error, "%s and another n-CC: justify one", name);
    criteria->n = one.wanted[HTOL_CRIT_ncc] ? one.n : criteria->n;
    return TRUE;
}

static gboolean add_names(HtolSelection *criteria, const char *list, GError **error)
{
    g_auto(GStrv) names = g_strsplit(list, ",", -1);
    if (!names[0])
        return fail(error, "behind `%s` stand names of criteria or of families, or `all`", "justify");
    for (char **name = names; *name; name++)
        if (!add_name(criteria, g_strstrip(*name), error))
            return FALSE;
    return TRUE;
}

/* Takes the text in backquotes out of the head, and returns what stands behind it, or else the last word. */
static char *cut_text(HtolArena *arena, char *head, ReportClaim *claim)
{
    char *quote = strchr(head, '`'), *end = quote ? strchr(quote + 1, '`') : NULL, *word = strrchr(head, ' ');
    if (!end)
        return word ? word + 1 : head + strlen(head);
    claim->text = htol_arena_strndup(arena, quote + 1, end - quote - 1);
    *quote = 0;
    return end[1] == ' ' ? end + 2 : end + 1;
}

/* CRITERIA [`TEXT`] [VALUE], which is changed. */
static gboolean parse_head(HtolArena *arena, char *head, ReportClaim *claim, GError **error)
{
    char *value = cut_text(arena, head, claim);
    if (is_truth(value))
        claim->value = htol_arena_strndup(arena, value, strlen(value));
    else if (is_vector(value))
        claim->vector = htol_arena_strndup(arena, value, strlen(value));
    else if (claim->text && *value)
        return fail(error, "behind the text may stand true, false, or a vector of T, F and -, not `%s`", value);
    if (claim->value || claim->vector)
        *value = 0;
    return add_names(&claim->criteria, head, error);
}

static ReportClaim new_claim(const Reader *reader, const char *head, const char *reason)
{
    g_autofree char *stripped = g_strstrip(g_strdup(reason));
    ReportClaim claim = {.kind = REPORT_CLAIM_JUSTIFIES, .where = reader->open.where};
    claim.words = htol_arena_printf(reader->arena, "justify %s", head);
    claim.reason = htol_arena_strndup(reader->arena, stripped, strlen(stripped));
    claim.why = htol_arena_printf(reader->arena, "justified in line %u: %s", claim.where.line, claim.reason);
    claim.first = reader->open.alone ? reader->code + 1 : claim.where.line;
    claim.last = reader->open.alone ? 0 : claim.where.line; /* 0: it waits */
    return claim;
}

/* Prose may begin so: without a colon it is a justification only if a criterion is named. */
static void warn_of_no_reason(const Reader *reader, const char *text)
{
    HtolSelection criteria = {.n = 0};
    g_autofree char *head = htol_squeezed(text, strcspn(text, " \t\r\n,:`"));
    if (add_name(&criteria, head, NULL))
        htol_fault(reader->faults, reader->open.where, "the justification gives no reason: `justify %s: REASON`", head);
}

static void add_justification(Reader *reader, const char *text)
{
    g_autoptr(GError) error = NULL;
    const char *colon = find_colon(text);
    if (!colon || !colon[1 + strspn(colon + 1, " \t\r\n")]) {
        warn_of_no_reason(reader, text);
        return;
    }
    g_autofree char *head = htol_squeezed(text, colon - text);
    ReportClaim claim = new_claim(reader, head, colon + 1);
    if (parse_head(reader->arena, head, &claim, &error))
        g_array_append_val(reader->claims, claim);
    else
        htol_fault(reader->faults, claim.where, "the justification is not understood: %s", error->message);
}

static void close_justification(Reader *reader)
{
    if (!reader->open.text)
        return;
    const char *text = htol_comment_behind(reader->open.text->str, "justify");
    if (text)
        add_justification(reader, text);
    g_string_free(g_steal_pointer(&reader->open.text), TRUE);
}

/* Their text ------------------------------------------------------------------------------------------------ */

/* Of a line of a block comment: without the star that begins it, and a blank behind that, or as many blanks as stand
 * before the text of the first line. */
static const char *without_margin(const char *line, guint32 margin)
{
    const char *star = line + strspn(line, " \t");
    if (*star == '*')
        return star[1] == ' ' ? star + 2 : star + 1;
    while (margin-- > 0 && (*line == ' ' || *line == '\t'))
        line++;
    return line;
}

static GString *text_of_block(const Reader *reader, const HtolPiece *comment)
{
    gsize size = comment->end - comment->begin;
    gsize end = size >= MARK + 2 && reader->text.bytes[comment->end - 1] == '/' ? comment->end - 2 : comment->end;
    g_autofree char *text = htol_pieces_copy(&reader->text, comment->begin + MARK, MAX(end, comment->begin + MARK));
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    GString *out = g_string_new(lines[0] ? g_strchomp(lines[0]) : "");
    for (char **line = lines; *line && line[1]; line++)
        g_string_append_printf(out, "\n%s", without_margin(g_strchomp(line[1]), comment->column + MARK));
    return out;
}

static void open_justification(Reader *reader, const HtolPiece *comment, GString *text)
{
    reader->open = (Open){text, {reader->path, comment->line, comment->column}, comment->last, comment->fresh};
}

static void take_line(Reader *reader, const HtolPiece *comment)
{
    g_autofree char *text = htol_pieces_copy(&reader->text, comment->begin + MARK, comment->end);
    gboolean below = reader->open.text && comment->first && comment->line == reader->open.last + 1;
    if (below && !htol_comment_begins(text)) {
        g_string_append_printf(reader->open.text, "\n%s", *text == ' ' ? text + 1 : text);
        reader->open.last = comment->last;
        return;
    }
    close_justification(reader);
    if (htol_comment_behind(text, "justify"))
        open_justification(reader, comment, g_string_new(text));
}

static void take_comment(Reader *reader, const HtolPiece *comment)
{
    gboolean marked = comment->end - comment->begin >= MARK && reader->text.bytes[comment->begin + 2] == '!';
    take_words(reader, comment);
    if (marked && comment->kind == HTOL_PIECE_LINE_COMMENT) {
        take_line(reader, comment);
        return;
    }
    close_justification(reader);
    if (!marked)
        return;
    open_justification(reader, comment, text_of_block(reader, comment));
    close_justification(reader);
}

/* The whole ------------------------------------------------------------------------------------------------- */

/* What stood alone is about the next line of code, and about what users ask for in comments before that. */
static void take_code(Reader *reader, const HtolPiece *token)
{
    close_justification(reader);
    if (token->directive)
        return;
    for (guint i = reader->waiting; i < reader->claims->len; i++) {
        ReportClaim *claim = claim_at(reader, i);
        if (claim->kind == REPORT_CLAIM_JUSTIFIES && claim->last == 0)
            claim->last = token->line;
    }
    reader->waiting = reader->claims->len;
    reader->code = token->last;
}

static void take_piece(Reader *reader, const HtolPiece *piece)
{
    switch (piece->kind) {
    case HTOL_PIECE_LINE_COMMENT:
    case HTOL_PIECE_BLOCK_COMMENT: take_comment(reader, piece); break;
    case HTOL_PIECE_NEWLINE: break;
    case HTOL_PIECE_TOKEN: take_code(reader, piece); break;
    case HTOL_PIECE_HASH:
    case HTOL_PIECE_END: close_justification(reader); break;
    }
}

static int compare_claims(gconstpointer left, gconstpointer right)
{
    const ReportClaim *one = left, *other = right;
    return (one->first > other->first) - (one->first < other->first);
}

static gboolean has_any(const HtolText *source, const char *const *words)
{
    for (; *words; words++)
        if (memmem(source->text, source->length, *words, strlen(*words)))
            return TRUE;
    return FALSE;
}

/* Whether there is a "!" that may begin a comment. A line may end in the middle of a mark, behind a backslash. */
static gboolean has_mark(const HtolText *source)
{
    const char *end = source->text + source->length, *at = source->text;
    while ((at = memchr(at, '!', (gsize)(end - at)))) {
        if (at > source->text && memchr("/*\n", at[-1], 3))
            return TRUE;
        at++;
    }
    return FALSE;
}

/* Most files have none, and are not gone through. */
static gboolean may_have_any(const HtolText *source)
{
    static const char *const excluding[] = {"_EXCL_", "_UNREACHABLE_", NULL}, *const claims[] = {"justify", NULL};
    return has_any(source, excluding) || (has_mark(source) && has_any(source, claims));
}

void report_claims_find(HtolArena *arena, const HtolText *source, GArray *claims, HtolFaults *faults)
{
    if (!may_have_any(source))
        return;
    Reader reader = {.arena = arena,
                     .text = htol_pieces(source->text, source->length),
                     .path = source->where.file,
                     .claims = claims,
                     .faults = faults};
    HtolPiece piece;
    do {
        piece = htol_pieces_next(&reader.text);
        take_piece(&reader, &piece);
    } while (piece.kind != HTOL_PIECE_END);
    warn_of_open_regions(&reader);
    g_array_sort(claims, compare_claims);
    for (guint i = 0; i < claims->len; i++)
        claim_at(&reader, i)->reach = MAX(claim_at(&reader, i)->last, i > 0 ? claim_at(&reader, i - 1)->reach : 0);
}

/* Asking ---------------------------------------------------------------------------------------------------- */

/* The first claim that reaches the line, or one behind it. */
static guint first_reaching(const ReportClaim *claims, guint count, guint32 line)
{
    return HTOL_SORTED_FROM(claims, count, ReportClaim, reach, line);
}

const ReportClaim *report_claim_at(const ReportClaim *claims, guint count, guint32 line, guint *at)
{
    for (guint i = MAX(*at, first_reaching(claims, count, line)); i < count && claims[i].first <= line; i++) {
        if (claims[i].last < line)
            continue;
        *at = i + 1;
        return &claims[i];
    }
    return NULL;
}

static gboolean has_text(const HtolObjective *objective, const char *text)
{
    gsize length = strlen(text);
    const char *rest = objective->text + length;
    return strncmp(objective->text, text, length) == 0 &&
           (!*rest || g_str_has_prefix(rest, ": ") || g_str_has_prefix(rest, " in "));
}

gboolean report_claim_matches(const ReportClaim *claim, const HtolObjective *objective, guint n)
{
    HtolSiteKind kind = objective->site.kind;
    if (claim->kind == REPORT_CLAIM_EXCLUDES_BRANCHES)
        return kind == HTOL_SITE_DECISION || kind == HTOL_SITE_ARM;
    if (claim->kind != REPORT_CLAIM_JUSTIFIES)
        return TRUE;
    if (!claim->criteria.wanted[objective->criterion])
        return FALSE;
    if (objective->criterion == HTOL_CRIT_ncc && claim->criteria.n > 0 && claim->criteria.n != n)
        return FALSE;
    if (claim->vector)
        return kind == HTOL_SITE_DECISION && !objective->unmeasured;
    return (!claim->text || has_text(objective, claim->text)) &&
           (!claim->value || objective->value == (*claim->value == 't'));
}
