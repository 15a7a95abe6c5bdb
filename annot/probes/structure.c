/* Inserts the probes; see structure.h. It adds no newline, and evaluates nothing of the user's twice but the conditions
 * of a decision that are evaluated early.
 *
 * A condition A becomes ((A)?(STORE,1):(STORE,0)). If the edge ends the decision, it sets the slot of the way; if it
 * leads on, it updates the number of the way, unless that is known already. A decision D whose conditions are evaluated
 * early becomes (({STORE;}),D). */
#include "annot/probes/structure.h"

#include "annot/graph/early.h"
#include "annot/probes/calls.h"
#include "annot/probes/vector.h"
#include "annot/probes/visit.h"

/* ---- decisions ---- */

typedef struct {
    const AnnotProbe *probe;
    const AnnotDecision *decision;
} Decision;

/* Returns the C expression that an edge that ends the decision evaluates; may be ""; to be freed. */
static char *ending_edge(const Decision *d, guint from, guint32 add)
{
    const HtolRowDecision *row = &d->decision->row;
    const AnnotCondition *condition = &d->decision->conditions[from];
    guint32 slot = row->slot + condition->prefix + add;
    if (condition->prefixes == 1)
        return annot_probe_is_known(d->probe, slot) ? g_strdup("") : annot_probe_store(d->probe, slot);
    return annot_probe_store_way(d->probe, row->slot + add, d->decision->temporary);
}

/* Returns the C expression that an edge to another condition evaluates; may be ""; to be freed. */
static char *inner_edge(const Decision *d, guint from, guint to, guint32 add)
{
    const AnnotCondition *source = &d->decision->conditions[from], *target = &d->decision->conditions[to];
    const HtolRowCondition *row = &d->decision->rows[to];
    GString *out = g_string_new(NULL);
    if (source->prefixes > 1 && add > 0)
        g_string_append_printf(out, "hlcov_w%u+=%u", d->decision->temporary, add);
    if (source->prefixes == 1 && target->prefixes > 1)
        g_string_append_printf(out, "hlcov_w%u=%u", d->decision->temporary, source->prefix + add);
    if (row->cut_slots > 0) {
        g_autofree char *cut = row->cut_slots == 1
                                   ? annot_probe_store(d->probe, row->cut_slot)
                                   : annot_probe_store_way(d->probe, row->cut_slot, d->decision->temporary);
        g_string_append_printf(out, "%s%s", out->len > 0 ? "," : "", cut);
    }
    return g_string_free(out, FALSE);
}

static char *way_edge(const Decision *d, guint from, gboolean value)
{
    const HtolRowCondition *row = &d->decision->rows[from];
    guint32 target = value ? row->on_true : row->on_false;
    guint32 add = value ? (guint32)annot_decision_ways_after(d->decision, row->on_false) : 0;
    if (target < HTOL_TARGET_CONDITION)
        return ending_edge(d, from, add);
    return inner_edge(d, from, target - HTOL_TARGET_CONDITION, add);
}

/* Returns what an edge evaluates in a decision with too many ways that counts the number of the one that is taken; may
 * be ""; to be freed. */
static char *numbered_edge(const Decision *d, guint from, gboolean value)
{
    const HtolRowCondition *row = &d->decision->rows[from];
    GString *out = g_string_new(NULL);
    annot_vector_count(d->probe, d->decision, from, value, out);
    if (annot_vector_is_cut(d->decision, value ? row->on_true : row->on_false)) {
        g_autofree char *own = annot_probe_store(d->probe, d->decision->row.slot + 2 + 2 * from + (value ? 1 : 0));
        g_string_append(out, own);
    } else if (out->len > 0) {
        g_string_truncate(out, out->len - 1); /* the comma */
    }
    return g_string_free(out, FALSE);
}

/* Returns what an edge evaluates in a decision with too many ways: it records the condition's value, the outcome if it
 * ends the decision, and the vector. To be freed. */
