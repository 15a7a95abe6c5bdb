/* Writes the probes of data flow; see shadow.h.
 *
 * A variable has a local hlcov_s<its index>, a pointer to the slots, as far from the first as the number of the
 * definition that wrote it last: `x = e;` becomes `(x = e,hlcov_s0=SLOTS+2);`, and a use becomes
 * `(STORE_AT(hlcov_s0+slot),x)`: one instruction, where an index takes two. Of a piled variable each definition has a
 * local, hlcov_s<index>_<number>: as far from the first slot as its own is among those of a use, while something that
 * it wrote may be there, else 0. */
#include "annot/probes/shadow.h"

#include "annot/probes/cells.h"

typedef struct {
    const AnnotProbe *probe;
    const AnnotFunction *function;
    const AnnotFlows *flows;
    GArray *first_definition; /* guint32, by variable: its first definition; one more than variables */
    GArray *is_followed;      /* gboolean, by variable: some use depends on its local */
    GPtrArray *stores, *sets; /* GString or NULL, by access: expressions, each ended by a comma */
    GPtrArray *behind;        /* GString or NULL, by access: statements about the cell that it is of */
} Writer;

static const AnnotAccess *access_at(const Writer *w, guint32 access)
{
    return &g_array_index(w->flows->defuse->accesses, AnnotAccess, access);
}

static const AnnotFlowVariable *variable_at(const Writer *w, guint32 variable)
{
    return &g_array_index(w->flows->variables, AnnotFlowVariable, variable);
}

static guint32 count_definitions(const Writer *w, guint32 variable)
{
    return g_array_index(w->first_definition, guint32, variable + 1) -
           g_array_index(w->first_definition, guint32, variable);
}

static GString *text_at(GPtrArray *texts, guint32 access)
{
    if (!texts->pdata[access])
        texts->pdata[access] = g_string_new(NULL);
    return texts->pdata[access];
}

/* ---- cells ---- */

static gboolean has_cells(const Writer *w, guint32 variable)
{
    return variable_at(w, variable)->shape == HTOL_SHAPE_CELLS;
}

static AnnotCells cells_of(const Writer *w, guint32 variable)
{
    const AnnotFlowVariable *row = variable_at(w, variable);
    return (AnnotCells){.number = variable,
                        .elements = annot_cells_count(annot_variable_type(row)),
                        .is_volatile = w->function->returns_twice,
                        .lost = w->probe->first_slot + row->lost - 1};
}

static AnnotCell cell_at(const Writer *w, guint32 access)
{
    AnnotCell cell;
    gboolean found = annot_variable_cell(access_at(w, access), &cell);
    g_assert(found); /* else the variable is not measured */
    return cell;
}

/* ---- what is done ---- */

/* Appends what notes that definition `number` of the variable was evaluated; 0: the variable holds nothing. `part`: it
 * wrote only a part, so that others may still be there. */
static void append_set(const Writer *w, guint32 variable, guint32 number, gboolean part, GString *out)
{
    const AnnotFlowVariable *row = variable_at(w, variable);
    if (has_cells(w, variable)) {
        AnnotCells cells = cells_of(w, variable);
        annot_cells_append_all(&cells, number, out);
        return;
    }
    if (!row->piled) {
        g_string_append_printf(out, "hlcov_s%u=" ANNOT_BITS "+%u,", variable, number);
        return;
    }
    for (guint32 n = 0; n <= count_definitions(w, variable); n++)
        if (n == number)
            g_string_append_printf(out, "hlcov_s%u_%u=" ANNOT_BITS "+%u,", variable, n, annot_flow_offset(row, n));
        else if (n == 0 || !part)
            g_string_append_printf(out, "hlcov_s%u_%u=" ANNOT_BITS ",", variable, n);
}

static void append_store(const Writer *w, const AnnotUse *use, guint32 number, GString *out)
{
    const AnnotFlowVariable *variable = variable_at(w, use->variable);
    guint32 slot = w->probe->first_slot + use->slot;
    if (use->fixed)
        g_string_append_printf(out, ANNOT_STORE("%u") ",", slot);
    else if (variable->piled)
        g_string_append_printf(out, ANNOT_STORE_AT("hlcov_s%u_%u+%u") ",", use->variable, number, slot);
    else
        g_string_append_printf(out, ANNOT_STORE_AT("hlcov_s%u+%u") ",", use->variable, slot);
}

