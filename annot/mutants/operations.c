/* Finds operations by one pass over a function's statements; see operations.h. Which expressions are operations of a
 * kind, and what is inserted for them, it asks that kind. */
#include "annot/mutants/operations.h"

#include "annot/facts/order.h"
#include "annot/mutants/arithmetic.h"
#include "annot/mutants/constant.h"
#include "annot/mutants/deletion.h"
#include "annot/mutants/partition.h"
#include "annot/mutants/reading.h"
#include "annot/mutants/relation.h"
#include "annot/mutants/replacement.h"
#include "annot/mutants/risk.h"
#include "annot/mutants/sign.h"

/* What finds operations, in expressions or at the entry of a function, and writes their probes. Operations of one
 * expression stand in the table in this order: those that tell of others' mutants come first. */
typedef enum {
    FINDER_relation,
    FINDER_sign,
    FINDER_partition,
    FINDER_deletion,
    FINDER_arithmetic,
    FINDER_constant,
    FINDER_reading,
    FINDER_variable,
    FINDER_target,
    FINDER_risk,
    FINDERS
} Finder;

static const struct {
    void (*find)(const AnnotText *text, const AnnotMet *met, GArray *operations);
    void (*find_entry)(const AnnotText *text, const AnnotFunction *function, GArray *operations);
    void (*probe)(const AnnotProbe *probe, const AnnotOperation *operation);
    guint32 records;      /* that it is for, beside mutation operators */
    gboolean reads_other; /* it must know what could be read in place of a variable */
    gboolean overwrites;  /* it must know which variables hold a value where they are assigned to */
} finders[FINDERS] = {
    [FINDER_relation] = {annot_relation_find, NULL, annot_relation_probe, HTOL_RECORDS_COMPARISONS},
    [FINDER_sign] = {annot_sign_find, NULL, annot_sign_probe, HTOL_RECORDS_SIGNS},
    [FINDER_partition] = {NULL, annot_partition_find, annot_partition_probe, HTOL_RECORDS_PARTITIONS},
    [FINDER_deletion] = {annot_deletion_find, NULL, annot_deletion_probe, .overwrites = TRUE},
    [FINDER_arithmetic] = {annot_arithmetic_find, NULL, annot_arithmetic_probe},
    [FINDER_constant] = {annot_constant_find, NULL, annot_constant_probe},
    [FINDER_reading] = {annot_reading_find, NULL, annot_reading_probe},
    [FINDER_variable] = {annot_replacement_find, NULL, annot_replacement_probe, .reads_other = TRUE},
    [FINDER_target] = {annot_replacement_find_target, NULL, annot_replacement_probe_target, .reads_other = TRUE,
                       .overwrites = TRUE},
    [FINDER_risk] = {annot_risk_find, NULL, annot_risk_probe, HTOL_RECORDS_ERRORS},
};

/* By mutation operator: which finder finds its operations. */
static const Finder finder_of[HTOL_MUTATIONS] = {
#define MUTATION(NAME, criterion, also, sum, finder, proof) FINDER_##finder,
#include "htol/files/mutations.def"
};

/* Returns what the finder is for: HtolRecords, ORed. */
static guint32 records_of(Finder finder)
{
    guint32 records = finders[finder].records;
    for (guint i = 0; i < HTOL_MUTATIONS; i++)
        records |= finder_of[i] == finder ? (guint32)HTOL_RECORDS_MUTATION << i : 0;
    return records;
}

typedef struct {
    const AnnotText *text;
    guint32 records;
    GArray *operations;
    const AnnotType *returned;
    const AnnotExpr *whole;          /* as in AnnotMet; NULL: in none */
    const AnnotReadables *readables; /* as in AnnotMet */
    const AnnotFacts *facts;         /* as in AnnotMet */
    guint blocked;                   /* around what is walked, in which nothing may be inserted */
} Walk;

/* What becomes of a value: as in AnnotMet. */
typedef struct {
    AnnotValueUse use;
    const AnnotType *stored;
    const AnnotExpr *beside;
    guint32 stored_bits;
    gboolean reached;
} Value;