static char *coarse_edge(const Decision *d, guint from, gboolean value)
{
    if (annot_vector_is_numbered(d->decision, d->probe->returns_twice))
        return numbered_edge(d, from, value);
    const HtolRowCondition *row = &d->decision->rows[from];
    guint32 target = value ? row->on_true : row->on_false;
    guint32 slot = d->decision->row.slot;
    g_autofree char *own = annot_probe_store(d->probe, slot + 2 + 2 * from + (value ? 1 : 0)),
                    *end = annot_probe_store(d->probe, slot + (target == HTOL_TARGET_TRUE ? 1 : 0));
    GString *out = g_string_new(own);
    if (target < HTOL_TARGET_CONDITION)
        g_string_append_printf(out, ",%s", end);
    if (d->decision->row.source > 0) {
        g_string_append_c(out, ',');
        annot_vector_edge(d->decision, from, value, d->probe->first_source, d->probe->returns_twice, out);
    }
    return g_string_free(out, FALSE);
}

/* Returns the visitor's expression for an edge that ends the decision; NULL: there is none. To be freed. */
static char *edge_visit(const Decision *d, guint from, gboolean value)
{
    const HtolRowCondition *row = &d->decision->rows[from];
    guint32 target = value ? row->on_true : row->on_false;
    if (target >= HTOL_TARGET_CONDITION || !d->probe->visitor)
        return NULL;
    return annot_visit_outcome(d->probe->visitor, d->decision, target == HTOL_TARGET_TRUE);
}

static char *edge(const Decision *d, guint from, gboolean value)
{
    g_autofree char *effect = d->decision->row.ways == 0 ? coarse_edge(d, from, value) : way_edge(d, from, value);
    g_autofree char *visit = edge_visit(d, from, value);
    const char *number = value ? "1" : "0";
    if (visit)
        return g_strdup_printf("(%s%s%s,%s)", effect, *effect ? "," : "", visit, number);
    return *effect ? g_strdup_printf("(%s,%s)", effect, number) : g_strdup(number);
}

/* Puts the probe around the condition of GNU's c ?: b, which is also its value: it is kept in a local and tested there.
 * A + promotes a bit-field, which has no type that a local could have. */
static void probe_elvis(const Decision *d)
{
    const char *promote = annot_promotion(d->decision->expr);
    g_autofree char *on_true = edge(d, 0, TRUE), *on_false = edge(d, 0, FALSE);
    annot_edits_wrap(d->probe->edits, d->decision->expr->at,
                     g_strdup_printf(ANNOT_EXTENSION "({" ANNOT_LOCAL "hlcov_v=%s(", promote),
                     g_strdup_printf(");(void)(hlcov_v?%s:%s);hlcov_v;})", on_true, on_false));
}

static void probe_condition(const Decision *d, guint i)
{
    g_autofree char *on_true = edge(d, i, TRUE), *on_false = edge(d, i, FALSE);
    if (on_true[1] == '\0' && on_false[1] == '\0')
        return;
    const AnnotCondition *condition = &d->decision->conditions[i];
    static const char *const opens[] = {"((", "(" ANNOT_EXPECT "(!!(", "(" ANNOT_EXPECT "(!!("};
    static const char *const closes[] = {")", "),0)", "),1)"};
    annot_edits_wrap(d->probe->edits, condition->expr->at, g_strdup(opens[condition->hint]),
                     g_strdup_printf("%s?%s:%s)", closes[condition->hint], on_true, on_false));
}

/* Appends statements that evaluate `count` live conditions from `first` on, and set the slot whose number
 * from `slot` on has their values as bits. To the compiler the number may be any: nothing follows from it for
 * what the conditions read, nor can it lead out of the slots. */
static void append_vector(const Decision *d, guint first, guint count, guint32 slot, GString *out)
{
    const char *sign = "register unsigned hlcov_v=";
    for (guint i = first, bit = 0; bit < count; i++) {
        if (d->decision->rows[i].state != HTOL_CONDITION_LIVE)
            continue;
        g_autofree char *text = annot_early_text(d->probe->text, d->decision->conditions[i].expr);
        g_string_append_printf(out, "%s(unsigned)((%s)!=0)<<%u", sign, text, bit++);
        sign = "|";
    }
    g_string_append_printf(out, ";" ANNOT_ASM "(\"\":\"+r\"(hlcov_v));" ANNOT_STORE("%u+(hlcov_v&%uu)") ";",
                           d->probe->first_slot + slot, (1u << count) - 1);
}

