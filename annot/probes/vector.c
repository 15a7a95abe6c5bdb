/* Writes what collects vectors; see vector.h. Each condition has two bits, as HTOL_TUPLE_VECTOR says. */
#include "annot/probes/vector.h"

enum { FALSE_BITS = 0, TRUE_BITS = 1, UNKNOWN_BITS = 2 };

static guint count_words(const AnnotDecision *decision)
{
    return (decision->row.conditions + HTOL_VECTOR_CONDITIONS - 1) / HTOL_VECTOR_CONDITIONS;
}

static guint word_of(guint condition)
{
    return condition / HTOL_VECTOR_CONDITIONS;
}

static guint shift_of(guint condition)
{
    return 2 * (condition % HTOL_VECTOR_CONDITIONS);
}

/* Returns the bits of `word` that say that its conditions from `first` to `end` - 1 were not evaluated. */
static guint64 unknown(guint word, guint first, guint end)
{
    guint64 bits = 0;
    for (guint i = MAX(first, word * HTOL_VECTOR_CONDITIONS); i < end && word_of(i) == word; i++)
        bits |= (guint64)UNKNOWN_BITS << shift_of(i);
    return bits;
}

/* Whether the local is the vector itself, which annot_values_vector keeps, and not the values of a tuple to add. */
static gboolean is_kept(const AnnotDecision *decision)
{
    return decision->row.conditions <= ANNOT_KEPT_CONDITIONS;
}

gboolean annot_vector_is_numbered(const AnnotDecision *decision, gboolean returns_twice)
{
    return decision->row.source > 0 && !decision->early && !returns_twice && decision->n_asides == 0 &&
           annot_decision_ways_after(decision, decision->row.root) < ANNOT_MOST_WAYS;
}

static void append_bits(guint64 bits, GString *out)
{
    g_string_append_printf(out, "0x%" G_GINT64_MODIFIER "xul", bits);
}

/* Appends the expression that adds the vector in the local `variable` to the set. */
static void append_vector(const AnnotDecision *decision, guint32 first_source, const char *variable, GString *out)
{
    guint32 source = first_source + decision->row.source - 1;
    if (is_kept(decision))
        annot_values_vector(source, variable, out);
    else
        annot_values_add(source, count_words(decision), variable, out);
}

/* ---- by the number of the way ---- */

gboolean annot_vector_is_cut(const AnnotDecision *decision, guint32 target)
{
    guint first = target < HTOL_TARGET_CONDITION ? decision->row.conditions : target - HTOL_TARGET_CONDITION;
    for (guint i = first; i < decision->row.conditions; i++)
        if (annot_expr_may_leave(decision->conditions[i].expr))
            return TRUE;
    return FALSE;
}

/* Appends what a number is decoded by: of each condition where its edges lead, and the ways of the false one. */
static void declare_steps(const AnnotDecision *decision, GString *out)
{
    g_string_append_printf(out, "static const unsigned long hlcov_d%u[%u][3]={", decision->row.source,
                           decision->row.conditions);
    for (guint i = 0; i < decision->row.conditions; i++) {
        const HtolRowCondition *row = &decision->rows[i];
        g_string_append_printf(out, "{%u,%u,%" G_GUINT64_FORMAT "u},", row->on_false, row->on_true,
                               annot_decision_ways_after(decision, row->on_false));
    }
    g_string_append_printf(out, "};unsigned long hlcov_n%u=0;", decision->row.source);
}

/* Appends the call that decodes the number, unless it is kept. */
static void append_way(const AnnotProbe *probe, const AnnotDecision *decision, GString *out)
{
    g_autofree char *number = g_strdup_printf("hlcov_n%u", decision->row.source),
                    *steps = g_strdup_printf("hlcov_d%u", decision->row.source);
    AnnotWay way = {.source = probe->first_source + decision->row.source - 1,
                    .slot = probe->first_slot + decision->row.slot,
                    .conditions = decision->row.conditions,
                    .root = decision->row.root,
                    .number = number,
                    .steps = steps};
    annot_values_way(&way, out);
}

void annot_vector_count(const AnnotProbe *probe, const AnnotDecision *decision, guint from, gboolean value,
                        GString *out)
{
    const HtolRowCondition *row = &decision->rows[from];
    gboolean first = decision->row.root == from + HTOL_TARGET_CONDITION;
    guint64 add = value ? annot_decision_ways_after(decision, row->on_false) : 0;
    if (first || add > 0)
        g_string_append_printf(out, "hlcov_n%u%s=%" G_GUINT64_FORMAT "u,", decision->row.source, first ? "" : "+", add);
    if ((value ? row->on_true : row->on_false) >= HTOL_TARGET_CONDITION)
        return;
    append_way(probe, decision, out);
    g_string_append_c(out, ',');
}

/* ---- evaluated in turn ---- */

