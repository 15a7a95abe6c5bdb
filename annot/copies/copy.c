/* Chooses what is copied; see copy.h. */
#include "annot/copies/copy.h"

#include "annot/copies/likely.h"
#include "annot/copies/twin.h"
#include "annot/graph/feasible.h"

#include <string.h>

/* Limits: the bytes of a text that is written twice, the ways of a decision in it, the copies in a function, the bytes
 * of the function. A function with more loops is an automaton whose states read by macros: its loops end soon, and
 * compiling them twice takes long. A larger one may be an interpreter, which would keep less in registers. */
enum { MOST_TEXT = 2000, MOST_WAYS = 64, MOST_COPIES = 32, MOST_FUNCTION = 20000 };

/* ---- what can be written twice ---- */

typedef struct {
    guint32 switched; /* the end of the switch that was met last around what follows */
    gboolean fits;
} Shape;

/* Notes statements that must not be there twice, such as labels; an AnnotTreeVisit.stmt. */
static void check_stmt(const AnnotStmt *stmt, gpointer data)
{
    Shape *shape = data;
    switch (stmt->kind) {
    case ANNOT_STMT_SWITCH: shape->switched = MAX(shape->switched, stmt->at.end); break;
    case ANNOT_STMT_CASE:
    case ANNOT_STMT_DEFAULT: shape->fits &= stmt->at.begin < shape->switched; break;
    case ANNOT_STMT_LABEL:
    case ANNOT_STMT_GOTO_ANY:
    case ANNOT_STMT_ASM:
    case ANNOT_STMT_ATTRIBUTED:
    case ANNOT_STMT_OTHER: shape->fits = FALSE; break;
    default: break;
    }
}

/* Whether the text may be written twice: no static variables, which would be others in the copy; no pragmas, labels or
 * assembler, nothing that asks for constants or the function's name. */
static gboolean has_only_plain_words(const AnnotText *text, AnnotExtent at)
{
    static const char *const others[] = {"static",   "asm",          "__asm__",
                                         "__asm",    "__label__",    "__builtin_constant_p",
                                         "__func__", "__FUNCTION__", "__PRETTY_FUNCTION__",
                                         NULL};
    return !g_strstr_len(text->bytes + at.begin, at.end - at.begin, "#pragma") && !annot_text_has_any(text, at, others);
}

static gboolean may_copy(const AnnotText *text, const AnnotContained *contained, const AnnotStmt *stmt)
{
    Shape shape = {.fits = stmt->at.end - stmt->at.begin <= MOST_TEXT && !stmt->attributed};
    AnnotTreeVisit visit = {.stmt = check_stmt, .data = &shape};
    if (!shape.fits || annot_text_follows_pragma(text, stmt->at.begin))
        return FALSE;
    annot_tree_visit_stmt(stmt, &visit);
    return shape.fits && has_only_plain_words(text, stmt->at) && annot_contained_stmt(contained, stmt);
}

/* Whether control may get back to the loop's head: do ... while (0) only looks like a loop. */
static gboolean comes_back(const AnnotCfg *cfg, const AnnotLoop *loop)
{
    for (guint i = 0; i < cfg->flow->len; i++) {
        const AnnotFlowEdge *edge = &g_array_index(cfg->flow, AnnotFlowEdge, i);
        if (edge->to == loop->head && edge->from >= loop->first && edge->from < loop->end)
            return TRUE;
    }
    return FALSE;
}

/* ---- what is known in the clean copy ---- */

/* Returns, by node, whether control may get from it to `head` within nodes `first` to `end` - 1; to be freed. */
static gboolean *leading_back(const AnnotCfg *cfg, guint32 first, guint32 end, guint32 head)
{
    gboolean *leads = g_new0(gboolean, cfg->n_nodes);
    leads[head] = TRUE;
    for (gboolean changes = TRUE; changes;) {
        changes = FALSE;
        for (guint i = cfg->flow->len; i-- > 0;) {
            const AnnotFlowEdge *edge = &g_array_index(cfg->flow, AnnotFlowEdge, i);
            gboolean inside = edge->from >= first && edge->from < end && edge->to >= first && edge->to < end;
            if (inside && leads[edge->to] && !leads[edge->from])
                changes = leads[edge->from] = TRUE;
        }
    }
    return leads;
}

typedef struct {
    const AnnotCfg *cfg;
    AnnotExtent at;
    const gboolean *hot;       /* by node; NULL: all are */
    GHashTable *cold, *warm;   /* facts that lead to nodes that are not hot, and that are: see fact_key */
    const AnnotLikely *likely; /* NULL: everything is */
    AnnotCopy *copy;
    gboolean fits;
} Facts;

