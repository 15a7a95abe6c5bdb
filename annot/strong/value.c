/* Finds and writes mutants of values; see value.h.
 *
 * A + B becomes ({__auto_type l=+(A);__auto_type r=+(B);f(l,r,7);}); any other expression E, ({__auto_type v=+(E);
 * g(v,9);}). f and g are functions that return the value of the mutant that is chosen, if it is one of theirs, which
 * are numbered from 7 and 9 on: so a mutant has the type of what it replaces. Mutants of A and B are chosen by f too,
 * if these are reads; it calls g for them. */
#include "annot/strong/value.h"

#include "htol/expand/expansion.h"

#include "annot/mutants/arithmetic.h"
#include "annot/mutants/mutant.h"
#include "annot/mutants/operations.h"
#include "annot/strong/chosen.h"

#include <string.h>

/* ---- comparisons and signs ---- */

/* Other comparisons, by the end of the id of their objective. */
static const struct {
    const char *weak, *symbol;
    AnnotOp op;           /* NONE: a constant */
    const char *constant; /* instead of a symbol */
} relations[] = {{"lt", "<", ANNOT_OP_LT, NULL},     {"le", "<=", ANNOT_OP_LE, NULL},
                 {"gt", ">", ANNOT_OP_GT, NULL},     {"ge", ">=", ANNOT_OP_GE, NULL},
                 {"eq", "==", ANNOT_OP_EQ, NULL},    {"ne", "!=", ANNOT_OP_NE, NULL},
                 {"true", NULL, ANNOT_OP_NONE, "1"}, {"false", NULL, ANNOT_OP_NONE, "0"}};

static const struct {
    const char *weak, *value, *before, *behind;
} signs[] = {{"abs", "hlcov_v<0?-hlcov_v:hlcov_v", "abs(", ")"},
             {"negabs", "hlcov_v<0?hlcov_v:-hlcov_v", "-abs(", ")"},
             {"zpush", "hlcov_v!=0?hlcov_v:(__builtin_trap(),hlcov_v)", "fail_if_0(", ")"}};

/* Returns what stands behind the colon of an objective's id. */
static const char *end_of_id(const char *id)
{
    const char *colon = strrchr(id, ':');
    return colon ? colon + 1 : id;
}

static void fill_relation(const AnnotText *text, const AnnotOperation *operation, AnnotChange *change)
{
    g_autofree char *l = annot_mutant_operand(text, change->expr->operands[0]),
                    *r = annot_mutant_operand(text, change->expr->operands[1]);
    for (guint i = 0; i < G_N_ELEMENTS(relations); i++) {
        if (strcmp(change->weak, relations[i].weak) != 0)
            continue;
        const char *symbol = relations[i].symbol;
        change->value = symbol ? g_strdup_printf("hlcov_l%shlcov_r", symbol) : g_strdup(relations[i].constant);
        change->after = symbol ? g_strdup_printf("%s %s %s", l, symbol, r) : g_strdup(relations[i].constant);
        change->effect = symbol ? annot_effect_of_relation(operation, relations[i].op)
                                : annot_effect_of_truth(operation, *relations[i].constant == '1');
    }
}

static void fill_sign(const AnnotText *text, AnnotChange *change)
{
    g_autofree char *operand = annot_text_folded(text, change->expr->at, 80);
    for (guint i = 0; i < G_N_ELEMENTS(signs); i++)
        if (strcmp(change->weak, signs[i].weak) == 0) {
            change->value = g_strdup(signs[i].value);
            change->after = g_strconcat(signs[i].before, operand, signs[i].behind, NULL);
        }
}

/* ---- computed mutants ---- */

