/* Writes the probes of calls; see calls.h.
 *
 * A direct call becomes (STORE,f(x)), unless another fact tells that it was made. If one argument may not return, the
 * store comes behind it: f(({__auto_type hlcov_a=(ARG);STORE;hlcov_a;})). Several such arguments are evaluated in any
 * order: a local variable counts them, and the last one stores. A call through a pointer becomes
 * ({__auto_type hlcov_f=(POINTER);RECORD;hlcov_f;})(x); if arguments may not return, the pointer is kept until all are
 * counted. */
#include "annot/probes/calls.h"

#include "annot/probes/values.h"
#include "annot/tree/known.h"

#include <string.h>

enum { MOST_TERMS = 16 };

/* ---- what may be wrapped ---- */

/* Whether `expr`, an array, is a part of an object of its own. A compound literal, or an array in a structure that a
 * call returned, would end with the statement expression that we put around it. */
static gboolean is_in_object(const AnnotExpr *expr)
{
    expr = annot_expr_bare(expr);
    if (expr->kind == ANNOT_EXPR_MEMBER && expr->op == ANNOT_OP_DOT)
        return is_in_object(expr->operands[0]);
    return expr->kind == ANNOT_EXPR_MEMBER || expr->kind == ANNOT_EXPR_NAME || expr->kind == ANNOT_EXPR_INDEX ||
           (expr->kind == ANNOT_EXPR_UNARY && expr->op == ANNOT_OP_DEREF);
}

static gboolean is_array(const AnnotExpr *expr)
{
    return expr->type && expr->type->kind == ANNOT_TYPE_ARRAY;
}

static gboolean holds_temporary(const AnnotExpr *expr)
{
    if (expr->kind == ANNOT_EXPR_INITIALIZER ||
        (expr->kind == ANNOT_EXPR_MEMBER && is_array(expr) && !is_in_object(expr)))
        return TRUE;
    for (guint i = 0; i < expr->n_operands; i++)
        if (holds_temporary(expr->operands[i]))
            return TRUE;
    return FALSE;
}

static gboolean has_value(const AnnotExpr *expr)
{
    return expr->type && expr->type->kind != ANNOT_TYPE_VOID && expr->type->kind != ANNOT_TYPE_OTHER;
}

gboolean annot_call_operand_fits(const AnnotExpr *expr)
{
    return expr->placed && has_value(expr) && !holds_temporary(expr);
}

static gboolean is_behind(const AnnotExpr *argument)
{
    return annot_expr_may_leave(argument);
}

/* Counts the arguments that may leave; FALSE if one of them cannot be wrapped. */
static gboolean count_behind(AnnotCall *call)
{
    for (guint i = 1; i < call->expr->n_operands; i++) {
        if (!is_behind(call->expr->operands[i]))
            continue;
        if (!annot_call_operand_fits(call->expr->operands[i]))
            return FALSE;
        call->behind++;
    }
    return TRUE;
}

/* ---- how it is recorded ---- */

static void add_term(AnnotCall *call, HtolTermKind kind, guint32 index)
{
    HtolRowTerm term = {kind, index};
    g_array_append_val(call->terms, term);
}

static gboolean args_come_back(const AnnotCall *call)
{
    for (guint i = 1; i < call->expr->n_operands; i++)
        if (is_behind(call->expr->operands[i]))
            return FALSE;
    return TRUE;
}

/* Whether the call was made whenever its block or its condition was reached; sets the terms that say so. */
static gboolean is_implied(AnnotCall *call)
{
    if (!args_come_back(call))
        return FALSE;
    if (call->block && !call->block->lost) {
        g_array_append_vals(call->terms, call->block->terms->data, call->block->terms->len);
        return TRUE;
    }
    const HtolRowCondition *row = call->decision ? &call->decision->rows[call->condition] : NULL;
    if (!row || row->cut_slots == 0 || row->cut_slots > MOST_TERMS)
        return FALSE;
    for (guint32 i = 0; i < row->cut_slots; i++)
        add_term(call, HTOL_TERM_SLOT, row->cut_slot + i);
    return TRUE;
}

static void place_direct(AnnotCall *call, AnnotCfg *cfg)
{
    if (is_implied(call) || call->kept || !count_behind(call))
        return;
    call->own = TRUE;
    call->slot = cfg->slots++;
    add_term(call, HTOL_TERM_SLOT, call->slot);
    if (call->behind > 1)
        call->counter = ++cfg->counters;
}