static const Value used = {.use = ANNOT_VALUE_USED}, truth = {.use = ANNOT_VALUE_TRUTH},
                   dropped = {.use = ANNOT_VALUE_DROPPED}, condition = {.use = ANNOT_VALUE_CONDITION},
                   address = {.use = ANNOT_VALUE_ADDRESS};

static void walk_expr(Walk *w, const AnnotExpr *expr, Value value);
static void walk_stmt(Walk *w, const AnnotStmt *stmt);

/* ---- expressions ---- */

/* Returns why nothing is recorded for an operation of the expression that was met. */
static HtolUnrecorded why_unrecorded(const AnnotMet *met)
{
    const AnnotExpr *expr = met->expr;
    gboolean open = met->beside && annot_order_is_open(expr, met->beside);
    if (expr->kind == ANNOT_EXPR_BINARY)
        open |= annot_order_is_open(expr->operands[0], expr->operands[1]);
    return open && !met->blocked ? HTOL_UNRECORDED_ORDER : HTOL_UNRECORDED_PLACE;
}

/* Notes in the operations from `first` on which finder found them. */
static void sign(GArray *operations, guint first, Finder finder)
{
    for (guint i = first; i < operations->len; i++)
        g_array_index(operations, AnnotOperation, i).found_by = finder;
}

/* Notes in the operations from `first` on that have no classes why nothing is recorded. */
static void explain(const AnnotMet *met, GArray *operations, guint first)
{
    for (guint i = first; i < operations->len; i++)
        if (g_array_index(operations, AnnotOperation, i).classes == 0)
            g_array_index(operations, AnnotOperation, i).unrecorded = why_unrecorded(met);
}

/* Whether a scalar is read or written that the expression names, or that is in the object that it names. */
static gboolean is_reached(const AnnotExpr *expr, Value value)
{
    return value.reached || (value.use != ANNOT_VALUE_ADDRESS && expr->type && annot_kind_is_scalar(expr->type->kind));
}

static void meet_expr(const Walk *w, const AnnotExpr *expr, Value value)
{
    AnnotMet met = {.expr = expr,
                    .whole = w->whole,
                    .readables = w->readables,
                    .facts = w->facts,
                    .use = value.use,
                    .stored = value.stored,
                    .stored_bits = value.stored_bits,
                    .blocked = w->blocked > 0 || !expr->placed,
                    .records = w->records,
                    .beside = value.beside,
                    .reached = is_reached(expr, value)};
    for (guint i = 0; i < FINDERS; i++) {
        guint before = w->operations->len;
        if (w->records & records_of(i) && finders[i].find)
            finders[i].find(w->text, &met, w->operations);
        sign(w->operations, before, i);
        explain(&met, w->operations, before);
    }
}

static Value stored_in(const AnnotExpr *object)
{
    const AnnotDecl *decl = annot_expr_bare(object)->decl;
    return (Value){
        .use = ANNOT_VALUE_STORED, .stored = object->type, .stored_bits = decl && decl->is_bit_field ? decl->bits : 0};
}

/* Returns what becomes of the value of an operand of `expr`, if that of `expr` is `value`. */
static Value value_of_operand(const AnnotExpr *expr, guint operand, Value value)
{
    gboolean last = operand + 1 == expr->n_operands;
    switch (expr->kind) {
    case ANNOT_EXPR_PAREN:
    case ANNOT_EXPR_IMPLICIT: return value;
    case ANNOT_EXPR_MEMBER:
        return (Value){.use = ANNOT_VALUE_USED, .reached = expr->op == ANNOT_OP_DOT && is_reached(expr, value)};
    case ANNOT_EXPR_INDEX: return (Value){.use = ANNOT_VALUE_USED, .reached = is_reached(expr, value)};
    case ANNOT_EXPR_LOGICAL: return truth;
    case ANNOT_EXPR_COMMA: return last ? value : dropped;
    case ANNOT_EXPR_CONDITIONAL: return operand == 0 ? truth : used;
    case ANNOT_EXPR_CAST: return expr->type->kind == ANNOT_TYPE_VOID ? dropped : (Value){.beside = value.beside};
    case ANNOT_EXPR_BINARY: return (Value){.beside = operand == 0 ? expr->operands[1] : NULL};
    case ANNOT_EXPR_UNARY:
        if (expr->op == ANNOT_OP_EXTENSION)
            return value;
        return expr->op == ANNOT_OP_NOT ? truth : expr->op == ANNOT_OP_ADDRESS ? address : used;
    case ANNOT_EXPR_ASSIGN: return last && expr->op == ANNOT_OP_ASSIGN ? stored_in(expr->operands[0]) : used;
    default: return used;
    }
}