static const struct {
    HtolOperator op;
    const char *value;
} replacements[] = {{HTOL_OPERATOR_ADD, "hlcov_l+hlcov_r"},  {HTOL_OPERATOR_SUB, "hlcov_l-hlcov_r"},
                    {HTOL_OPERATOR_MUL, "hlcov_l*hlcov_r"},  {HTOL_OPERATOR_DIV, "hlcov_l/hlcov_r"},
                    {HTOL_OPERATOR_REM, "hlcov_l%hlcov_r"},  {HTOL_OPERATOR_AND, "hlcov_l&hlcov_r"},
                    {HTOL_OPERATOR_OR, "hlcov_l|hlcov_r"},   {HTOL_OPERATOR_XOR, "hlcov_l^hlcov_r"},
                    {HTOL_OPERATOR_SHL, "hlcov_l<<hlcov_r"}, {HTOL_OPERATOR_SHR, "hlcov_l>>hlcov_r"},
                    {HTOL_OPERATOR_LEFT, "hlcov_l"},         {HTOL_OPERATOR_RIGHT, "hlcov_r"}};
static const struct {
    HtolOperator op;
    const char *value;
} insertions[] = {{HTOL_OPERATOR_ADD, "hlcov_v+1"},
                  {HTOL_OPERATOR_SUB, "hlcov_v-1"},
                  {HTOL_OPERATOR_NEGATE, "-hlcov_v"},
                  {HTOL_OPERATOR_COMPLEMENT, "~hlcov_v"},
                  {HTOL_OPERATOR_NOT, "!hlcov_v"}};

/* Returns the C of a binary operator's mutant; to be freed. A shift that treats the sign otherwise has a type of its
 * own for its left operand. */
static char *replaced_value(const AnnotOperation *operation, const AnnotMutant *mutant)
{
    AnnotNumber other = operation->type;
    other.is_signed = !other.is_signed;
    if (operation->expr->op == ANNOT_OP_SHR && mutant->op == HTOL_OPERATOR_SHR)
        return g_strdup_printf("(%s)hlcov_l>>hlcov_r", annot_number_name(other));
    for (guint i = 0; i < G_N_ELEMENTS(replacements); i++)
        if (replacements[i].op == mutant->op)
            return g_strdup(replacements[i].value);
    return NULL;
}

static char *inserted_value(const AnnotMutant *mutant)
{
    for (guint i = 0; i < G_N_ELEMENTS(insertions); i++)
        if (insertions[i].op == mutant->op)
            return g_strdup(insertions[i].value);
    return NULL;
}

static const char *const symbols[] = {
    [ANNOT_OP_MUL] = "*", [ANNOT_OP_DIV] = "/",  [ANNOT_OP_REM] = "%",  [ANNOT_OP_ADD] = "+",
    [ANNOT_OP_SUB] = "-", [ANNOT_OP_SHL] = "<<", [ANNOT_OP_SHR] = ">>", [ANNOT_OP_LT] = "<",
    [ANNOT_OP_GT] = ">",  [ANNOT_OP_LE] = "<=",  [ANNOT_OP_GE] = ">=",  [ANNOT_OP_EQ] = "==",
    [ANNOT_OP_NE] = "!=", [ANNOT_OP_BAND] = "&", [ANNOT_OP_XOR] = "^",  [ANNOT_OP_BOR] = "|"};

/* What constant.h puts in place of a constant, by number of the mutant; then come its neighbours, above and below. */
static const char *const constants[] = {"0", "1", "-1"};

/* Returns the C of a binary operator with mutant `k` of its constant operand: the one that is closed. Numbers next to
 * it are computed without a sign, so that they do not overflow. To be freed. */
static char *constant_value(const AnnotOperation *operation, guint k)
{
    const AnnotExpr *expr = operation->expr;
    gboolean left = expr->operands[0]->closed, shifts = expr->op == ANNOT_OP_SHL || expr->op == ANNOT_OP_SHR;
    const char *type = shifts && !left ? "int" : annot_number_name(operation->type),
               *suffix = operation->type.is_float ? "" : "ULL", *own = left ? "hlcov_l" : "hlcov_r";
    g_autofree char *next = g_strdup_printf(k == 3 ? "%s+1%s" : "%s-1%s", own, suffix);
    g_autofree char *constant = g_strdup_printf("(%s)(%s)", type, k < 3 ? constants[k] : next);
    if (left)
        return g_strdup_printf("%s%s hlcov_r", constant, symbols[expr->op]);
    return g_strdup_printf("hlcov_l%s %s", symbols[expr->op], constant);
}