/* Appends what records the state of the automaton at a use; it checks that it is one of the node's, for a jump that the
 * graph does not know may have left another. */
static void append_told(const Writer *w, const AnnotTold *told, GString *out)
{
    g_string_append_printf(out, "hlcov_p-%uu<%uu?" ANNOT_STORE("%u+(hlcov_p-%uu)") ":(void)0,", told->first,
                           told->states, w->probe->first_slot + told->slot, told->first);
}

static void collect_told(const Writer *w)
{
    for (guint i = 0; i < w->flows->uses->len; i++) {
        const AnnotUse *use = &g_array_index(w->flows->uses, AnnotUse, i);
        if (use->told.states > 0)
            append_told(w, &use->told, text_at(w->stores, use->access));
    }
}

static void collect_cell_uses(const Writer *w)
{
    for (guint i = 0; i < w->flows->uses->len; i++) {
        const AnnotUse *use = &g_array_index(w->flows->uses, AnnotUse, i);
        if (!has_cells(w, use->variable))
            continue;
        AnnotCells cells = cells_of(w, use->variable);
        AnnotCell cell = cell_at(w, use->access);
        annot_cells_append_use(&cells, &cell, w->probe->first_slot + use->slot, text_at(w->behind, use->access));
    }
}

/* Collects a store for each use that records itself; of a piled variable one for each definition that may reach it. */
static void collect_uses(const Writer *w)
{
    for (guint i = 0; i < w->flows->flows->len; i++) {
        const HtolRowFlow *flow = &g_array_index(w->flows->flows, HtolRowFlow, i);
        const AnnotUse *use = &g_array_index(w->flows->uses, AnnotUse, flow->use);
        const AnnotFlowVariable *variable = variable_at(w, use->variable);
        gboolean again = i > 0 && g_array_index(w->flows->flows, HtolRowFlow, i - 1).use == flow->use;
        if (has_cells(w, use->variable))
            continue;
        if (use->leader == flow->use && (!again || variable->piled))
            append_store(w, use, flow->slot - use->slot - annot_flow_offset(variable, 0),
                         text_at(w->stores, use->access));
    }
}

static void collect_definition(const Writer *w, const AnnotDefinition *definition)
{
    gboolean is_unknown = definition->kind == HTOL_DEFINITION_UNKNOWN;
    if (definition->access == ANNOT_NO_ACCESS || !g_array_index(w->is_followed, gboolean, definition->variable))
        return;
    if (has_cells(w, definition->variable) && definition->part) {
        AnnotCells cells = cells_of(w, definition->variable);
        AnnotCell cell = cell_at(w, definition->access);
        annot_cells_append_definition(&cells, &cell, definition->number, text_at(w->behind, definition->access));
        return;
    }
    for (guint32 i = definition->access; i < w->flows->defuse->accesses->len; i++) {
        if (i == definition->access || (is_unknown && access_at(w, i)->kind == ANNOT_ACCESS_UNKNOWN))
            append_set(w, definition->variable, definition->number, definition->part, text_at(w->sets, i));
        if (!is_unknown)
            return;
    }
}

static void collect_begins(const Writer *w)
{
    for (guint32 i = 0; i < w->flows->defuse->accesses->len; i++)
        for (guint32 v = 0; access_at(w, i)->kind == ANNOT_ACCESS_BEGIN && v < w->flows->variables->len; v++)
            if (g_array_index(w->is_followed, gboolean, v) &&
                annot_variable_touch(variable_at(w, v), access_at(w, i)) != ANNOT_TOUCHES_NOT)
                append_set(w, v, 0, FALSE, text_at(w->sets, i));
}

/* ---- where it is done ---- */

static void put_read(const Writer *w, const AnnotAccess *access, const char *stores)
{
    const char *plus = access->around == access->expr ? annot_promotion(access->expr->operands[0]) : "";
    annot_edits_wrap(w->probe->edits, access->around->at, g_strdup_printf("(%s%s", stores, plus), g_strdup(")"));
}