/* Appends, for a decision with too many ways, statements that record each condition's value, and the vector. */
static void append_values(const Decision *d, GString *out)
{
    gboolean has_vector = d->decision->row.source > 0;
    if (has_vector)
        annot_vector_early_declare(d->decision, out);
    for (guint i = 0; i < d->decision->row.conditions; i++) {
        if (d->decision->rows[i].state != HTOL_CONDITION_LIVE)
            continue;
        g_string_append_c(out, '{');
        append_vector(d, i, 1, d->decision->row.slot + 2 + 2 * i, out);
        if (has_vector)
            annot_vector_early_value(d->decision, i, out);
        g_string_append_c(out, '}');
    }
    if (has_vector)
        annot_vector_early_add(d->decision, d->probe->first_source, out);
}

/* Returns the expressions to be evaluated when the outcome is known, each with a comma behind it; may be ""; to be
 * freed.
 */
static char *early_outcome(const Decision *d, gboolean outcome)
{
    GString *out = g_string_new(NULL);
    g_autofree char *store = annot_probe_store(d->probe, d->decision->row.slot + (outcome ? 1 : 0));
    g_autofree char *visit = d->probe->visitor ? annot_visit_outcome(d->probe->visitor, d->decision, outcome) : NULL;
    if (d->decision->row.ways == 0)
        g_string_append_printf(out, "%s,", store);
    if (visit)
        g_string_append_printf(out, "%s,", visit);
    return g_string_free(out, FALSE);
}

/* Evaluates copies of the conditions, then the decision as it is. */
static void probe_early(const Decision *d)
{
    const HtolRowDecision *row = &d->decision->row;
    GString *open = g_string_new("(" ANNOT_EXTENSION "({");
    g_autofree char *on_true = early_outcome(d, TRUE), *on_false = early_outcome(d, FALSE);
    gboolean tests = *on_true || *on_false;
    if (row->ways > 0)
        append_vector(d, 0, annot_decision_count_live(d->decision), row->slot, open);
    else
        append_values(d, open);
    g_string_append(open, tests ? "}),(" : "}),");
    char *close = tests ? g_strdup_printf(")?(%s1):(%s0))", on_true, on_false) : g_strdup(")");
    annot_edits_wrap(d->probe->edits, d->decision->expr->at, g_string_free(open, FALSE), close);
}

/* Whether the decision need not be recorded here. Its slots, those of ways that were cut short among them, are
 * contiguous.
 */
static gboolean is_idle(const AnnotProbe *probe, const AnnotDecision *decision)
{
    guint32 slots = decision->row.ways;
    for (guint i = 0; i < decision->row.conditions; i++)
        slots += decision->rows[i].cut_slots;
    return annot_probe_is_idle(probe, decision->expr->at.begin, decision->row.slot, MAX(slots, 1));
}

static void probe_decision(const AnnotProbe *probe, const AnnotDecision *decision)
{
    Decision d = {probe, decision};
    if (is_idle(probe, decision))
        return;
    if (decision->early) {
        probe_early(&d);
        return;
    }
    for (guint i = 0; i < decision->row.conditions; i++) {
        if (decision->rows[i].state != HTOL_CONDITION_LIVE)
            continue;
        if (decision->keeps_value)
            probe_elvis(&d);
        else
            probe_condition(&d, i);
    }
}

/* ---- blocks ---- */

static void probe_end(const AnnotProbe *probe, const AnnotStmt *stmt, const char *text)
{
    if (stmt->kind == ANNOT_STMT_COMPOUND) {
        annot_edits_insert(probe->edits, stmt->at.end - 1, g_strdup_printf("%s;", text));
        return;
    }
    AnnotExtent at = {annot_text_before_pragma(probe->text, stmt->at.begin), stmt->at.end};
    annot_edits_wrap(probe->edits, at, g_strdup("{"), g_strdup_printf("%s;}", text));
}

/* Returns the expression that initialises a `for`, which is evaluated before its head is reached; NULL: there is none.
 */
static const AnnotExpr *initial(const AnnotStmt *loop)
{
    gboolean has = loop->kind == ANNOT_STMT_FOR && loop->init && loop->init->kind == ANNOT_STMT_EXPR;
    return has ? loop->init->expr : NULL;
}