void annot_vector_declare(const AnnotDecision *decision, gboolean returns_twice, GString *out)
{
    if (annot_vector_is_numbered(decision, returns_twice)) {
        declare_steps(decision, out);
        return;
    }
    if (is_kept(decision)) {
        g_string_append_printf(out, "%sunsigned long hlcov_x%u=0;", returns_twice ? "volatile " : "",
                               decision->row.source);
        return;
    }
    g_string_append_printf(out, "%s" ANNOT_VALUE " hlcov_x%u[%u]={", returns_twice ? "volatile " : "",
                           decision->row.source, count_words(decision));
    for (guint i = 0; i < count_words(decision); i++)
        g_string_append_printf(out, "{%d,0},", HTOL_TUPLE_VECTOR);
    g_string_append(out, "};");
}

static void append_name(const AnnotDecision *decision, guint word, GString *out)
{
    g_string_append_printf(out, "hlcov_x%u", decision->row.source);
    if (!is_kept(decision))
        g_string_append_printf(out, "[%u].b", word);
}

/* Appends the assignment of `bits` to `word`, which keeps its old bits where `kept` has ones. */
static void append_word(const AnnotDecision *decision, guint word, guint64 kept, guint64 bits, GString *out)
{
    append_name(decision, word, out);
    g_string_append_c(out, '=');
    if (kept != 0) {
        append_name(decision, word, out);
        g_string_append_c(out, '&');
        append_bits(kept, out);
        g_string_append_c(out, '|');
    }
    append_bits(bits, out);
}

/* The bits of a condition that has the value. */
static guint64 bits_of(guint condition, gboolean value)
{
    return (guint64)(value ? TRUE_BITS : FALSE_BITS) << shift_of(condition);
}

/* Appends the expression that notes the value of the first condition, and that no other was evaluated yet. */
static void append_first(const AnnotDecision *decision, guint from, gboolean value, GString *out)
{
    for (guint word = 0; word < count_words(decision); word++) {
        guint64 bits = unknown(word, 0, decision->row.conditions);
        if (word == word_of(from))
            bits = (bits & ~unknown(word, from, from + 1)) | bits_of(from, value);
        g_string_append(out, word > 0 ? "," : "");
        append_word(decision, word, 0, bits, out);
    }
}

/* Appends the expression that notes the value of another condition. It is evaluated once: so what it is not yet is
 * taken from what it is. Where setjmp may return, it may be evaluated again: then what stood there, and behind, does
 * not count. */
static void append_next(const AnnotDecision *decision, guint from, gboolean value, gboolean returns_twice, GString *out)
{
    guint word = word_of(from);
    guint64 kept = ((guint64)1 << shift_of(from)) - 1;
    if (returns_twice) {
        append_word(decision, word, kept, bits_of(from, value) | unknown(word, from + 1, decision->row.conditions),
                    out);
        for (word++; word < count_words(decision); word++) {
            g_string_append_c(out, ',');
            append_word(decision, word, 0, unknown(word, 0, decision->row.conditions), out);
        }
        return;
    }
    append_name(decision, word, out);
    g_string_append(out, "-=");
    append_bits(unknown(word, from, from + 1) - bits_of(from, value), out);
}

void annot_vector_edge(const AnnotDecision *decision, guint from, gboolean value, guint32 first_source,
                       gboolean returns_twice, GString *out)
{
    const HtolRowCondition *row = &decision->rows[from];
    if (decision->row.root == from + HTOL_TARGET_CONDITION)
        append_first(decision, from, value, out);
    else
        append_next(decision, from, value, returns_twice, out);
    if ((value ? row->on_true : row->on_false) >= HTOL_TARGET_CONDITION)
        return;
    g_autofree char *name = g_strdup_printf("hlcov_x%u", decision->row.source),
                    *values = g_strdup_printf("(const " ANNOT_VALUE "*)%s", name);
    g_string_append_c(out, ',');
    append_vector(decision, first_source, is_kept(decision) ? name : values, out);
}

/* ---- evaluated before ---- */

static guint64 unknown_early(const AnnotDecision *decision, guint word)
{
    guint64 bits = 0;
    for (guint i = 0; i < decision->row.conditions; i++)
        if (decision->rows[i].state != HTOL_CONDITION_LIVE)
            bits |= unknown(word, i, i + 1);
    return bits;
}

void annot_vector_early_declare(const AnnotDecision *decision, GString *out)
{
    gboolean kept = is_kept(decision);
    g_string_append_printf(out, kept ? "unsigned long hlcov_x=" : ANNOT_VALUE " hlcov_x[%u]={", count_words(decision));
    for (guint word = 0; word < count_words(decision); word++) {
        if (!kept)
            g_string_append_printf(out, "{%d,", HTOL_TUPLE_VECTOR);
        append_bits(unknown_early(decision, word), out);
        g_string_append(out, kept ? ";" : "},");
    }
    if (!kept)
        g_string_append(out, "};");
}

void annot_vector_early_value(const AnnotDecision *decision, guint condition, GString *out)
{
    if (is_kept(decision))
        g_string_append(out, "hlcov_x");
    else
        g_string_append_printf(out, "hlcov_x[%u].b", word_of(condition));
    g_string_append_printf(out, "|=(hlcov_v&1ul)<<%u;", shift_of(condition));
}

void annot_vector_early_add(const AnnotDecision *decision, guint32 first_source, GString *out)
{
    append_vector(decision, first_source, "hlcov_x", out);
    g_string_append_c(out, ';');
}