static char *computed_value(const AnnotOperation *operation, guint k)
{
    const AnnotMutant *mutant = &g_array_index(operation->mutants, AnnotMutant, k);
    if (mutant->mutation == HTOL_MUTATION_CRP)
        return constant_value(operation, k);
    return operation->expr->kind == ANNOT_EXPR_BINARY ? replaced_value(operation, mutant) : inserted_value(mutant);
}

static void fill_computed(const AnnotOperation *operation, guint k, AnnotChange *change)
{
    const AnnotMutant *mutant = &g_array_index(operation->mutants, AnnotMutant, k);
    change->after = g_strdup(mutant->text ? mutant->text : "");
    change->weak = "";
    if (mutant->mutation == HTOL_MUTATION_SDL)
        change->kind = ANNOT_CHANGE_EFFECT;
    else
        change->value = computed_value(operation, k);
    if (change->value)
        change->effect = annot_effect_of_computed(operation, k);
}

/* ---- what may be concluded ---- */

static gboolean divides_or_shifts(HtolOperator op)
{
    return op == HTOL_OPERATOR_DIV || op == HTOL_OPERATOR_REM || op == HTOL_OPERATOR_SHL || op == HTOL_OPERATOR_SHR;
}

static gboolean is_risky(const AnnotExpr *expr)
{
    return expr->op == ANNOT_OP_DIV || expr->op == ANNOT_OP_REM || expr->op == ANNOT_OP_SHL || expr->op == ANNOT_OP_SHR;
}

static gboolean is_float(const AnnotExpr *expr)
{
    return !expr->type || expr->type->kind == ANNOT_TYPE_FLOAT;
}

/* Whether the run is the same if the value never differs: the operator and its mutant neither trap nor are undefined
 * for operands that the other one takes, and what is compared is all of the value that is used. */
static gboolean is_sure(const AnnotOperation *operation, const AnnotMutant *mutant)
{
    const AnnotExpr *expr = operation->expr;
    if (expr->kind == ANNOT_EXPR_BINARY && (is_float(expr->operands[0]) || is_float(expr->operands[1])))
        return FALSE;
    if (!mutant)
        return !is_float(expr);
    gboolean converts =
        operation->comparison.kind == ANNOT_COMPARE_FLOAT || operation->comparison.kind == ANNOT_COMPARE_INTEGER;
    gboolean traps = divides_or_shifts(mutant->op) || (expr->kind == ANNOT_EXPR_BINARY && is_risky(expr));
    return !operation->type.is_float && !converts && !traps && mutant->mutation != HTOL_MUTATION_SDL;
}

/* ---- from objectives to mutants ---- */

static gboolean is_written_in_place(const AnnotText *text, const AnnotChange *change)
{
    if (change->kind == ANNOT_CHANGE_EFFECT)
        return TRUE;
    return change->value && (change->expr->kind != ANNOT_EXPR_BINARY || annot_infix_at(text, change->expr) != 0);
}

/* Returns the mutant that an objective of the operation is about, all but its operator. */
static AnnotChange change_of(const AnnotStrongInput *input, const AnnotOperation *operation,
                             const HtolObjective *objective)
{
    AnnotChange change = {
        .kind = ANNOT_CHANGE_VALUE, .at = operation->at, .expr = operation->expr, .weak = end_of_id(objective->id)};
    const AnnotMutant *mutant = NULL;
    if (operation->kind == HTOL_OPERATION_RELATION)
        fill_relation(input->text, operation, &change);
    else if (operation->kind == HTOL_OPERATION_SIGN)
        fill_sign(input->text, &change);
    else {
        mutant = &g_array_index(operation->mutants, AnnotMutant, objective->mutant);
        fill_computed(operation, objective->mutant, &change);
    }
    change.sure = is_sure(operation, mutant);
    change.unwritten = is_written_in_place(input->text, &change) ? 0 : 1 + HTOL_UNRECORDED_PLACE;
    return change;
}

