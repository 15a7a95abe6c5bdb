/* Finds the words of classes; see operation.h. */
#include "htol/files/operation.h"

#include "htol/base/sorted.h"

const char *htol_operation_word(const HtolFunction *function, guint32 operation, guint32 k)
{
    guint32 first = HTOL_SORTED_FROM(function->classes, function->n_classes, HtolRowClass, operation, operation);
    gboolean found = first < function->n_classes && function->classes[first].operation == operation;
    return found && k < function->operations[operation].classes ? function->classes[first + k].text : NULL;
}

gboolean htol_class_is_set(const HtolFunction *function, const HtolRowOperation *operation, guint32 k)
{
    gboolean has_terms = k < operation->mutants && function->mutants[operation->first_mutant + k].terms > 0;
    return !has_terms && !(operation->impossible >> k & 1);
}

const char *htol_risk_word(HtolRisk risk, HtolRiskClass k)
{
    static const struct {
        const char *boundary, *happened;
    } words[HTOL_RISKS] = {
        [HTOL_RISK_DIVISOR] = {"division by 1 or -1", "division by 0"},
        [HTOL_RISK_OVERFLOW] = {"the greatest or least value of its type", "overflow"},
        [HTOL_RISK_SHIFT_COUNT] = {"shift by one bit less than there are",
                                   "shift by a negative number, or by as many bits as there are"},
        [HTOL_RISK_SHIFT_VALUE] = {"shift up to the last bit", "shift of a negative number, or of bits that are lost"},
        [HTOL_RISK_INDEX] = {"index of the last element", "index out of bounds"},
        [HTOL_RISK_NULL] = {NULL, "null pointer used"},
        [HTOL_RISK_CONVERSION] = {"conversion of the greatest or least value that fits",
                                  "conversion changes the value"},
    };
    return k == HTOL_RISK_BOUNDARY ? words[risk].boundary : words[risk].happened;
}