/* Walks the body of a ({ ... }), whose value is that of the expression at its end. */
static void walk_body(Walk *w, const AnnotStmt *body, Value value)
{
    for (guint i = 0; body && i < body->n_parts; i++) {
        const AnnotStmt *part = body->parts[i];
        if (i + 1 == body->n_parts && part->kind == ANNOT_STMT_EXPR)
            walk_expr(w, part->expr, value);
        else
            walk_stmt(w, part);
    }
}

/* Whether nothing may be inserted in `expr`: it is sealed, or asks whether something is constant, and the answer could
 * change. */
static gboolean is_blocked(const AnnotExpr *expr)
{
    gboolean passes =
        expr->kind == ANNOT_EXPR_ASSIGN || expr->kind == ANNOT_EXPR_COMMA || expr->kind == ANNOT_EXPR_CALL;
    return expr->sealed || (expr->asks_constant && !passes);
}

static void walk_expr(Walk *w, const AnnotExpr *expr, Value value)
{
    if (expr->closed)
        return;
    gboolean outermost = w->whole == NULL;
    w->whole = outermost ? expr : w->whole;
    if (!expr->asks_constant)
        meet_expr(w, expr, value);
    gboolean blocks = is_blocked(expr);
    w->blocked += blocks;
    if (expr->kind == ANNOT_EXPR_STATEMENT)
        walk_body(w, expr->body, value);
    for (guint i = 0; i < expr->n_operands; i++)
        walk_expr(w, expr->operands[i], value_of_operand(expr, i, value));
    w->blocked -= blocks;
    if (outermost)
        w->whole = NULL;
}

/* ---- statements ---- */

static void walk_declaration(Walk *w, const AnnotStmt *stmt)
{
    for (guint i = 0; i < stmt->n_variables; i++)
        if (stmt->variables[i].init)
            walk_expr(w, stmt->variables[i].init,
                      (Value){.use = ANNOT_VALUE_STORED, .stored = stmt->variables[i].decl->type});
}

/* Walks a for. Nothing is inserted in a header behind a pragma: OpenMP and unroll want it as it is. */
static void walk_for(Walk *w, const AnnotStmt *stmt)
{
    gboolean blocks = annot_text_follows_pragma(w->text, stmt->at.begin);
    w->blocked += blocks;
    if (stmt->init)
        walk_stmt(w, stmt->init);
    if (stmt->expr)
        walk_expr(w, stmt->expr, condition);
    if (stmt->step)
        walk_expr(w, stmt->step, dropped);
    w->blocked -= blocks;
}

static Value value_in(const Walk *w, const AnnotStmt *stmt)
{
    switch (stmt->kind) {
    case ANNOT_STMT_IF:
    case ANNOT_STMT_WHILE:
    case ANNOT_STMT_DO: return condition;
    case ANNOT_STMT_RETURN: return (Value){.use = ANNOT_VALUE_STORED, .stored = w->returned};
    case ANNOT_STMT_EXPR: return dropped;
    default: return used;
    }
}

static void walk_asm(Walk *w, const AnnotStmt *stmt)
{
    w->blocked++;
    for (guint i = 0; i < stmt->n_operands; i++)
        walk_expr(w, stmt->operands[i], used);
    w->blocked--;
}

/* Whether nothing may be inserted in the statement: it stands right behind a pragma such as `omp atomic`, or is a
 * return with an attribute such as `musttail`. */
