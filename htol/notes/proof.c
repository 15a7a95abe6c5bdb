/* Reads and writes files of proofs; see proof.h. */
#include "htol/notes/proof.h"

#include <jansson.h>
#include <string.h>

enum { PROOF_VERSION = 1 };

const char *const htol_proof_names[HTOL_PROOFS] = {"infeasible", "duplicate", "subsumed", "infeasible in this program"};

GQuark htol_proof_error_quark(void)
{
    return g_quark_from_static_string("htol-proof-error");
}

gboolean htol_proof_needs_other(HtolProofKind kind)
{
    return kind == HTOL_PROOF_DUPLICATE || kind == HTOL_PROOF_SUBSUMED;
}

/* ---- writing ---- */

static void append_line(json_t *json, GString *out)
{
    char *text = json_dumps(json, JSON_COMPACT);
    g_string_append_printf(out, "%s\n", text);
    free(text);
    json_decref(json);
}

/* Words may hold the user's text, in whatever encoding that is. */
static json_t *string_of(const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    return json_string(valid);
}

static json_t *unless_empty(const char *text)
{
    return *text ? string_of(text) : NULL;
}

void htol_proved_write(const HtolProved *proved, GString *out)
{
    json_t *proofs = json_array();
    for (guint32 i = 0; i < proved->n_proofs; i++) {
        const HtolProof *proof = &proved->proofs[i];
        json_array_append_new(
            proofs, json_pack("{s:s, s:o, s:o, s:o, s:o*, s:o*, s:o*}", "verdict", htol_proof_names[proof->kind],
                              "objective", string_of(proof->objective), "other", string_of(proof->other), "why",
                              string_of(proof->why), "function", unless_empty(proof->function), "of",
                              unless_empty(proof->of), "unrecorded", proof->unrecorded ? json_true() : NULL));
    }
    append_line(json_pack("{s:I, s:o, s:I, s:I, s:I, s:b, s:o}", "function", (json_int_t)proved->function, "failed",
                          string_of(proved->failed), "questions", (json_int_t)proved->questions, "unanswered",
                          (json_int_t)proved->unanswered, "unasked", (json_int_t)proved->unasked, "known",
                          proved->known, "proofs", proofs),
                out);
}

void htol_proofs_begin(const guint8 id[HTOL_ID_SIZE], GString *out)
{
    g_autofree char *text = htol_id_text(id);
    append_line(json_pack("{s:s, s:i, s:s}", "hlcov", "verdicts", "version", PROOF_VERSION, "table", text), out);
}

void htol_proofs_write(const guint8 id[HTOL_ID_SIZE], const HtolProved *all, guint n, GString *out)
{
    htol_proofs_begin(id, out);
    for (guint i = 0; i < n; i++)
        htol_proved_write(&all[i], out);
}

/* ---- reading ---- */

static const char *copy_string(HtolArena *arena, const char *text)
{
    return htol_arena_strndup(arena, text, strlen(text));
}

static gboolean parse_kind(const char *name, HtolProofKind *kind)
{
    for (*kind = 0; *kind < HTOL_PROOFS; (*kind)++)
        if (strcmp(name, htol_proof_names[*kind]) == 0)
            return TRUE;
    return FALSE;
}

static gboolean read_proof(HtolArena *arena, json_t *json, HtolProof *proof)
{
    const char *kind, *objective, *other, *why, *function = "", *of = "";
    int unrecorded = FALSE;
    if (json_unpack(json, "{s:s, s:s, s:s, s:s, s?s, s?s, s?b}", "verdict", &kind, "objective", &objective, "other",
                    &other, "why", &why, "function", &function, "of", &of, "unrecorded", &unrecorded) != 0 ||
        !parse_kind(kind, &proof->kind) || (htol_proof_needs_other(proof->kind) && !*other))
        return FALSE;
    proof->objective = copy_string(arena, objective);
    proof->other = copy_string(arena, other);
    proof->why = copy_string(arena, why);
    proof->function = copy_string(arena, function);
    proof->of = copy_string(arena, of);
    proof->unrecorded = unrecorded;
    return TRUE;
}