static void probe_ahead(const AnnotProbe *probe, const AnnotStmt *loop, const char *text)
{
    const AnnotExpr *init = initial(loop);
    if (init)
        annot_edits_wrap(probe->edits, init->at, NULL, g_strdup_printf(",%s", text));
    else
        annot_probe_before(probe, loop, text);
}

/* Returns the statement before which the block's own store stands; NULL: it does not stand before one. */
static const AnnotStmt *stored_before(const AnnotBlock *block)
{
    if (block->behind || (block->ahead && initial(block->loop)))
        return NULL;
    return block->ahead ? block->loop : block->stmt;
}

/* Puts the block's own store behind each of the branches that lead to it, which may lie elsewhere than the block: one
 * of the two may stand in a loop that is copied, and the other not. */
static void probe_ends(const AnnotProbe *probe, const AnnotBlock *block)
{
    g_autofree char *text = annot_probe_store(probe, block->slot);
    for (guint i = 0; i < block->behind->len; i++) {
        const AnnotStmt *branch = g_ptr_array_index(block->behind, i);
        if (!annot_probe_is_idle(probe, branch->at.begin, block->slot, 1))
            probe_end(probe, branch, text);
    }
}

static void probe_block(const AnnotProbe *probe, const AnnotBlock *block)
{
    g_autofree char *text = annot_probe_store(probe, block->slot);
    if (block->ahead) {
        probe_ahead(probe, block->loop, text);
        return;
    }
    switch (block->place) {
    case ANNOT_PLACE_STATEMENT: annot_probe_before(probe, block->stmt, text); break;
    case ANNOT_PLACE_LABEL: annot_edits_insert(probe->edits, block->stmt->colon, g_strdup_printf("%s;", text)); break;
    case ANNOT_PLACE_COMMA: annot_edits_wrap(probe->edits, block->expr->at, g_strdup_printf("%s,", text), NULL); break;
    case ANNOT_PLACE_NONE: g_assert_not_reached();
    }
}

/* ---- switch ---- */

/* Inserts the store of an arm. To fall into a case is not to take it, so control that falls jumps over the store. */
static void probe_arm(const AnnotProbe *probe, const AnnotArm *arm)
{
    g_autofree char *text = annot_probe_store(probe, arm->slot);
    if (!arm->falls) {
        annot_edits_insert(probe->edits, arm->stmt->colon, g_strdup_printf("%s;", text));
        return;
    }
    guint label = (*probe->labels)++;
    annot_edits_wrap(probe->edits, arm->stmt->at, g_strdup_printf("goto hlcov_l%u;", label), NULL);
    annot_edits_insert(probe->edits, arm->stmt->colon, g_strdup_printf("%s;hlcov_l%u:;", text, label));
}

static void probe_no_case(const AnnotProbe *probe, const AnnotArm *arm)
{
    const AnnotStmt *body = arm->stmt->body;
    g_autofree char *text = annot_probe_store(probe, arm->slot);
    char *arm_text = g_strdup_printf("default:%s;break;", text);
    if (body->kind == ANNOT_STMT_COMPOUND) {
        annot_edits_insert(probe->edits, annot_stmt_begin(probe->text, body), arm_text);
        return;
    }
    g_autofree char *owned = arm_text;
    annot_edits_wrap(probe->edits, body->at, g_strdup_printf("{%s", owned), g_strdup("}"));
}

/* ---- functions ---- */

static gboolean is_labelled(const AnnotStmt *stmt)
{
    return stmt &&
           (stmt->kind == ANNOT_STMT_CASE || stmt->kind == ANNOT_STMT_DEFAULT || stmt->kind == ANNOT_STMT_LABEL);
}

static gboolean is_recorded(const AnnotProbe *probe, const AnnotBlock *block)
{
    guint32 at = block->ahead ? block->loop->at.begin : block->at;
    gboolean before = probe->copied && stored_before(block) == probe->copied->stmt;
    return block->own && !block->behind && !before && !annot_probe_is_idle(probe, at, block->slot, 1);
}

static gboolean has_own_store(const AnnotProbe *probe, const AnnotCfg *cfg, const AnnotStmt *stmt)
{
    for (guint i = 0; i < cfg->blocks->len; i++) {
        const AnnotBlock *block = g_ptr_array_index(cfg->blocks, i);
        gboolean visits = probe->visitor && annot_visits(probe->visitor, block);
        if ((stored_before(block) == stmt && is_recorded(probe, block)) || (block->stmt == stmt && visits))
            return TRUE;
    }
    return FALSE;
}