/* Whether the assignment may be recorded before it is made: nothing in it reads the record or may leave. */
static gboolean may_precede(const AnnotAccess *access)
{
    if (access->kind == ANNOT_ACCESS_UNKNOWN || annot_expr_may_leave(access->expr) ||
        annot_expr_has(access->expr, 1u << ANNOT_EXPR_CALL))
        return FALSE;
    return annot_mentions(access->expr, access->object.decl) == 1;
}

static gboolean is_post(const AnnotExpr *expr)
{
    return expr->op == ANNOT_OP_POST_INC || expr->op == ANNOT_OP_POST_DEC;
}

/* Returns the name of the assigned variable if it can be read again, as nobody else can have changed it; else NULL. */
static const char *plain_name(const Writer *w, const AnnotAccess *access)
{
    const AnnotExpr *left = access->expr->n_operands > 0 ? annot_object_bare(access->expr->operands[0]) : NULL;
    if (access->kind == ANNOT_ACCESS_UNKNOWN || left->kind != ANNOT_EXPR_NAME || left->decl->is_static)
        return NULL;
    if (access->expr->kind == ANNOT_EXPR_UNARY && is_post(access->expr))
        return NULL;
    for (guint i = 0; i < w->flows->variables->len; i++)
        if (variable_at(w, i)->object.decl == left->decl && variable_at(w, i)->aliased)
            return NULL;
    return left->decl->name;
}

/* Puts `effects`, expressions that end with a comma, beside a write. */
static void put_write(const Writer *w, const AnnotAccess *access, const char *effects)
{
    AnnotEdits *edits = w->probe->edits;
    AnnotExtent at = access->around->at;
    gsize length = strlen(effects) - 1;
    gboolean is_call = access->around->kind == ANNOT_EXPR_CALL;
    const char *name, *plus = is_call ? "" : annot_promotion(access->around->operands[0]);
    if (!access->valued)
        annot_edits_wrap(edits, at, g_strdup("("), g_strdup_printf(",%.*s)", (int)length, effects));
    else if (may_precede(access))
        annot_edits_wrap(edits, at, g_strdup_printf("(%s%s(", effects, plus), g_strdup("))"));
    else if ((name = plain_name(w, access)))
        annot_edits_wrap(edits, at, g_strdup("("), g_strdup_printf(",%s%s)", effects, name));
    else
        annot_edits_wrap(edits, at, g_strdup_printf(ANNOT_EXTENSION "({" ANNOT_AUTO " hlcov_v=%s(", plus),
                         g_strdup_printf(");%.*s;hlcov_v;})", (int)length, effects));
}

/* Puts `effects` beside a statement. A declaration gets no braces, as it must stay visible behind; any other statement
 * stays one. */
static void put_statement(const Writer *w, const AnnotAccess *access, const char *effects)
{
    gsize length = strlen(effects) - 1;
    g_autofree char *text = g_strndup(effects, length);
    const AnnotStmt *stmt = access->stmt;
    AnnotExtent at = {annot_text_before_pragma(w->probe->text, stmt->at.begin), stmt->at.end};
    if (stmt->kind == ANNOT_STMT_DECL)
        annot_probe_before(w->probe, stmt, text);
    else if (access->beside == ANNOT_BESIDE_BEHIND)
        annot_edits_wrap(w->probe->edits, at, g_strdup("{"), g_strdup_printf("%s;}", text));
    else
        annot_edits_wrap(w->probe->edits, at, g_strdup_printf("{%s;", text), g_strdup("}"));
}

/* Wraps elements, the last access first: of two with the same extent, such as an index that is an element, the one that
 * is wrapped first is the outer one, and an access is listed behind those in its operands. */
static void put_cells(const Writer *w)
{
    for (guint32 i = w->behind->len; i-- > 0;) {
        const GString *behind = w->behind->pdata[i];
        if (!behind)
            continue;
        const AnnotAccess *access = access_at(w, i);
        AnnotCell cell = cell_at(w, i);
        annot_cells_wrap(w->probe->edits, &cell, access->around->at, access->valued, g_strdup(behind->str));
    }
}

