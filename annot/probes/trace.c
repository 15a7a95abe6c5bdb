/* Tells the program what is done; see trace.h. Each event is a call where it happens, of nothing but numbers:
 *
 *     x            (TELL,x)
 *     x = e        (x = e,TELL), and with its value ({__auto_type hlcov_v=(x = e);TELL;hlcov_v;})
 *     t[i]         ({__auto_type hlcov_v=(t[hlcov_trace_index(...,(i))]);TELL;hlcov_v;})
 *     f(x, g())    (BEGIN,f(x,({__auto_type hlcov_v=(g());ARGUMENT;hlcov_v;})))
 *
 * so nothing here knows what is made of it. */
#include "annot/probes/trace.h"

#include "annot/flow/flow.h"
#include "annot/probes/calls.h"

const char annot_trace_declarations[] =
    "extern unsigned hlcov_trace_begin(const char*,const char*);extern int hlcov_trace(unsigned,unsigned);"
    "extern int hlcov_trace_access(unsigned,unsigned);"
    "extern long hlcov_trace_index(unsigned,unsigned,unsigned,long);"
    "extern int hlcov_trace_call(unsigned,unsigned,unsigned);"
    "extern int hlcov_trace_argument(unsigned,unsigned,const volatile void*);";

#define ACTIVATION "hlcov_activation"

/* ---- what is told of; nodes ---- */

static gboolean has_graph(const AnnotTrace *trace)
{
    return (trace->row->recorded & (HTOL_RECORDS_PATHS | HTOL_RECORDS_FLOWS)) != 0;
}

static gboolean has_calls(const AnnotTrace *trace)
{
    return (trace->row->recorded & HTOL_RECORDS_CALLS) != 0;
}

static char *enter_node(gconstpointer data, guint32 node)
{
    return has_graph(data) ? g_strdup_printf("hlcov_trace(" ACTIVATION ",%u)", node) : NULL;
}

static char *leave_node(gconstpointer data, guint32 node)
{
    const AnnotTrace *trace = data;
    (void)node;
    return enter_node(data, trace->cfg->n_nodes - 1);
}

/* ---- accesses ---- */

static gboolean is_told(const AnnotTrace *trace, const AnnotAccess *access)
{
    if (trace->cfg->flows->defuse->fragile || access->beside == ANNOT_BESIDE_NONE || access->object.is_fixed)
        return FALSE;
    return access->kind == ANNOT_ACCESS_UNKNOWN ? trace->cfg->flows->unknown : access->kind != ANNOT_ACCESS_ADDRESS;
}

/* Returns the number of indices that are told of, and sets *cell; 0: the access is to no element that is known. */
static guint cell_of(const AnnotAccess *access, AnnotCell *cell)
{
    *cell = (AnnotCell){0};
    return annot_variable_cell(access, cell) ? cell->n : 0;
}

/* Appends the object's name, where it is declared, and its members: `s@120.a`. */
static void append_object(const AnnotObject *object, GString *out)
{
    if (!object->decl) {
        g_string_append_c(out, '-');
        return;
    }
    g_string_append_printf(out, "%s@%u", object->decl->name, object->decl->at);
    for (guint i = 0; i < object->n_members; i++)
        g_string_append_printf(out, ".%s", object->members[i]->name);
    g_string_append(out, object->part ? "/part" : "");
}

/* Appends the access's line of the listing. */
static void append_access(const AnnotTrace *trace, guint32 number, GString *out)
{
    static const char *const kinds[] = {
        [ANNOT_ACCESS_READ] = "read",   [ANNOT_ACCESS_WRITE] = "write",     [ANNOT_ACCESS_STEP] = "step",
        [ANNOT_ACCESS_BEGIN] = "begin", [ANNOT_ACCESS_ADDRESS] = "address", [ANNOT_ACCESS_UNKNOWN] = "unknown"};
    const AnnotAccess *access = &g_array_index(trace->cfg->flows->defuse->accesses, AnnotAccess, number);
    AnnotSpot spot = annot_places_find(trace->places, annot_text_skip(trace->text, access->at.begin));
    AnnotCell cell;
    g_string_append_printf(out, "%u %s %u %u %u %d %u %s ", number, kinds[access->kind], access->at.begin, spot.line,
                           spot.column, access->node == ANNOT_NO_NODE ? -1 : (int)access->node, cell_of(access, &cell),
                           !is_told(trace, access) ? "untold"
                           : access->loose         ? "loose"
                                                   : "told");
    append_object(&access->object, out);
    g_string_append(out, "\\n");
}

static void put_indices(const AnnotProbe *probe, const AnnotAccess *access, guint32 number)
{
    AnnotCell cell;
    guint n = cell_of(access, &cell);
    for (guint i = 0; i < n; i++)
        annot_edits_wrap(probe->edits, cell.indices[i]->at,
                         g_strdup_printf("hlcov_trace_index(" ACTIVATION ",%u,%u,(", number, i), g_strdup("))"));
}

/* Whether the read may be told of before it: nothing is evaluated to find its object, or it stands in a builtin, whose
 * operands are left alone. */
static gboolean is_before(const AnnotAccess *access)
{
    return access->kind == ANNOT_ACCESS_READ &&
           (access->around != access->expr || annot_object_bare(access->expr->operands[0])->kind == ANNOT_EXPR_NAME);
}