/* Whether stores split a labelled statement into several. */
static gboolean is_split(const AnnotProbe *probe, const AnnotCfg *cfg, const AnnotStmt *stmt)
{
    for (; is_labelled(stmt); stmt = stmt->body)
        if (stmt->kind != ANNOT_STMT_LABEL || has_own_store(probe, cfg, stmt))
            return TRUE;
    return stmt && has_own_store(probe, cfg, stmt);
}

/* Puts braces around labelled statements that stores split, where only one may stand. */
static void brace_labelled(const AnnotProbe *probe, const AnnotCfg *cfg, const AnnotStmt *stmt)
{
    if (!stmt)
        return;
    if (stmt->sub && is_labelled(stmt) && is_split(probe, cfg, stmt))
        annot_edits_wrap(probe->edits, stmt->at, g_strdup("{"), g_strdup("}"));
    brace_labelled(probe, cfg, stmt->body);
    brace_labelled(probe, cfg, stmt->other);
    for (guint i = 0; i < stmt->n_parts; i++)
        brace_labelled(probe, cfg, stmt->parts[i]);
}

static void declare_vectors(const AnnotFunction *function, const AnnotCfg *cfg, GString *out)
{
    for (guint i = 0; i < cfg->decisions->len; i++) {
        const AnnotDecision *decision = g_ptr_array_index(cfg->decisions, i);
        if (decision->row.source > 0 && !decision->early)
            annot_vector_declare(decision, function->returns_twice, out);
    }
}

static void probe_entry(const AnnotProbe *probe, const AnnotFunction *function, const AnnotCfg *cfg)
{
    g_autofree char *text = annot_probe_store(probe, 0);
    const AnnotBlock *first = g_ptr_array_index(cfg->blocks, 0);
    GString *entry = g_string_new(NULL);
    for (guint i = 0; i < cfg->temporaries; i++)
        g_string_append_printf(entry, "%sunsigned long hlcov_w%u=0;", function->returns_twice ? "volatile " : "", i);
    declare_vectors(function, cfg, entry);
    annot_calls_declare_locals(cfg, entry);
    g_autofree char *visit = probe->visitor ? probe->visitor->enter(probe->visitor->data, 0) : NULL;
    g_string_append_printf(entry, "%s%s;", probe->visitor ? probe->visitor->declaration : "", first->own ? text : "");
    if (visit)
        g_string_append_printf(entry, "%s;", visit);
    annot_edits_insert(probe->edits, annot_stmt_begin(probe->text, function->body), g_string_free(entry, FALSE));
}

void annot_probe_function(const AnnotProbe *probe, const AnnotFunction *function, const AnnotCfg *cfg)
{
    if (!probe->copied)
        probe_entry(probe, function, cfg);
    brace_labelled(probe, cfg, probe->copied ? probe->copied->stmt : function->body);
    for (guint i = 0; i < cfg->arms->len; i++) {
        const AnnotArm *arm = g_ptr_array_index(cfg->arms, i);
        if (annot_probe_is_idle(probe, arm->stmt->at.begin, arm->slot, 1))
            continue;
        if (arm->kind == HTOL_ARM_NONE)
            probe_no_case(probe, arm);
        else
            probe_arm(probe, arm);
    }
    for (guint i = 0; i < cfg->decisions->len; i++)
        probe_decision(probe, g_ptr_array_index(cfg->decisions, i));
    annot_calls_function(probe, cfg);
    for (guint i = 1; i < cfg->blocks->len; i++) {
        const AnnotBlock *block = g_ptr_array_index(cfg->blocks, i);
        if (block->own && block->behind)
            probe_ends(probe, block);
        else if (is_recorded(probe, block))
            probe_block(probe, block);
    }
    for (guint i = 0; i < cfg->fallthroughs->len; i++) {
        const AnnotStmt *stmt = g_ptr_array_index(cfg->fallthroughs, i);
        if (!annot_probe_is_idle(probe, stmt->at.begin, 0, 0))
            annot_edits_replace(probe->edits, stmt->at, g_strdup(";"));
    }
}