static gpointer fact_key(AnnotEdgeKind kind, guint32 index)
{
    return GUINT_TO_POINTER(index * 4 + kind);
}

static void mark_known(const Facts *f, guint32 slot, gboolean known)
{
    f->copy->known[slot] = f->copy->asked[slot] = known;
}

/* Whether the block is hot; one that is not known (NULL) is not, unless all are. */
static gboolean is_hot(const Facts *f, const AnnotBlock *block)
{
    return !f->hot || (block && f->hot[block->node]);
}

static void sort_facts(const Facts *f)
{
    for (guint i = 0; i < f->cfg->blocks->len; i++) {
        const AnnotBlock *block = g_ptr_array_index(f->cfg->blocks, i);
        for (guint k = 0; k < block->edges->len; k++) {
            const AnnotEdge *edge = &g_array_index(block->edges, AnnotEdge, k);
            if (edge->kind != ANNOT_EDGE_FALL)
                g_hash_table_add(is_hot(f, block) ? f->warm : f->cold, fact_key(edge->kind, edge->index));
        }
    }
}

/* Whether the fact leads only out of the loop, as far as is known. */
static gboolean is_cold(const Facts *f, AnnotEdgeKind kind, guint32 index)
{
    gpointer key = fact_key(kind, index);
    return g_hash_table_contains(f->cold, key) && !g_hash_table_contains(f->warm, key);
}

/* Whether the block is hot, and control mostly gets there. */
static gboolean is_usual(const Facts *f, const AnnotBlock *block)
{
    return is_hot(f, block) && (!f->likely || annot_likely_block(f->likely, block));
}

static gboolean is_likely(const Facts *f, const AnnotDecision *decision, guint condition, gboolean value)
{
    return !f->likely || annot_likely_condition(f->likely, decision, condition, value);
}

/* Marks the slots of ways as known, unless their outcome is cold, or they are not `likely`. */
static void know_ways(const Facts *f, const AnnotDecision *decision, guint32 target, guint32 way, gboolean likely)
{
    if (target < HTOL_TARGET_CONDITION) {
        AnnotEdgeKind kind = target == HTOL_TARGET_TRUE ? ANNOT_EDGE_TRUE : ANNOT_EDGE_FALSE;
        mark_known(f, decision->row.slot + way, likely && !is_cold(f, kind, decision->index));
        return;
    }
    guint condition = target - HTOL_TARGET_CONDITION;
    const HtolRowCondition *row = &decision->rows[condition];
    know_ways(f, decision, row->on_false, way, likely && is_likely(f, decision, condition, FALSE));
    know_ways(f, decision, row->on_true, way + (guint32)annot_decision_ways_after(decision, row->on_false),
              likely && is_likely(f, decision, condition, TRUE));
}

static gboolean is_inside(const Facts *f, guint32 at)
{
    return at >= f->at.begin && at < f->at.end;
}

static void know_decision(Facts *f, const AnnotDecision *decision)
{
    if (!is_inside(f, decision->expr->at.begin) || decision->opaque || annot_decision_is_constant(decision))
        return;
    f->fits &= !decision->early && decision->row.ways <= MOST_WAYS;
    if (!f->fits || decision->row.ways == 0)
        return;
    gboolean likely = !f->likely || annot_likely_decision(f->likely, decision);
    know_ways(f, decision, decision->row.root, 0, likely);
    gboolean impossible[MOST_WAYS];
    annot_feasible_ways(decision, impossible);
    for (guint32 way = 0; way < decision->row.ways; way++) {
        guint32 slot = decision->row.slot + way;
        f->copy->known[slot] |= impossible[way];
        f->copy->asked[slot] &= !impossible[way];
    }
    for (guint i = 0; i < decision->row.conditions; i++)
        for (guint32 k = 0; k < decision->rows[i].cut_slots; k++)
            mark_known(f, decision->rows[i].cut_slot + k, likely);
}

static void know_arms(Facts *f)
{
    for (guint i = 0; i < f->cfg->arms->len; i++) {
        const AnnotArm *arm = g_ptr_array_index(f->cfg->arms, i);
        if (is_inside(f, arm->stmt->at.begin))
            mark_known(f, arm->slot, !is_cold(f, ANNOT_EDGE_ARM, i));
    }
}

