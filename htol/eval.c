/* The evaluator of hyperlabels; see eval.h. It knows nothing of slots or of criteria. */
#include "htol/eval.h"

static HtolTruth both(HtolTruth left, HtolTruth right)
{
    if (left == HTOL_FALSE || right == HTOL_FALSE)
        return HTOL_FALSE;
    return left == HTOL_TRUE && right == HTOL_TRUE ? HTOL_TRUE : HTOL_UNKNOWN;
}

static HtolTruth negation(HtolTruth operand)
{
    if (operand == HTOL_UNKNOWN)
        return HTOL_UNKNOWN;
    return operand == HTOL_TRUE ? HTOL_FALSE : HTOL_TRUE;
}

HtolTruth htol_eval(const HtolExpr *predicate, const guint8 *row)
{
    switch (predicate->kind) {
    case HTOL_EXPR_VARIABLE: return row[predicate->variable];
    case HTOL_EXPR_NOT: return negation(htol_eval(predicate->left, row));
    case HTOL_EXPR_AND: return both(htol_eval(predicate->left, row), htol_eval(predicate->right, row));
    }
    g_assert_not_reached();
}

static gboolean label_covered(const HtolHyper *label, HtolObserved *observed)
{
    HtolEnvs envs = htol_observed_at(observed, label->site);
    if (!label->predicate)
        return envs.rows > 0;
    for (guint i = 0; i < envs.rows; i++)
        if (htol_eval(label->predicate, envs.values + (gsize)i * envs.columns) == HTOL_TRUE)
            return TRUE;
    return FALSE;
}

gboolean htol_covered(const HtolHyper *hyper, HtolObserved *observed)
{
    switch (hyper->kind) {
    case HTOL_HYPER_LABEL: return label_covered(hyper, observed);
    case HTOL_HYPER_AND: return htol_covered(hyper->left, observed) && htol_covered(hyper->right, observed);
    case HTOL_HYPER_OR: return htol_covered(hyper->left, observed) || htol_covered(hyper->right, observed);
    }
    g_assert_not_reached();
}