static gboolean read_function(HtolArena *arena, json_t *json, HtolProved *proved)
{
    json_int_t function, questions = 0, unanswered = 0, unasked = 0;
    const char *failed;
    int known = FALSE;
    json_t *list;
    if (json_unpack(json, "{s:I, s:s, s?I, s?I, s?I, s?b, s:o}", "function", &function, "failed", &failed, "questions",
                    &questions, "unanswered", &unanswered, "unasked", &unasked, "known", &known, "proofs",
                    &list) != 0 ||
        function < 0 || function > G_MAXUINT32 || !json_is_array(list))
        return FALSE;
    HtolProof *proofs = htol_arena_new0(arena, HtolProof, MAX(json_array_size(list), 1));
    *proved = (HtolProved){.function = (guint32)function,
                           .failed = copy_string(arena, failed),
                           .questions = (guint32)questions,
                           .unanswered = (guint32)unanswered,
                           .unasked = (guint32)unasked,
                           .n_proofs = (guint32)json_array_size(list),
                           .proofs = proofs,
                           .known = known};
    for (guint32 i = 0; i < proved->n_proofs; i++)
        if (!read_proof(arena, json_array_get(list, i), &proofs[i]))
            return FALSE;
    return TRUE;
}

static gboolean read_line(HtolArena *arena, const char *line, HtolProved *proved)
{
    json_t *json = json_loads(line, 0, NULL);
    gboolean good = json && read_function(arena, json, proved);
    json_decref(json);
    return good;
}

HtolProved *htol_proved_read(HtolArena *arena, const char *text, guint *n, GError **error)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    HtolProved *all = htol_arena_new0(arena, HtolProved, g_strv_length(lines) + 1);
    guint count = 0;
    *n = 0;
    for (char **line = lines; *line; line++) {
        if (!**line)
            continue;
        if (!read_line(arena, *line, &all[count])) {
            g_set_error(error, HTOL_PROOF_ERROR, 0, "line %u has no verdicts on a function", (guint)(line - lines) + 1);
            return NULL;
        }
        count++;
    }
    *n = count;
    return all;
}

static gboolean parse_id(const char *text, guint8 id[HTOL_ID_SIZE])
{
    if (strlen(text) != 2 * HTOL_ID_SIZE || strspn(text, "0123456789abcdef") != 2 * HTOL_ID_SIZE)
        return FALSE;
    for (guint i = 0; i < HTOL_ID_SIZE; i++)
        id[i] = (guint8)(g_ascii_xdigit_value(text[2 * i]) << 4 | g_ascii_xdigit_value(text[2 * i + 1]));
    return TRUE;
}

static gboolean read_head(const char *line, guint8 id[HTOL_ID_SIZE])
{
    const char *what, *table;
    int version;
    json_t *json = json_loads(line, 0, NULL);
    gboolean good = json &&
                    json_unpack(json, "{s:s, s:i, s:s}", "hlcov", &what, "version", &version, "table", &table) == 0 &&
                    strcmp(what, "verdicts") == 0 && version == PROOF_VERSION && parse_id(table, id);
    json_decref(json);
    return good;
}

gboolean htol_proofs_table(const char *text, guint8 id[HTOL_ID_SIZE], GError **error)
{
    const char *end = strchr(text, '\n');
    g_autofree char *head = g_strndup(text, end ? (gsize)(end - text) : 0);
    if (end && read_head(head, id))
        return TRUE;
    g_set_error(error, HTOL_PROOF_ERROR, 0, "the first line is not that of verdicts");
    return FALSE;
}

HtolProved *htol_proofs_read(HtolArena *arena, const char *text, const guint8 id[HTOL_ID_SIZE], guint *n,
                             GError **error)
{
    guint8 found[HTOL_ID_SIZE];
    *n = 0;
    if (!htol_proofs_table(text, found, NULL) || !htol_id_equal(found, id)) {
        g_set_error(error, HTOL_PROOF_ERROR, 0, "the first line is not that of verdicts on this unit");
        return NULL;
    }
    return htol_proved_read(arena, strchr(text, '\n') + 1, n, error);
}