static void put_access(const Writer *w, guint32 i)
{
    const GString *stores = w->stores->pdata[i], *sets = w->sets->pdata[i];
    const AnnotAccess *access = access_at(w, i);
    if (!stores && !sets)
        return;
    g_autofree char *effects = g_strconcat(stores ? stores->str : "", sets ? sets->str : "", NULL);
    if (access->beside != ANNOT_BESIDE_EXPR)
        put_statement(w, access, effects);
    else if (access->kind == ANNOT_ACCESS_READ)
        put_read(w, access, effects);
    else
        put_write(w, access, effects);
}

/* ---- the function ---- */

static void declare(const Writer *w)
{
    const char *type = w->function->returns_twice ? "_Bool*volatile" : "_Bool*";
    GString *out = g_string_new(NULL);
    for (guint32 v = 0; v < w->flows->variables->len; v++) {
        const AnnotFlowVariable *variable = variable_at(w, v);
        gboolean enters = variable->kind != HTOL_VARIABLE_LOCAL;
        if (!g_array_index(w->is_followed, gboolean, v))
            continue;
        if (has_cells(w, v)) {
            AnnotCells cells = cells_of(w, v);
            annot_cells_declare(&cells, enters ? 1 : 0, out);
            continue;
        }
        if (!variable->piled)
            g_string_append_printf(out, "%s hlcov_s%u=" ANNOT_BITS "+%u;", type, v, enters ? 1 : 0);
        for (guint32 n = 0; variable->piled && n <= count_definitions(w, v); n++)
            g_string_append_printf(out, "%s hlcov_s%u_%u=" ANNOT_BITS "+%u;", type, v, n,
                                   n == (enters ? 1 : 0) ? annot_flow_offset(variable, n) : 0);
    }
    annot_edits_insert(w->probe->edits, annot_stmt_begin(w->probe->text, w->function->body), g_string_free(out, FALSE));
}

static void index_variables(const Writer *w)
{
    g_array_set_size(w->first_definition, w->flows->variables->len + 1);
    g_array_set_size(w->is_followed, w->flows->variables->len);
    for (guint i = 0; i < w->flows->definitions->len; i++)
        g_array_index(w->first_definition, guint32,
                      g_array_index(w->flows->definitions, AnnotDefinition, i).variable + 1)++;
    for (guint32 v = 0; v < w->flows->variables->len; v++)
        g_array_index(w->first_definition, guint32, v + 1) += g_array_index(w->first_definition, guint32, v);
    for (guint i = 0; i < w->flows->uses->len; i++) {
        const AnnotUse *use = &g_array_index(w->flows->uses, AnnotUse, i);
        g_array_index(w->is_followed, gboolean, use->variable) |= !use->fixed;
    }
}

static void free_text(gpointer text)
{
    if (text)
        g_string_free(text, TRUE);
}

static GPtrArray *texts_new(const AnnotFlows *flows)
{
    GPtrArray *texts = g_ptr_array_new_with_free_func(free_text);
    g_ptr_array_set_size(texts, (gint)flows->defuse->accesses->len);
    return texts;
}

void annot_shadow_function(const AnnotProbe *probe, const AnnotFunction *function, const AnnotFlows *flows)
{
    g_autoptr(GArray) first_definition = g_array_new(FALSE, TRUE, sizeof(guint32)),
                      is_followed = g_array_new(FALSE, TRUE, sizeof(gboolean));
    g_autoptr(GPtrArray) stores = texts_new(flows), sets = texts_new(flows), behind = texts_new(flows);
    Writer w = {probe, function, flows, first_definition, is_followed, stores, sets, behind};
    index_variables(&w);
    declare(&w);
    collect_uses(&w);
    collect_cell_uses(&w);
    collect_told(&w);
    for (guint i = 0; i < flows->definitions->len; i++)
        collect_definition(&w, &g_array_index(flows->definitions, AnnotDefinition, i));
    collect_begins(&w);
    put_cells(&w);
    for (guint32 i = 0; i < flows->defuse->accesses->len; i++)
        put_access(&w, i);
}