/* Whether the objective's mutant is of another operator, which its criterion has too. */
static gboolean is_of_other(const AnnotOperation *operation, const HtolObjective *objective, const char *name)
{
    static const char *const names[] = {
#define MUTATION(NAME, criterion, also, sum, finder, proof) #NAME,
#include "htol/files/mutations.def"
    };
    if (operation->kind != HTOL_OPERATION_COMPUTED || objective->unmeasured)
        return FALSE;
    return strcmp(names[g_array_index(operation->mutants, AnnotMutant, objective->mutant).mutation], name) != 0;
}

static void add_objective(const AnnotStrongInput *input, AnnotStrongOperator by, const HtolObjective *objective,
                          GArray *changes)
{
    if (objective->site.kind != HTOL_SITE_OPERATION || objective->site.index >= input->cfg->operations->rows->len)
        return;
    const AnnotOperation *operation =
        &g_array_index(input->cfg->operations->rows, AnnotOperation, objective->site.index);
    if (!operation->expr || is_of_other(operation, objective, annot_strong_name(by)))
        return;
    AnnotChange change;
    if (objective->unmeasured)
        change = (AnnotChange){.at = operation->at, .expr = operation->expr, .unwritten = 1 + operation->unrecorded};
    else
        change = change_of(input, operation, objective);
    change.by = by;
    annot_changes_add(changes, input->operators, change);
}

static gboolean find_operator(const char *name, AnnotStrongOperator *by)
{
    for (*by = 0; *by < ANNOT_STRONG_OPERATORS; (*by)++)
        if (strcmp(annot_strong_name(*by), name) == 0)
            return TRUE;
    return FALSE;
}

/* Selects the criteria whose objectives are mutants of operations. */
static HtolSelection select_operators(guint32 operators)
{
    HtolSelection selection = {0};
    AnnotStrongOperator by;
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        selection.wanted[i] = find_operator(htol_criteria[i].name, &by) && operators >> by & 1 &&
                              by != ANNOT_STRONG_COR && by != ANNOT_STRONG_LCR;
    return selection;
}

/* Orders mutants of operations by the place of these, as they stand in the graph: outer ones before inner ones. */
static gint compare_places(gconstpointer one, gconstpointer other)
{
    const HtolObjective *x = *(HtolObjective *const *)one, *y = *(HtolObjective *const *)other;
    return (x->site.index > y->site.index) - (x->site.index < y->site.index);
}

void annot_strong_find_values(const AnnotStrongInput *input, GArray *changes)
{
    guint n;
    AnnotStrongOperator by;
    HtolSelection selection = select_operators(input->operators);
    if (!input->cfg->operations)
        return;
    HtolObjective *objectives = htol_expand(input->arena, input->rows, &selection, &n);
    g_autoptr(GPtrArray) sorted = g_ptr_array_new();
    for (guint i = 0; i < n; i++)
        g_ptr_array_add(sorted, &objectives[i]);
    g_ptr_array_sort(sorted, compare_places);
    for (guint i = 0; i < n; i++) {
        const HtolObjective *objective = g_ptr_array_index(sorted, i);
        if (find_operator(htol_criteria[objective->criterion].name, &by))
            add_objective(input, by, objective, changes);
    }
}

/* ---- types ---- */

static gboolean is_pointer(const AnnotExpr *expr)
{
    return expr->type && (expr->type->kind == ANNOT_TYPE_POINTER || expr->type->kind == ANNOT_TYPE_ARRAY ||
                          expr->type->kind == ANNOT_TYPE_FUNCTION);
}

const char *annot_strong_type(const AnnotExpr *expr)
{
    if (is_pointer(expr))
        return "unsigned long";
    return expr->type ? annot_number_name(annot_mutant_promoted(expr)) : NULL;
}