static void know_blocks(Facts *f)
{
    for (guint i = 0; i < f->cfg->blocks->len; i++) {
        const AnnotBlock *block = g_ptr_array_index(f->cfg->blocks, i);
        if (block->own && is_inside(f, block->at))
            mark_known(f, block->slot, is_usual(f, block));
    }
}

static void know_calls(Facts *f)
{
    for (guint i = 0; i < f->cfg->calls->len; i++) {
        const AnnotCall *call = g_ptr_array_index(f->cfg->calls, i);
        if (call->own && call->source == 0 && is_inside(f, call->expr->at.begin))
            mark_known(f, call->slot, is_usual(f, call->block));
    }
}

static gboolean asks_any(const AnnotCopy *copy)
{
    for (guint32 slot = 0; slot < copy->slots; slot++)
        if (copy->asked[slot])
            return TRUE;
    return FALSE;
}

/* Finds what the clean copy knows; FALSE if it is not worth it. */
static gboolean find_known(const AnnotCfg *cfg, const gboolean *hot, const AnnotLikely *likely, AnnotCopy *copy)
{
    g_autoptr(GHashTable) cold = g_hash_table_new(NULL, NULL), warm = g_hash_table_new(NULL, NULL);
    Facts f = {cfg, copy->stmt->at, hot, cold, warm, likely, copy, TRUE};
    sort_facts(&f);
    for (guint i = 0; i < cfg->decisions->len; i++)
        know_decision(&f, g_ptr_array_index(cfg->decisions, i));
    know_arms(&f);
    know_blocks(&f);
    know_calls(&f);
    return f.fits && asks_any(copy);
}

/* ---- what is chosen ---- */

static void clear_copy(AnnotCopy *copy)
{
    g_free(copy->known);
    g_free(copy->asked);
}

static void clear_copies(GArray *copies)
{
    for (guint i = 0; i < copies->len; i++)
        clear_copy(&g_array_index(copies, AnnotCopy, i));
    g_array_set_size(copies, 0);
}

/* Adds a copy of the statement, if it is worth it. */
static void add_copy(GArray *copies, const AnnotCfg *cfg, const AnnotStmt *stmt, const gboolean *hot,
                     const AnnotLikely *likely)
{
    AnnotCopy copy = {.stmt = stmt,
                      .slots = cfg->slots,
                      .known = g_new0(gboolean, cfg->slots),
                      .asked = g_new0(gboolean, cfg->slots)};
    if (find_known(cfg, hot, likely, &copy))
        g_array_append_val(copies, copy);
    else
        clear_copy(&copy);
}

static void add_loops(GArray *copies, const AnnotText *text, const AnnotContained *contained, const AnnotCfg *cfg)
{
    for (guint i = 0; i < cfg->loops->len; i++) {
        const AnnotLoop *loop = g_ptr_array_index(cfg->loops, i);
        if (!comes_back(cfg, loop) || !may_copy(text, contained, loop->stmt))
            continue;
        g_autofree gboolean *hot = leading_back(cfg, loop->first, loop->end, loop->head);
        g_autoptr(AnnotLikely) likely = annot_likely_new(cfg, hot, loop->first, loop->end, loop->head);
        add_copy(copies, cfg, loop->stmt, hot, likely);
    }
    if (copies->len > MOST_COPIES)
        clear_copies(copies);
}

/* Adds a copy of the whole function if it calls itself, so that all of it is run again, and records no values, which
 * needs locals. */
static void add_whole(GArray *copies, const AnnotText *text, const AnnotContained *contained,
                      const AnnotFunction *function, const AnnotCfg *cfg)
{
    if (annot_twin_may_be(text, function, cfg) && cfg->sources == 0 && may_copy(text, contained, function->body))
        add_copy(copies, cfg, function->body, NULL, NULL);
}

GArray *annot_copies_new(const AnnotText *text, const AnnotContained *contained, const AnnotFunction *function,
                         AnnotCfg *cfg)
{
    GArray *copies = g_array_new(FALSE, FALSE, sizeof(AnnotCopy));
    if (function->returns_twice || function->at.end - function->at.begin > MOST_FUNCTION)
        return copies;
    add_loops(copies, text, contained, cfg);
    add_whole(copies, text, contained, function, cfg);
    for (guint i = 0; i < copies->len; i++)
        g_array_index(copies, AnnotCopy, i).done = cfg->slots + i;
    cfg->slots += copies->len;
    return copies;
}

void annot_copies_free(GArray *copies)
{
    clear_copies(copies);
    g_array_unref(copies);
}
