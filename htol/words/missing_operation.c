/* Words for classes of operations; see missing_operation.h. */
#include "htol/words/missing_operation.h"

#include "htol/files/operation.h"

static const char *relation_word(const HtolRowOperation *row, guint32 k)
{
    static const char *const words[] = {"less", "less by one", "equal", "greater by one", "greater", "unordered"};
    gboolean ordered = !(row->impossible >> HTOL_RELATION_GREATER & 1);
    gboolean equality = row->op == HTOL_OPERATOR_EQ || row->op == HTOL_OPERATOR_NE;
    return k == HTOL_RELATION_LESS && equality && !ordered ? "unequal" : words[k];
}

static const char *word_of(const HtolFunction *function, guint32 operation, guint32 k)
{
    static const char *const signs[] = {"negative", "0", "positive", "NaN", "its own negation"};
    const HtolRowOperation *row = &function->operations[operation];
    if (row->kind == HTOL_OPERATION_PARAMETER)
        return htol_operation_word(function, operation, k);
    return row->kind == HTOL_OPERATION_SIGN ? signs[k] : relation_word(row, k);
}

static void append_classes(const HtolFunction *function, guint32 operation, HtolEnvs envs, GString *out)
{
    for (guint i = 0; i < envs.rows; i++)
        for (guint32 k = 0; k < envs.columns; k++)
            if (envs.values[(gsize)i * envs.columns + k] == HTOL_TRUE)
                g_string_append_printf(out, "%s %s", i > 0 ? "," : "", word_of(function, operation, k));
}

/* ---- computed mutants ---- */

/* Which operands tell a mutant's operator from the operation's, in either order, but for what is rounded or
 * wraps around. */
static const struct {
    HtolOperator one, other;
    const char *words;
} tellers[] = {
    {HTOL_OPERATOR_NONE, HTOL_OPERATOR_NEGATE, "a value other than 0"},
    {HTOL_OPERATOR_ADD, HTOL_OPERATOR_SUB, "a right operand other than 0"},
    {HTOL_OPERATOR_ADD, HTOL_OPERATOR_LEFT, "a right operand other than 0"},
    {HTOL_OPERATOR_SUB, HTOL_OPERATOR_LEFT, "a right operand other than 0"},
    {HTOL_OPERATOR_ADD, HTOL_OPERATOR_RIGHT, "a left operand other than 0"},
    {HTOL_OPERATOR_MUL, HTOL_OPERATOR_DIV, "a left operand other than 0, a right one other than 0, 1 and -1"},
    {HTOL_OPERATOR_MUL, HTOL_OPERATOR_LEFT, "a left operand other than 0, a right one other than 1"},
    {HTOL_OPERATOR_MUL, HTOL_OPERATOR_RIGHT, "a left operand other than 1, a right one other than 0"},
    {HTOL_OPERATOR_DIV, HTOL_OPERATOR_LEFT, "a left operand other than 0, a right one other than 1"},
    {HTOL_OPERATOR_REM, HTOL_OPERATOR_LEFT, "a left operand that is no less than the right one"},
    {HTOL_OPERATOR_AND, HTOL_OPERATOR_OR, "operands that differ"},
    {HTOL_OPERATOR_AND, HTOL_OPERATOR_XOR, "an operand other than 0"},
    {HTOL_OPERATOR_OR, HTOL_OPERATOR_XOR, "operands with a bit in common"},
    {HTOL_OPERATOR_SHL, HTOL_OPERATOR_SHR, "a left operand other than 0, a right one other than 0"},
    {HTOL_OPERATOR_SHR, HTOL_OPERATOR_SHR, "a left operand whose highest bit is set, a right one other than 0"}};

static const char *teller_of(HtolOperator one, HtolOperator other)
{
    for (guint i = 0; i < G_N_ELEMENTS(tellers); i++)
        if ((tellers[i].one == one && tellers[i].other == other) ||
            (tellers[i].one == other && tellers[i].other == one))
            return tellers[i].words;
    return NULL;
}

/* The mutant of an objective: its one class. */
static const HtolRowMutant *mutant_of(const HtolFunction *function, const HtolObjective *objective)
{
    const HtolRowOperation *row = &function->operations[objective->site.index];
    return &function->mutants[row->first_mutant + objective->mutant];
}

static void append_mutant(const HtolFunction *function, const HtolObjective *objective, HtolEnvs envs, GString *out)
{
    const HtolRowOperation *row = &function->operations[objective->site.index];
    const HtolRowMutant *mutant = mutant_of(function, objective);
    const char *teller = teller_of(row->op, mutant->op);
    if (!*mutant->text) {
        g_string_append(out, "it never changed what it assigns to");
        return;
    }
    if (envs.rows == 0)
        g_string_append(out, "it was never evaluated where a mutant differs; ");
    g_string_append_printf(out, "%s would be told apart from %s by ", mutant->text, row->text);
    if (teller)
        g_string_append(out, teller);
    else
        g_string_append(out, row->level == HTOL_MUTANT_STATEMENT ? "another value that is stored or decides"
                                                                 : "values for which it gives another one");
}

void htol_missing_operation_append(HtolObserved *observed, const HtolObjective *objective, GString *out)
{
    const HtolFunction *function = htol_observed_function(observed);
    const HtolRowOperation *row = &function->operations[objective->site.index];
    HtolEnvs envs = htol_observed_at(observed, objective->site);
    gboolean is_parameter = row->kind == HTOL_OPERATION_PARAMETER;
    if (row->kind == HTOL_OPERATION_COMPUTED)
        append_mutant(function, objective, envs, out);
    if (row->kind != HTOL_OPERATION_RELATION && row->kind != HTOL_OPERATION_SIGN && !is_parameter)
        return;
    if (envs.rows == 0) {
        g_string_append(out, is_parameter ? "the function was never entered" : "it was never evaluated");
        return;
    }
    g_string_append(out, row->kind == HTOL_OPERATION_RELATION ? "the left operand was only" : "it was only");
    append_classes(function, objective->site.index, envs, out);
}