static gboolean compares(const AnnotExpr *expr)
{
    return expr->op >= ANNOT_OP_LT && expr->op <= ANNOT_OP_NE;
}

const char *annot_strong_result_type(const AnnotExpr *expr)
{
    if (compares(expr))
        return "int";
    return expr->type ? annot_number_name(annot_number_of(expr->type)) : NULL;
}

gboolean annot_strong_is_called(const AnnotExpr *expr)
{
    if (expr->kind != ANNOT_EXPR_BINARY)
        return annot_strong_type(expr) != NULL;
    return annot_strong_type(expr->operands[0]) && annot_strong_type(expr->operands[1]) &&
           annot_strong_result_type(expr) && !is_pointer(expr);
}

/* ---- text ---- */

/* Returns the name of a function of hlcov_v that chooses from mutants of it, in `type`. */
static const char *chooser_of(AnnotChoosers *choosers, const char *type, const AnnotChange *changes, guint n)
{
    g_autofree char *parameters = g_strdup_printf("(%s hlcov_v,unsigned hlcov_b)", type);
    GString *body = annot_chooser_begin(n);
    for (guint i = 0; i < n; i++)
        annot_chooser_add(body, i, changes[i].kind == ANNOT_CHANGE_NOT ? "!hlcov_v" : changes[i].value);
    return annot_choosers_name(choosers, type, parameters, annot_chooser_end(body, "hlcov_v"));
}

char *annot_strong_chosen(AnnotChoosers *choosers, const char *type, const AnnotChange *changes, guint n)
{
    return g_strdup_printf("%s(hlcov_v,%uu)", chooser_of(choosers, type, changes, n), changes->number);
}

/* How many of the mutants, from the first on, are the host's own; and, from `i` on, of the same operand that it reads.
 */
static guint count_own(const AnnotChange *changes, guint n)
{
    guint own = 0;
    while (own < n && (changes[own].kind == ANNOT_CHANGE_NOT || changes[own].expr == changes->host))
        own++;
    return own;
}

static guint count_same(const AnnotChange *changes, guint n, guint i)
{
    guint same = 1;
    while (i + same < n && changes[i + same].expr == changes[i].expr)
        same++;
    return same;
}

/* Returns the C that puts values of mutants of operands, from mutant `own` on, in place of these; to be freed. */
static char *operands_chosen(AnnotChoosers *choosers, const AnnotChange *changes, guint n, guint own)
{
    GString *out = g_string_new(NULL);
    for (guint i = own, same; i < n; i += same) {
        same = count_same(changes, n, i);
        gboolean left = annot_expr_bare(changes->host->operands[0]) == annot_expr_bare(changes[i].expr);
        const char *operand = left ? "hlcov_l" : "hlcov_r",
                   *name = chooser_of(choosers, annot_strong_type(changes[i].expr), &changes[i], same);
        g_string_append_printf(out, "%s=%s(%s,hlcov_b+%uu);", operand, name, operand, i);
    }
    return g_string_free(out, FALSE);
}

/* Returns the name of a function of the operands that chooses from the `n` mutants of the operator itself. */
static const char *operator_chooser(AnnotChoosers *choosers, const char *parameters, const AnnotChange *changes,
                                    guint n)
{
    const AnnotExpr *expr = changes->host;
    g_autofree char *value = g_strdup_printf("hlcov_l%shlcov_r", symbols[expr->op]),
                    *negated = g_strdup_printf("!(%s)", value);
    GString *body = annot_chooser_begin(n);
    for (guint i = 0; i < n; i++)
        annot_chooser_add(body, i, changes[i].kind == ANNOT_CHANGE_NOT ? negated : changes[i].value);
    return annot_choosers_name(choosers, annot_strong_result_type(expr), parameters, annot_chooser_end(body, value));
}

/* Returns the C that calls the function of the operands that chooses from the operator's mutants, and theirs. To be
 * freed. */