static gboolean keeps_form(const Walk *w, const AnnotStmt *stmt)
{
    guint32 end = annot_text_previous_end(w->text, stmt->at.begin);
    const char *atomic = g_strstr_len(w->text->bytes + end, stmt->at.begin - end, "atomic");
    if (stmt->kind == ANNOT_STMT_RETURN && stmt->attributed)
        return TRUE;
    return (stmt->kind == ANNOT_STMT_EXPR || (stmt->kind == ANNOT_STMT_COMPOUND && atomic)) &&
           annot_text_has_thread_pragma(w->text, (AnnotExtent){end, stmt->at.begin});
}

static void walk_own(Walk *w, const AnnotStmt *stmt)
{
    if (stmt->kind == ANNOT_STMT_FOR)
        walk_for(w, stmt);
    else if (stmt->kind == ANNOT_STMT_DECL)
        walk_declaration(w, stmt);
    else if (stmt->kind == ANNOT_STMT_ASM)
        walk_asm(w, stmt);
    else if (stmt->expr)
        walk_expr(w, stmt->expr, value_in(w, stmt));
}

static void walk_stmt(Walk *w, const AnnotStmt *stmt)
{
    gboolean blocks = keeps_form(w, stmt);
    w->blocked += blocks;
    walk_own(w, stmt);
    if (stmt->body)
        walk_stmt(w, stmt->body);
    if (stmt->other)
        walk_stmt(w, stmt->other);
    for (guint i = 0; i < stmt->n_parts; i++)
        walk_stmt(w, stmt->parts[i]);
    w->blocked -= blocks;
}

/* ---- operations ---- */

static gboolean is_conversion(const AnnotOperation *operation)
{
    return operation->expr && operation->expr->kind == ANNOT_EXPR_IMPLICIT;
}

/* Orders by text, outer expressions first. Of one expression, conversions come first: their text goes around that which
 * replaces its operator. */
static gint compare_operations(gconstpointer one, gconstpointer other)
{
    const AnnotOperation *x = one, *y = other;
    if (x->at.begin != y->at.begin)
        return x->at.begin < y->at.begin ? -1 : 1;
    if (x->at.end != y->at.end)
        return x->at.end > y->at.end ? -1 : 1;
    if (is_conversion(x) != is_conversion(y))
        return is_conversion(x) ? -1 : 1;
    return (x->found_by > y->found_by) - (x->found_by < y->found_by);
}

static void clear_operation(gpointer operation)
{
    AnnotOperation *cleared = operation;
    g_clear_pointer(&cleared->mutants, g_array_unref);
    g_clear_pointer(&cleared->words, g_ptr_array_unref);
}

/* Returns how many slots the operation has: one for each class, and with mutants one more, which is set when all of
 * them are. */
static guint32 slots_of(const AnnotOperation *operation)
{
    return operation->classes + (operation->classes > 0 && operation->mutants);
}

static guint32 records_known(void)
{
    guint32 records = 0;
    for (guint i = 0; i < FINDERS; i++)
        records |= records_of(i);
    return records;
}

gboolean annot_operations_share(guint32 records)
{
    return (records & records_of(FINDER_sign)) != 0;
}

gboolean annot_operations_need_assigned(guint32 records)
{
    for (guint i = 0; i < FINDERS; i++)
        if (finders[i].overwrites && records & records_of(i))
            return TRUE;
    return FALSE;
}

static gboolean needs_readables(guint32 records)
{
    for (guint i = 0; i < FINDERS; i++)
        if (finders[i].reads_other && records & records_of(i))
            return TRUE;
    return FALSE;
}

/* Whether the mutants of the operation's expression are computed from both its operands; those of a constant are not.
 */
static gboolean is_framed(const GArray *rows, guint i)
{
    const AnnotExpr *expr = g_array_index(rows, AnnotOperation, i).expr;
    for (; i > 0 && g_array_index(rows, AnnotOperation, i - 1).expr == expr; i--) {
        const AnnotOperation *before = &g_array_index(rows, AnnotOperation, i - 1);
        if (before->found_by == FINDER_arithmetic)
            return before->classes > 0;
    }
    return FALSE;
}

