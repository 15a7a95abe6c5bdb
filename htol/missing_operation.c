/* Words for classes of operations; see missing_operation.h. */
#include "htol/missing_operation.h"

#include "htol/operation.h"

static const char *relation_word(const HtolRowOperation *row, guint32 k)
{
    static const char *const words[] = {"less",           "less by one", "equal",
                                        "greater by one", "greater",     "unordered"};
    gboolean ordered = !(row->impossible >> HTOL_RELATION_GREATER & 1);
    gboolean equality = row->operator== HTOL_OPERATOR_EQ || row->operator== HTOL_OPERATOR_NE;
    return k == HTOL_RELATION_LESS && equality && !ordered ? "unequal" : words[k];
}

static const char *word_of(const HtolFunction *function, guint32 operation, guint32 k)
{
    static const char *const signs[] = {"negative", "0", "positive", "NaN"};
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

void htol_missing_operation_append(HtolObserved *observed, const HtolObjective *objective, GString *out)
{
    const HtolFunction *function = htol_observed_function(observed);
    const HtolRowOperation *row = &function->operations[objective->site.index];
    HtolEnvs envs = htol_observed_at(observed, objective->site);
    gboolean is_parameter = row->kind == HTOL_OPERATION_PARAMETER;
    if (row->kind != HTOL_OPERATION_RELATION && row->kind != HTOL_OPERATION_SIGN && !is_parameter)
        return;
    if (envs.rows == 0) {
        g_string_append(out, is_parameter ? "the function was never entered" : "it was never evaluated");
        return;
    }
    g_string_append(out, row->kind == HTOL_OPERATION_RELATION ? "the left operand was only" : "it was only");
    append_classes(function, objective->site.index, envs, out);
}