/* ---- which of two ---- */

/* How much was proved of a unit; the more, the greater, number by number. */
typedef struct {
    guint64 functions, proofs, answered;
} Worth;

static Worth worth_of(const HtolProved *all, guint n)
{
    Worth worth = {0, 0, G_MAXUINT64};
    for (guint i = 0; i < n; i++) {
        worth.functions += !*all[i].failed;
        worth.proofs += all[i].n_proofs;
        worth.answered -= all[i].unanswered;
    }
    return worth;
}

static gint compare_numbers(guint64 one, guint64 other)
{
    return (one > other) - (one < other);
}

static char *text_of(const HtolProved *all, guint n)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < n; i++)
        htol_proved_write(&all[i], text);
    return g_string_free(text, FALSE);
}

gint htol_proofs_compare(const HtolProved *one, guint n_one, const HtolProved *other, guint n_other)
{
    Worth first = worth_of(one, n_one), second = worth_of(other, n_other);
    gint order = compare_numbers(first.functions, second.functions);
    order = order ? order : compare_numbers(first.proofs, second.proofs);
    order = order ? order : compare_numbers(first.answered, second.answered);
    if (order != 0)
        return order;
    g_autofree char *text = text_of(one, n_one), *other_text = text_of(other, n_other);
    return strcmp(other_text, text);
}

/* ---- what is not recorded ---- */

void htol_proof_mark(HtolArena *arena, HtolProof *proof)
{
    if (proof->unrecorded)
        return;
    proof->unrecorded = TRUE;
    proof->why =
        htol_arena_printf(arena, "%s; a program that does not record it was built (hlcov cc --proofs)", proof->why);
}

/* Returns the proofs that are marked, as a set of kinds and objectives; to be unreferenced. */
static GHashTable *marked_of(const HtolProved *proved)
{
    GHashTable *marked = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint32 i = 0; i < proved->n_proofs; i++)
        if (proved->proofs[i].unrecorded)
            g_hash_table_add(marked, g_strdup_printf("%d %s", proved->proofs[i].kind, proved->proofs[i].objective));
    return marked;
}

static void mark_function(HtolArena *arena, HtolProved *proved, const HtolProved *other)
{
    g_autoptr(GHashTable) marked = marked_of(other);
    if (g_hash_table_size(marked) == 0)
        return;
    HtolProof *proofs = htol_arena_memdup(arena, proved->proofs, proved->n_proofs * sizeof *proofs);
    for (guint32 i = 0; i < proved->n_proofs; i++) {
        g_autofree char *name = g_strdup_printf("%d %s", proofs[i].kind, proofs[i].objective);
        if (g_hash_table_contains(marked, name))
            htol_proof_mark(arena, &proofs[i]);
    }
    proved->proofs = proofs;
}

void htol_proofs_mark(HtolArena *arena, HtolProved *all, guint n, const HtolProved *other, guint n_other)
{
    for (guint i = 0; i < n; i++)
        for (guint k = 0; k < n_other; k++)
            if (all[i].function == other[k].function)
                mark_function(arena, &all[i], &other[k]);
}

gboolean htol_proofs_join(HtolArena *arena, HtolProved *one, guint n_one, HtolProved *other, guint n_other)
{
    gboolean first = !other || htol_proofs_compare(one, n_one, other, n_other) > 0;
    if (first)
        htol_proofs_mark(arena, one, n_one, other, other ? n_other : 0);
    else
        htol_proofs_mark(arena, other, n_other, one, n_one);
    return first;
}

char *htol_proofs_renew(const char *text, const char *former, const guint8 id[HTOL_ID_SIZE])
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    guint n, n_former;
    HtolProved *all = htol_proofs_read(arena, text, id, &n, NULL);
    const HtolProved *others = all ? htol_proofs_read(arena, former, id, &n_former, NULL) : NULL;
    if (!others)
        return NULL;
    htol_proofs_mark(arena, all, n, others, n_former);
    GString *marked = g_string_new(NULL);
    htol_proofs_write(id, all, n, marked);
    return g_string_free(marked, FALSE);
}
