/* Finds what labels mean, and which of them a jump may lead to; see jump.h. The tree does not say whose addresses an
 * expression takes: && before the name of a label counts as taking its address. */
#include "annot/graph/jump.h"

typedef struct {
    guint32 from;
    const AnnotStmt *stmt;
} Jump;

struct AnnotJumps {
    const AnnotText *text;
    AnnotExtent function;
    GPtrArray *targets; /* AnnotTarget: all that were named or declared */
    GPtrArray *locals;  /* AnnotTarget: declared in the statements around, the innermost last */
    GHashTable *others; /* name -> AnnotTarget */
    GArray *jumps;      /* Jump */
};

static void free_target(gpointer data)
{
    annot_leads_free(((AnnotTarget *)data)->leads);
    g_free(data);
}

AnnotJumps *annot_jumps_new(const AnnotText *text, AnnotExtent function)
{
    AnnotJumps *jumps = g_new(AnnotJumps, 1);
    *jumps = (AnnotJumps){.text = text,
                          .function = function,
                          .targets = g_ptr_array_new_with_free_func(free_target),
                          .locals = g_ptr_array_new(),
                          .others = g_hash_table_new(g_str_hash, g_str_equal),
                          .jumps = g_array_new(FALSE, FALSE, sizeof(Jump))};
    return jumps;
}

void annot_jumps_free(AnnotJumps *jumps)
{
    g_ptr_array_unref(jumps->targets);
    g_ptr_array_unref(jumps->locals);
    g_hash_table_unref(jumps->others);
    g_array_unref(jumps->jumps);
    g_free(jumps);
}

static AnnotTarget *target_new(AnnotJumps *jumps, const char *name)
{
    AnnotTarget *target = g_new0(AnnotTarget, 1);
    target->name = name;
    target->to = ANNOT_NO_NODE;
    target->leads = annot_leads_new();
    g_ptr_array_add(jumps->targets, target);
    return target;
}

static gboolean is_word(const AnnotText *text, guint32 at)
{
    return at < text->size && (g_ascii_isalpha(text->bytes[at]) || text->bytes[at] == '_');
}

static guint32 next_token(const AnnotText *text, guint32 at)
{
    return annot_text_skip(text, annot_text_token_end(text, at));
}

/* Returns the name that stands at offset `at`; it is never freed. */
static const char *intern_at(const AnnotText *text, guint32 at)
{
    g_autofree char *name = g_strndup(text->bytes + at, annot_text_token_end(text, at) - at);
    return g_intern_string(name);
}

guint annot_jumps_open(AnnotJumps *jumps, const AnnotStmt *compound)
{
    guint before = jumps->locals->len;
    guint32 at = annot_text_skip(jumps->text, compound->at.begin + 1);
    while (annot_text_is_word(jumps->text, at, "__label__")) {
        guint32 end = annot_text_find(jumps->text, at, ';');
        for (at = next_token(jumps->text, at); at < end; at = next_token(jumps->text, at))
            if (is_word(jumps->text, at))
                g_ptr_array_add(jumps->locals, target_new(jumps, intern_at(jumps->text, at)));
        at = next_token(jumps->text, end);
    }
    return jumps->locals->len - before;
}

void annot_jumps_close(AnnotJumps *jumps, guint declared)
{
    g_ptr_array_set_size(jumps->locals, jumps->locals->len - declared);
}

AnnotTarget *annot_jumps_label(AnnotJumps *jumps, const char *name)
{
    for (guint i = jumps->locals->len; i > 0; i--) {
        AnnotTarget *local = g_ptr_array_index(jumps->locals, i - 1);
        if (g_str_equal(local->name, name))
            return local;
    }
    AnnotTarget *target = g_hash_table_lookup(jumps->others, name);
    if (!target) {
        target = target_new(jumps, name);
        g_hash_table_insert(jumps->others, (gpointer)name, target);
    }
    return target;
}

void annot_jumps_add(AnnotJumps *jumps, guint32 from, const AnnotStmt *stmt)
{
    Jump jump = {from, stmt};
    g_array_append_val(jumps->jumps, jump);
}

/* Whether the label's name stands in the text `at`; if `address`, behind &&. */
static gboolean names_label(const AnnotText *text, AnnotExtent at, gboolean address, const AnnotTarget *target)
{
    guint ands = 0;
    for (guint32 next = annot_text_skip(text, at.begin); next < at.end; next = next_token(text, next)) {
        if ((ands >= 2 || !address) && annot_text_is_word(text, next, target->name))
            return TRUE;
        ands = text->bytes[next] == '&' ? ands + 1 : 0;
    }
    return FALSE;
}

static void add_edges(const AnnotJumps *jumps, const AnnotTarget *target, GArray *flow)
{
    gboolean is_taken = names_label(jumps->text, jumps->function, TRUE, target);
    for (guint i = 0; i < jumps->jumps->len; i++) {
        const Jump *jump = &g_array_index(jumps->jumps, Jump, i);
        gboolean computed = jump->stmt->kind == ANNOT_STMT_GOTO_ANY;
        if (computed ? !is_taken : !names_label(jumps->text, jump->stmt->at, FALSE, target))
            continue;
        AnnotFlowEdge edge = {jump->from, target->to};
        g_array_append_val(flow, edge);
        if (target->block)
            target->block->forced = TRUE;
    }
}

void annot_jumps_finish(const AnnotJumps *jumps, GArray *flow)
{
    for (guint i = 0; i < jumps->targets->len && jumps->jumps->len > 0; i++) {
        const AnnotTarget *target = g_ptr_array_index(jumps->targets, i);
        if (target->to != ANNOT_NO_NODE)
            add_edges(jumps, target, flow);
    }
}