/* Sorts operations by their text. */
static void sort_rows(GArray *rows)
{
    for (guint i = 0; i < rows->len; i++) {
        AnnotOperation *operation = &g_array_index(rows, AnnotOperation, i);
        if (operation->expr)
            operation->at = operation->expr->at;
    }
    g_array_sort(rows, compare_operations);
    for (guint i = 0; i < rows->len; i++)
        g_array_index(rows, AnnotOperation, i).leader = i;
}

/* Lets signs of one value, of variables that are read again, be recorded where the last of them is read. If the program
 * traps in between, those before are not recorded; what is recorded was read. */
static void share_signs(GArray *rows, const AnnotDefUse *accesses)
{
    g_autoptr(GHashTable) signs = g_hash_table_new(NULL, NULL); /* const AnnotExpr: 1 + index */
    for (guint i = 0; i < rows->len; i++) {
        const AnnotOperation *operation = &g_array_index(rows, AnnotOperation, i);
        if (operation->kind == HTOL_OPERATION_SIGN && operation->classes > 0)
            g_hash_table_insert(signs, (gpointer)operation->expr, GUINT_TO_POINTER(i + 1));
    }
    g_autofree guint32 *leaders = annot_defuse_leaders(accesses, signs);
    for (guint32 a = 0; a < accesses->accesses->len; a++) {
        guint sign = GPOINTER_TO_UINT(g_hash_table_lookup(signs, annot_defuse_access(accesses, a)->expr));
        const AnnotExpr *leader = annot_defuse_access(accesses, leaders[a])->expr;
        if (sign > 0)
            g_array_index(rows, AnnotOperation, sign - 1).leader =
                GPOINTER_TO_UINT(g_hash_table_lookup(signs, leader)) - 1;
    }
}

/* Gives operations slots: first those that are recorded, then those that these lead. */
static void place_slots(GArray *rows, guint32 *slots)
{
    for (guint i = 0; i < rows->len; i++) {
        AnnotOperation *operation = &g_array_index(rows, AnnotOperation, i);
        operation->framed = is_framed(rows, i);
        operation->slot = *slots;
        *slots += operation->leader == i ? slots_of(operation) : 0;
    }
    for (guint i = 0; i < rows->len; i++) {
        AnnotOperation *operation = &g_array_index(rows, AnnotOperation, i);
        const AnnotOperation *teller = annot_operation_teller(rows, i, operation->expr);
        operation->slot = g_array_index(rows, AnnotOperation, operation->leader).slot;
        operation->teller = teller ? teller->slot : 0;
    }
}

/* Returns the operations that the rules ask for, not in order; to be freed. */
static GArray *find_rows(const AnnotText *text, const AnnotFunction *function, AnnotOperationRules rules,
                         const AnnotReadables *readables)
{
    GArray *rows = g_array_new(FALSE, FALSE, sizeof(AnnotOperation));
    g_array_set_clear_func(rows, clear_operation);
    Walk w = {.text = text,
              .records = rules.records,
              .operations = rows,
              .returned = function->decl->type->target,
              .readables = readables,
              .facts = rules.facts};
    for (guint i = 0; i < FINDERS && rules.entered; i++) {
        guint before = rows->len;
        if (rules.records & records_of(i) && finders[i].find_entry)
            finders[i].find_entry(text, function, rows);
        sign(rows, before, i);
    }
    walk_stmt(&w, function->body);
    return rows;
}

/* Counts, by mutation operator, the mutants that would be computed. */
static void count_mutants(const GArray *rows, guint32 counts[HTOL_MUTATIONS])
{
    for (guint i = 0; i < rows->len; i++) {
        const AnnotOperation *operation = &g_array_index(rows, AnnotOperation, i);
        for (guint k = 0; operation->mutants && k < operation->classes; k++)
            if (!(operation->impossible >> k & 1))
                counts[g_array_index(operation->mutants, AnnotMutant, k).mutation]++;
    }
}

/* Returns the records of mutation operators that make more than `most` mutants, and adds a row for each to `unmutated`.
 */