static void put_around(const AnnotProbe *probe, const AnnotAccess *access, const char *tell)
{
    AnnotExtent at = access->around->at;
    gboolean is_call = access->around->kind == ANNOT_EXPR_CALL;
    const char *plus = is_call ? "" : annot_promotion(access->around->operands[0]);
    if (is_before(access))
        annot_edits_wrap(probe->edits, at, g_strdup_printf("(%s,%s", tell, plus), g_strdup(")"));
    else if (!access->valued)
        annot_edits_wrap(probe->edits, at, g_strdup("("), g_strdup_printf(",%s)", tell));
    else
        annot_edits_wrap(probe->edits, at, g_strdup_printf(ANNOT_EXTENSION "({" ANNOT_AUTO " hlcov_v=%s(", plus),
                         g_strdup_printf(");%s;hlcov_v;})", tell));
}

/* Puts the call that tells of the access beside its statement: behind a declaration, but before a loop whose header
 * holds it. */
static void put_beside(const AnnotProbe *probe, const AnnotAccess *access, const char *tell)
{
    const AnnotStmt *stmt = access->stmt;
    AnnotExtent at = {annot_text_before_pragma(probe->text, stmt->at.begin), stmt->at.end};
    if (stmt->kind == ANNOT_STMT_DECL)
        annot_edits_wrap(probe->edits, at, NULL, g_strdup_printf("%s;", tell));
    else if (access->beside == ANNOT_BESIDE_BEHIND)
        annot_edits_wrap(probe->edits, at, g_strdup("{"), g_strdup_printf("%s;}", tell));
    else
        annot_probe_before(probe, stmt, tell);
}

/* Tells of accesses, the last first: what is wrapped first is the outer one, and an access is listed behind those in
 * its operands. */
static void tell_accesses(const AnnotTrace *trace, const AnnotProbe *probe)
{
    GArray *accesses = trace->cfg->flows->defuse->accesses;
    for (guint32 i = accesses->len; i-- > 0;) {
        const AnnotAccess *access = &g_array_index(accesses, AnnotAccess, i);
        if (!is_told(trace, access))
            continue;
        g_autofree char *tell = g_strdup_printf("hlcov_trace_access(" ACTIVATION ",%u)", i);
        if (access->beside == ANNOT_BESIDE_EXPR)
            put_around(probe, access, tell);
        else
            put_beside(probe, access, tell);
        put_indices(probe, access, i);
    }
}

/* ---- calls ---- */

static gboolean tells_operand(const AnnotCall *call, guint operand)
{
    /* What may leave holds a call, or a jump in a statement expression. */
    const guint32 may_end = 1u << ANNOT_EXPR_CALL | 1u << ANNOT_EXPR_STATEMENT;
    return operand == 0 ? call->callee == NULL : annot_expr_has(call->expr->operands[operand], may_end);
}

/* Returns how many operands of the call are told of; -1: one of them, or the call itself, cannot be. */
static gint count_operands(const AnnotCall *call)
{
    gint count = call->kept ? -1 : 0;
    for (guint i = 0; count >= 0 && i < call->expr->n_operands; i++) {
        if (tells_operand(call, i) && !annot_call_operand_fits(call->expr->operands[i]))
            return -1;
        count += tells_operand(call, i);
    }
    return count;
}

static void tell_operand(const AnnotProbe *probe, const AnnotCall *call, guint number, guint operand)
{
    const AnnotExpr *expr = call->expr->operands[operand];
    annot_edits_wrap(probe->edits, expr->at,
                     g_strdup_printf(ANNOT_EXTENSION "({" ANNOT_AUTO " hlcov_v=%s(", annot_promotion(expr)),
                     g_strdup_printf(");hlcov_trace_argument(" ACTIVATION ",%u,%s);hlcov_v;})", number,
                                     operand == 0 ? "(const volatile void*)hlcov_v" : "(void*)0"));
}

static void tell_call(const AnnotProbe *probe, const AnnotCall *call, guint number)
{
    gint operands = count_operands(call);
    if (operands < 0)
        return;
    annot_edits_wrap(probe->edits, call->expr->at,
                     g_strdup_printf("(hlcov_trace_call(" ACTIVATION ",%u,%d),", number, operands), g_strdup(")"));
    for (guint i = 0; i < call->expr->n_operands; i++)
        if (tells_operand(call, i))
            tell_operand(probe, call, number, i);
}

/* ---- the function ---- */

/* Appends the call's line of the listing. */
static void append_call(const AnnotTrace *trace, guint number, GString *out)
{
    const AnnotCall *call = g_ptr_array_index(trace->cfg->calls, number);
    g_string_append_printf(out, "%u call %d\\n", number, count_operands(call));
}

AnnotVisitor annot_trace_visitor(const AnnotTrace *trace)
{
    AnnotVisitor visitor = annot_visitor(trace->cfg);
    g_autoptr(GString) listing = g_string_new(NULL);
    for (guint32 i = 0; trace->cfg->flows && i < trace->cfg->flows->defuse->accesses->len; i++)
        append_access(trace, i, listing);
    for (guint i = 0; has_calls(trace) && i < trace->cfg->calls->len; i++)
        append_call(trace, i, listing);
    visitor.declaration =
        htol_arena_printf(trace->arena, "unsigned " ACTIVATION "=hlcov_trace_begin(\"%s/%s\",\"%s\");",
                          trace->row->name, trace->row->hash, listing->str);
    visitor.enter = enter_node;
    visitor.leave = leave_node;
    visitor.data = trace;
    return visitor;
}

void annot_trace_function(const AnnotTrace *trace, const AnnotProbe *probe)
{
    if (trace->cfg->flows)
        tell_accesses(trace, probe);
    for (guint i = 0; has_calls(trace) && i < trace->cfg->calls->len; i++)
        tell_call(probe, g_ptr_array_index(trace->cfg->calls, i), i);
}