static void place_pointer(AnnotCall *call, AnnotCfg *cfg)
{
    if (call->kept || !annot_call_operand_fits(call->expr->operands[0]) || !count_behind(call))
        return;
    call->own = TRUE;
    call->source = ++cfg->sources;
    if (call->behind > 0)
        call->counter = ++cfg->counters;
}

void annot_calls_place(const AnnotCallees *callees, AnnotCfg *cfg)
{
    for (guint i = 0; i < cfg->calls->len; i++) {
        AnnotCall *call = g_ptr_array_index(cfg->calls, i);
        if (call->callee) {
            place_direct(call, cfg);
            continue;
        }
        call->callees = annot_callees_of(callees, call->expr->operands[0]);
        place_pointer(call, cfg);
    }
}

/* ---- text ---- */

/* Returns the C expression that records the call; to be freed. `address`: of a call through a pointer, the pointer. */
static char *record_call(const AnnotProbe *probe, const AnnotCall *call, const char *address)
{
    if (call->source == 0)
        return annot_probe_store(probe, call->slot);
    GString *out = g_string_new(NULL);
    annot_values_called(probe->first_source + call->source - 1, address, out);
    return g_string_free(out, FALSE);
}

/* Returns the C statement behind an argument that may not return: it records the call if that was the last one. To be
 * freed. */
static char *record_behind(const AnnotProbe *probe, const AnnotCall *call)
{
    g_autofree char *address = g_strdup_printf("hlcov_p%u", call->counter);
    g_autofree char *text = record_call(probe, call, address);
    guint all = call->behind + (call->source > 0);
    if (call->counter == 0)
        return g_steal_pointer(&text);
    return g_strdup_printf("if(++hlcov_args%u==%u)%s", call->counter, all, text);
}

static void wrap_argument(const AnnotProbe *probe, const AnnotCall *call, const AnnotExpr *argument)
{
    g_autofree char *text = record_behind(probe, call);
    annot_edits_wrap(probe->edits, argument->at,
                     g_strdup_printf(ANNOT_EXTENSION "({" ANNOT_AUTO " hlcov_a=%s(", annot_promotion(argument)),
                     g_strdup_printf(");%s;hlcov_a;})", text));
}

static void wrap_pointer(const AnnotProbe *probe, const AnnotCall *call)
{
    g_autofree char *now =
        call->counter > 0 ? record_behind(probe, call) : record_call(probe, call, "(unsigned long)hlcov_f");
    g_autofree char *keep =
        call->counter > 0 ? g_strdup_printf("hlcov_p%u=(unsigned long)hlcov_f;", call->counter) : g_strdup("");
    annot_edits_wrap(probe->edits, call->expr->operands[0]->at, g_strdup(ANNOT_EXTENSION "({" ANNOT_AUTO " hlcov_f=("),
                     g_strdup_printf(");%s%s;hlcov_f;})", keep, now));
}

static void probe_call(const AnnotProbe *probe, const AnnotCall *call)
{
    g_autofree char *store = call->source == 0 ? record_call(probe, call, NULL) : NULL;
    if (call->counter > 0)
        annot_edits_wrap(probe->edits, call->expr->at, g_strdup_printf("(hlcov_args%u=0,", call->counter),
                         g_strdup(")"));
    else if (call->source == 0 && call->behind == 0)
        annot_edits_wrap(probe->edits, call->expr->at, g_strdup_printf("(%s,", store), g_strdup(")"));
    if (call->source > 0)
        wrap_pointer(probe, call);
    for (guint i = 1; i < call->expr->n_operands && call->behind > 0; i++)
        if (is_behind(call->expr->operands[i]))
            wrap_argument(probe, call, call->expr->operands[i]);
}

void annot_calls_function(const AnnotProbe *probe, const AnnotCfg *cfg)
{
    for (guint i = 0; i < cfg->calls->len; i++) {
        const AnnotCall *call = g_ptr_array_index(cfg->calls, i);
        gboolean binds = call->source > 0;
        if (call->own && !annot_probe_is_idle(probe, call->expr->at.begin, call->slot, !binds))
            probe_call(probe, call);
    }
}

void annot_calls_declare_locals(const AnnotCfg *cfg, GString *out)
{
    for (guint i = 1; i <= cfg->counters; i++)
        g_string_append_printf(out, "unsigned hlcov_args%u=0;unsigned long hlcov_p%u=0;", i, i);
}