static guint32 find_excess(const GArray *rows, guint32 most, GArray *unmutated)
{
    guint32 counts[HTOL_MUTATIONS] = {0}, records = 0;
    count_mutants(rows, counts);
    for (guint i = 0; i < HTOL_MUTATIONS; i++) {
        if (counts[i] <= most)
            continue;
        g_array_append_val(unmutated, ((HtolRowUnmutated){i, counts[i]}));
        records |= (guint32)HTOL_RECORDS_MUTATION << i;
    }
    return records;
}

AnnotOperations *annot_operations_new(const AnnotText *text, const AnnotFunction *function, AnnotOperationRules rules,
                                      guint32 *slots)
{
    guint32 excess;
    rules.records &= records_known();
    if (rules.records == 0)
        return NULL;
    AnnotReadables *readables = needs_readables(rules.records) ? annot_readables_new(text, function) : NULL;
    AnnotOperations *found = g_new(AnnotOperations, 1);
    *found = (AnnotOperations){.records = rules.records,
                               .rows = find_rows(text, function, rules, readables),
                               .unmutated = g_array_new(FALSE, FALSE, sizeof(HtolRowUnmutated))};
    while ((excess = find_excess(found->rows, rules.mutants, found->unmutated)) != 0) {
        g_array_unref(found->rows);
        rules.records &= ~excess;
        found->rows = find_rows(text, function, rules, readables);
    }
    g_clear_pointer(&readables, annot_readables_free);
    guint32 first = *slots;
    sort_rows(found->rows);
    if (rules.accesses)
        share_signs(found->rows, rules.accesses);
    place_slots(found->rows, slots);
    if (*slots > first)
        found->untold = (*slots)++;
    return found;
}

void annot_operations_free(AnnotOperations *operations)
{
    g_array_unref(operations->rows);
    g_array_unref(operations->unmutated);
    g_free(operations);
}

/* ---- probes ---- */

void annot_operations_omit(AnnotOperations *operations, guint32 index, guint32 infeasible)
{
    g_array_index(operations->rows, AnnotOperation, index).infeasible = infeasible;
}

/* Whether the operation needs no probe: of its mutants that are not impossible, its teller records some, and all others
 * were proved infeasible. */
static gboolean is_told(const AnnotOperation *operation)
{
    guint32 told = annot_operation_told(operation) | operation->infeasible;
    return told != 0 && (told | operation->impossible) == (1u << operation->classes) - 1;
}

/* Records in `untold`, at the function's entry, that it ran while classes were not told, so that they may have
 * occurred. */
static void probe_entry(const AnnotProbe *probe, const AnnotFunction *function, guint32 untold)
{
    g_autofree char *store = annot_probe_store(probe, untold);
    annot_edits_insert(probe->edits, annot_stmt_begin(probe->text, function->body),
                       g_strdup_printf("if(" ANNOT_EXPECT "(!(" ANNOT_TOLD "),0))%s;", store));
}

/* A function with this many choices calls functions that choose. gcc's work for a branch grows with the number of
 * others on the same variables, and each choice has several: a thousand `else if (x == K)` kept it busy for 16 s, two
 * thousand for two minutes. But a call costs the program about 7 instructions, so the limit is above what people write:
 * Lua's interpreter has 1,400 choices. */
enum { CROWD = 2000 };

static gboolean is_crowded(const GArray *rows)
{
    guint tellers = 0;
    for (guint i = 0; i < rows->len; i++)
        tellers += annot_operation_is_teller(&g_array_index(rows, AnnotOperation, i));
    return tellers > CROWD;
}

void annot_operations_probe(const AnnotProbe *caller, const AnnotFunction *function, const AnnotOperations *operations)
{
    AnnotProbe own = *caller, *probe = &own;
    own.crowded = is_crowded(operations->rows);
    if (operations->untold > 0)
        probe_entry(probe, function, operations->untold);
    for (guint i = 0; i < operations->rows->len; i++) {
        const AnnotOperation *operation = &g_array_index(operations->rows, AnnotOperation, i);
        if (operation->classes > 0 && operation->leader == i && !is_told(operation))
            finders[operation->found_by].probe(probe, operation);
    }
}