static char *binary_called(AnnotChoosers *choosers, const AnnotChange *changes, guint n)
{
    const AnnotExpr *expr = changes->host;
    const char *l = annot_strong_type(expr->operands[0]), *r = annot_strong_type(expr->operands[1]);
    guint own = count_own(changes, n);
    g_autofree char *parameters = g_strdup_printf("(%s hlcov_l,%s hlcov_r,unsigned hlcov_b)", l, r),
                    *before = operands_chosen(choosers, changes, n, own);
    const char *name = operator_chooser(choosers, parameters, changes, own);
    if (own < n)
        name = annot_choosers_join(choosers, annot_strong_result_type(expr), parameters,
                                   g_strdup_printf("{%sreturn %s(hlcov_l,hlcov_r,hlcov_b);}", before, name));
    return g_strdup_printf("%s((%s)hlcov_l,(%s)hlcov_r,%uu)", name, l, r, changes->number);
}

/* Returns the C that gives hlcov_v the value of the mutant that is chosen, in place; `own` is C for the value in the
 * program. To be freed. */
static char *choice_of(const AnnotChange *changes, guint n, const char *own)
{
    GString *out = g_string_new(NULL);
    g_string_append_printf(out, "switch(" ANNOT_CHOSEN "){");
    for (guint i = 0; i < n; i++)
        g_string_append_printf(out, "case " ANNOT_CHOSEN_AS ":hlcov_v=%s;break;", changes[i].number, changes[i].value);
    g_string_append_printf(out, "default:hlcov_v=%s;}hlcov_v", own);
    return g_string_free(out, FALSE);
}

/* Returns the C of the binary operator and its mutants. To be freed. */
static char *binary_value(AnnotChoosers *choosers, const AnnotChange *changes, guint n)
{
    if (annot_strong_is_called(changes->host))
        return binary_called(choosers, changes, n);
    g_autofree char *own = g_strdup_printf("hlcov_l%shlcov_r", symbols[changes->host->op]),
                    *choice = choice_of(changes, n, own);
    return g_strdup_printf(ANNOT_TYPE_OF "(%s)hlcov_v;%s", own, choice);
}

static void write_binary(const AnnotStrongWriter *writer, const AnnotChange *changes, guint n)
{
    const AnnotExpr *expr = changes->host;
    guint32 at = annot_infix_at(writer->text, expr);
    gboolean left = is_pointer(expr->operands[0]), right = is_pointer(expr->operands[1]);
    g_autofree char *value = binary_value(writer->choosers, changes, n);
    annot_edits_wrap(writer->edits, expr->at,
                     g_strdup_printf(ANNOT_EXTENSION "({" ANNOT_LOCAL "hlcov_l=%s(", left ? "" : "+"),
                     g_strdup_printf(");%s;})", value));
    annot_edits_replace(writer->edits, (AnnotExtent){at, at + (guint32)strlen(symbols[expr->op])},
                        g_strdup_printf(");" ANNOT_LOCAL "hlcov_r=%s(", right ? "" : "+"));
}

/* The + promotes, as the value would have been promoted next; a bit-field has no type that a local could have. */
void annot_strong_write_value(const AnnotStrongWriter *writer, const AnnotChange *changes, guint n)
{
    const AnnotExpr *expr = changes->host;
    if (expr->kind == ANNOT_EXPR_BINARY) {
        write_binary(writer, changes, n);
        return;
    }
    const char *type = annot_strong_type(expr);
    g_autofree char *value =
        type ? annot_strong_chosen(writer->choosers, type, changes, n) : choice_of(changes, n, "hlcov_v");
    annot_edits_wrap(writer->edits, expr->at, g_strdup(ANNOT_EXTENSION "({" ANNOT_LOCAL "hlcov_v=+("),
                     g_strdup_printf(");%s;})", value));
}

void annot_strong_write_effect(const AnnotStrongWriter *writer, const AnnotChange *change)
{
    annot_edits_wrap(writer->edits, change->at,
                     g_strdup_printf("(" ANNOT_CHOSEN "==" ANNOT_CHOSEN_AS "?(void)0:(void)(", change->number),
                     g_strdup("))"));
}
